// What people call a record, by the `title` of its entity.
import { entityNamed } from './registry.ts'
import type { Values } from './parse.ts'
import type { ReadAny } from './rules.ts'

/**
 * The record's own name, a person's first and last name, or the name of the record it belongs to. `read` returns only
 * records that the reader of the name may know; `remembered` has names that other records had, by id. Undefined when the record has no name, or too little of the row is
 * known.
 */
export function recordNameOf(
  entity: string,
  row: Values,
  read: ReadAny = () => undefined,
  remembered: Readonly<Record<string, string>> = {},
): string | undefined {
  const of = entityNamed(entity)
  if (!of?.title) return undefined
  if ('of' in of.title) return words(of.title.of, of.title.join, row)
  const { via, otherwise } = of.title
  const { storage } = of.fields[via]!
  if (storage.kind !== 'reference') return undefined
  const id = row[via] as string
  const other = read(storage.to, id)
  return (other && recordNameOf(storage.to, other, read)) ?? remembered[id] ?? textOf(otherwise && row[otherwise])
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

function words(fields: readonly string[], join: string | undefined, row: Values): string | undefined {
  const said = fields.flatMap((field) => textOf(row[field]) ?? [])
  return join !== undefined && said.length < fields.length ? undefined : textOf(said.join(join ?? ' '))
}
