// The rows of a page as they lie on the disk: one line per entity and set of fields, with a flat list of values. A field is
// named once a page, and said once when all rows agree on it: less text to read, parse and collect when the store opens.
import type { FeedRow } from '#schema/protocol.ts'

type Fields = NonNullable<FeedRow[3]>

/** Rows of one entity that have the same fields, as the text they lie in. */
export interface PackedRows {
  readonly entity: string
  readonly text: string
}

interface Values {
  /** Null: these rows are gone. */
  readonly fields: readonly string[] | null
  /** What all rows agree on; their values are not among the others. */
  readonly same: Fields
  /** Each row was last written when it was created: `updatedAt` is not among the values. */
  readonly untouched: boolean
  /** Per row: its id, its number, its values in the order of the fields. */
  readonly values: readonly unknown[]
}

interface Group {
  readonly entity: string
  readonly fields: readonly string[] | null
  readonly untouched: boolean
  readonly rows: FeedRow[]
}

export const packRows = (rows: readonly FeedRow[]): string =>
  narrow(
    groupsOf(rows)
      .map((group) => `${group.entity} ${JSON.stringify(pack(group))}`)
      .join('\n'),
  )

/** What a page holds, nothing of it parsed yet. */
export const packedIn = (page: string): readonly PackedRows[] => (page === '' ? [] : page.split('\n').map(packedAs))

function packedAs(line: string): PackedRows {
  const space = line.indexOf(' ')
  return { entity: line.slice(0, space), text: line.slice(space + 1) }
}

export function unpackRows(page: string): readonly FeedRow[] {
  const rows: FeedRow[] = []
  for (const packed of packedIn(page))
    eachRow(packed, (id, number, fields) => rows.push([packed.entity, id, number, fields]))
  return rows
}

/** Visits rows as objects of their own, each with its id and number in it. */
export function eachRow(
  { text }: PackedRows,
  visit: (id: string, number: number, fields: Fields | null) => void,
): void {
  const { fields, same, untouched, values } = JSON.parse(text) as Values
  const names = stated(fields, untouched).filter((name) => !Object.hasOwn(same, name))
  const form = fields && formOf(fields, same, names, values)
  const step = names.length + 2
  for (let from = 0; from < values.length; from += step) {
    const id = values[from] as string
    const number = values[from + 1] as number
    if (!form) visit(id, number, null)
    else {
      const row = { ...form }
      row['id'] = id
      row['number'] = number
      for (let at = 2; at < step; at++) row[names[at - 2]!] = values[from + at]
      if (untouched) row['updatedAt'] = row['createdAt']
      visit(id, number, row)
    }
  }
}

/** Copies of one object with all fields have one shape, whichever values a page's rows agree on. */
function formOf(fields: readonly string[], same: Fields, names: readonly string[], values: readonly unknown[]) {
  const form: Record<string, unknown> = { id: values[0], number: values[1] }
  for (const name of fields) {
    const at = names.indexOf(name)
    form[name] = at >= 0 ? values[at + 2] : Object.hasOwn(same, name) ? same[name] : ''
  }
  // Fields that are added one by one end as a hash table, slow to copy; those that are parsed together do not.
  return JSON.parse(JSON.stringify(form)) as Record<string, unknown>
}

function groupsOf(rows: readonly FeedRow[]): Group[] {
  const byEntity = new Map<string, Group[]>()
  for (const row of rows) {
    const [entity, , , values] = row
    let groups = byEntity.get(entity)
    if (!groups) byEntity.set(entity, (groups = []))
    const untouched = isUntouched(values)
    let group = groups.find((each) => each.untouched === untouched && hasFields(values, each.fields))
    if (!group) {
      group = { entity, fields: values && Object.keys(values).filter(isField), untouched, rows: [] }
      groups.push(group)
    }
    group.rows.push(row)
  }
  return [...byEntity.values()].flat()
}

/** A row that was taken has its id and number among its fields. */
const isField = (name: string): boolean => name !== 'id' && name !== 'number'

const isUntouched = (values: Fields | null): boolean =>
  typeof values?.['createdAt'] === 'string' && values['updatedAt'] === values['createdAt']

/** The fields whose values are said. */
const stated = (fields: readonly string[] | null, untouched: boolean): readonly string[] =>
  fields?.filter((name) => !untouched || name !== 'updatedAt') ?? []

function hasFields(values: Fields | null, fields: readonly string[] | null): boolean {
  if (values === null || fields === null) return values === fields
  let at = 0
  for (const name in values) {
    if (!isField(name)) continue
    if (fields[at] !== name) return false
    at++
  }
  return at === fields.length
}

function pack({ fields, untouched, rows }: Group): Values {
  const first = rows[0]![3]!
  const names = stated(fields, untouched)
  const differing = names.filter((name) => rows.some(([, , , row]) => row![name] !== first[name]))
  const same = names.filter((name) => !differing.includes(name)).map((name) => [name, first[name]])
  const values: unknown[] = []
  for (const [, id, number, row] of rows) {
    values.push(id, number)
    for (const name of differing) values.push(row![name])
  }
  return { fields, untouched, same: Object.fromEntries(same) as Fields, values }
}

/** A single character beyond Latin-1 makes every one of a text take two bytes; a few are better written as escapes. */
function narrow(text: string): string {
  const wide = text.match(/[\u0100-\uffff]/g)?.length ?? 0
  if (wide === 0 || wide * 5 > text.length) return text
  return text.replace(/[\u0100-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
