// Where the chains of a firm ended on a day, as it was told to a place outside of the database: a line of JSON for each,
// sealed with the key of the chain. Whoever cuts entries off, and brings back an older row that says where the chain
// ends, is found by them.
import { type AuditKey, type AuditKeys, isSealedBy } from '#server/secrets/audit-keys.ts'
import type { ChainEnd, ChainOf } from '#server/records/audit/audit-chain.ts'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'

export interface ExportedHead extends ChainOf, ChainEnd {
  readonly at: string
}

const textOf = ({ at, tenantId, chain, place, hash }: ExportedHead): string =>
  canonicalJson({ exported: at, tenantId, chain, place, hash })

export const lineOfHead = (key: AuditKey, head: ExportedHead): string =>
  JSON.stringify({ ...head, seal: `${key.id}:${key.mac(textOf(head))}` })

/** Null for a line that no server with one of these keys has written. */
export function readHead(keys: AuditKeys, line: string): ExportedHead | null {
  try {
    const { seal, ...head } = JSON.parse(line) as ExportedHead & { readonly seal: string }
    return isSealedBy(keys, seal, textOf(head)) ? head : null
  } catch {
    return null
  }
}
