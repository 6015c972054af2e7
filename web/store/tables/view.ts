// A sorted, searched list of one table. The shown rows stay until the wanted ones are ready: sorting and searching run
// in slices. Afterwards only changed rows move.
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { RowList, Unsubscribe, View, ViewOptions, ViewOrder } from '#web/store/base/contract.ts'
import { concerned, entitiesOf, joinsOf } from './affected-rows.ts'
import { arrange, type Arrangement } from './arrangement.ts'
import type { Touched } from './entity-table.ts'
import { Expected } from './prefetched-order.ts'
import { inSlices, whenIdle } from '#web/store/base/time-slicing.ts'
import type { Follower } from './follower.ts'
import type { Tables } from './tables.ts'

export class TableView implements View, Follower {
  entities: ReadonlySet<string>
  readonly rows: RowList<AnyRow>
  readonly #tables: Tables
  readonly #entity: string
  #options: ViewOptions<AnyRow>
  #texts
  #shown: Arrangement | undefined
  #version = 0
  #told = 0
  #isMaking = false
  /** Set when the shown rows are in the order of an older set: nothing may be derived from it. */
  #isOld = false
  /** True while a batch is taken in; listeners are called at its end. */
  #isQuiet = true
  #expected: Expected | undefined
  #stop = () => {}
  #stopIdle = () => {}
  readonly #listeners = new Set<() => void>()
  #leave: () => void

  constructor(tables: Tables, entity: string, options: ViewOptions<AnyRow>) {
    this.#tables = tables
    this.#entity = entity
    this.#options = options
    this.#texts = tables.textsFor(entity, options)
    this.entities = entitiesOf(entity, options)
    this.rows = rowsOf(tables, entity, () => this.#shown)
    this.#leave = tables.addFollower(this)
    this.#make()
    this.#isQuiet = false
  }

  get ready(): boolean {
    return this.#shown !== undefined
  }

  get version(): number {
    return this.#version
  }

  update(options: Partial<ViewOptions<AnyRow>>): void {
    const before = this.#options
    this.#options = { ...before, ...options }
    this.#texts.leave()
    this.#texts = this.#tables.textsFor(this.#entity, this.#options)
    this.#leave()
    this.entities = new Set([...this.entities, ...entitiesOf(this.#entity, this.#options)])
    this.#leave = this.#tables.addFollower(this)
    this.#make()
  }

  expect(order: ViewOrder<AnyRow>): void {
    const options = { ...this.#options, ...order }
    if (this.#isMaking || this.#shown?.isFor(options) || this.#expected?.isFor(options)) return
    this.#expected?.stop()
    this.#expected = new Expected(this.#tables.pace, options, this.#stepsTo(options))
  }

  *scan(): Generator<AnyRow> {
    const table = this.#tables.of(this.#entity)
    // Of a copy: while somebody walks it in slices, changes move the items.
    const items = this.#shown?.found.items.slice() ?? []
    for (const { id } of items) {
      const row = table.peek(id)
      if (row) yield row
    }
  }

  subscribe(listener: () => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#stop()
    this.#forgetExpected()
    this.#stopIdle()
    this.#leave()
    this.#texts.leave()
    this.#listeners.clear()
  }

  /**
   * Another set is shown. Rows in both sets stay in their places until the new order is ready; the others are not
   * shown.
   */
  readAnew(): void {
    this.#isQuiet = true
    const table = this.#tables.of(this.#entity)
    this.#shown = this.#shown?.only((id) => table.has(id))
    this.#isOld = true
    this.#version++
    this.#make()
    this.#isQuiet = false
  }

  follow(touched: ReadonlyMap<string, Touched>): void {
    this.#isQuiet = true
    this.#forgetExpected()
    // The shown rows follow the options with which they were arranged, until the wanted ones replace them.
    const joins = joinsOf(this.#shown?.options ?? this.#options)
    const ids = concerned(this.#tables, this.#entity, joins, touched)
    if (this.#shown?.follow(ids)) this.#version++
    if (this.#isMaking) this.#make()
    this.#isQuiet = false
  }

  tell(): void {
    if (this.#told === this.#version) return
    this.#told = this.#version
    for (const listener of this.#listeners) listener()
  }

  #make(): void {
    this.#stop()
    this.#stopIdle()
    this.#isMaking = true
    const expected = this.#expected?.isFor(this.#options) ? this.#expected : undefined
    const steps = expected ?? this.#stepsTo(this.#options)
    this.#forgetExpected()
    this.#stop = inSlices(this.#tables.pace, steps, (made) => {
      this.#isMaking = false
      this.#isOld = false
      this.#shown = made
      this.#version++
      this.#stopIdle = whenIdle(this.#tables.pace, made.prepare())
      if (!this.#isQuiet) this.tell()
    })
  }

  #stepsTo(options: ViewOptions<AnyRow>) {
    const source = { tables: this.#tables, entity: this.#entity, texts: this.#texts.texts }
    const own = this.#isOld ? undefined : this.#shown
    return arrange(source, options, own?.hasSetOf(options) ? own : (this.#borrow(options) ?? own))
  }

  /** An arrangement with the same order from another view. */
  #borrow(options: ViewOptions<AnyRow>): Arrangement | undefined {
    if (this.#tables.isChanging) return undefined
    for (const other of this.#tables.followers) {
      if (!(other instanceof TableView) || other.#entity !== this.#entity || other.#isOld) continue
      if (other.#shown?.hasSetOf(options)) return other.#shown.copy()
    }
    return undefined
  }

  #forgetExpected(): void {
    this.#expected?.stop()
    this.#expected = undefined
  }
}

/** A row is read when a screen asks for it. */
const rowsOf = (tables: Tables, entity: string, shown: () => Arrangement | undefined): RowList<AnyRow> => ({
  get length() {
    return shown()?.found.items.length ?? 0
  },
  get arranged() {
    return shown()
  },
  slice(first, end) {
    const items = shown()?.found.items.slice(first, end) ?? []
    return items.map(({ id }) => tables.of(entity).get(id)!)
  },
  placeOf: (id) => shown()?.found.items.findIndex((item) => item.id === id) ?? -1,
})
