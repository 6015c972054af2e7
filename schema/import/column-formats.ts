// Decided by all cells of a column. Money is never guessed: a column that fits two ways is for a person to decide.
import type { Entity } from '#schema/kernel/entity.ts'
import { registry } from '#schema/registry.ts'
import { type ColumnFormat, fieldsOfColumn, formatOf, type Importable, type ImportMap } from './import-map.ts'
import { decimalSigns, readAmount } from './read-amount.ts'
import { dateOrders, readDate } from './read-date.ts'

export interface FormatCounter {
  add(cells: readonly string[]): void
  /** By column; what several formats fit is absent. */
  formats(): readonly ColumnFormat[]
}

/** Longer cells are text. */
const maxLength = 40

export function createFormatCounter(): FormatCounter {
  const columns: { dates: Tally<(typeof dateOrders)[number]>; decimals: Tally<(typeof decimalSigns)[number]> }[] = []
  return {
    add(cells) {
      for (const [at, cell] of cells.entries()) {
        columns[at] ??= { dates: createTally(dateOrders, readDate), decimals: createTally(decimalSigns, readAmount) }
        if (cell.length > maxLength || !/\p{Nd}/u.test(cell)) continue
        columns[at].dates.add(cell)
        columns[at].decimals.add(cell)
      }
    },
    formats: () => columns.map(({ dates, decimals }) => ({ dates: dates.best(), decimals: decimals.best() })),
  }
}

interface Tally<Form> {
  add(cell: string): void
  best(): Form | undefined
}

function createTally<Form extends string>(
  forms: readonly Form[],
  read: (cell: string, form: Form) => string | null,
): Tally<Form> {
  const counts = forms.map(() => 0)
  const decided = new Set<Form>()
  let [same, isAmbiguous] = [0, false]
  return {
    add(cell) {
      const readings = forms.map((form) => read(cell, form))
      const found = readings.filter((each) => each !== null)
      for (const [i, reading] of readings.entries()) if (reading !== null) counts[i]!++
      if (found.length === 1) decided.add(forms[readings.findIndex((each) => each !== null)]!)
      else if (new Set(found).size === 1) same++
      else isAmbiguous ||= found.length > 1
    },
    best() {
      // A majority must not decide what the other cells mean.
      if (isAmbiguous && decided.size > 1) return undefined
      const most = Math.max(...counts)
      const [first, ...others] = forms.filter((_, i) => counts[i] === most)
      return others.length === 0 || same === most ? first : undefined
    },
  }
}

const kindOf = (entity: Importable, to: ImportMap['columns'][string]): 'dates' | 'decimals' | undefined => {
  const { kind } = (registry[entity] as Entity).fields[fieldsOfColumn(to)[0]!]?.storage ?? {}
  return kind === 'date' ? 'dates' : kind === 'decimal' ? 'decimals' : undefined
}

export interface FormattedColumn {
  readonly column: string
  readonly kind: 'dates' | 'decimals'
  /** Absent: a person has to choose. */
  readonly format: ColumnFormat | undefined
}

/** Formats of the mapped columns with dates or numbers: the chosen ones, else the recognized ones. */
export const formattedColumns = (
  entity: Importable,
  map: ImportMap,
  header: readonly string[],
  counted: readonly ColumnFormat[],
): readonly FormattedColumn[] =>
  Object.entries(map.columns).flatMap(([column, to]) => {
    const kind = kindOf(entity, to)
    if (!kind) return []
    const value = formatOf(map, column)[kind] ?? (counted[header.indexOf(column)] ?? emptyFormat)[kind]
    return [{ column, kind, format: value && { [kind]: value } }]
  })

const emptyFormat: ColumnFormat = { dates: 'iso', decimals: '.' }

export const withFormats = (map: ImportMap, columns: readonly FormattedColumn[]): ImportMap => {
  const formats = Object.fromEntries(columns.flatMap(({ column, format }) => (format ? [[column, format]] : [])))
  return Object.keys(formats).length ? { ...map, formats } : map
}
