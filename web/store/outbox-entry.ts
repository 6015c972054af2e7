// One change of this device and what became of it.
import { fieldsInConflict, withoutConflicts } from '#schema/accepted-part.ts'
import type { Change, Operation, Verdict } from '#schema/protocol.ts'
import type { ChangeState } from './contract.ts'
import type { Remembered } from './outbox-documents.ts'

export interface Entry {
  /** Lamport counter, then tab: the order in which this device's changes apply. */
  readonly order: string
  readonly change: Change
  /** The change as it is sent, byte for byte, each time it is sent. */
  readonly text: string
  readonly bytes: number
  /** The records that it is about, as this device knew them then, by id. */
  readonly records: Readonly<Record<string, Remembered>>
  /** Of this tab, and when it was committed, for what the person should hear at once. */
  readonly committedAt: number | null
  verdict: Verdict | null
  /** The history in which the verdict's number counts, by the server's name and by this device's count. */
  epoch: string | null
  history: number | null
  /** The number of the verdict before, in a history that has ended since. */
  earlier: { readonly history: number; readonly number: number } | null
  /** When the verdict came, by the device's clock. */
  receivedAt: number | null
  /** The server had lost it and got it again; the person has not been told yet. */
  resent: boolean
  /**
   * The earlier change whose refusal takes this one with it, as a tab supposed in this history: another one may have sent
   * it, so that only the server knows.
   */
  supposed: { readonly because: string; readonly history: number } | null
  discarded: boolean
  /** Sent in a request that has not been answered yet. */
  sending: boolean
  /** The server cannot take it; it is tried again every hour. */
  parked: boolean
}

/** Where the shown set has come to. */
export interface Reached {
  /** The history of the shown set. */
  readonly history: number | null
  /** The history that the server is in, as far as this device knows. */
  readonly nextHistory: number
  /** The end of the last pull that was read to its end. */
  readonly settled: number
  readonly durable: number
}

export const isFavourable = (verdict: Verdict): boolean => verdict.verdict === 'applied' || verdict.verdict === 'merged'

/** Settled in a history that has ended since: the server may have lost it with a restored backup. */
export const isFromOldHistory = ({ verdict, history }: Entry, present: number): boolean =>
  verdict !== null && isFavourable(verdict) && verdict.number !== null && history !== null && history < present

/** The change that this one is refused with: what was supposed, until the server says something else in that history. */
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

/** Nobody but the server, or the person, ends a change: what a tab supposes is sent, too. */
export const isToSend = (entry: Entry, present: number): boolean =>
  !entry.discarded && (entry.verdict === null || isFromOldHistory(entry, present))

export function stateOf(entry: Entry, reached: Reached): ChangeState {
  const { verdict } = entry
  if (entry.discarded) return 'discarded'
  if (entry.parked || becauseOf(entry) !== null) return 'attention'
  if (verdict === null || isFromOldHistory(entry, reached.nextHistory)) return entry.sending ? 'sent' : 'waiting'
  if (!isFavourable(verdict)) return 'attention'
  const number = verdict.number ?? 0
  if (number === 0) return 'settled'
  if (!isReached(entry.history, number, reached)) return 'sent'
  return number <= reached.durable ? 'durable' : 'settled'
}

/** Not on the server, as far as this device knows, or waiting for the person's decision. */
export const isUnsent = (entry: Entry): boolean =>
  !entry.discarded && becauseOf(entry) === null && (entry.verdict === null || !isFavourable(entry.verdict))

/** Whether the shown rows hold what this number wrote. */
const isReached = (of: number | null, number: number, { history, settled }: Reached): boolean =>
  of === history && number <= settled

const isShown = ({ verdict, history, earlier }: Entry, reached: Reached): boolean =>
  isReached(history, verdict?.number ?? 0, reached) ||
  (earlier !== null && isReached(earlier.history, earlier.number, reached))

/** The operations that still lie over the server's rows: nothing that was refused, nothing the feed has brought. */
export function overlaidOperations(entry: Entry, reached: Reached): readonly Operation[] {
  if (entry.discarded || becauseOf(entry) !== null) return []
  const { verdict } = entry
  if (verdict === null) return entry.change.ops
  if (verdict.number === null || isShown(entry, reached)) return []
  if (isFavourable(verdict)) return entry.change.ops
  // What an ended history had accepted of it is a change of its own by now.
  return entry.history === reached.nextHistory ? acceptedOperations(entry.change.ops, verdict) : []
}

/** What the server took of a change that partly conflicted. */
export const acceptedOperations = (ops: readonly Operation[], { number, conflicts = [] }: Verdict): Operation[] =>
  withoutConflicts(ops, number === null ? [] : conflicts)

/** The fields of an operation that came back; all of them when the verdict names none. */
export const refusedFields = (
  operation: Extract<Operation, { op: 'update' }>,
  { number, conflicts = [] }: Verdict,
): ReadonlySet<string> => fieldsInConflict(operation, number === null ? [] : conflicts)
