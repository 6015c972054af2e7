// Holds the feed set on screen and, while it loads, the set that will replace it.
import type { FeedPage, FeedRow } from '#schema/sync/protocol.ts'
import type { Aging } from './aging.ts'
import { type FeedPages, pageInfoOf, type StoredPage, UnreadablePage } from './feed-pages.ts'
import { FeedSet, type PageHead, type SetName } from './feed-set.ts'
import type { RowListeners } from './folded-rows.ts'
import type { HiddenSets } from './hidden-sets.ts'
import { packRows, unpackRows } from './packed-rows.ts'
import { isComplete, isSameSet, readSet, setsIn } from './read-set.ts'

export interface FeedDisplay {
  /** Receives rows and tombstones while `update` runs. */
  readonly tables: RowListeners
  update(change: () => void): void
  show(set: FeedSet | undefined): void
  onSetReplaced(before: FeedSet, now: FeedSet): void
  onPositionMoved(): void
}

export class Feed {
  readonly pages: FeedPages
  #active: FeedSet | undefined
  #pending: FeedSet | undefined
  /** Dropped sets may still be on the disk, but must not be shown. */
  #dropped: SetName[] = []
  readonly #display: FeedDisplay
  readonly #hidden: HiddenSets
  readonly #aging: Aging
  #catchingUp = Promise.resolve()

  constructor(pages: FeedPages, hidden: HiddenSets, aging: Aging, display: FeedDisplay) {
    this.pages = pages
    this.#hidden = hidden
    this.#aging = aging
    this.#display = display
  }

  get active(): FeedSet | undefined {
    return this.#active
  }

  get target(): FeedSet | undefined {
    return this.#pending ?? this.#active
  }

  /** Shows the newest complete set, else the newest. A set with a page that cannot be opened is downloaded again. */
  async open(): Promise<void> {
    for (;;) {
      try {
        return await this.#open()
      } catch (error) {
        if (!(error instanceof UnreadablePage)) throw error
        const names = setsIn(await this.pages.ids())
        await this.pages.deleteOthers(names.filter((name) => !isSameSet(name, error.set)))
      }
    }
  }

  async #open(): Promise<void> {
    const names = this.#setsIn(await this.pages.ids())
    const complete: SetName[] = []
    if (names.length > 1) for (const name of names) if (await isComplete(this.pages, name)) complete.push(name)
    const newest = names.at(-1)
    const shown = complete.at(-1) ?? newest
    this.#active = shown && (await this.#read(shown))
    this.#pending = newest && newest.generation > shown!.generation ? await this.#read(newest) : undefined
  }

  catchUp(): Promise<void> {
    this.#catchingUp = this.#catchingUp.catch(() => undefined).then(() => this.#catchUp())
    return this.#catchingUp
  }

  async begin(epoch: string, scope: string, epochNumber: number, hide = false): Promise<void> {
    const newest = Math.max(this.target?.generation ?? 0, this.#hidden.upTo)
    const set = this.#newSet({ generation: newest + 1, epoch, scope }, epochNumber)
    const before = [this.#active, this.#pending].filter((each) => each !== undefined)
    if (hide || !this.#active?.complete) this.#show(set)
    else this.#pending = set
    this.#dropped.push(...before.filter((each) => each !== this.#active))
    const dropped = new Set(this.#dropped)
    const { upTo } = this.#hidden
    await this.pages.deleteOthers(this.#active && this.#active !== set ? [this.#active, set] : [set])
    this.#hidden.forget(upTo)
    this.#dropped = this.#dropped.filter((each) => !dropped.has(each))
  }

  hide(epoch: string, scope: string): void {
    this.#hidden.hide(this.target?.generation ?? 0, epoch, scope)
  }

  receive(set: FeedSet, rows: readonly FeedRow[]): void {
    if (set !== this.#active) set.fold.receiveAll(rows)
    else if (rows.length > 0) this.#display.update(() => set.fold.receiveAll(rows, this.#display.tables))
  }

  /** Stores the page, then moves the position. False if another writer had already stored it, or an earlier page is missing. */
  async append(set: FeedSet, page: FeedPage): Promise<boolean> {
    const head: PageHead = {
      generation: set.generation,
      history: set.epochNumber,
      ...(page.mark === undefined ? {} : { mark: page.mark }),
      epoch: page.epoch,
      scope: page.scope,
      from: page.from,
      to: page.to,
      settled: page.more ? set.settled : page.to,
      complete: set.complete || !page.more,
      total: page.total,
      durable: page.durable,
      count: page.rows.length,
      ...(page.at === undefined ? {} : { said: Date.parse(page.at) }),
      ...(page.older && page.to > page.from ? { older: true } : {}),
    }
    set.total ??= page.total
    const note = await this.pages.append(set, head, packRows(page.rows))
    if (!note || head.from > set.position) return false
    set.addPage(head, note)
    this.#adoptPending()
    return true
  }

  /** Reads the set from the disk again: rows from a page that was never stored would stay even after their deletion. */
  async reloadIfNeeded(set: FeedSet): Promise<FeedSet> {
    return set.needsReload ? this.#reload(set) : set
  }

  /** Once a day, removes rows that are no longer recent. After a clock was set back, rows are read again. */
  hideAgedRows(): void {
    const active = this.#active
    const days = this.#aging.daysPassed() ?? 1
    if (days === 0) return
    if (days < 0) for (const set of [active, this.#pending]) if (set) set.needsReload = true
    this.#pending?.fold.hideAged()
    if (active) this.#display.update(() => active.fold.hideAged(this.#display.tables))
  }

  deleteOtherSets(): Promise<boolean> {
    return this.pages.deleteOthers([this.#active, this.#pending].filter((set) => set !== undefined))
  }

  async #catchUp(): Promise<void> {
    const before = this.#active
    const wasStored = before !== undefined && before.pages.length > 0
    const ids = await this.pages.ids()
    const names = this.#setsIn(ids)
    const has = (set: FeedSet) => names.some((name) => isSameSet(name, set))
    for (const set of [this.#active, this.#pending]) {
      if (!set || !has(set)) continue
      if (!set.needsReload && (await this.#readNewPages(set))) set.pages = await this.pages.notes(set, ids, set.pages)
      else await this.#reload(set)
    }
    this.#dropped = this.#dropped.filter((each) => names.some((name) => isSameSet(name, each)))
    const newest = names.findLast((name) => !this.#dropped.some((each) => isSameSet(name, each)))
    if (newest && this.#isNewer(newest, has)) {
      const next = await this.#read(newest)
      if (next.pages.length > 0) this.#pending = next
    }
    const active = this.#active
    // A set that this tab has shown or begun since the ids were read does not count as deleted.
    const isDeleted = wasStored && active !== undefined && isSameSet(active, before) && !has(active)
    if (active ? isDeleted : this.#pending) this.#show(this.#pending)
    this.#adoptPending()
  }

  /** Whether another tab began this set after this tab's target, or before any page of the target was stored. */
  #isNewer(newest: SetName, has: (set: FeedSet) => boolean): boolean {
    const { target } = this
    if (!target || newest.generation > target.generation) return true
    return !has(target) && !isSameSet(newest, this.#active)
  }

  #adoptPending(): void {
    if (this.#pending?.complete) {
      if (this.#active) this.#dropped.push(this.#active)
      this.#show(this.#pending)
    }
    this.#display.onPositionMoved()
  }

  #show(set: FeedSet | undefined): void {
    const before = this.#active
    if (before && set?.complete && set.epochNumber !== before.epochNumber) this.#display.onSetReplaced(before, set)
    this.#active = set
    this.#pending = undefined
    this.#display.show(set)
  }

  #setsIn(ids: readonly string[]): SetName[] {
    return setsIn(ids).filter((name) => !this.#hidden.has(name))
  }

  #newSet(name: SetName, epochNumber?: number): FeedSet {
    return new FeedSet(name, epochNumber, this.#aging)
  }

  #read(name: SetName, epochNumber?: number): Promise<FeedSet> {
    return readSet(this.pages, name, () => this.#newSet(name, epochNumber))
  }

  /** False if compaction extended the lowest page past the position: tombstones for this set's rows may be missing. */
  async #readNewPages(set: FeedSet): Promise<boolean> {
    let newer: StoredPage[] = []
    const begin = () => {
      newer = []
      return (page: StoredPage) => {
        if (page.head.to > set.position) newer.unshift(page)
        else if (page.head.to === set.position) set.checkpointHash = page.head.mark ?? set.checkpointHash
        return page.head.from > set.position
      }
    }
    await this.pages.each(set, begin, true)
    if (newer[0]?.head.from === 0 && set.position > 0 && newer[0].head.count > 0) return false
    for (const page of newer) {
      if (page.head.from > set.position) break
      this.receive(set, unpackRows(page.rows))
      set.addPage(page.head, pageInfoOf(page))
    }
    return true
  }

  async #reload(old: FeedSet): Promise<FeedSet> {
    const set = await this.#read(old, old.epochNumber)
    set.receivedCheckpoint = old.receivedCheckpoint
    if (old === this.#pending) this.#pending = set
    if (old === this.#active) {
      this.#active = set
      this.#display.show(set)
    }
    return set
  }
}
