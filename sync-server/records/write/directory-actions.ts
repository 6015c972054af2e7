// Directory changes (people, sessions, invitations, the firm) commit with a sealed note that later becomes an audit
// entry. A crash loses no entry, and no directory connection waits for the tenant's lock.
import { v7 as uuidv7 } from 'uuid'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'
import type { Database } from '#server/db/connect/database.ts'
import type { Statements } from '#server/db/connect/directory.ts'
import { isUnavailable } from '#server/db/connect/unavailable.ts'
import { type AuditKeys, isSealedBy } from '#server/secrets/audit-keys.ts'
import { type Actor, tenantOf } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { assignNumber } from './open-batch.ts'
import { auditAction, logWrittenAction, type NewAction } from './write-action.ts'
import { extendInvestorFeed } from './save-audit-and-verdicts.ts'
import { writeBatch } from './write-batch.ts'

interface PendingEntry {
  readonly id: string
  readonly actor: Actor
  readonly act: NewAction
  readonly sightOf: string | null
}

export type RecordAction = (actor: Actor, act: NewAction, sightOf?: string) => Promise<void>

export async function changeDirectory<T>(
  deps: WriteDeps,
  work: (sql: Statements, recordAction: RecordAction) => Promise<T>,
): Promise<T> {
  const { result, pending } = await deps.database.directory.begin(async (sql) => {
    const entries: PendingEntry[] = []
    const recordAction: RecordAction = async (actor, act, sightOf) => {
      const each = { id: uuidv7(), actor, act, sightOf: sightOf ?? null }
      const text = JSON.stringify(each)
      const key = deps.auditKeys.newest()
      const seal = `${key.id}:${key.mac(sealedText(each.id, tenantOf(actor), text))}`
      await sql`
        insert into directory.acts (id, tenant_id, noted, at)
        values (${each.id}, ${tenantOf(actor)}, ${`${seal} ${text}`}, ${deps.now().toISOString()})`
      entries.push(each)
    }
    return { result: await work(sql, recordAction), pending: entries }
  })
  for (const { actor, act } of pending) logWrittenAction(deps, actor, act)
  try {
    for (const each of pending) await audit(deps, each)
  } catch (error) {
    // The job audits it later.
    if (!isUnavailable(error)) throw error
  }
  return result
}

const sealedText = (id: string, tenantId: string, act: string): string => canonicalJson({ id, tenantId, act })

/** Firms with unaudited actions. An action whose request is still running is audited only once, too. */
export async function findUnaudited({ directory }: Pick<Database, 'directory'>): Promise<string[]> {
  const rows = await directory<{ id: string }[]>`select distinct tenant_id as id from directory.acts`
  return rows.map(({ id }) => id)
}

/** Returns how many were pending. */
export async function auditPending(
  deps: WriteDeps,
  tenantId: string,
  isForged: (id: string) => Promise<void>,
): Promise<number> {
  const { directory } = deps.database
  const rows = await directory<{ id: string; noted: string }[]>`
    select id, noted from directory.acts where tenant_id = ${tenantId} order by at, id`
  for (const { id, noted } of rows) {
    const act = readPending(deps.auditKeys, id, tenantId, noted)
    if (act) await audit(deps, act)
    else {
      await isForged(id)
      await directory`delete from directory.acts where id = ${id}`
    }
  }
  return rows.length
}

function readPending(keys: AuditKeys, id: string, tenantId: string, noted: string): PendingEntry | undefined {
  const end = noted.indexOf(' ')
  const text = noted.slice(end + 1)
  if (!isSealedBy(keys, noted.slice(0, end), sealedText(id, tenantId, text))) return undefined
  const act = JSON.parse(text) as PendingEntry
  return act.id === id && tenantOf(act.actor) === tenantId ? act : undefined
}

async function audit(deps: WriteDeps, { id, actor, act, sightOf }: PendingEntry): Promise<void> {
  const number = await writeBatch(deps, actor, async (batch) => {
    const { tx } = batch
    const [before] = await tx.query<{ number: number }>(
      'select n as number from audit_logs where tenant_id = $1 and id = $2',
      [tx.tenantId, id],
    )
    if (before) return before.number
    assignNumber(batch, '')
    auditAction(batch, { ...act, id })
    // A new investor's feed must pass their earlier changes.
    if (sightOf !== null) await extendInvestorFeed(tx, sightOf, batch.number)
    return batch.number
  })
  if (sightOf !== null) deps.hints.publish(tenantOf(actor), { number, audiences: {}, sight: { [sightOf]: number } })
  await deps.database.directory`delete from directory.acts where id = ${id}`
}
