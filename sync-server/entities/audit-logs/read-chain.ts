// Streamed, so memory use does not depend on the chain's length.
import { type ChainEntry, type ChainHead, type ChainName, entryColumns } from '#server/records/audit/audit-chain.ts'
import type { TenantTx } from '#server/db/connect/database.ts'

export interface StoredEntry extends ChainEntry {
  /** Its stamps are its own, and it was neither deleted nor emptied. */
  readonly isUnmodified: boolean
}

const batchSize = 2_000

const sources: Readonly<Record<ChainName, string>> = {
  records: `select ${entryColumns}, created_at = "timestamp" and updated_at = "timestamp"
  and created_by is not distinct from user_id and num_nonnulls(deleted_at, deleted_in, emptied) = 0 as "isUnmodified"
from audit_logs`,
  events: `select ${entryColumns.replace('n as number', 'null::bigint as number')}, true as "isUnmodified" from audit_events`,
}

export interface ChainSource {
  entries(): AsyncIterable<StoredEntry>
  head(): Promise<StoredHead | undefined>
  withoutPosition(): Promise<readonly { readonly id: string }[]>
}

export async function* readChain(tx: TenantTx, chain: ChainName): AsyncGenerator<StoredEntry> {
  let [position, id] = [-1, '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const entries = await tx.query<StoredEntry>(
      `${sources[chain]} where tenant_id = $1 and (place, id) > ($2::int, $3::uuid) order by place, id limit $4`,
      [tx.tenantId, position, id, batchSize],
    )
    for (const entry of entries) yield { ...entry, chain }
    const last = entries.at(-1)
    if (!last || entries.length < batchSize) return
    ;[position, id] = [last.place, last.id]
  }
}

export interface StoredHead extends ChainHead {
  readonly seal: string
  readonly number: number | null
}

export async function readHead(tx: TenantTx, chain: ChainName): Promise<StoredHead | undefined> {
  const sql =
    chain === 'records'
      ? 'select n as number, audit_place as place, audit_hash as hash, audit_seal as seal from tenant_numbers'
      : 'select null::bigint as number, place, hash, seal from event_ends'
  return (await tx.query<StoredHead>(`${sql} where tenant_id = $1`, [tx.tenantId]))[0]
}

const readWithoutPosition = (tx: TenantTx): Promise<{ readonly id: string }[]> =>
  tx.query('select id from audit_logs where tenant_id = $1 and place is null limit 100', [tx.tenantId])

export const chainSourceOf = (tx: TenantTx, chain: ChainName): ChainSource => ({
  entries: () => readChain(tx, chain),
  head: () => readHead(tx, chain),
  withoutPosition: () => (chain === 'records' ? readWithoutPosition(tx) : Promise.resolve([])),
})
