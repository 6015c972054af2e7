// The feed's rows with this device's pending changes over them.
import type { AnyRow } from '#schema/kernel/entity.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'
import type { BadgeKind, Table, Unsubscribe } from '#web/store/base/contract.ts'
import { FoldedRows } from '#web/store/feed/folded-rows.ts'
import { ReferenceIndex } from './reference-index.ts'

export type ChangedIds = ReadonlySet<string>

const noRows = new FoldedRows('', () => {})

export class EntityTable implements Table {
  #server = noRows
  readonly #overlay = new Map<string, AnyRow | null>()
  readonly #indexes = new Map<string, ReferenceIndex>()
  #badges = new Map<string, BadgeKind>()
  #badgedIds: ReadonlySet<string> | undefined
  #touched = new Set<string>()
  #changed = false
  #version = 0
  #sizeDelta = 0
  readonly #listeners = new Set<() => void>()
  /** Number of views that follow this table; without any, changed rows are not recorded. */
  followerCount = 0

  get size(): number {
    return this.#server.size + this.#sizeDelta
  }

  get version(): number {
    return this.#version
  }

  has(id: string): boolean {
    const overlaid = this.#overlay.get(id)
    return overlaid === undefined ? this.#server.has(id) : overlaid !== null
  }

  get(id: string): AnyRow | undefined {
    const overlaid = this.#overlay.get(id)
    return overlaid === undefined ? this.#server.get(id) : (overlaid ?? undefined)
  }

  peek(id: string): AnyRow | undefined {
    const overlaid = this.#overlay.get(id)
    return overlaid === undefined ? this.#server.peek(id) : (overlaid ?? undefined)
  }

  all(): Iterable<AnyRow> {
    return this.#overlay.size === 0 ? this.#server.values() : this.#overlaid(this.#server.values())
  }

  scan(): Iterable<AnyRow> {
    return this.#overlay.size === 0 ? this.#server.scan() : this.#overlaid(this.#server.scan())
  }

  unpackNext(): boolean {
    return this.#server.unpackNext()
  }

  where(field: string, id: string): readonly AnyRow[] {
    return this.#indexOf(field).rows(id, (each) => this.get(each))
  }

  idsWhere(field: string, id: string): readonly string[] {
    return this.#indexOf(field).ids(id)
  }

  *prepareIndex(field: string) {
    const index = new ReferenceIndex(field)
    const version = this.#version
    let read = 0
    for (const row of this.scan()) {
      index.add(row)
      if (++read % rowsPerStep > 0) continue
      yield
      if (this.#version !== version || this.#changed || this.#indexes.has(field)) return
    }
    this.#indexes.set(field, index)
  }

  badge(id: string): BadgeKind | undefined {
    return this.#badges.get(id)
  }

  badged(): ReadonlySet<string> {
    return (this.#badgedIds ??= new Set(this.#badges.keys()))
  }

  subscribe(listener: () => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  reset(server: FoldedRows): void {
    this.#server = server
    this.#indexes.clear()
    this.#touched.clear()
    this.#changed = true
  }

  rowReceived(id: string, after: AnyRow | undefined): void {
    this.#recordTouched(id)
    if (this.#indexes.size > 0) this.#moveInIndexes(this.#server.get(id), after)
  }

  setOverlay(id: string, after: AnyRow | null): void {
    this.#recordTouched(id)
    const before = this.get(id)
    this.#moveInIndexes(before, after ?? undefined)
    this.#overlay.set(id, after)
    this.#sizeDelta += (after ? 1 : 0) - (before ? 1 : 0)
  }

  clearOverlay(): void {
    if (this.#overlay.size > 0) {
      for (const [id, overlaid] of this.#overlay) {
        this.#recordTouched(id)
        this.#moveInIndexes(overlaid ?? undefined, this.#server.get(id))
      }
      this.#overlay.clear()
      this.#sizeDelta = 0
    }
    if (this.#badges.size === 0) return
    this.#badges.clear()
    this.#badgesChanged()
  }

  /** `attention` outranks `waiting`; a missing row gets no badge. */
  setBadge(id: string, kind: BadgeKind): void {
    if (this.#badges.get(id) === 'attention' || this.#badges.get(id) === kind || !this.get(id)) return
    this.#badges.set(id, kind)
    this.#badgesChanged()
  }

  collectTouched(): ChangedIds | undefined {
    if (!this.#changed) return undefined
    this.#changed = false
    this.#version++
    const touched = this.#touched
    this.#touched = new Set()
    return touched
  }

  notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #indexOf(field: string): ReferenceIndex {
    const found = this.#indexes.get(field)
    if (found) return found
    const index = new ReferenceIndex(field)
    for (const row of this.scan()) index.add(row)
    this.#indexes.set(field, index)
    return index
  }

  *#overlaid(server: Iterable<AnyRow>): Iterable<AnyRow> {
    for (const row of server) {
      const overlaid = this.#overlay.get(row.id)
      if (overlaid !== null) yield overlaid ?? row
    }
    for (const [id, overlaid] of this.#overlay) if (overlaid && !this.#server.has(id)) yield overlaid
  }

  #recordTouched(id: string): void {
    this.#changed = true
    if (this.followerCount > 0) this.#touched.add(id)
  }

  #moveInIndexes(before: AnyRow | undefined, after: AnyRow | undefined): void {
    for (const index of this.#indexes.values()) index.move(before, after)
  }

  #badgesChanged(): void {
    this.#badgedIds = undefined
    this.#changed = true
  }
}
