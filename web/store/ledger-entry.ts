// One change of this device and what became of it.
import { groupOf } from '#schema/entity.ts'
import type { Change, Operation, Verdict } from '#schema/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import type { ChangeState } from './contract.ts'

export interface Entry {
  /** Lamport counter, then tab: the order in which this device's changes apply. */
  readonly order: string
  readonly change: Change
  /** The change as it is sent, byte for byte, each time it is sent. */
  readonly text: string
  readonly bytes: number
  /** Of this tab, and when it was committed, for what the person should hear at once. */
  readonly committedAt: number | null
  verdict: Verdict | null
  /** The history in which the verdict's number counts. */
  epoch: string | null
  /** The earlier change whose refusal took this one with it. */
  because: string | null
  discarded: boolean
  /** Sent in a request that has not been answered yet. */
  sending: boolean
  /** Sent at least once: only the server knows what became of it. */
  sentBefore: boolean
  /** The server cannot take it; it is tried again every hour. */
  parked: boolean
}

/** Where the shown set has come to. */
export interface Reached {
  readonly epoch: string | null
  /** The history of the set that is on its way, or of the shown one. */
  readonly nextEpoch: string | null
  /** The end of the last pull that was read to its end. */
  readonly settled: number
  readonly durable: number
}

const isFavourable = (verdict: Verdict): boolean => verdict.verdict === 'applied' || verdict.verdict === 'merged'

/** Settled in a history that has ended since: the server may have lost it with a restored backup. */
export const isFromOldHistory = (entry: Entry, epoch: string | null): boolean =>
  entry.verdict !== null &&
  isFavourable(entry.verdict) &&
  entry.verdict.number !== null &&
  epoch !== null &&
  entry.epoch !== null &&
  entry.epoch !== epoch

export const isToSend = (entry: Entry, epoch: string | null): boolean =>
  !entry.discarded && (entry.verdict === null || isFromOldHistory(entry, epoch))

export function stateOf(entry: Entry, { epoch, nextEpoch, settled, durable }: Reached): ChangeState {
  if (entry.discarded) return 'discarded'
  if (entry.parked) return 'attention'
  if (entry.verdict === null || isFromOldHistory(entry, nextEpoch)) return entry.sending ? 'sent' : 'waiting'
  if (!isFavourable(entry.verdict)) return 'attention'
  const number = entry.verdict.number ?? 0
  if (number > 0 && !isReached(entry, number, epoch, settled)) return 'sent'
  return number > 0 && number <= durable ? 'durable' : 'settled'
}

/** Whether the shown rows hold what this number wrote. */
const isReached = (entry: Entry, number: number, epoch: string | null, settled: number): boolean =>
  entry.epoch === epoch && number <= settled

/** The operations that still lie over the server's rows: nothing that was refused, nothing the feed has brought. */
export function overlaidOperations(entry: Entry, { epoch, nextEpoch, settled }: Reached): readonly Operation[] {
  if (entry.discarded) return []
  const { verdict } = entry
  if (verdict === null) return entry.change.ops
  if (verdict.number === null || isFromOldHistory(entry, nextEpoch) || isReached(entry, verdict.number, epoch, settled))
    return []
  return isFavourable(verdict)
    ? entry.change.ops
    : entry.change.ops.map((operation) => acceptedPart(operation, verdict))
}

/** What is left of an operation when the groups in conflict are taken out. */
function acceptedPart(operation: Operation, verdict: Verdict): Operation {
  if (operation.op !== 'update') return operation
  const refused = refusedFields(operation, verdict)
  return {
    ...operation,
    fields: Object.fromEntries(Object.entries(operation.fields).filter(([field]) => !refused.has(field))),
  }
}

/** The fields of an operation that came back; all of them when the verdict names none. */
export function refusedFields(operation: Extract<Operation, { op: 'update' }>, verdict: Verdict): ReadonlySet<string> {
  const named = (verdict.conflicts ?? []).filter(({ entity, id }) => entity === operation.entity && id === operation.id)
  if (verdict.number === null || named.length === 0) return new Set(Object.keys(operation.fields))
  const of = entityNamed(operation.entity)
  return new Set(named.flatMap(({ field }) => (of ? groupOf(of, field) : [field])))
}
