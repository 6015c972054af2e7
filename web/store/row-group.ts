// Rows that lie side by side as plain values. Most are only ever sorted, searched and added up, which reads the values
// where they lie; a row of its own is made when a screen asks for one.
import type { AnyRow } from '#schema/entity.ts'
import type { FeedRow } from '#schema/protocol.ts'

export type Fields = NonNullable<FeedRow[3]>

/** Rows of one entity that have the same fields, unpacked as far as their values can be read. */
export interface Values {
  readonly entity: string
  /** Null: these rows are gone. */
  readonly fields: readonly string[] | null
  /** What all rows agree on; their values are not among the others. */
  readonly same: Fields
  /** Each row was last written when it was created: `updatedAt` is not among the values. */
  readonly untouched: boolean
  /** Per row: its id, its number, its values in the order of the fields. */
  readonly values: readonly unknown[]
}

/** The fields whose values are said. */
export const stated = (fields: readonly string[] | null, untouched: boolean): readonly string[] =>
  fields?.filter((name) => !untouched || name !== 'updatedAt') ?? []

export class RowGroup {
  readonly count: number
  /** These rows have come to their end. */
  readonly isGone: boolean
  readonly #of: Values
  readonly #names: readonly string[]
  readonly #step: number
  #form: Record<string, unknown> | undefined
  #reader: Reader | undefined

  /** `known`: ids that rows refer to, so that a thousand rows hold one text and not a thousand alike. */
  constructor(of: Values, known?: Map<string, string>) {
    this.#of = of
    this.#names = stated(of.fields, of.untouched).filter((name) => !Object.hasOwn(of.same, name))
    this.#step = this.#names.length + 2
    this.count = of.values.length / this.#step
    this.isGone = of.fields === null
    if (known) this.#share(known)
  }

  #share(known: Map<string, string>): void {
    const values = this.#of.values as unknown[]
    for (const [field, name] of this.#names.entries()) {
      if (!name.endsWith('Id')) continue
      for (let at = field + 2; at < values.length; at += this.#step) {
        const id = values[at]
        if (typeof id !== 'string') continue
        const same = known.get(id)
        if (same === undefined) known.set(id, id)
        else values[at] = same
      }
    }
  }

  id(index: number): string {
    return this.#of.values[index * this.#step] as string
  }

  number(index: number): number {
    return this.#of.values[index * this.#step + 1] as number
  }

  /** A row of its own, with its id and number in it. */
  row(index: number): AnyRow {
    const { values, untouched } = this.#of
    const from = index * this.#step
    const row = { ...(this.#form ??= formOf(this.#of, this.#names)) }
    row['id'] = values[from]
    row['number'] = values[from + 1]
    for (let at = 2; at < this.#step; at++) row[this.#names[at - 2]!] = values[from + at]
    if (untouched) row['updatedAt'] = row['createdAt']
    return row as unknown as AnyRow
  }

  /** The row where it lies: one object for all rows of the group, good until the next call. */
  peek(index: number): AnyRow {
    const { values, same } = this.#of
    this.#reader ??= new (readerOf(this.#of, this.#names))({ values, same, from: 0 })
    this.#reader[place].from = index * this.#step
    return this.#reader as unknown as AnyRow
  }
}

/** Copies of one object with all fields have one shape, whichever values a page's rows agree on. */
function formOf({ fields, same, values }: Values, names: readonly string[]): Record<string, unknown> {
  const form: Record<string, unknown> = { id: values[0], number: values[1] }
  for (const name of fields!) {
    const at = names.indexOf(name)
    form[name] = at >= 0 ? values[at + 2] : Object.hasOwn(same, name) ? same[name] : ''
  }
  // Fields that are added one by one end as a hash table, slow to copy; those that are parsed together do not.
  return JSON.parse(JSON.stringify(form)) as Record<string, unknown>
}

interface Place {
  readonly values: Values['values']
  readonly same: Values['same']
  from: number
}

const place = Symbol('place')

interface Reader {
  readonly [place]: Place
}

type ReaderClass = new (at: Place) => Reader

/** One class for all groups whose values lie alike, so that what reads thousands of them stays fast. */
const readers = new Map<string, ReaderClass>()

function readerOf({ fields, untouched }: Values, names: readonly string[]): ReaderClass {
  const key = JSON.stringify([fields, names, untouched])
  const known = readers.get(key)
  if (known) return known
  class Own implements Reader {
    readonly [place]: Place
    constructor(at: Place) {
      this[place] = at
    }
  }
  const define = (name: string, get: (at: Place) => unknown) =>
    Object.defineProperty(Own.prototype, name, {
      enumerable: true,
      get(this: Reader) {
        return get(this[place])
      },
    })
  const valueAt = (offset: number) => (at: Place) => at.values[at.from + offset]
  define('id', valueAt(0))
  define('number', valueAt(1))
  for (const name of fields!) {
    const at = names.indexOf(untouched && name === 'updatedAt' ? 'createdAt' : name)
    define(name, at >= 0 ? valueAt(at + 2) : ({ same }) => same[name === 'updatedAt' && untouched ? 'createdAt' : name])
  }
  readers.set(key, Own)
  return Own
}
