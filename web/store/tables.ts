// All tables of a store, changed in batches: within one, tables and indexes are right at every moment; views follow and
// listeners hear of it when it ends.
import type { AnyRow } from '#schema/entity.ts'
import type { FeedSet } from './feed-set.ts'
import type { Folded } from './fold.ts'
import { Fold } from './fold.ts'
import { EntityTable } from './entity-table.ts'
import type { Touched } from './entity-table.ts'

/** A view: follows some tables and tells its own listeners after all of them. */
export interface Follower {
  readonly entities: ReadonlySet<string>
  follow(touched: ReadonlyMap<string, Touched>): void
  readAnew(): void
  tell(): void
}

export class Tables implements Folded {
  readonly #tables = new Map<string, EntityTable>()
  readonly #followers = new Set<Follower>()
  #fold = new Fold()
  #depth = 0
  #anew = false

  of(entity: string): EntityTable {
    const found = this.#tables.get(entity)
    if (found) return found
    const made = new EntityTable()
    made.reset(this.#fold.rowsOf(entity))
    made.takeTouched()
    this.#tables.set(entity, made)
    return made
  }

  /** The row as the server told it, whatever this device has done to it since. */
  told(entity: string, id: string): AnyRow | undefined {
    return this.#fold.rowsOf(entity).get(id)
  }

  /** The told rows whose reference field points to this id; looks at all of them. */
  toldWhere(entity: string, field: string, id: string): AnyRow[] {
    return [...this.#fold.rowsOf(entity).values()].filter((row) => row[field] === id)
  }

  /** Runs changes as one batch. */
  batch(run: () => void): void {
    this.#depth++
    try {
      run()
    } finally {
      if (--this.#depth === 0) this.#finish()
    }
  }

  taken(entity: string, id: string, row: AnyRow | undefined): void {
    this.of(entity).rowTaken(id, row)
  }

  liftOverlay(): void {
    for (const table of this.#tables.values()) table.liftOverlay()
  }

  show(set: FeedSet | undefined): void {
    this.#fold = set?.fold ?? new Fold()
    for (const [entity, table] of this.#tables) table.reset(this.#fold.rowsOf(entity))
    this.#anew = true
  }

  addFollower(follower: Follower): () => void {
    this.#followers.add(follower)
    for (const entity of follower.entities) this.of(entity).watchers++
    return () => {
      if (!this.#followers.delete(follower)) return
      for (const entity of follower.entities) this.of(entity).watchers--
    }
  }

  #finish(): void {
    const touched = new Map<string, Touched>()
    for (const [entity, table] of this.#tables) {
      const rows = table.takeTouched()
      if (rows) touched.set(entity, rows)
    }
    const followers = [...this.#followers].filter(
      ({ entities }) => this.#anew || [...entities].some((entity) => touched.has(entity)),
    )
    for (const follower of followers) {
      if (this.#anew) follower.readAnew()
      else follower.follow(touched)
    }
    this.#anew = false
    for (const entity of touched.keys()) this.of(entity).tell()
    for (const follower of followers) follower.tell()
  }
}
