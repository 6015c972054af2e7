// One entity's rows as this device sees them: the fold of the feed, and over it what this device did and the server
// has not told back yet.
import type { AnyRow } from '#schema/entity.ts'
import type { Mark, Table, Unsubscribe } from './contract.ts'
import { ReferenceIndex } from './reference-index.ts'

/** The rows before a batch of changes, by id. */
export type Touched = ReadonlyMap<string, AnyRow | undefined>

export class EntityTable implements Table {
  #server: ReadonlyMap<string, AnyRow> = new Map()
  readonly #overlay = new Map<string, AnyRow | null>()
  readonly #indexes = new Map<string, ReferenceIndex>()
  #marks = new Map<string, Mark>()
  #markedIds: ReadonlySet<string> | undefined
  #touched = new Map<string, AnyRow | undefined>()
  #changed = false
  #version = 0
  #surplus = 0
  readonly #listeners = new Set<() => void>()
  /** How many views follow this table; without any, nobody needs to know what a row was before. */
  watchers = 0

  get size(): number {
    return this.#server.size + this.#surplus
  }

  get version(): number {
    return this.#version
  }

  get(id: string): AnyRow | undefined {
    const over = this.#overlay.get(id)
    return over === undefined ? this.#server.get(id) : (over ?? undefined)
  }

  all(): Iterable<AnyRow> {
    return this.#overlay.size === 0 ? this.#server.values() : this.#overlaid()
  }

  where(field: string, id: string): readonly AnyRow[] {
    let index = this.#indexes.get(field)
    if (!index) {
      index = new ReferenceIndex(field, this.all())
      this.#indexes.set(field, index)
    }
    return index.rows(id)
  }

  mark(id: string): Mark | undefined {
    return this.#marks.get(id)
  }

  marked(): ReadonlySet<string> {
    return (this.#markedIds ??= new Set(this.#marks.keys()))
  }

  subscribe(listener: () => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows another set's rows; who follows reads the table anew. */
  reset(server: ReadonlyMap<string, AnyRow>): void {
    this.#server = server
    this.#indexes.clear()
    this.#touched.clear()
    this.#changed = true
  }

  /** The fold is about to hold this row; the overlay is lifted meanwhile. */
  rowTaken(id: string, after: AnyRow | undefined): void {
    this.#note(id)
    if (this.#indexes.size > 0) this.#moveInIndexes(this.#server.get(id), after)
  }

  setOverlay(id: string, after: AnyRow | null): void {
    this.#note(id)
    const before = this.get(id)
    this.#moveInIndexes(before, after ?? undefined)
    this.#overlay.set(id, after)
    this.#surplus += (after ? 1 : 0) - (before ? 1 : 0)
  }

  liftOverlay(): void {
    if (this.#overlay.size > 0) {
      for (const [id, over] of this.#overlay) {
        this.#note(id)
        this.#moveInIndexes(over ?? undefined, this.#server.get(id))
      }
      this.#overlay.clear()
      this.#surplus = 0
    }
    if (this.#marks.size === 0) return
    this.#marks.clear()
    this.#marksChanged()
  }

  /** A row that needs attention keeps that mark; a row that is not here has none. */
  setMark(id: string, mark: Mark): void {
    if (this.#marks.get(id) === 'attention' || this.#marks.get(id) === mark || !this.get(id)) return
    this.#marks.set(id, mark)
    this.#marksChanged()
  }

  /** What changed since the last call; undefined when nothing did. */
  takeTouched(): Touched | undefined {
    if (!this.#changed) return undefined
    this.#changed = false
    this.#version++
    const touched = this.#touched
    this.#touched = new Map()
    return touched
  }

  tell(): void {
    for (const listener of this.#listeners) listener()
  }

  *#overlaid(): Iterable<AnyRow> {
    for (const [id, row] of this.#server) {
      const over = this.#overlay.get(id)
      if (over !== null) yield over ?? row
    }
    for (const [id, over] of this.#overlay) if (over && !this.#server.has(id)) yield over
  }

  #note(id: string): void {
    this.#changed = true
    if (this.watchers > 0 && !this.#touched.has(id)) this.#touched.set(id, this.get(id))
  }

  #moveInIndexes(before: AnyRow | undefined, after: AnyRow | undefined): void {
    for (const index of this.#indexes.values()) index.move(before, after)
  }

  #marksChanged(): void {
    this.#markedIds = undefined
    this.#changed = true
  }
}
