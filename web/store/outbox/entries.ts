// Combines the outbox's records into changes and their states. Tabs receive records in any order, with the same result.
import type { Verdict } from '#schema/sync/protocol.ts'
import { Epochs } from './epochs.ts'
import { causeIdOf, type Entry, type RefusedEntry } from './outbox-entry.ts'
import type { OutboxRecord, Receipt } from './outbox-documents.ts'

type ChangeRecord = Extract<OutboxRecord, { kind: 'change' }>

export class Entries {
  readonly epochs = new Epochs()
  readonly #byId = new Map<string, Entry>()
  /** Until the change's own record arrives. */
  readonly #pendingActions = new Map<string, ((entry: Entry) => void)[]>()
  readonly #refused: RefusedEntry[] = []
  #all: Entry[] = []

  get all(): readonly Entry[] {
    return this.#all
  }

  find(id: string): Entry | undefined {
    return this.#byId.get(id)
  }

  drainRefused(): readonly RefusedEntry[] {
    return this.#refused.splice(0)
  }

  apply(order: string, record: OutboxRecord, committedAt: number | null): void {
    switch (record.kind) {
      case 'change':
        return this.#add(order, record, committedAt)
      case 'discard':
        return record.ids.forEach((id) => this.#discard(id))
      case 'seen':
        return record.ids.forEach((id) => this.#onceKnown(id, (entry) => (entry.resent = false)))
      case 'history':
        return this.epochs.apply(record, order)
      case 'receipt':
        return this.#applyReceipt(record)
    }
  }

  forget(ids: ReadonlySet<string>): void {
    for (const id of ids) this.#byId.delete(id)
    this.#all = this.#all.filter(({ change }) => !ids.has(change.id))
  }

  sort(): void {
    const isSorted = this.#all.every((entry, index) => index === 0 || this.#all[index - 1]!.order < entry.order)
    if (!isSorted) this.#all.sort((a, b) => (a.order < b.order ? -1 : 1))
  }

  #add(
    order: string,
    { change, retries, accepted, behind = false, records = {}, shown }: ChangeRecord,
    committedAt: number | null,
  ): void {
    const text = JSON.stringify(change)
    const bytes = new TextEncoder().encode(text).length
    const { number = null, mark = null, epoch = null, history = null } = accepted ?? {}
    const entry: Entry = {
      order,
      change,
      text,
      bytes,
      records,
      shown: shown ?? null,
      fromOldEpoch: behind,
      committedAt,
      verdict: accepted ? { id: change.id, verdict: 'applied', number, mark } : null,
      epoch,
      epochNumber: history,
      formerNumber: null,
      receivedAt: null,
      resent: false,
      expectedRefusal: null,
      discarded: false,
      sending: false,
      parked: false,
    }
    this.#byId.set(change.id, entry)
    this.#all.push(entry)
    for (const id of retries ?? []) this.#discard(id)
    for (const action of this.#pendingActions.get(change.id) ?? []) action(entry)
    this.#pendingActions.delete(change.id)
  }

  #onceKnown(id: string, apply: (entry: Entry) => void): void {
    const entry = this.#byId.get(id)
    if (entry) apply(entry)
    else this.#pendingActions.set(id, [...(this.#pendingActions.get(id) ?? []), apply])
  }

  #discard(id: string): void {
    this.#onceKnown(id, (entry) => (entry.discarded = true))
  }

  #applyReceipt(receipt: Receipt): void {
    const { verdicts, superseded, resent = [], history = 0 } = receipt
    for (const { id, because } of superseded) this.#onceKnown(id, (entry) => expectRefusal(entry, because, history))
    const resentIds = new Set(resent)
    for (const verdict of verdicts)
      this.#onceKnown(verdict.id, (entry) => this.#applyVerdict(entry, verdict, receipt, resentIds.has(verdict.id)))
    this.epochs.recordVerdicts(verdicts, history)
  }

  #applyVerdict(entry: Entry, verdict: Verdict, { epoch, history = 0, at }: Receipt, resent: boolean): void {
    if (history < (entry.epochNumber ?? 0)) return
    const isDuplicate = entry.verdict !== null && verdict.verdict === 'rejected' && verdict.code === 'DUPLICATE'
    const number = entry.verdict?.number ?? null
    if (number !== null && entry.epochNumber !== null && entry.epochNumber < history)
      entry.formerNumber = { history: entry.epochNumber, number }
    entry.verdict = isDuplicate ? { id: verdict.id, verdict: 'applied', number: null } : verdict
    entry.epoch = epoch
    entry.epochNumber = history
    entry.receivedAt = at ?? null
    entry.resent ||= resent
    entry.parked = false
    if (!isDuplicate && causeIdOf(entry) === null && (verdict.verdict === 'conflict' || verdict.verdict === 'rejected'))
      this.#refused.push({ entry, verdict })
  }
}

function expectRefusal(entry: Entry, because: string, history: number): void {
  if (history >= (entry.expectedRefusal?.history ?? 0)) entry.expectedRefusal = { because, history }
}
