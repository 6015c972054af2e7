// One line per entity and set of fields, with a flat list of values. Names and shared values are stored once.
import type { Values } from '#schema/kernel/parse.ts'
import type { FeedRow } from '#schema/sync/protocol.ts'
import { RowGroup, type RowValues, namesInValues } from './row-group.ts'

export interface PackedRows {
  readonly entity: string
  readonly text: string
}

interface Group {
  readonly entity: string
  readonly fields: readonly string[] | null
  readonly untouched: boolean
  readonly rows: FeedRow[]
}

export const packRows = (rows: readonly FeedRow[]): string =>
  escapeWide(
    valuesOf(rows)
      .map(({ entity, ...values }) => `${entity} ${JSON.stringify(values)}`)
      .join('\n'),
  )

const packed = new WeakMap<readonly FeedRow[], readonly RowValues[]>()

/** A page is packed once, for both the disk and the tables. */
export function valuesOf(rows: readonly FeedRow[]): readonly RowValues[] {
  const cached = packed.get(rows)
  if (cached) return cached
  const packedValues = groupsOf(rows).map(pack)
  packed.set(rows, packedValues)
  return packedValues
}

export const packedIn = (page: string): readonly PackedRows[] => (page === '' ? [] : page.split('\n').map(packedAs))

function packedAs(line: string): PackedRows {
  const space = line.indexOf(' ')
  return { entity: line.slice(0, space), text: line.slice(space + 1) }
}

export const valuesIn = ({ entity, text }: PackedRows): RowValues => ({
  ...(JSON.parse(text) as Omit<RowValues, 'entity'>),
  entity,
})

export function unpackRows(page: string): readonly FeedRow[] {
  return packedIn(page).flatMap((each) => {
    const group = new RowGroup(valuesIn(each))
    return Array.from({ length: group.count }, (_, index): FeedRow => {
      const fields = group.isGone ? null : group.row(index)
      return [each.entity, group.id(index), group.number(index), fields]
    })
  })
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

/** A row that was received before has its id and number among its fields. */
const isField = (name: string): boolean => name !== 'id' && name !== 'number'

const isUntouched = (values: Values | null): boolean =>
  typeof values?.['createdAt'] === 'string' && values['updatedAt'] === values['createdAt']

function hasFields(values: Values | null, fields: readonly string[] | null): boolean {
  if (values === null || fields === null) return values === fields
  let at = 0
  for (const name in values) {
    if (!isField(name)) continue
    if (fields[at] !== name) return false
    at++
  }
  return at === fields.length
}

function pack({ entity, fields, untouched, rows }: Group): RowValues {
  const first = rows[0]![3]!
  const names = namesInValues(fields, untouched)
  const differingNames = names.filter((name) => rows.some(([, , , row]) => row![name] !== first[name]))
  const same = names.filter((name) => !differingNames.includes(name)).map((name) => [name, first[name]])
  const values: unknown[] = []
  for (const [, id, number, row] of rows) {
    values.push(id, number)
    for (const name of differingNames) values.push(row![name])
  }
  return { entity, fields, untouched, same: Object.fromEntries(same) as Values, values }
}

/** One character beyond Latin-1 doubles the size of a string in memory; a few are better written as escapes. */
function escapeWide(text: string): string {
  const wideCount = text.match(/[\u0100-\uffff]/g)?.length ?? 0
  if (wideCount === 0 || wideCount * 5 > text.length) return text
  return text.replace(/[\u0100-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
