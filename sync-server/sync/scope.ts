// The scope is a fingerprint of role, links, scope start and readable names. A device with another one pulls a new set.
import { createHash } from 'node:crypto'
import { type Role, roles } from '#schema/kernel/enumerations.ts'
import type { FeedRefusal, Checkpoint } from '#schema/sync/protocol.ts'
import { type ReadableNames, type FieldVisibility, fieldVisibilityFor } from '#schema/records/readable-names.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Database, TenantTx } from '#server/db/connect/database.ts'
import { areInChainSql } from '#server/records/write/checkpoint-chain.ts'
import { otherNamesSql, localNames } from '#server/records/write/newer-names.ts'

const short = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 10)

export interface SyncState {
  readonly epoch: string
  readonly scope: string
  readonly began: number
  /** The scope's start, or the highest number of the person's own verdicts. */
  readonly lowerBound: number
  readonly isForked: boolean
  /** The highest number in a finished backup. */
  readonly durable: number
  readonly restriction?: { readonly fieldVisibility: FieldVisibility; readonly isOlder: boolean }
  readonly narrowings: readonly NarrowedNames[]
}

interface NarrowedNames {
  readonly ordinal: number
  readonly narrows: readonly Role[]
}

interface FoundScope {
  readonly names: number
  readonly others: ReadableNames | null
  readonly narrowings: readonly NarrowedNames[]
  readonly epoch: string
  readonly began: number | null
  readonly announcedFrom: number | null
  readonly isForked: boolean
  readonly durable: number
}

export async function syncStateOf(tx: TenantTx, viewer: Viewer, known: readonly Checkpoint[] = []): Promise<SyncState> {
  const [row] = await tx.query<FoundScope>(
    `select e.id as epoch, s.began, s.told as "announcedFrom", not ${areInChainSql('$3')} as "isForked",
  (select max(ordinal) from readable_names where $4 = any(begins)) as names,
  ${otherNamesSql} as others,
  (select durable from tenant_numbers where tenant_id = $1) as durable,
  (select coalesce(json_agg(r), '[]') from (select ordinal, narrows from readable_names where narrows <> '{}') r) as narrowings
from epochs e left join scopes s on s.tenant_id = e.tenant_id and s.user_id = $2
where e.tenant_id = $1 order by e.ordinal desc limit 1`,
    [tx.tenantId, viewer.userId, JSON.stringify(known), viewer.role],
  )
  const { epoch, isForked, durable, names, narrowings, others } = row!
  const began = row!.began ?? 0
  const links = viewer.role === 'INVESTOR' ? [...viewer.investorIds].sort().map(short) : []
  return {
    epoch,
    scope: [names, viewer.role, began, ...links].join('.'),
    began,
    lowerBound: Math.max(began, row!.announcedFrom ?? 0),
    isForked,
    durable,
    ...(others ? { restriction: fieldVisibilityFor(localNames, others, viewer.role) } : {}),
    narrowings,
  }
}

export const restrictTo = ({ restriction }: SyncState, viewer: Viewer): Viewer =>
  restriction ? { ...viewer, fieldVisibility: restriction.fieldVisibility } : viewer

export const refusalOf = (code: FeedRefusal['code'], syncState: SyncState, scope: string): FeedRefusal => ({
  code,
  epoch: syncState.epoch,
  scope: syncState.scope,
  narrowed: scope !== '' && isNarrowed(scope, syncState),
})

/** Read again, because the request itself may have begun the epoch (HIST23). */
export const epochRefusal = (
  { tenant }: Pick<Database, 'tenant'>,
  viewer: Viewer,
  scope: string,
): Promise<FeedRefusal> =>
  tenant(viewer.tenantId, async (tx) => refusalOf('EPOCH', await syncStateOf(tx, viewer), scope))

function isNarrowed(from: string, { scope: to, narrowings }: SyncState): boolean {
  const [fromNames, fromRole = '', , ...fromLinks] = from.split('.')
  const [, toRole = '', , ...toLinks] = to.split('.')
  const rank = (role: string) => roles.indexOf(role as (typeof roles)[number])
  if (narrowings.some(({ ordinal, narrows }) => ordinal > Number(fromNames) && narrows.includes(toRole as Role)))
    return true
  return rank(toRole) > rank(fromRole) || fromLinks.some((link) => !toLinks.includes(link))
}
