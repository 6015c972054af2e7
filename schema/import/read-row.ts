import type { Entity } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { registry } from '#schema/registry.ts'
import { cellWords, noWords, type WordsForValue } from './cell-words.ts'
import { fieldsOfColumn, formatOf, fullNameField, type Importable, type ImportMap, keyOf } from './import-map.ts'
import { readCell } from './read-cell.ts'
import type { CsvRecord } from './read-csv.ts'
import type { Reason } from './reasons.ts'
import { maxCells } from './scan-record.ts'
import { splitFullName } from './split-full-name.ts'

export interface Lookup {
  readonly column: string
  readonly field: string
  readonly to: string
  readonly by: string
  readonly text: string
}

export interface ParsedRow {
  readonly values: Values
  readonly lookups: readonly Lookup[]
  readonly reasons: readonly Reason[]
}

export interface RowReader {
  readonly ignored: readonly string[]
  read(cells: readonly string[]): ParsedRow
}

export function headerProblems(map: ImportMap, header: readonly string[]): string[] {
  return Object.keys(map.columns).flatMap((name) => {
    const count = header.filter((each) => each === name).length
    if (count === 0) return [`The file has no column ${name}`]
    return count > 1 ? [`The file has ${count} columns ${name}`] : []
  })
}

const isBlank = (cell: string): boolean => cell.trim() === ''

/** Blank cells leave defaults and existing values. Key fields and required fields of new rows must not be blank. */
export function createRowReader(
  entity: Importable,
  map: ImportMap,
  header: readonly string[],
  wordsOf: WordsForValue = noWords,
): RowReader {
  const definition = registry[entity] as Entity
  const key = keyOf(entity, map)
  const constants = Object.fromEntries(
    Object.entries(map.constants ?? {}).flatMap(([name, value]) => {
      const read = readCell(definition.fields[name]!, String(value), { dates: map.dates })
      return 'value' in read ? [[name, read.value]] : []
    }),
  )
  const columns = Object.entries(map.columns).map(([column, to]) => ({ column, at: header.indexOf(column), to }))
  const words = new Map(
    Object.entries(definition.fields).map(([name, field]) => [name, cellWords(name, field, wordsOf)]),
  )

  function readColumn(column: string, to: ImportMap['columns'][string], cell: string): Partial<ParsedRow> {
    const [name] = fieldsOfColumn(to) as [string]
    const field = definition.fields[name]!
    if (isBlank(cell)) {
      const isNeeded = !field.nullable && (field.default === undefined || key.includes(name))
      return isNeeded ? { reasons: [{ at: column, key: field.required as Reason['key'] }] } : {}
    }
    if (to === fullNameField) return { values: splitFullName(cell) }
    if (typeof to === 'object' && field.storage.kind === 'reference')
      return { lookups: [{ column, field: name, to: field.storage.to, by: to.find, text: cell }] }
    const read = readCell(field, cell, formatOf(map, column), words.get(name))
    return 'value' in read ? { values: { [name]: read.value } } : { reasons: [{ at: column, ...read.reason }] }
  }

  return {
    ignored: header.filter((name) => !Object.hasOwn(map.columns, name)),
    read(cells) {
      const values: Record<string, unknown> = { ...constants }
      const lookups: Lookup[] = []
      const reasons: Reason[] = []
      for (const { column, at, to } of columns) {
        const read = readColumn(column, to, cells[at] ?? '')
        Object.assign(values, read.values)
        lookups.push(...(read.lookups ?? []))
        reasons.push(...(read.reasons ?? []))
      }
      return { values, lookups, reasons }
    },
  }
}

/** Also of a damaged line. */
export function readRecord(reader: RowReader, expected: number, { cells, isBroken }: CsvRecord): ParsedRow {
  const refuse = (reason: Reason): ParsedRow => ({ values: {}, lookups: [], reasons: [reason] })
  if (isBroken) return refuse({ at: null, key: 'quotes' })
  const found = cells.length > maxCells ? `>${maxCells}` : cells.length
  return expected === found ? reader.read(cells) : refuse({ at: null, key: 'columns', params: { expected, found } })
}
