// Most rows are only sorted, searched and summed in place.
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'

export interface RowValues {
  readonly entity: string
  readonly fields: readonly string[] | null
  readonly same: Values
  readonly untouched: boolean
  /** For each row: its id, its number, its values in the order of the fields. */
  readonly values: readonly unknown[]
}

export const namesInValues = (fields: readonly string[] | null, untouched: boolean): readonly string[] =>
  fields?.filter((name) => !untouched || name !== 'updatedAt') ?? []

export class RowGroup {
  readonly count: number
  readonly isGone: boolean
  readonly #source: RowValues
  readonly #names: readonly string[]
  readonly #stride: number
  #template: Record<string, unknown> | undefined
  #reader: Reader | undefined

  constructor(source: RowValues, sharedIds?: Map<string, string>) {
    this.#source = source
    this.#names = namesInValues(source.fields, source.untouched).filter((name) => !Object.hasOwn(source.same, name))
    this.#stride = this.#names.length + 2
    this.count = source.values.length / this.#stride
    this.isGone = source.fields === null
    if (sharedIds) this.#share(sharedIds)
  }

  #share(sharedIds: Map<string, string>): void {
    const values = this.#source.values as unknown[]
    for (const [field, name] of this.#names.entries()) {
      if (!name.endsWith('Id')) continue
      for (let position = field + 2; position < values.length; position += this.#stride) {
        const id = values[position]
        if (typeof id !== 'string') continue
        const same = sharedIds.get(id)
        if (same === undefined) sharedIds.set(id, id)
        else values[position] = same
      }
    }
  }

  id(index: number): string {
    return this.#source.values[index * this.#stride] as string
  }

  number(index: number): number {
    return this.#source.values[index * this.#stride + 1] as number
  }

  row(index: number): AnyRow {
    const { values, untouched } = this.#source
    const from = index * this.#stride
    const row = { ...(this.#template ??= templateOf(this.#source, this.#names)) }
    row['id'] = values[from]
    row['number'] = values[from + 1]
    for (let position = 2; position < this.#stride; position++)
      row[this.#names[position - 2]!] = values[from + position]
    if (untouched) row['updatedAt'] = row['createdAt']
    return row as AnyRow
  }

  /** The row in place: one object for all rows of the group, valid until the next call with the same reader. */
  peek(index: number, reader: Reader = (this.#reader ??= this.reader())): AnyRow {
    reader[positionKey].from = index * this.#stride
    return reader as unknown as AnyRow
  }

  reader(): Reader {
    const { values, same } = this.#source
    return new (readerOf(this.#source, this.#names))({ values, same, from: 0 })
  }
}

/** With all fields, so that its copies have one shape whatever values a page's rows share. */
function templateOf({ fields, same, values }: RowValues, names: readonly string[]): Record<string, unknown> {
  const template: Record<string, unknown> = { id: values[0], number: values[1] }
  for (const name of fields!) {
    const position = names.indexOf(name)
    template[name] = position >= 0 ? values[position + 2] : Object.hasOwn(same, name) ? same[name] : ''
  }
  // Engines make an object built field by field a slow dictionary, but not a parsed one.
  return JSON.parse(JSON.stringify(template)) as Record<string, unknown>
}

interface RowPosition {
  readonly values: RowValues['values']
  readonly same: RowValues['same']
  from: number
}

const positionKey = Symbol('place')

export interface Reader {
  readonly [positionKey]: RowPosition
}

type ReaderClass = new (position: RowPosition) => Reader

/** One class for all groups with the same layout keeps hot loops monomorphic. */
const readers = new Map<string, ReaderClass>()

function readerOf({ fields, untouched }: RowValues, names: readonly string[]): ReaderClass {
  const key = JSON.stringify([fields, names, untouched])
  const cached = readers.get(key)
  if (cached) return cached
  class LayoutReader implements Reader {
    readonly [positionKey]: RowPosition
    constructor(position: RowPosition) {
      this[positionKey] = position
    }
  }
  const define = (name: string, get: (position: RowPosition) => unknown) =>
    Object.defineProperty(LayoutReader.prototype, name, {
      enumerable: true,
      get(this: Reader) {
        return get(this[positionKey])
      },
    })
  const valueAt = (offset: number) => (position: RowPosition) => position.values[position.from + offset]
  define('id', valueAt(0))
  define('number', valueAt(1))
  for (const name of fields!) {
    const position = names.indexOf(untouched && name === 'updatedAt' ? 'createdAt' : name)
    define(
      name,
      position >= 0
        ? valueAt(position + 2)
        : ({ same }) => same[name === 'updatedAt' && untouched ? 'createdAt' : name],
    )
  }
  readers.set(key, LayoutReader)
  return LayoutReader
}
