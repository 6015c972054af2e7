// Within a batch tables and indexes stay correct; views are updated at its end.
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { FeedSet } from '#web/store/feed/feed-set.ts'
import type { RowListeners } from '#web/store/feed/folded-rows.ts'
import { Fold } from '#web/store/feed/fold.ts'
import type { ViewOptions } from '#web/store/base/contract.ts'
import { EntityTable, type ChangedIds } from './entity-table.ts'
import type { Follower } from './follower.ts'
import { immediately, inSlices, type Scheduler } from '#web/store/base/time-slicing.ts'
import { RemovedRows } from './removed-rows.ts'
import { SearchTexts } from './search-texts.ts'

const unusedTextsLimit = 4

export class Tables implements RowListeners {
  readonly scheduler: Scheduler
  readonly removed = new RemovedRows()
  readonly #tables = new Map<string, EntityTable>()
  readonly #followers = new Set<Follower>()
  /** Updated before any view, so no view reads an outdated text. */
  readonly #texts = new Map<SearchTexts, { users: number; readonly stop: () => void }>()
  #fold = new Fold()
  #depth = 0
  #isReloading = false

  constructor(scheduler: Scheduler = immediately) {
    this.scheduler = scheduler
  }

  of(entity: string): EntityTable {
    const found = this.#tables.get(entity)
    if (found) return found
    const created = new EntityTable()
    created.reset(this.#fold.rowsOf(entity))
    created.collectTouched()
    this.#tables.set(entity, created)
    return created
  }

  serverRow(entity: string, id: string): AnyRow | undefined {
    return this.#fold.rowsOf(entity).get(id)
  }

  batch(run: () => void): void {
    this.#depth++
    let notify = () => {}
    try {
      run()
    } finally {
      if (this.#depth === 1) notify = this.#updateFollowers()
      this.#depth--
      notify()
    }
  }

  clearOverlay(): void {
    this.removed.clear()
    for (const table of this.#tables.values()) table.clearOverlay()
  }

  show(set: FeedSet | undefined): void {
    this.#fold = set?.fold ?? new Fold()
    for (const [entity, table] of this.#tables) table.reset(this.#fold.rowsOf(entity))
    this.#isReloading = true
  }

  get isChanging(): boolean {
    return this.#depth > 0
  }

  get followers(): Iterable<Follower> {
    return this.#followers
  }

  addFollower(follower: Follower): () => void {
    const stop = this.#watch(follower)
    this.#followers.add(follower)
    return () => {
      if (this.#followers.delete(follower)) stop()
    }
  }

  textsFor(entity: string, options: ViewOptions<AnyRow>): { readonly texts?: SearchTexts; release(): void } {
    const { searchText, joins } = options
    if (!searchText) return { release: () => {} }
    const shared = [...this.#texts.keys()].find((each) => each.matches(entity, options))
    const texts = shared ?? new SearchTexts(this, entity, searchText, joins)
    const usage = this.#texts.get(texts) ?? { users: 0, stop: this.#watch(texts) }
    usage.users++
    // Keeps the most recently used ones at the end.
    this.#texts.delete(texts)
    this.#texts.set(texts, usage)
    const leave = () => {
      usage.users--
      this.#dropUnusedTexts()
    }
    return { texts, release: leave }
  }

  prepare(entities: readonly string[]): void {
    inSlices(this.scheduler, unpackSteps(this, entities), () => {})
  }

  #watch({ entities }: Follower): () => void {
    for (const entity of entities) this.of(entity).followerCount++
    return () => {
      for (const entity of entities) this.of(entity).followerCount--
    }
  }

  #dropUnusedTexts(): void {
    for (const [texts, { users, stop }] of this.#texts) {
      if (this.#texts.size <= unusedTextsLimit) return
      if (users > 0) continue
      this.#texts.delete(texts)
      stop()
    }
  }

  #updateFollowers(): () => void {
    const touched = new Map<string, ChangedIds>()
    for (const [entity, table] of this.#tables) {
      const rows = table.collectTouched()
      if (rows) touched.set(entity, rows)
    }
    const followers = [...this.#texts.keys(), ...this.#followers].filter(
      ({ entities }) => this.#isReloading || [...entities].some((entity) => touched.has(entity)),
    )
    for (const follower of followers) {
      if (this.#isReloading) follower.reload()
      else follower.follow(touched)
    }
    this.#isReloading = false
    return () => {
      for (const entity of touched.keys()) this.of(entity).notify()
      for (const follower of followers) follower.notify()
    }
  }
}

export function* unpackSteps(tables: Tables, entities: Iterable<string>): Generator<undefined, void> {
  for (const entity of entities) while (tables.of(entity).unpackNext()) yield
}
