// One change of this device and its state.
import { fieldsInConflict, withoutConflicts } from '#schema/records/accepted-part.ts'
import type { Change, Operation, Verdict } from '#schema/sync/protocol.ts'
import type { ChangeState } from '#web/store/base/contract.ts'
import type { Remembered } from './outbox-documents.ts'

export interface Entry {
  /** Lamport counter, then tab: the order in which this device's changes apply. */
  readonly order: string
  readonly change: Change
  /** The text of the change, the same bytes each time it is sent. */
  readonly text: string
  readonly bytes: number
  /** The records that it refers to, as this device knew them at that time, by id. */
  readonly records: Readonly<Record<string, Remembered>>
  /** Whether another device made it, in another history of the server's data. */
  readonly behind: boolean
  /** Set for changes of this tab: when it was committed, so that the person hears at once if it comes back. */
  readonly committedAt: number | null
  verdict: Verdict | null
  /** The history of the verdict's number, by the server's name and by this device's count. */
  epoch: string | null
  history: number | null
  /** The number in the previous verdict, from a history that has ended since. */
  earlier: { readonly history: number; readonly number: number } | null
  /** When the verdict arrived, by the device's clock. */
  receivedAt: number | null
  /** Set when the server had lost it and has received it again, until the person has seen that. */
  resent: boolean
  /**
   * The earlier change with which this one falls, as a tab supposed in this history. Another tab may have sent this
   * change, so only the server knows.
   */
  supposed: { readonly because: string; readonly history: number } | null
  discarded: boolean
  /** Sent in a request without an answer yet. */
  sending: boolean
  /** The server fails on it: it waits, and is sent alone. */
  parked: boolean
}

/** How far the shown set has come. */
export interface Reached {
  /** The history of the shown set. */
  readonly history: number | null
  /** The server's history, as far as this device knows. */
  readonly nextEpochNumber: number
  /** The end of the last complete pull. */
  readonly settled: number
  readonly durable: number
}

export const isFavourable = (verdict: Verdict): boolean => verdict.verdict === 'applied' || verdict.verdict === 'merged'

/** Whether it was settled in a history that has ended: the server may have lost it with a restored backup. */
export const isSettledInOldEpoch = ({ verdict, history }: Entry, present: number): boolean =>
  verdict !== null && isFavourable(verdict) && verdict.number !== null && history !== null && history < present

/** The change with which this one is refused: as a tab supposed, until the server decides otherwise in that history. */
export function becauseOf({ supposed, verdict, history }: Entry): string | null {
  if (!supposed) return null
  const isOpen = verdict === null || verdict.code === 'SUPERSEDED' || (history ?? 0) < supposed.history
  return isOpen ? supposed.because : null
}

export const supersededVerdict = (id: string): Verdict => ({
  id,
  verdict: 'rejected',
  number: null,
  code: 'SUPERSEDED',
})

/** The verdict as far as it is known or supposed. */
export const likelyVerdict = (entry: Entry): Verdict | null =>
  becauseOf(entry) === null || entry.verdict?.code === 'SUPERSEDED' ? entry.verdict : supersededVerdict(entry.change.id)

/** Only the server or the person ends a change, so a change that a tab supposes refused is sent, too. */
export const isToSend = (entry: Entry, present: number): boolean =>
  !entry.discarded && (entry.verdict === null || isSettledInOldEpoch(entry, present))

export function stateOf(entry: Entry, reached: Reached): ChangeState {
  const { verdict } = entry
  if (entry.discarded) return 'discarded'
  if (becauseOf(entry) !== null) return 'attention'
  if (verdict === null || isSettledInOldEpoch(entry, reached.nextEpochNumber)) return entry.sending ? 'sent' : 'waiting'
  if (!isFavourable(verdict)) return 'attention'
  const number = verdict.number ?? 0
  if (number === 0) return 'settled'
  if (!isReached(entry.history, number, reached)) return 'sent'
  return number <= reached.durable ? 'durable' : 'settled'
}

/** Whether it is not on the server, as far as this device knows, or waits for the person's decision. */
export const isUnsent = (entry: Entry): boolean =>
  !entry.discarded && becauseOf(entry) === null && (entry.verdict === null || !isFavourable(entry.verdict))

/** Whether the shown rows contain what this number wrote. */
const isReached = (of: number | null, number: number, { history, settled }: Reached): boolean =>
  of === history && number <= settled

const isShown = ({ verdict, history, earlier }: Entry, reached: Reached): boolean =>
  isReached(history, verdict?.number ?? 0, reached) ||
  (earlier !== null && isReached(earlier.history, earlier.number, reached))

/** The operations that still lie over the server's rows: none that were refused, and none that the feed has brought. */
export function overlaidOperations(entry: Entry, reached: Reached): readonly Operation[] {
  if (entry.discarded || becauseOf(entry) !== null) return []
  const { verdict } = entry
  if (verdict === null) return entry.change.ops
  if (verdict.number === null || isShown(entry, reached)) return []
  if (isFavourable(verdict)) return entry.change.ops
  // The part that an ended history had accepted is a change of its own by now.
  return entry.history === reached.nextEpochNumber ? acceptedOperations(entry.change.ops, verdict) : []
}

/** The part of a partly conflicting change that the server accepted. */
export const acceptedOperations = (ops: readonly Operation[], { number, conflicts = [] }: Verdict): Operation[] =>
  withoutConflicts(ops, number === null ? [] : conflicts)

/** The fields of an operation that were not accepted; all of them when the verdict names none. */
export const refusedFields = (
  operation: Extract<Operation, { op: 'update' }>,
  { number, conflicts = [] }: Verdict,
): ReadonlySet<string> => fieldsInConflict(operation, number === null ? [] : conflicts)
