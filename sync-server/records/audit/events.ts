// Events have a chain of their own, which avoids the tenant's lock; the row `event_ends` serializes nodes.
import type { Database, TenantTx } from '#server/db/connect/database.ts'
import { newId } from '#server/db/new-id.ts'
import type { AuditKeys } from '#server/secrets/audit-keys.ts'
import type { BackgroundTasks } from '#server/records/background-tasks.ts'
import { type ChainHead, continueTrail, firstAuditHash } from './audit-chain.ts'
import type { AuditEvent } from './audit-event.ts'
import { createEventLimit } from './event-limit.ts'
import { insertEventsSql, textOfRows } from './linked-rows.ts'

export interface Events {
  write(tenantId: string, event: AuditEvent): Promise<void>
  writeWith(tx: TenantTx, event: AuditEvent): Promise<void>
  writeLimited(tenantId: string, event: AuditEvent, alike: string): void
  flush(): Promise<void>
}

interface EventDeps {
  readonly database: Pick<Database, 'tenant'>
  readonly auditKeys: AuditKeys
  readonly backgroundTasks: BackgroundTasks
  readonly now: () => Date
}

interface WaitingEvent {
  readonly event: AuditEvent
  readonly at: string
  readonly written: PromiseWithResolvers<void>
}

const batchSize = 500

export function createEvents({ database, auditKeys, backgroundTasks, now }: EventDeps): Events {
  const waiting = new Map<string, WaitingEvent[]>()

  const write = (tenantId: string, event: AuditEvent): Promise<void> => {
    const written = Promise.withResolvers<void>()
    const each = { event, at: now().toISOString(), written }
    const queue = waiting.get(tenantId)
    if (queue) queue.push(each)
    else {
      waiting.set(tenantId, [each])
      void drain(tenantId)
    }
    return written.promise
  }

  /** One transaction at a time per firm. */
  async function drain(tenantId: string): Promise<void> {
    const queue = waiting.get(tenantId)!
    while (queue.length) {
      const taken = queue.splice(0, batchSize)
      try {
        await database.tenant(tenantId, (tx) => append(tx, auditKeys, taken))
        for (const { written } of taken) written.resolve()
      } catch (error) {
        for (const { written } of taken) written.reject(error)
      }
    }
    waiting.delete(tenantId)
  }

  const limit = createEventLimit((tenantId, event) => backgroundTasks.begin(() => write(tenantId, event)), now)
  return {
    write,
    writeWith: (tx, event) => append(tx, auditKeys, [{ event, at: now().toISOString() }]),
    writeLimited: (tenantId, event, alike) => limit.writeLimited(tenantId, event, alike),
    async flush() {
      limit.flush()
      await backgroundTasks.settled()
    },
  }
}

async function append(tx: TenantTx, keys: AuditKeys, taken: readonly Omit<WaitingEvent, 'written'>[]): Promise<void> {
  const chain = { tenantId: tx.tenantId, chain: 'events' } as const
  const trail = continueTrail(chain, await lockHead(tx), keys.newest())
  for (const { event, at } of taken) {
    const { outcome, details, ...rest } = event
    trail.add({ ...rest, id: newId(), number: null, details: { outcome, ...details }, timestamp: at })
  }
  const { place, hash, seal, linked } = trail.finish()
  await tx.query(insertEventsSql, [tx.tenantId, textOfRows(linked)])
  await tx.query('update event_ends set place = $2, hash = $3, seal = $4 where tenant_id = $1', [
    tx.tenantId,
    place,
    hash,
    seal,
  ])
}

async function lockHead(tx: TenantTx): Promise<ChainHead> {
  const lockRow = () =>
    tx.query<ChainHead>('select place, hash from event_ends where tenant_id = $1 for update', [tx.tenantId])
  const [end] = await lockRow()
  if (end) return end
  await tx.query(
    `insert into event_ends (tenant_id, place, hash, seal) values ($1, 0, $2, '') on conflict (tenant_id) do nothing`,
    [tx.tenantId, firstAuditHash],
  )
  return (await lockRow())[0]!
}
