// What screens read: the rows of the shown set, with this device's changes on top of them.
import type { Identity } from '#web/store/base/contract.ts'
import type { Feed, FeedDisplay } from '#web/store/feed/feed.ts'
import type { FeedSet } from '#web/store/feed/feed-set.ts'
import type { CachedFiles, NewestOf } from '#web/store/files/cached-files.ts'
import { lostBetween } from '#web/store/files/lost-files.ts'
import { applyOverlay } from '#web/store/outbox/apply-overlay.ts'
import type { Outbox } from '#web/store/outbox/outbox.ts'
import { type Entry, type ReadState, type RefusedEntry, stateOf } from '#web/store/outbox/outbox-entry.ts'
import type { Tables } from '#web/store/tables/tables.ts'

export interface ShownRowsDeps {
  readonly tables: Tables
  readonly outbox: Outbox
  readonly cachedFiles: Pick<CachedFiles, 'evictOutdated' | 'recordLost'>
  readonly identity: Identity
  readonly changed: () => void
  readonly refused: (refusal: RefusedEntry) => void
  readonly report?: ((error: unknown) => void) | undefined
}

export class ShownRows implements FeedDisplay {
  readonly tables: Tables
  readonly #deps: ShownRowsDeps
  #set: FeedSet | undefined
  #appliedState: ReadState | undefined
  #appliedEntries = 0
  #lastApplied: Entry | undefined

  constructor(deps: ShownRowsDeps) {
    this.tables = deps.tables
    this.#deps = deps
  }

  /** Changes refused in an earlier session are not reported again. */
  begin(feed: Feed): void {
    this.#deps.outbox.drainRefused()
    this.show(feed.active)
  }

  get readState(): ReadState {
    return {
      epochNumber: this.#set?.epochNumber ?? null,
      nextEpochNumber: this.#deps.outbox.epochNumber,
      settled: this.#set?.settled ?? 0,
      durable: this.#set?.durable ?? 0,
    }
  }

  stateOf(entry: Entry) {
    return stateOf(entry, this.readState)
  }

  /** Undefined while the person's rows are incomplete. */
  get newestOf(): NewestOf | undefined {
    if (!this.#set?.complete) return undefined
    return ({ entity, id }) => this.tables.of(entity).get(id) as ReturnType<NewestOf>
  }

  applyNew(): void {
    const { entries } = this.#deps.outbox
    if (entries[this.#appliedEntries - 1] !== this.#lastApplied) return this.reapply()
    const newEntries = entries.slice(this.#appliedEntries)
    if (newEntries.length === 0) return
    this.tables.batch(() => this.#applyEntries(newEntries))
    this.#changed()
  }

  reapply(): void {
    this.update(() => {})
    this.#appliedState = this.readState
    this.#changed()
    for (const refusal of this.#deps.outbox.drainRefused()) this.#deps.refused(refusal)
  }

  update(change: () => void): void {
    this.tables.batch(() => {
      this.tables.clearOverlay()
      change()
      this.#applyEntries(this.#deps.outbox.entries)
    })
  }

  show(set: FeedSet | undefined): void {
    this.#set = set
    this.update(() => this.tables.show(set))
    this.#appliedState = this.readState
    this.#changed()
  }

  showNothing(): void {
    this.tables.batch(() => {
      this.tables.clearOverlay()
      this.tables.show(undefined)
    })
  }

  onSetReplaced(before: FeedSet, now: FeedSet): void {
    this.#inBackground(this.#deps.cachedFiles.recordLost(lostBetween(before, now)))
  }

  /** Changes whose number a pull has passed are now among the server's rows. */
  onPositionMoved(): void {
    const before = this.#appliedState
    const now = this.readState
    const settlesChange = this.#deps.outbox.entries.some(({ verdict }) => {
      const number = verdict?.number ?? null
      return number !== null && number > (before?.settled ?? 0) && number <= now.settled
    })
    if (settlesChange || before?.epochNumber !== now.epochNumber || before.nextEpochNumber !== now.nextEpochNumber)
      this.reapply()
    else this.#changed()
    this.#appliedState = now
  }

  #changed(): void {
    this.#inBackground(this.#deps.cachedFiles.evictOutdated(this.newestOf))
    this.#deps.changed()
  }

  #inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#deps.report?.(error))
  }

  #applyEntries(entries: readonly Entry[]): void {
    applyOverlay(this.tables, entries, this.readState, this.#deps.identity)
    this.#appliedEntries = this.#deps.outbox.entries.length
    this.#lastApplied = this.#deps.outbox.entries.at(-1)
  }
}
