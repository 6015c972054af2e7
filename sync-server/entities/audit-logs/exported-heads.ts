// A sealed head reveals removed entries, even if the stored end is rolled back too.
import { type AuditKey, type AuditKeys, isSealedBy } from '#server/secrets/audit-keys.ts'
import type { ChainHead, ChainOf } from '#server/records/audit/audit-chain.ts'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'

export interface ExportedHead extends ChainOf, ChainHead {
  readonly at: string
}

const textOf = ({ at, tenantId, chain, place, hash }: ExportedHead): string =>
  canonicalJson({ exported: at, tenantId, chain, place, hash })

export const lineOfHead = (key: AuditKey, head: ExportedHead): string =>
  JSON.stringify({ ...head, seal: `${key.id}:${key.mac(textOf(head))}` })

export function readHead(keys: AuditKeys, line: string): ExportedHead | null {
  try {
    const { seal, ...head } = JSON.parse(line) as ExportedHead & { readonly seal: string }
    return isSealedBy(keys, seal, textOf(head)) ? head : null
  } catch {
    return null
  }
}
