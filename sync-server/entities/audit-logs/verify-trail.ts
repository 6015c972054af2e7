import type { Database } from '#server/db/connect/database.ts'
import type { ChainName } from '#server/records/audit/audit-chain.ts'
import type { AuditKeys } from '#server/secrets/audit-keys.ts'
import { type ExportedHead, readHead } from './exported-heads.ts'
import { type Verified, verifyChain } from './verify-chain.ts'

const chains: readonly ChainName[] = ['records', 'events']

export interface ReadHeads {
  readonly heads: readonly ExportedHead[]
  readonly wrong: readonly number[]
}

export function readHeads(keys: AuditKeys, text: string): ReadHeads {
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 }))
  const nonBlankLines = lines.filter(({ line }) => line.trim() !== '')
  const read = nonBlankLines.map(({ line, number }) => ({ head: readHead(keys, line), number }))
  return {
    heads: read.flatMap(({ head }) => head ?? []),
    wrong: read.flatMap(({ head, number }) => (head ? [] : [number])),
  }
}

export interface VerifiedTrail extends Verified {
  /** Without an exported head, a shortened chain cannot be detected. */
  readonly isWitnessed: boolean
}

export async function verifyTrail(
  database: Pick<Database, 'snapshot' | 'directory'>,
  keys: AuditKeys,
  tenantId: string,
  heads: readonly ExportedHead[],
  unkeyedUntil = 0,
): Promise<VerifiedTrail> {
  const headsOf = (chain: ChainName) => heads.filter((head) => head.tenantId === tenantId && head.chain === chain)
  const checked: Verified[] = []
  for (const chain of chains) {
    const until = chain === 'records' ? unkeyedUntil : 0
    const verified = await verifyChain(database, keys, { tenantId, chain }, headsOf(chain), until)
    checked.push(verified)
    if (chain === 'events' && !verified.entries && !verified.found && (await wasSignedInto(database, tenantId)))
      checked.push({ entries: 0, found: 1, findings: [{ chain, position: 1, id: null, problem: eventsGone }] })
  }
  return {
    isWitnessed: chains.every((chain) => headsOf(chain).length > 0),
    entries: checked.reduce((sum, { entries }) => sum + entries, 0),
    findings: checked.flatMap(({ findings }) => findings),
    found: checked.reduce((sum, { found }) => sum + found, 0),
  }
}

const eventsGone = 'is missing: the chain is empty, although people have signed in'

async function wasSignedInto({ directory }: Pick<Database, 'directory'>, tenantId: string): Promise<boolean> {
  const found = await directory`
    select from directory.users where tenant_id = ${tenantId} and last_login is not null limit 1`
  return found.length > 0
}
