import { fieldsInConflict, withoutConflicts } from '#schema/records/accepted-part.ts'
import type { ShownRow } from '#schema/kernel/verb.ts'
import type { Change, Operation, Verdict } from '#schema/sync/protocol.ts'
import type { ChangeState } from '#web/store/base/contract.ts'
import type { Remembered } from './outbox-documents.ts'

export interface Entry {
  readonly order: string
  readonly change: Change
  /** The change as JSON, the same bytes each time it is sent. */
  readonly text: string
  readonly bytes: number
  readonly records: Readonly<Record<string, Remembered>>
  readonly shown: readonly ShownRow[] | null
  readonly fromOldEpoch: boolean
  /** When this tab committed it; null for other tabs' changes. A refusal soon after is shown immediately. */
  readonly committedAt: number | null
  verdict: Verdict | null
  /** The epoch of the verdict's number, by the server's id and by this device's count. */
  epoch: string | null
  epochNumber: number | null
  formerNumber: { readonly history: number; readonly number: number } | null
  receivedAt: number | null
  /** Set when the server had lost it and has received it again, until acknowledged. */
  resent: boolean
  /** The change that supersedes this one, as a tab expects in this epoch. Only the server knows. */
  expectedRefusal: { readonly because: string; readonly history: number } | null
  discarded: boolean
  sending: boolean
  /** The server fails on it: it waits and is sent alone. */
  parked: boolean
}

export interface RefusedEntry {
  readonly entry: Entry
  readonly verdict: Verdict
}

export interface ReadState {
  readonly epochNumber: number | null
  /** The server's epoch, as far as this device knows. */
  readonly nextEpochNumber: number
  readonly settled: number
  readonly durable: number
}

export const isAccepted = (verdict: Verdict): boolean => verdict.verdict === 'applied' || verdict.verdict === 'merged'

/** The server may have lost it with a restored backup. */
export const isSettledInOldEpoch = ({ verdict, epochNumber: history }: Entry, currentEpoch: number): boolean =>
  verdict !== null && isAccepted(verdict) && verdict.number !== null && history !== null && history < currentEpoch

export function causeIdOf({ expectedRefusal, verdict, epochNumber: history }: Entry): string | null {
  if (!expectedRefusal) return null
  const isOpen = verdict === null || verdict.code === 'SUPERSEDED' || (history ?? 0) < expectedRefusal.history
  return isOpen ? expectedRefusal.because : null
}

export const supersededVerdict = (id: string): Verdict => ({
  id,
  verdict: 'rejected',
  number: null,
  code: 'SUPERSEDED',
})

export const expectedVerdict = (entry: Entry): Verdict | null =>
  causeIdOf(entry) === null || entry.verdict?.code === 'SUPERSEDED' ? entry.verdict : supersededVerdict(entry.change.id)

/** Only the server or the person ends a change, so one that a tab expects to be refused is sent, too. */
export const isToSend = (entry: Entry, present: number): boolean =>
  !entry.discarded && (entry.verdict === null || isSettledInOldEpoch(entry, present))

export function stateOf(entry: Entry, readState: ReadState): ChangeState {
  const { verdict } = entry
  if (entry.discarded) return 'discarded'
  if (causeIdOf(entry) !== null) return 'attention'
  if (verdict === null || isSettledInOldEpoch(entry, readState.nextEpochNumber))
    return entry.sending ? 'sent' : 'waiting'
  if (!isAccepted(verdict)) return 'attention'
  const number = verdict.number ?? 0
  if (number === 0) return 'settled'
  if (!isReached(entry.epochNumber, number, readState)) return 'sent'
  return number <= readState.durable ? 'durable' : 'settled'
}

export const isUnsent = (entry: Entry): boolean =>
  !entry.discarded && causeIdOf(entry) === null && (entry.verdict === null || !isAccepted(entry.verdict))

const isReached = (epoch: number | null, number: number, { epochNumber: history, settled }: ReadState): boolean =>
  epoch === history && number <= settled

const isShown = ({ verdict, epochNumber: history, formerNumber }: Entry, readState: ReadState): boolean =>
  isReached(history, verdict?.number ?? 0, readState) ||
  (formerNumber !== null && isReached(formerNumber.history, formerNumber.number, readState))

export function overlaidOperations(entry: Entry, readState: ReadState): readonly Operation[] {
  if (entry.discarded || causeIdOf(entry) !== null) return []
  const { verdict } = entry
  if (verdict === null) return entry.change.ops
  if (verdict.number === null || isShown(entry, readState)) return []
  if (isAccepted(verdict)) return entry.change.ops
  // The part that an ended epoch had accepted is a change of its own by now.
  return entry.epochNumber === readState.nextEpochNumber ? acceptedOperations(entry.change.ops, verdict) : []
}

export const acceptedOperations = (ops: readonly Operation[], { number, conflicts = [] }: Verdict): Operation[] =>
  withoutConflicts(ops, number === null ? [] : conflicts)

export const refusedFields = (
  operation: Extract<Operation, { op: 'update' }>,
  { number, conflicts = [] }: Verdict,
): ReadonlySet<string> => fieldsInConflict(operation, number === null ? [] : conflicts)
