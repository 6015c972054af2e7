import type { TransactionSql } from 'postgres'
import type { TenantTx } from '#server/db/connect/database.ts'
import { readChain, readHead } from '#server/entities/audit-logs/read-chain.ts'
import type { ChainName } from '#server/records/audit/audit-chain.ts'

export const chains: readonly ChainName[] = ['records', 'events']

export const entryNames = [
  'chain',
  'place',
  'id',
  'number',
  'timestamp',
  'userId',
  'action',
  'entityType',
  'entityId',
  'details',
  'keyId',
  'previousHash',
  'hash',
] as const

export const endColumns = ['tenantId', 'chain', 'place', 'hash', 'seal'] as const

const inTransaction = (sql: TransactionSql, tenantId: string): TenantTx => ({
  tenantId,
  query: async <Row>(text: string, params: readonly unknown[] = []) => [
    ...((await sql.unsafe(text, [...params] as never[])) as unknown as Row[]),
  ],
})

export async function* entriesOf(
  sql: TransactionSql,
  tenantId: string,
  chain: ChainName,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  for await (const entry of readChain(inTransaction(sql, tenantId), chain)) yield { ...entry }
}

export async function* endsOf(
  sql: TransactionSql,
  tenantId: string,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  for (const chain of chains) {
    const end = await readHead(inTransaction(sql, tenantId), chain)
    if (end) yield { tenantId, chain, place: end.place, hash: end.hash, seal: end.seal }
  }
}
