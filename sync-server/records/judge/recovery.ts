// After a restore from a backup, devices resend what it lacks. During recovery a change waits for missing rows, and
// replayed changes are ordered by their former numbers.
import type { Change, Checkpoint } from '#schema/sync/protocol.ts'
import { isStaff, type Viewer } from '#schema/kernel/viewer.ts'
import type { Database, TenantTx } from '#server/db/connect/database.ts'
import { beginEpochAfterLoss, recoveryEnd } from '#server/db/connect/epochs.ts'
import { foreignCheckpoints } from '#server/db/connect/checkpoints.ts'
import { readCheckpointHash } from '#server/db/checkpoint-hashes.ts'
import { hashOf } from '#server/records/hash-of.ts'
import type { SubmittedChange } from './outcome.ts'
import { isAfter, type FormerNumber } from '#server/records/former-number.ts'
import type { Writer, Writers } from './writers.ts'

type Point = NonNullable<Change['was']>
type ProvenFormerNumber = Required<FormerNumber>

interface Epoch {
  readonly id: string
  readonly began: number
  readonly recoversUntil: string | null
}

export interface Recovery {
  readonly isOpen: boolean
  readonly isInChain: (formerNumber: Point | undefined) => boolean
  readonly formerNumberOf: (change: ReplayedChange) => ProvenFormerNumber | undefined
  readonly forkOf: (epoch: string) => number | undefined
}

const closedRecovery: Recovery = {
  isOpen: false,
  isInChain: () => false,
  formerNumberOf: () => undefined,
  forkOf: () => undefined,
}

const key = ({ number, mark }: Pick<Point, 'number' | 'mark'>): string => `${number}:${mark ?? ''}`

/** Resent, or made before its device knew of the restore. */
type ReplayedChange = Pick<SubmittedChange, 'id' | 'hash' | 'ops' | 'was' | 'behind'>

export const isReplay = ({ was: formerNumber, behind }: Pick<ReplayedChange, 'was' | 'behind'>): boolean =>
  formerNumber !== undefined || behind === true

/** Recovery begins even if the batch fails. */
export type Upkeep = Database['upkeep']

interface RecoveryDeps {
  readonly tx: TenantTx
  readonly upkeep: Upkeep
  readonly markKey: string
}

export async function openRecovery(
  { tx, upkeep, markKey }: RecoveryDeps,
  viewer: Viewer,
  replay: readonly ReplayedChange[],
  isRemembered: (id: string) => boolean,
  now: Date,
): Promise<Recovery> {
  if (!replay.length) return closedRecovery
  const points = replay.flatMap(({ was: formerNumber }) => formerNumber ?? [])
  const foreign = new Set((await foreignCheckpoints(tx, points)).map(key))
  const isInChain = (formerNumber: Point | undefined) => formerNumber !== undefined && !foreign.has(key(formerNumber))
  const lackedChanges = replay.flatMap(({ id, was: formerNumber }) =>
    formerNumber && !isInChain(formerNumber) && !isRemembered(id) ? [formerNumber] : [],
  )
  const lostAt = await provenLoss({ tx, markKey }, viewer, lackedChanges)
  // No new epoch: this device has followed one already.
  if (lostAt) await upkeep(viewer.tenantId, (upkeepTx) => extendRecovery(upkeepTx, now, lostAt))
  const epochs = await tx.query<Epoch>(
    'select id, began, recovers_until as "recoversUntil" from epochs where tenant_id = $1 order by ordinal',
    [tx.tenantId],
  )
  const until = epochs.at(-1)!.recoversUntil
  const formerNumberOf = ({ was: formerNumber, hash, ops }: ReplayedChange): ProvenFormerNumber | undefined => {
    const sealed = formerNumber && readCheckpointHash(markKey, formerNumber.number, formerNumber.mark)
    // A partly accepted change returns as that part alone.
    if (!sealed?.isOf(hash) && !sealed?.isOf(hashOf(ops))) return undefined
    return { epoch: formerNumber!.epoch, number: formerNumber!.number, at: sealed.at }
  }
  const forkOf = (epoch: string) => {
    const at = epochs.findIndex(({ id }) => id === epoch)
    return at < 0 ? undefined : epochs[at + 1]?.began
  }
  return { isOpen: until !== null && now < new Date(until), isInChain, formerNumberOf, forkOf }
}

export async function isRecovering(tx: TenantTx, now: Date): Promise<boolean> {
  const [epoch] = await tx.query<{ until: string | null }>(
    'select recovers_until as until from epochs where tenant_id = $1 order by ordinal desc limit 1',
    [tx.tenantId],
  )
  return epoch?.until != null && now < new Date(epoch.until)
}

/** The first device that proves a loss begins an epoch (HIST23). */
export async function detectForeignCheckpoints(
  { tenant, upkeep }: Pick<Database, 'tenant' | 'upkeep'>,
  viewer: Viewer,
  known: readonly Checkpoint[],
  now: Date,
): Promise<void> {
  const lostAt = await tenant(viewer.tenantId, async (tx) => {
    const [row] = await tx.query<{ markKey: string }>(
      'select mark_key as "markKey" from tenant_numbers where tenant_id = $1',
      [tx.tenantId],
    )
    return provenLoss({ tx, markKey: row!.markKey }, viewer, await foreignCheckpoints(tx, known))
  })
  if (lostAt) await upkeep(viewer.tenantId, (tx) => beginEpochAfterLoss(tx, now, lostAt))
}

/**
 * When the last of the foreign numbers was assigned. In firms older than sealed hashes, staff are believed once without a
 * seal. A hash from the future counts once, too.
 */
async function provenLoss(
  { tx, markKey }: Pick<RecoveryDeps, 'tx' | 'markKey'>,
  viewer: Viewer,
  foreign: readonly Pick<Point, 'number' | 'mark'>[],
): Promise<Date | undefined> {
  const sealed = foreign.flatMap(({ number, mark }) => readCheckpointHash(markKey, number, mark)?.at ?? [])
  const isPlausible = sealed.length < foreign.length && isStaff(viewer) && (await isOlderThanSeals(tx, markKey))
  const moments = isPlausible ? [...sealed, 0] : sealed
  return moments.length ? new Date(Math.max(...moments)) : undefined
}

/** Numbers older than the last recovery have had their 72 hours. */
const extendRecovery = (tx: TenantTx, now: Date, lostAt: Date) =>
  tx.query(
    `update epochs set recovers_until = $2::timestamptz, recovery_at = greatest($3::timestamptz, $4::timestamptz)
where tenant_id = $1 and ordinal = (select max(ordinal) from epochs where tenant_id = $1)
  and (recovery_at is null or recovery_at < $4::timestamptz)`,
    [tx.tenantId, recoveryEnd(now), now.toISOString(), lostAt.toISOString()],
  )

async function isOlderThanSeals(tx: TenantTx, markKey: string): Promise<boolean> {
  const [first] = await tx.query<{ mark: string; at: string }>(
    `select m.mark, e.created_at as at from marks m join epochs e on e.tenant_id = m.tenant_id
where m.tenant_id = $1 and m.n = 0 order by e.ordinal limit 1`,
    [tx.tenantId],
  )
  const sealed = first && readCheckpointHash(markKey, 0, first.mark)
  return !sealed || sealed.at > Date.parse(first.at)
}

export interface Replay {
  readonly was: ProvenFormerNumber
  readonly writers: Writers
  isLaterThan(writer: Writer | undefined): boolean | undefined
}

export function replayOf(formerNumber: ProvenFormerNumber, writers: Writers, { forkOf }: Recovery): Replay {
  const fork = forkOf(formerNumber.epoch)
  return {
    was: formerNumber,
    writers,
    isLaterThan(writer) {
      if (!writer) return undefined
      if (writer.was?.epoch === formerNumber.epoch) return isAfter(formerNumber, writer.was)
      // Writes of a copy before its epoch began are not older.
      const isBeforeFork = fork !== undefined && writer.number <= fork && formerNumber.number > fork
      return isBeforeFork && Date.parse(writer.at) <= formerNumber.at ? true : undefined
    },
  }
}
