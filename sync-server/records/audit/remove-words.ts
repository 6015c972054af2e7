// Entries keep their original hashes; the purge's own entry lists the hash of what remains in each.
import { hash } from 'node:crypto'
import type { Values } from '#schema/kernel/parse.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { type ChainEntry, entryColumns, type SealedEntry, sealedText } from './audit-chain.ts'

export type EmptiedEntry = readonly [hash: string, left: string]

export const remainingHash = (entry: SealedEntry): string => hash('sha256', sealedText(entry))

export async function removePersonalData(
  tx: TenantTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EmptiedEntry[]>> {
  const entries = await tx.query<Omit<ChainEntry, 'chain'>>(
    `update audit_logs set details = details - 'before' - 'after'
where tenant_id = $1 and entity_id = any($2::uuid[]) and details ?| array['before', 'after']
returning ${entryColumns}`,
    [tx.tenantId, ids],
  )
  await tx.query(
    'update activities set title = null, changes = null where tenant_id = $1 and entity_id = any($2::uuid[])',
    [tx.tenantId, ids],
  )
  await emptyVerdicts(tx, ids)
  const remainingOf = (entry: Omit<ChainEntry, 'chain' | 'hash'>) =>
    remainingHash({ ...entry, tenantId: tx.tenantId, chain: 'records' })
  const byRow = Map.groupBy(entries, ({ entityId }) => entityId!)
  return new Map(
    [...byRow].map(([id, group]) => [id, group.map(({ hash: own, ...entry }) => [own, remainingOf(entry)] as const)]),
  )
}

export async function emptyVerdicts(tx: TenantTx, ids: readonly string[]): Promise<void> {
  for (const [table, column] of [
    ['verdicts', 'result'],
    ['held_changes', 'verdict'],
  ] as const) {
    await tx.query(emptyRowsSql(table, column, '{conflicts}', { base: null, yours: null, theirs: null }), [
      tx.tenantId,
      ids,
    ])
    await tx.query(emptyRowsSql(table, column, '{result,theirs}', { fields: {} }), [tx.tenantId, ids])
  }
}

/** Entries stay, so that the same change gets the same verdict. Each conflict has a list, if only an empty one. */
const emptyRowsSql = (
  table: string,
  column: string,
  path: string,
  emptied: Values,
): string => `update ${table} v set ${column} = jsonb_set(${column}, '${path}', (
  select jsonb_agg(case when e ->> 'id' = any($2::text[]) then e || '${JSON.stringify(emptied)}' else e end order by at)
  from jsonb_array_elements(v.${column} #> '${path}') with ordinality as each(e, at)))
where tenant_id = $1 and ${column} ? 'conflicts'
  and exists (select from jsonb_array_elements(v.${column} #> '${path}') as each(e) where e ->> 'id' = any($2::text[]))`
