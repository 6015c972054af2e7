// The histories of the server's data that this device has met: each EPOCH begins another one, which may lack changes
// made after a backup.
import type { Checkpoint, Verdict } from '#schema/sync/protocol.ts'
import { acceptedOperations, type Entry, isFavourable, isSettledInOldEpoch } from './outbox-entry.ts'
import { acceptedKey, type NewEpoch, type OutboxRecord } from './outbox-documents.ts'

export class Epochs {
  #newest: (NewEpoch & { readonly order: string }) | undefined
  #highest: Checkpoint | undefined

  /** How many times this device has learned that the server has another history. */
  get count(): number {
    return this.#newest?.history ?? 0
  }

  /** The last such time; its place among the changes tells which were made before. */
  get newest(): (NewEpoch & { readonly order: string }) | undefined {
    return this.#newest
  }

  /** The highest number that a verdict of the present history has given. */
  get known(): Checkpoint | undefined {
    return this.#highest
  }

  next(at: number, streak: number): NewEpoch {
    return { kind: 'history', format: 1, history: this.count + 1, at, streak }
  }

  take(record: NewEpoch, order: string): void {
    if (record.history <= this.count) return
    this.#newest = { ...record, order }
    this.#highest = undefined
  }

  hear(verdicts: readonly Verdict[], history: number): void {
    if (history !== this.count) return
    for (const { number, mark } of verdicts)
      if (number !== null && mark != null && number > (this.#highest?.number ?? -1)) this.#highest = { number, mark }
  }
}

/**
 * Whether the server judged again a change that it had accepted before; a change that it still knows gets the same
 * number.
 */
export function hasLost(entry: Entry | undefined, verdict: Verdict, history: number): boolean {
  if (!entry?.verdict || !isSettledInOldEpoch(entry, history)) return false
  const { number, mark } = entry.verdict
  return verdict.number !== number || (mark != null && verdict.mark != null && mark !== verdict.mark)
}

/** The part of a conflicting change that an ended history had accepted, as a change of its own in the same place. */
export function acceptedPartOf(
  { change, verdict, epoch, history, order, records }: Entry,
  newId: () => string,
): { readonly order: string; readonly record: OutboxRecord } | undefined {
  if (!verdict || isFavourable(verdict) || verdict.number === null || history === null || epoch === null)
    return undefined
  const ops = acceptedOperations(change.ops, verdict)
  if (ops.length === 0) return undefined
  const accepted = { of: change.id, epoch, history, number: verdict.number, mark: verdict.mark ?? null }
  const part = { id: newId(), at: change.at, ops }
  return { order: acceptedKey(order), record: { kind: 'change', format: 1, change: part, accepted, records } }
}
