// A subscription ends with the session that stores the hash of its endpoint.
import { createHash } from 'node:crypto'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { transact } from '#server/records/write/transact.ts'
import { liveSubscriptions } from './push-subscriptions.ts'
import { sessionLimits } from './sessions.ts'

export const pushHashOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex')

/** False when every subscription still has its session. */
export async function endPushSubscriptions(deps: WriteDeps, tenantId: string): Promise<boolean> {
  const { database, now } = deps
  const subscriptions = await database.tenant(tenantId, (tx) => liveSubscriptions(tx, tenantId))
  if (!subscriptions.length) return false
  const expired = sessionLimits(database, now())
  const held = await database.directory<{ userId: string; hash: string }[]>`
    select s.user_id as "userId", s.push_hash as hash from directory.sessions s join directory.users u on u.id = s.user_id
    where s.tenant_id = ${tenantId} and s.push_hash is not null and s.ended_as is null and s.expire > ${expired.expire}
      and s.last_used > ${expired.lastUsed} and u.is_active`
  const open = new Set(held.map(({ userId, hash }) => `${userId} ${hash}`))
  const isOver = ({ userId, endpoint }: (typeof subscriptions)[number]) =>
    !open.has(`${userId} ${pushHashOf(endpoint)}`)
  const endedIds = new Set(subscriptions.filter(isOver).map(({ id }) => id))
  if (endedIds.size)
    await transact(deps, { kind: 'system', tenantId }, async (batch) => {
      // Another session may have ended some meanwhile.
      const live = await liveSubscriptions(batch.tx, tenantId)
      for (const { id } of live.filter((each) => endedIds.has(each.id))) await batch.remove('pushSubscriptions', id)
    })
  return endedIds.size > 0
}
