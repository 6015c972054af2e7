// After an older backup came back, devices send again what they know to be missing. While a firm recovers, what is about a
// row that has not come back yet waits; what comes back is ordered by where it had been, as far as that can be proven.
import type { Change, Known } from '#schema/protocol.ts'
import { isStaff, type Viewer } from '#schema/viewer.ts'
import type { TenantTx } from '../db/database.ts'
import { recoveryMs } from '../db/epochs.ts'
import { readMark } from '../db/marks.ts'
import { hashOf } from './hash-of.ts'
import type { SubmittedChange } from './outcome.ts'
import { isAfter, type Was } from './was.ts'
import type { Writer, Writers } from './writers.ts'

type Point = NonNullable<Change['was']>
type Place = Required<Was>

interface Epoch {
  readonly id: string
  readonly began: number
  readonly recoversUntil: string | null
}

export interface Recovery {
  readonly isOpen: boolean
  /** Whether the change is in this history as it is. */
  readonly isInChain: (was: Point | undefined) => boolean
  /** Where a change that comes back had been, as far as its mark proves that it was there. */
  readonly placeOf: (change: Back) => Place | undefined
  /** The number up to which a history that ended with this epoch is the present one; undefined where that is not known. */
  readonly forkOf: (epoch: string) => number | undefined
}

const nothing: Recovery = {
  isOpen: false,
  isInChain: () => false,
  placeOf: () => undefined,
  forkOf: () => undefined,
}

const key = ({ number, mark }: Pick<Point, 'number' | 'mark'>): string => `${number}:${mark ?? ''}`

/** A change that comes back, or that was made before its device heard of the restore. */
type Back = Pick<SubmittedChange, 'id' | 'hash' | 'ops' | 'was' | 'behind'>

export const isBack = ({ was, behind }: Pick<Back, 'was' | 'behind'>): boolean => was !== undefined || behind === true

export async function openRecovery(
  tx: TenantTx,
  viewer: Viewer,
  markKey: string,
  returning: readonly Back[],
  isRemembered: (id: string) => boolean,
  now: Date,
): Promise<Recovery> {
  if (!returning.length) return nothing
  const chain = await chainPoints(
    tx,
    returning.flatMap(({ was }) => was ?? []),
  )
  const isInChain = (was: Point | undefined) => was !== undefined && chain.has(key(was))
  const lacking = returning.flatMap(({ id, was }) => (was && !isInChain(was) && !isRemembered(id) ? [was] : []))
  await beginRecovery(tx, viewer, markKey, lacking, now)
  const epochs = await tx.query<Epoch>(
    'select id, began, recovers_until as "recoversUntil" from epochs where tenant_id = $1 order by ordinal',
    [tx.tenantId],
  )
  const until = epochs.at(-1)!.recoversUntil
  const placeOf = ({ was, hash, ops }: Back): Place | undefined => {
    const sealed = was && readMark(markKey, was.number, was.mark)
    // Of a change that was accepted in part, that part comes back.
    if (!sealed?.isOf(hash) && !sealed?.isOf(hashOf(ops))) return undefined
    return { epoch: was!.epoch, number: was!.number, at: sealed.at }
  }
  const forkOf = (epoch: string) => {
    const at = epochs.findIndex(({ id }) => id === epoch)
    return at < 0 ? undefined : epochs[at + 1]?.began
  }
  return { isOpen: until !== null && now < new Date(until), isInChain, placeOf, forkOf }
}

/** Whether devices may still bring back what a backup lacked. */
export async function isRecovering(tx: TenantTx, now: Date): Promise<boolean> {
  const [epoch] = await tx.query<{ until: string | null }>(
    'select recovers_until as until from epochs where tenant_id = $1 order by ordinal desc limit 1',
    [tx.tenantId],
  )
  return epoch?.until != null && now < new Date(epoch.until)
}

/** A device named these points, and one of them at least is of another history. */
export async function noticeHistory(tx: TenantTx, viewer: Viewer, known: readonly Known[], now: Date): Promise<void> {
  const chain = await chainPoints(tx, known)
  const foreign = known.filter((point) => !chain.has(key(point)))
  const [row] = await tx.query<{ markKey: string }>(
    'select mark_key as "markKey" from tenant_numbers where tenant_id = $1',
    [tx.tenantId],
  )
  await beginRecovery(tx, viewer, row!.markKey, foreign, now)
}

async function chainPoints(tx: TenantTx, points: readonly Pick<Point, 'number' | 'mark'>[]): Promise<Set<string>> {
  const marked = points.filter(({ mark }) => mark !== undefined)
  if (!marked.length) return new Set()
  const rows = await tx.query<{ number: number; mark: string }>(
    'select n as number, mark from marks where tenant_id = $1 and n = any($2::bigint[])',
    [tx.tenantId, marked.map(({ number }) => number)],
  )
  return new Set(rows.map(key))
}

/**
 * Another history says that this one was a backup, also where nobody else did. Whatever was numbered before the last
 * recovery has had its time: the marks themselves say when that was, so that it holds in every copy. Without a seal staff
 * are believed, once. A moment that is yet to come, of a clock that was ahead, has had its time, too.
 */
async function beginRecovery(
  tx: TenantTx,
  viewer: Viewer,
  markKey: string,
  foreign: readonly Pick<Point, 'number' | 'mark'>[],
  now: Date,
): Promise<void> {
  const unproven = isStaff(viewer) ? 0 : undefined
  const moments = foreign.flatMap(({ number, mark }) => readMark(markKey, number, mark)?.at ?? unproven ?? [])
  if (!moments.length) return
  await tx.query(
    `update epochs set recovers_until = $2::timestamptz, recovery_at = greatest($3::timestamptz, $4::timestamptz)
where tenant_id = $1 and ordinal = (select max(ordinal) from epochs where tenant_id = $1)
  and (recovery_at is null or recovery_at < $4::timestamptz)`,
    [
      tx.tenantId,
      new Date(now.getTime() + recoveryMs).toISOString(),
      now.toISOString(),
      new Date(Math.max(...moments)).toISOString(),
    ],
  )
}

/** A change that comes back, beside what was written since. */
export interface Returning {
  readonly was: Place
  readonly writers: Writers
  /** Whether it was later than the writer; undefined where nobody can tell. */
  isLaterThan(writer: Writer | undefined): boolean | undefined
}

export function returningOf(was: Place, writers: Writers, { forkOf }: Recovery): Returning {
  const fork = forkOf(was.epoch)
  return {
    was,
    writers,
    isLaterThan(writer) {
      if (!writer) return undefined
      if (writer.was?.epoch === was.epoch) return isAfter(was, writer.was)
      // Where nobody said so at once, the copy had gone on before its epoch began: its own writes are not older.
      const isBeforeFork = fork !== undefined && writer.number <= fork && was.number > fork
      return isBeforeFork && Date.parse(writer.at) <= was.at ? true : undefined
    },
  }
}
