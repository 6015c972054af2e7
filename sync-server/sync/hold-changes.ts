// A revoked device hands in its unsent changes. They are stored unjudged until an administrator accepts or drops
// them, so a wipe loses nothing (HELD in SYNC.md).
import type { MiddlewareHandler } from 'hono'
import { changesPath, limits, personHeader } from '#schema/sync/protocol.ts'
import type { RevokedDevice } from '#server/auth/sessions.ts'
import type { Database, TenantTx } from '#server/db/connect/database.ts'
import { insertGivenSql, jsonRows } from '#server/db/tables/given-rows.ts'
import { readJson } from '#server/http/calls/body.ts'
import type { Env } from '#server/http/env.ts'
import { RequestError } from '#server/http/errors.ts'
import type { ConsumeOperations } from '#server/http/limits/operation-limit.ts'
import type { Events } from '#server/records/audit/events.ts'
import { readEnvelope } from './changes.ts'

interface Deps {
  readonly database: Pick<Database, 'tenant'>
  readonly events: Pick<Events, 'writeLimited'>
  readonly consume: ConsumeOperations
  readonly now: () => Date
}

const most = { changes: 5_000, bytes: 10_000_000 }

export const holdChanges = (deps: Deps): MiddlewareHandler<Env> =>
  async function holdFromRevoked(context, next) {
    const revoked = context.get('revokedDevice')
    if (!revoked) return next()
    const { req } = context
    const person = req.header(personHeader) ?? req.query('person')
    if (person !== undefined && person !== revoked.userId) throw new RequestError('OTHER_PERSON')
    if (req.method !== 'POST' || req.path !== changesPath) throw new RequestError('WIPE')
    deps.consume(revoked, 0)
    const { changes } = readEnvelope(await readJson(context, limits.requestBytes))
    if (!changes.length) throw new RequestError('WIPE')
    deps.consume(revoked, changes.length)
    throw new RequestError('HELD', { ids: await hold(deps, revoked, changes) })
  }

async function hold(
  { database, events, now }: Deps,
  revoked: RevokedDevice,
  changes: readonly { readonly id: string }[],
): Promise<string[]> {
  const { tenantId, userId, sessionId, device } = revoked
  const ids = changes.map(({ id }) => id)
  const texts = changes.map((each) => ({ id: each.id, change: JSON.stringify(each) }))
  const { held, known } = await database.tenant(tenantId, async (tx) => {
    const kept = await tx.query<{ id: string }>(
      `${insertGivenSql(
        'held_changes',
        'id, user_id, session_id, device, change, state, created_at',
        "given.id, $3::uuid, $4::uuid, $5::text, given.change, 'HELD', $6::timestamptz",
        jsonRows('$2', 'given', 'id uuid, change text'),
      )} and not ${isAppliedSql('given.id', '$3::uuid')} on conflict (tenant_id, id) do nothing returning id`,
      [tenantId, JSON.stringify(texts), userId, sessionId, device, now().toISOString()],
    )
    await requireRoom(tx, sessionId)
    const there = await tx.query<{ id: string }>(
      `select given.id from unnest($2::uuid[]) with ordinality as given(id, place)
where ${isAppliedSql('given.id', '$3')}
  or exists (select from held_changes h where h.tenant_id = $1 and h.id = given.id and h.user_id = $3) order by place`,
      [tenantId, ids, userId],
    )
    return { held: kept.length, known: there.map(({ id }) => id) }
  })
  if (held) {
    const about = { entityType: 'sessions', entityId: sessionId, userId, details: { changes: held, device } }
    events.writeLimited(tenantId, { action: 'heldChanges.handIn', outcome: 'done', ...about }, `handIn ${sessionId}`)
  }
  return known
}

const isAppliedSql = (id: string, user: string): string =>
  `exists (select from verdicts v where v.tenant_id = $1 and v.id = ${id} and v.user_id = ${user} and v.result ->> 'verdict' in ('applied', 'merged'))`

async function requireRoom(tx: TenantTx, sessionId: string): Promise<void> {
  const [kept] = await tx.query<{ isTooMuch: boolean }>(
    `select count(*) > $3 or coalesce(sum(octet_length(change)), 0) > $4 as "isTooMuch" from held_changes where tenant_id = $1 and session_id = $2`,
    [tx.tenantId, sessionId, most.changes, most.bytes],
  )
  if (kept!.isTooMuch) throw new RequestError('TOO_LARGE')
}
