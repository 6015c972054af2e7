import i18next from 'i18next'
import type { Importable, ImportMap } from '#schema/import/import-map.ts'
import type { CsvRecord } from '#schema/import/read-csv.ts'
import type { Reason } from '#schema/import/reasons.ts'
import { toCsv } from '#schema/kernel/csv.ts'
import { reasonSentence } from './reason-sentence.ts'

export interface FailingRow {
  readonly record: CsvRecord
  readonly reasons: readonly Reason[]
}

export const failingRowsFile = (
  entity: Importable,
  map: ImportMap,
  header: readonly string[],
  rows: readonly FailingRow[],
): string =>
  toCsv(
    [...header, i18next.t('imports:line'), i18next.t('audit:reason')],
    rows.map(({ record, reasons }) => [
      ...header.map((_, at) => record.cells[at] ?? ''),
      String(record.line),
      reasons.map((each) => reasonSentence(entity, map, each)).join('\n'),
    ]),
  )
