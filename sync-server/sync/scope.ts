// Where a viewer's device stands: the firm's epoch, and what they may see as a fingerprint of role, links, and the number at
// which that last changed. A device that comes with another one pulls a new set beside the old.
import { createHash } from 'node:crypto'
import { roles } from '#schema/enumerations.ts'
import type { FeedRefusal, Known } from '#schema/protocol.ts'
import type { Viewer } from '#schema/viewer.ts'
import type { TenantTx } from '../db/database.ts'
import { areInChainSql } from '../records/chain.ts'

/** Rises when the entities' read rules change, so that every device pulls what it may see now. */
const permissionVersion = 3

const short = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 10)

export interface Standing {
  readonly epoch: string
  /** The scope's fingerprint. */
  readonly scope: string
  /** The tenant's number at which this scope began. */
  readonly began: number
  /** What the feed's end is at least: there, and at what the person's own verdicts told. */
  readonly least: number
  /** The device comes from another history. */
  readonly isForked: boolean
}

interface Found {
  readonly epoch: string
  readonly began: number | null
  readonly told: number | null
  readonly isForked: boolean
}

export async function standingOf(tx: TenantTx, viewer: Viewer, known: readonly Known[] = []): Promise<Standing> {
  const [row] = await tx.query<Found>(
    `select e.id as epoch, s.began, s.told, not ${areInChainSql('$3', '$4')} as "isForked"
from epochs e left join scopes s on s.tenant_id = e.tenant_id and s.user_id = $2
where e.tenant_id = $1 order by e.ordinal desc limit 1`,
    [tx.tenantId, viewer.userId, known.map(({ number }) => number), known.map(({ mark }) => mark)],
  )
  const { epoch, isForked } = row!
  const began = row!.began ?? 0
  const links = viewer.role === 'INVESTOR' ? [...viewer.investorIds].sort().map(short) : []
  return {
    epoch,
    scope: [permissionVersion, viewer.role, began, ...links].join('.'),
    began,
    least: Math.max(began, row!.told ?? 0),
    isForked,
  }
}

/** What a device is told that comes with another history or another scope; `scope` is the one that it has. */
export const refusalOf = (code: FeedRefusal['code'], standing: Standing, scope: string): FeedRefusal => ({
  code,
  epoch: standing.epoch,
  scope: standing.scope,
  narrowed: scope !== '' && isNarrowed(scope, standing.scope),
})

/** Whether `to` shows less than `from` did: a lower role, a link that is gone, or to an investor by other rules. */
function isNarrowed(from: string, to: string): boolean {
  const [fromVersion, fromRole = '', , ...fromLinks] = from.split('.')
  const [toVersion, toRole = '', , ...toLinks] = to.split('.')
  const rank = (role: string) => roles.indexOf(role as (typeof roles)[number])
  if (fromVersion !== toVersion && toRole === 'INVESTOR') return true
  return rank(toRole) > rank(fromRole) || fromLinks.some((link) => !toLinks.includes(link))
}
