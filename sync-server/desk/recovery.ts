// After an older backup came back, devices send again what they know to be missing. While a firm recovers, what is about a
// row that has not come back yet waits; what comes back is ordered by where it had been, as far as that can be known.
import type { Change } from '#schema/protocol.ts'
import type { TenantTx } from '../db/database.ts'
import { recoveryMs } from '../db/epochs.ts'
import type { DeskChange } from './outcome.ts'
import type { Was, Writer, Writers } from './writers.ts'

type Point = NonNullable<Change['was']>

interface Epoch {
  readonly id: string
  readonly began: number
  readonly recoversUntil: string | null
}

export interface Recovery {
  readonly isOpen: boolean
  /** Whether the change is in this history as it is. */
  readonly isInChain: (was: Point | undefined) => boolean
  /** The number up to which a history that ended with this epoch is the present one; undefined where that is not known. */
  readonly forkOf: (epoch: string) => number | undefined
}

const nothing: Recovery = { isOpen: false, isInChain: () => false, forkOf: () => undefined }

const key = (number: number, mark: string | undefined): string => `${number}:${mark ?? ''}`

/** A change that comes back, or that was made before its device heard of the restore. */
type Back = Pick<DeskChange, 'id' | 'was' | 'behind'>

export const isBack = ({ was, behind }: Pick<Back, 'was' | 'behind'>): boolean => was !== undefined || behind === true

export async function openRecovery(
  tx: TenantTx,
  returning: readonly Back[],
  isRemembered: (id: string) => boolean,
  now: Date,
): Promise<Recovery> {
  if (!returning.length) return nothing
  const epochs = await tx.query<Epoch>(
    'select id, began, recovers_until as "recoversUntil" from epochs where tenant_id = $1 order by ordinal',
    [tx.tenantId],
  )
  const chain = await chainPoints(
    tx,
    returning.flatMap(({ was }) => was ?? []),
  )
  const isInChain = (was: Point | undefined) => was?.mark !== undefined && chain.has(key(was.number, was.mark))
  let until = epochs.at(-1)!.recoversUntil
  const isLacking = returning.some(({ id, was }) => was && !isInChain(was) && !isRemembered(id))
  if (until === null && isLacking) until = await beginRecovery(tx, now)
  const forkOf = (epoch: string) => {
    const at = epochs.findIndex(({ id }) => id === epoch)
    return at < 0 ? undefined : epochs[at + 1]?.began
  }
  return { isOpen: until !== null && now < new Date(until), isInChain, forkOf }
}

async function chainPoints(tx: TenantTx, points: readonly Point[]): Promise<Set<string>> {
  const marked = points.filter(({ mark }) => mark !== undefined)
  if (!marked.length) return new Set()
  const rows = await tx.query<{ n: number; mark: string }>(
    'select n, mark from marks where tenant_id = $1 and n = any($2::bigint[])',
    [tx.tenantId, marked.map(({ number }) => number)],
  )
  return new Set(rows.map(({ n, mark }) => key(n, mark)))
}

/** The first change that this history lacks says that it was a backup, also where nobody else did. */
async function beginRecovery(tx: TenantTx, now: Date): Promise<string> {
  const until = new Date(now.getTime() + recoveryMs).toISOString()
  await tx.query(
    `update epochs set recovers_until = $2::timestamptz
where tenant_id = $1 and ordinal = (select max(ordinal) from epochs where tenant_id = $1)`,
    [tx.tenantId, until],
  )
  return until
}

/** A change that comes back, beside what was written since. */
export interface Returning {
  readonly was: Was
  readonly writers: Writers
  /** Whether it was later than the writer; undefined where nobody can tell. */
  isLaterThan(writer: Writer | undefined): boolean | undefined
}

export function returningOf(was: Was, writers: Writers, { forkOf }: Recovery): Returning {
  const fork = forkOf(was.epoch)
  return {
    was,
    writers,
    isLaterThan(writer) {
      if (!writer) return undefined
      if (writer.was?.epoch === was.epoch) return was.number > writer.was.number
      const isBeforeFork = fork !== undefined && writer.number <= fork && was.number > fork
      return isBeforeFork ? true : undefined
    },
  }
}
