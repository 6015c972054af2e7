// Removes purged values from audit entries, conflicts and activity titles. Entries keep their hashes; the purge's own
// entry lists what each emptied entry now contains.
import { hash } from 'node:crypto'
import type { TenantTx } from '#server/db/connect/database.ts'
import { type AuditTrailEntry, entryColumns, type SealedEntry, sealedText } from './audit-chain.ts'

export type EmptiedEntry = readonly [hash: string, left: string]

export const remainingHash = (entry: SealedEntry): string => hash('sha256', sealedText(entry))

export async function removePersonalData(
  tx: TenantTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EmptiedEntry[]>> {
  const entries = await tx.query<Omit<AuditTrailEntry, 'chain'>>(
    `update audit_logs set details = details - 'before' - 'after'
where tenant_id = $1 and entity_id = any($2::uuid[]) and details ?| array['before', 'after']
returning ${entryColumns}`,
    [tx.tenantId, ids],
  )
  await tx.query('update activities set title = null where tenant_id = $1 and entity_id = any($2::uuid[])', [
    tx.tenantId,
    ids,
  ])
  await tx.query(forgetConflictsSql('verdicts', 'result'), [tx.tenantId, ids])
  await tx.query(forgetConflictsSql('held_changes', 'verdict'), [tx.tenantId, ids])
  const remainingOf = (entry: Omit<AuditTrailEntry, 'chain' | 'hash'>) =>
    remainingHash({ ...entry, tenantId: tx.tenantId, chain: 'records' })
  const byRow = Map.groupBy(entries, ({ entityId }) => entityId!)
  return new Map(
    [...byRow].map(([id, of]) => [id, of.map(({ hash: own, ...entry }) => [own, remainingOf(entry)] as const)]),
  )
}

/** The fields stay, so that the same change gets the same verdict. */
const forgetConflictsSql = (
  table: string,
  column: string,
): string => `update ${table} v set ${column} = jsonb_set(${column}, '{conflicts}', (
  select jsonb_agg(case when c ->> 'id' = any($2::text[]) then c || '{"base":null,"yours":null,"theirs":null}' else c end order by at)
  from jsonb_array_elements(v.${column} -> 'conflicts') with ordinality as e(c, at)))
where tenant_id = $1 and ${column} ? 'conflicts'
  and exists (select from jsonb_array_elements(v.${column} -> 'conflicts') as e(c) where c ->> 'id' = any($2::text[]))`
