// On the disk as records, in memory as entries with their states.
import type { Change, Verdict } from '#schema/sync/protocol.ts'
import type { ShownRow } from '#schema/kernel/verb.ts'
import { withoutHeldBack } from './batch.ts'
import type { TextDocument } from '#web/store/disk/database.ts'
import { dependentsOf } from './dependents.ts'
import type { Documents, StoredDocument } from '#web/store/disk/documents.ts'
import { Entries } from './entries.ts'
import { acceptedPartOf, wasLost, type Epochs } from './epochs.ts'
import { causeIdOf, type Entry, isToSend, isUnsent, type RefusedEntry } from './outbox-entry.ts'
import { counterOf, documentOf, orderKey, type OutboxRecord, type Remembered, changeIdsIn } from './outbox-documents.ts'
import { readRecord } from './read-record.ts'
import { UnreadRecords } from './unread-records.ts'
import { WriteQueue } from '#web/store/disk/write-queue.ts'

export interface MadeChange {
  readonly change: Change
  readonly records: Readonly<Record<string, Remembered>>
  readonly fromOldEpoch?: boolean
  readonly shown?: readonly ShownRow[] | null | undefined
}

export class Outbox {
  readonly #documents: Documents<TextDocument>
  readonly #queue: WriteQueue
  readonly #tab: string
  readonly #now: () => number
  readonly #publish: (documents: readonly TextDocument[]) => void
  readonly #entries = new Entries()
  readonly #knownIds = new Set<string>()
  readonly unread = new UnreadRecords()
  #counter = 0

  constructor(
    documents: Documents<TextDocument>,
    tab: string,
    now: () => number,
    publish: (documents: readonly TextDocument[]) => void,
  ) {
    this.#documents = documents
    this.#queue = new WriteQueue(documents)
    this.#tab = tab
    this.#now = now
    this.#publish = publish
  }

  idle(): Promise<void> {
    return this.#queue.idle()
  }

  get entries(): readonly Entry[] {
    return this.#entries.all
  }

  get epochs(): Epochs {
    return this.#entries.epochs
  }

  get epochNumber(): number {
    return this.epochs.count
  }

  find(id: string): Entry | undefined {
    return this.#entries.find(id)
  }

  drainRefused(): readonly RefusedEntry[] {
    return this.#entries.drainRefused()
  }

  toSend(): Entry[] {
    return withoutHeldBack(this.#waiting, (entry) => this.unread.holdsBack(entry))
  }

  get isHoldingBack(): boolean {
    return this.toSend().length < this.#waiting.length
  }

  get #waiting(): Entry[] {
    return this.entries.filter((entry) => isToSend(entry, this.epochNumber))
  }

  countUnsent(): number {
    return this.entries.filter(isUnsent).length + this.unread.unsent
  }

  /** By this device's clock; null if there is none. */
  get oldestWaitingAt(): number | null {
    const waiting = this.entries.filter((entry) => entry.verdict === null && isUnsent(entry))
    return waiting.length === 0
      ? null
      : waiting.reduce((at, { change }) => Math.min(at, Date.parse(change.at)), Infinity)
  }

  has(order: string): boolean {
    return this.#knownIds.has(order)
  }

  get newestUnsent(): string {
    return this.entries.findLast(isUnsent)?.order ?? ''
  }

  async catchUp(): Promise<boolean> {
    const unknown = (await this.#documents.ids()).filter((id) => !this.#knownIds.has(id))
    if (unknown.length === 0) return false
    let documents: TextDocument[] = []
    const begin = () => {
      documents = []
      return ({ id, text }: TextDocument) => void (this.#knownIds.has(id) || documents.push({ id, text }))
    }
    await this.#documents.each(begin, { first: unknown[0]! })
    this.add(documents)
    return true
  }

  add(documents: readonly TextDocument[]): void {
    for (const document of documents) {
      if (this.#knownIds.has(document.id)) continue
      this.#knownIds.add(document.id)
      this.#counter = Math.max(this.#counter, counterOf(document.id))
      const record = readRecord(document)
      if (record) this.#entries.apply(document.id, record, null)
      else this.unread.add(document.id, document.text)
    }
    this.#entries.sort()
  }

  async commit(made: readonly MadeChange[], retries: readonly string[] = []): Promise<void> {
    await this.#write(
      made.map(({ change, records, shown, fromOldEpoch: behind = false }, index) => ({
        kind: 'change',
        format: 1,
        change,
        records,
        ...(shown && { shown }),
        ...(behind ? { behind } : {}),
        ...(index === 0 && retries.length > 0 ? { retries } : {}),
      })),
      this.#now(),
    )
  }

  async recordVerdicts(epoch: string, history: number, verdicts: readonly Verdict[]): Promise<void> {
    const verdictsById = new Map(verdicts.map((verdict) => [verdict.id, verdict]))
    const refusals = verdicts.flatMap((verdict) => {
      const entry = this.find(verdict.id)
      const isRoot = verdict.verdict === 'conflict' || (verdict.verdict === 'rejected' && verdict.code !== 'SUPERSEDED')
      return entry && isRoot ? [{ entry, verdict }] : []
    })
    const later = this.entries.filter((entry) => {
      const verdict = verdictsById.get(entry.change.id)
      return verdict ? verdict.code === 'SUPERSEDED' : isToSend(entry, this.epochNumber) && causeIdOf(entry) === null
    })
    const superseded = dependentsOf(refusals, later).map(({ entry, because }) => ({ id: entry.change.id, because }))
    const resent = verdicts.filter((verdict) => wasLost(this.find(verdict.id), verdict, history)).map(({ id }) => id)
    const at = this.#now()
    await this.#write([{ kind: 'receipt', format: 2, epoch, history, at, verdicts, superseded, resent }], null)
  }

  /** The accepted parts of partly conflicting changes become changes of their own, once. */
  async beginEpoch(newId: () => string, streak: number): Promise<void> {
    const parts = this.entries.map((entry) => acceptedPartOf(entry, newId)).filter((part) => part !== undefined)
    const order = orderKey(++this.#counter, this.#tab)
    const record = this.epochs.next(this.#now(), streak)
    await this.#insert([{ order, record }, ...parts.filter((part) => !this.#knownIds.has(part.order))], null)
  }

  async acknowledgeResent(): Promise<void> {
    const ids = this.entries.filter(({ resent }) => resent).map(({ change }) => change.id)
    if (ids.length > 0) await this.#write([{ kind: 'seen', format: 1, ids }], null)
  }

  async discard(
    ids: readonly string[],
    superseded: readonly { readonly id: string; readonly because: string }[],
  ): Promise<void> {
    const discard: OutboxRecord = { kind: 'discard', format: 1, ids }
    const receipt: OutboxRecord = {
      kind: 'receipt',
      format: 2,
      epoch: '',
      history: this.epochNumber,
      at: this.#now(),
      verdicts: [],
      superseded,
    }
    await this.#write(superseded.length > 0 ? [discard, receipt] : [discard], null)
  }

  async prune(ids: ReadonlySet<string>): Promise<void> {
    let remove: { readonly previous: StoredDocument<TextDocument>; readonly blank: TextDocument }[] = []
    await this.#documents.each(() => {
      remove = []
      return (document) => {
        if (this.#isPrunable(document, ids)) remove.push({ previous: document, blank: { id: document.id, text: '' } })
      }
    })
    await this.#documents.write({ remove })
    await this.#documents.purge()
    this.#entries.forget(ids)
  }

  #isPrunable(document: TextDocument, ids: ReadonlySet<string>): boolean {
    const record = this.#knownIds.has(document.id) ? readRecord(document) : undefined
    if (!record || (record.kind === 'history' && record.history === this.epochNumber)) return false
    return changeIdsIn(record).every((id) => ids.has(id) || !(this.find(id) || this.unread.mentions(id)))
  }

  async #write(records: readonly OutboxRecord[], committedAt: number | null): Promise<void> {
    const counter = ++this.#counter
    const ordered = records.map((record, index) => ({ order: orderKey(counter, this.#tab, index), record }))
    await this.#insert(ordered, committedAt)
  }

  async #insert(ordered: readonly OrderedRecord[], committedAt: number | null): Promise<void> {
    const documents = ordered.map(({ order, record }) => documentOf(order, record))
    await this.#queue.insert(documents)
    for (const { order, record } of ordered) {
      this.#knownIds.add(order)
      this.#entries.apply(order, record, committedAt)
    }
    this.#entries.sort()
    this.#publish(documents)
  }
}

interface OrderedRecord {
  readonly order: string
  readonly record: OutboxRecord
}
