// What a viewer may see, as a fingerprint: role, links, and the number at which that last changed. A device that comes with
// another one pulls a new set beside the old.
import { createHash } from 'node:crypto'
import { roles } from '#schema/enumerations.ts'
import type { Viewer } from '#schema/viewer.ts'
import type { TenantTx } from '../db/database.ts'

/** Rises when the entities' read rules change, so that every device pulls what it may see now. */
const permissionVersion = 2

const short = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 10)

export interface Scope {
  readonly name: string
  /** The tenant's number at which this scope began. */
  readonly began: number
}

export async function scopeOf(tx: TenantTx, viewer: Viewer): Promise<Scope> {
  const [row] = await tx.query<{ began: number }>('select began from scopes where tenant_id = $1 and user_id = $2', [
    tx.tenantId,
    viewer.userId,
  ])
  const began = row?.began ?? 0
  const links = viewer.role === 'INVESTOR' ? [...viewer.investorIds].sort().map(short) : []
  return { name: [permissionVersion, viewer.role, began, ...links].join('.'), began }
}

/** Whether `to` shows less than `from` did: a lower role, a link that is gone, or to an investor by other rules. */
export function isNarrowed(from: string, to: string): boolean {
  const [fromVersion, fromRole = '', , ...fromLinks] = from.split('.')
  const [toVersion, toRole = '', , ...toLinks] = to.split('.')
  const rank = (role: string) => roles.indexOf(role as (typeof roles)[number])
  if (fromVersion !== toVersion && toRole === 'INVESTOR') return true
  return rank(toRole) > rank(fromRole) || fromLinks.some((link) => !toLinks.includes(link))
}
