// The ledger of this device's changes: on the disk as records, in the heap as entries with what became of each.
import type { Change, Verdict } from '#schema/protocol.ts'
import type { TextDocument } from './database.ts'
import { dependentsOf, supersededVerdict } from './dependents.ts'
import type { Documents, Kept } from './documents.ts'
import { acceptedPartOf, hasLost, Histories } from './histories.ts'
import { isToSend } from './ledger-entry.ts'
import type { Entry } from './ledger-entry.ts'
import { documentOf, orderKey, counterOf, recordOf, speaksOf } from './outbox-documents.ts'
import type { OutboxRecord, Receipt, Remembered } from './outbox-documents.ts'
import { WriteQueue } from './write-queue.ts'

export interface MadeChange {
  readonly change: Change
  readonly records: Readonly<Record<string, Remembered>>
}

export interface LedgerListener {
  /** Durable here: other tabs may hear of it. */
  wrote(documents: readonly TextDocument[]): void
  /** A change of this device came back conflicting or refused. */
  refused(entry: Entry, verdict: Verdict): void
}

export class Ledger {
  readonly histories = new Histories()
  readonly #documents: Documents<TextDocument>
  readonly #queue: WriteQueue
  readonly #tab: string
  readonly #now: () => number
  readonly #listener: LedgerListener
  readonly #known = new Set<string>()
  readonly #byId = new Map<string, Entry>()
  /** What was decided of changes whose own record has not come yet: tabs hear of each other's writes in any order. */
  readonly #early = new Map<string, ((entry: Entry) => void)[]>()
  #entries: Entry[] = []
  #counter = 0

  constructor(documents: Documents<TextDocument>, tab: string, now: () => number, listener: LedgerListener) {
    this.#documents = documents
    this.#queue = new WriteQueue(documents)
    this.#tab = tab
    this.#now = now
    this.#listener = listener
  }

  /** Nothing is on its way to the disk any more. */
  idle(): Promise<void> {
    return this.#queue.idle()
  }

  /** In the order in which they apply. */
  get entries(): readonly Entry[] {
    return this.#entries
  }

  /** Which of its histories the server is in. */
  get history(): number {
    return this.histories.count
  }

  find(id: string): Entry | undefined {
    return this.#byId.get(id)
  }

  /** Reads what is on the disk and not known here yet. */
  async catchUp(): Promise<boolean> {
    const unknown = (await this.#documents.ids()).filter((id) => !this.#known.has(id))
    if (unknown.length === 0) return false
    const documents: TextDocument[] = []
    await this.#documents.each(
      (document) => void (this.#known.has(document.id) || documents.push({ id: document.id, text: document.text })),
      { first: unknown[0]! },
    )
    this.take(documents)
    return true
  }

  /** Takes records that are durable already: read here or told by another tab. */
  take(documents: readonly TextDocument[]): void {
    for (const document of documents) {
      if (this.#known.has(document.id)) continue
      this.#known.add(document.id)
      this.#counter = Math.max(this.#counter, counterOf(document.id))
      this.#apply(document.id, recordOf(document), null)
    }
    this.#sort()
  }

  /** Resolves when all are durable; rejects when none is. */
  async commit(made: readonly MadeChange[], retries: readonly string[] = []): Promise<void> {
    await this.#write(
      made.map(({ change, records }, index) => ({
        kind: 'change',
        format: 1,
        change,
        records,
        ...(index === 0 && retries.length > 0 ? { retries } : {}),
      })),
      this.#now(),
    )
  }

  /** Keeps the verdicts of one answer as one record, together with what they mean for later changes. */
  async receive(epoch: string, history: number, verdicts: readonly Verdict[]): Promise<void> {
    const answered = new Map(verdicts.map((verdict) => [verdict.id, verdict]))
    const notAccepted = verdicts.flatMap((verdict) => {
      const entry = this.#byId.get(verdict.id)
      const isRoot = verdict.verdict === 'conflict' || (verdict.verdict === 'rejected' && verdict.code !== 'SUPERSEDED')
      return entry && isRoot ? [{ entry, verdict }] : []
    })
    const later = this.#entries.filter((entry) => {
      const verdict = answered.get(entry.change.id)
      return verdict ? verdict.code === 'SUPERSEDED' : isToSend(entry, this.history) && !entry.sentBefore
    })
    const superseded = dependentsOf(notAccepted, later).map(({ entry, because }) => ({ id: entry.change.id, because }))
    const resent = verdicts.filter((verdict) => hasLost(this.find(verdict.id), verdict, history)).map(({ id }) => id)
    const at = this.#now()
    await this.#write([{ kind: 'receipt', format: 2, epoch, history, at, verdicts, superseded, resent }], null)
  }

  /**
   * The server's history is another one. What it had accepted of changes that partly conflicted becomes changes of
   * their own, made once.
   */
  async beginHistory(newId: () => string, streak: number): Promise<void> {
    const parts = this.#entries.map((entry) => acceptedPartOf(entry, newId)).filter((part) => part !== undefined)
    const order = orderKey(++this.#counter, this.#tab)
    const record = this.histories.next(this.#now(), streak)
    await this.#insert([{ order, record }, ...parts.filter((part) => !this.#known.has(part.order))], null)
  }

  /** The person has been told of what was sent again. */
  async seeResent(): Promise<void> {
    const ids = this.#entries.filter(({ resent }) => resent).map(({ change }) => change.id)
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
      history: this.history,
      at: this.#now(),
      verdicts: [],
      superseded,
    }
    await this.#write(superseded.length > 0 ? [discard, receipt] : [discard], null)
  }

  /** Forgets changes; their records leave the disk, and receipts and discards that speak of nothing else with them. */
  async prune(ids: ReadonlySet<string>): Promise<void> {
    const remove: { readonly previous: Kept<TextDocument>; readonly blank: TextDocument }[] = []
    await this.#documents.each((document) => {
      const record = recordOf(document)
      if (!this.#known.has(document.id) || (record.kind === 'history' && record.history === this.history)) return
      if (!speaksOf(record).every((id) => ids.has(id) || !this.#byId.has(id))) return
      remove.push({ previous: document, blank: { id: document.id, text: '' } })
    })
    await this.#documents.write({ remove })
    await this.#documents.purge()
    for (const id of ids) this.#byId.delete(id)
    this.#entries = this.#entries.filter((entry) => !ids.has(entry.change.id))
  }

  async #write(records: readonly OutboxRecord[], committedAt: number | null): Promise<void> {
    const counter = ++this.#counter
    const placed = records.map((record, index) => ({ order: orderKey(counter, this.#tab, index), record }))
    await this.#insert(placed, committedAt)
  }

  async #insert(placed: readonly Placed[], committedAt: number | null): Promise<void> {
    const documents = placed.map(({ order, record }) => documentOf(order, record))
    await this.#queue.insert(documents)
    for (const { order, record } of placed) {
      this.#known.add(order)
      this.#apply(order, record, committedAt)
    }
    this.#sort()
    this.#listener.wrote(documents)
  }

  #apply(order: string, record: OutboxRecord, committedAt: number | null): void {
    switch (record.kind) {
      case 'change':
        return this.#add(order, record, committedAt)
      case 'discard':
        return record.ids.forEach((id) => this.#let(id))
      case 'seen':
        return record.ids.forEach((id) => this.#to(id, (entry) => (entry.resent = false)))
      case 'history':
        return this.histories.take(record, order)
      case 'receipt':
        return this.#judge(record)
    }
  }

  #add(order: string, { change, retries, accepted, records = {} }: ChangeRecord, committedAt: number | null): void {
    const text = JSON.stringify(change)
    const bytes = new TextEncoder().encode(text).length
    const { number = null, mark = null, epoch = null, history = null } = accepted ?? {}
    const entry: Entry = {
      order,
      change,
      text,
      bytes,
      records,
      committedAt,
      verdict: accepted ? { id: change.id, verdict: 'applied', number, mark } : null,
      epoch,
      history,
      earlier: null,
      receivedAt: null,
      resent: false,
      because: null,
      discarded: false,
      sending: false,
      sentBefore: false,
      parked: false,
    }
    this.#byId.set(change.id, entry)
    this.#entries.push(entry)
    for (const id of retries ?? []) this.#let(id)
    for (const settle of this.#early.get(change.id) ?? []) settle(entry)
    this.#early.delete(change.id)
  }

  /** Does something to a change now, or as soon as it is known. */
  #to(id: string, act: (entry: Entry) => void): void {
    const entry = this.#byId.get(id)
    if (entry) act(entry)
    else this.#early.set(id, [...(this.#early.get(id) ?? []), act])
  }

  #let(id: string): void {
    this.#to(id, (entry) => (entry.discarded = true))
  }

  #judge(receipt: Receipt): void {
    const { verdicts, superseded, resent = [], history = 0 } = receipt
    const followed = new Set(superseded.map(({ id }) => id))
    const lost = new Set(resent)
    const decide = (verdict: Verdict, because: string | null) =>
      this.#to(verdict.id, (entry) => this.#decide(entry, verdict, receipt, because, lost.has(verdict.id)))
    for (const verdict of verdicts) if (!followed.has(verdict.id)) decide(verdict, null)
    for (const { id, because } of superseded) decide(supersededVerdict(id), because)
    this.histories.hear(verdicts, history)
  }

  #decide(entry: Entry, verdict: Verdict, receipt: Receipt, because: string | null, resent: boolean): void {
    const { epoch, history = 0, at = null } = receipt
    if (history < (entry.history ?? 0)) return
    // What a tab only supposed does not take the place of what the server said.
    if (because !== null && entry.verdict && entry.because === null && entry.history === history) return
    const known = entry.verdict !== null && verdict.verdict === 'rejected' && verdict.code === 'DUPLICATE'
    const number = entry.verdict?.number ?? null
    if (number !== null && entry.history !== null && entry.history < history)
      entry.earlier = { history: entry.history, number }
    entry.verdict = known ? { id: verdict.id, verdict: 'applied', number: null } : verdict
    entry.epoch = epoch
    entry.history = history
    entry.receivedAt = at
    entry.resent ||= resent
    entry.because = because
    entry.parked = false
    if (!known && because === null && (verdict.verdict === 'conflict' || verdict.verdict === 'rejected'))
      this.#listener.refused(entry, verdict)
  }

  #sort(): void {
    const isSorted = this.#entries.every((entry, index) => index === 0 || this.#entries[index - 1]!.order < entry.order)
    if (!isSorted) this.#entries.sort((a, b) => (a.order < b.order ? -1 : 1))
  }
}

type ChangeRecord = Extract<OutboxRecord, { kind: 'change' }>

interface Placed {
  readonly order: string
  readonly record: OutboxRecord
}
