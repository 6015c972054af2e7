// Both chains of a firm, with what was exported of them.
import type { Database } from '../db/database.ts'
import type { ChainName } from '../records/audit-chain.ts'
import type { AuditKeys } from '../secrets/audit-keys.ts'
import { type ExportedHead, readHead } from './exported-heads.ts'
import { type Verified, verifyChain } from './verify-chain.ts'

const chains: readonly ChainName[] = ['records', 'events']

export interface ReadHeads {
  readonly heads: readonly ExportedHead[]
  /** Lines that no server with one of the keys wrote. */
  readonly wrong: readonly number[]
}

/** The lines of a file of exported heads. */
export function readHeads(keys: AuditKeys, text: string): ReadHeads {
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 }))
  const given = lines.filter(({ line }) => line.trim() !== '')
  const read = given.map(({ line, number }) => ({ head: readHead(keys, line), number }))
  return {
    heads: read.flatMap(({ head }) => head ?? []),
    wrong: read.flatMap(({ head, number }) => (head ? [] : [number])),
  }
}

export async function verifyTrail(
  database: Pick<Database, 'snapshot'>,
  keys: AuditKeys,
  tenantId: string,
  heads: readonly ExportedHead[],
): Promise<Verified> {
  const checked: Verified[] = []
  for (const chain of chains) {
    const own = heads.filter((head) => head.tenantId === tenantId && head.chain === chain)
    checked.push(await verifyChain(database, keys, { tenantId, chain }, own))
  }
  return {
    entries: checked.reduce((sum, { entries }) => sum + entries, 0),
    findings: checked.flatMap(({ findings }) => findings),
    found: checked.reduce((sum, { found }) => sum + found, 0),
  }
}
