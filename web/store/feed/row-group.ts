// Rows stored as plain values. Most are only sorted, searched and summed in place; a row object is made when a screen
// asks for one.
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'

export interface RowValues {
  readonly entity: string
  /** Null for tombstones. */
  readonly fields: readonly string[] | null
  /** Values that all rows share; not included in `values`. */
  readonly same: Values
  /** Whether no row has changed since it was created; then `updatedAt` is not among the values. */
  readonly untouched: boolean
  /** For each row: its id, its number, its values in the order of the fields. */
  readonly values: readonly unknown[]
}

export const stated = (fields: readonly string[] | null, untouched: boolean): readonly string[] =>
  fields?.filter((name) => !untouched || name !== 'updatedAt') ?? []

export class RowGroup {
  readonly count: number
  readonly isGone: boolean
  readonly #of: RowValues
  readonly #names: readonly string[]
  readonly #step: number
  #form: Record<string, unknown> | undefined
  #reader: Reader | undefined

  /** `known`: referenced ids, so that a thousand rows share one string. */
  constructor(of: RowValues, known?: Map<string, string>) {
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

  row(index: number): AnyRow {
    const { values, untouched } = this.#of
    const from = index * this.#step
    const row = { ...(this.#form ??= formOf(this.#of, this.#names)) }
    row['id'] = values[from]
    row['number'] = values[from + 1]
    for (let at = 2; at < this.#step; at++) row[this.#names[at - 2]!] = values[from + at]
    if (untouched) row['updatedAt'] = row['createdAt']
    return row as AnyRow
  }

  /** The row in place: one object for all rows of the group, valid until the next call with the same reader. */
  peek(index: number, reader: Reader = (this.#reader ??= this.reader())): AnyRow {
    reader[place].from = index * this.#step
    return reader as unknown as AnyRow
  }

  reader(): Reader {
    const { values, same } = this.#of
    return new (readerOf(this.#of, this.#names))({ values, same, from: 0 })
  }
}

/** A template with all fields, so that its copies have one shape whatever values a page's rows share. */
function formOf({ fields, same, values }: RowValues, names: readonly string[]): Record<string, unknown> {
  const form: Record<string, unknown> = { id: values[0], number: values[1] }
  for (const name of fields!) {
    const at = names.indexOf(name)
    form[name] = at >= 0 ? values[at + 2] : Object.hasOwn(same, name) ? same[name] : ''
  }
  // Engines make an object built field by field a slow dictionary, but not a parsed one.
  return JSON.parse(JSON.stringify(form)) as Record<string, unknown>
}

interface Place {
  readonly values: RowValues['values']
  readonly same: RowValues['same']
  from: number
}

const place = Symbol('place')

export interface Reader {
  readonly [place]: Place
}

type ReaderClass = new (at: Place) => Reader

/** One class for all groups with the same layout keeps hot loops monomorphic. */
const readers = new Map<string, ReaderClass>()

function readerOf({ fields, untouched }: RowValues, names: readonly string[]): ReaderClass {
  const key = JSON.stringify([fields, names, untouched])
  const cached = readers.get(key)
  if (cached) return cached
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
