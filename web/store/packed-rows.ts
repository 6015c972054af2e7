// The rows of a page as they lie on the disk: one flat list of values per entity and set of fields. A field is named once
// a page, and said once when all rows agree on it: a third of the text to read, parse and collect when the store opens.
import type { FeedRow } from '#schema/protocol.ts'

type Fields = NonNullable<FeedRow[3]>

interface Packed {
  readonly entity: string
  /** The fields that differ, in the order of their values; null: these rows are gone. */
  readonly fields: readonly string[] | null
  /** What is the same in all rows. */
  readonly same: Fields
  /** Per row: its id, its number, its values. */
  readonly values: readonly unknown[]
}

interface Group {
  readonly entity: string
  /** Null: gone. */
  readonly names: readonly string[] | null
  readonly rows: FeedRow[]
}

export const packRows = (rows: readonly FeedRow[]): string => narrow(JSON.stringify(groupsOf(rows).map(pack)))

/** The rows of a packed text; each is an object of its own, with its id and number in it. */
export function unpackRows(text: string): readonly FeedRow[] {
  const rows: FeedRow[] = []
  for (const packed of JSON.parse(text) as readonly Packed[]) unpack(packed, rows)
  return rows
}

function groupsOf(rows: readonly FeedRow[]): Group[] {
  const byEntity = new Map<string, Group[]>()
  for (const row of rows) {
    const [entity, , , fields] = row
    let groups = byEntity.get(entity)
    if (!groups) byEntity.set(entity, (groups = []))
    let group = groups.find(({ names }) => hasNames(fields, names))
    if (!group) groups.push((group = { entity, names: fields && namesIn(fields), rows: [] }))
    group.rows.push(row)
  }
  return [...byEntity.values()].flat()
}

/** A row that was taken has its id and number among its fields. */
const isStated = (name: string): boolean => name === 'id' || name === 'number'

const namesIn = (fields: Fields): string[] => Object.keys(fields).filter((name) => !isStated(name))

function hasNames(fields: Fields | null, names: readonly string[] | null): boolean {
  if (fields === null || names === null) return fields === names
  let at = 0
  for (const name in fields) {
    if (isStated(name)) continue
    if (names[at] !== name) return false
    at++
  }
  return at === names.length
}

function pack({ entity, names, rows }: Group): Packed {
  const first = rows[0]![3]
  const fields = names && names.filter((name) => !rows.every((row) => row[3]![name] === first![name]))
  const same = Object.fromEntries(
    (names ?? []).filter((name) => !fields!.includes(name)).map((name) => [name, first![name]]),
  )
  const values: unknown[] = []
  for (const [, id, number, row] of rows) {
    values.push(id, number)
    if (fields) for (const name of fields) values.push(row![name])
  }
  return { entity, fields, same, values }
}

function unpack({ entity, fields, same, values }: Packed, rows: FeedRow[]): void {
  const step = 2 + (fields?.length ?? 0)
  // Copied from one object with all fields, every row has the same shape from the start.
  const form: Record<string, unknown> = { id: values[0], number: values[1] }
  fields?.forEach((name, at) => (form[name] = values[2 + at]))
  Object.assign(form, same)
  for (let from = 0; from < values.length; from += step) {
    const id = values[from] as string
    const number = values[from + 1] as number
    if (!fields) {
      rows.push([entity, id, number, null])
      continue
    }
    const row = { ...form }
    row['id'] = id
    row['number'] = number
    for (let at = 0; at < fields.length; at++) row[fields[at]!] = values[from + 2 + at]
    rows.push([entity, id, number, row])
  }
}

/** A single character beyond Latin-1 makes every one of a text take two bytes; a few are better written as escapes. */
function narrow(text: string): string {
  const wide = text.match(/[^\u0000-\u00ff]/g)?.length ?? 0
  if (wide === 0 || wide * 5 > text.length) return text
  return text.replace(/[^\u0000-\u00ff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
