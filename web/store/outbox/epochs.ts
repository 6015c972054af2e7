// A new epoch may lack changes made after a backup.
import type { Checkpoint, Verdict } from '#schema/sync/protocol.ts'
import { acceptedOperations, type Entry, isAccepted, isSettledInOldEpoch } from './outbox-entry.ts'
import { acceptedKey, type NewEpoch, type OutboxRecord } from './outbox-documents.ts'

export class Epochs {
  #newest: (NewEpoch & { readonly order: string }) | undefined
  #highestCheckpoint: Checkpoint | undefined

  get count(): number {
    return this.#newest?.history ?? 0
  }

  get newest(): (NewEpoch & { readonly order: string }) | undefined {
    return this.#newest
  }

  get highestCheckpoint(): Checkpoint | undefined {
    return this.#highestCheckpoint
  }

  next(at: number, streak: number): NewEpoch {
    return { kind: 'history', format: 1, history: this.count + 1, at, streak }
  }

  apply(record: NewEpoch, order: string): void {
    if (record.history <= this.count) return
    this.#newest = { ...record, order }
    this.#highestCheckpoint = undefined
  }

  recordVerdicts(verdicts: readonly Verdict[], history: number): void {
    if (history !== this.count) return
    for (const { number, mark } of verdicts)
      if (number !== null && mark != null && number > (this.#highestCheckpoint?.number ?? -1))
        this.#highestCheckpoint = { number, mark }
  }
}

/** A change that the server still has keeps its number. */
export function wasLost(entry: Entry | undefined, verdict: Verdict, history: number): boolean {
  if (!entry?.verdict || !isSettledInOldEpoch(entry, history)) return false
  const { number, mark } = entry.verdict
  return verdict.number !== number || (mark != null && verdict.mark != null && mark !== verdict.mark)
}

export function acceptedPartOf(
  { change, verdict, epoch, epochNumber: history, order, records }: Entry,
  newId: () => string,
): { readonly order: string; readonly record: OutboxRecord } | undefined {
  if (!verdict || isAccepted(verdict) || verdict.number === null || history === null || epoch === null) return undefined
  const ops = acceptedOperations(change.ops, verdict)
  if (ops.length === 0) return undefined
  const accepted = { of: change.id, epoch, history, number: verdict.number, mark: verdict.mark ?? null }
  const part = { id: newId(), at: change.at, ops }
  return { order: acceptedKey(order), record: { kind: 'change', format: 1, change: part, accepted, records } }
}
