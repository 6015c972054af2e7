import type { CsvRecord } from '#schema/import/read-csv.ts'
import { type Reason, reasonText } from '#schema/import/reasons.ts'
import { csvLine } from '#schema/kernel/csv.ts'

export const refusedHeader = (header: readonly string[]): string => csvLine([...header, 'line', 'reason'])

/** A refused row as it was, with its line and the reasons. */
export function refusedLine(header: readonly string[], { cells, line }: CsvRecord, reasons: readonly Reason[]): string {
  // A row with too few cells is padded, so that line and reason are in their columns.
  const missing = Array.from({ length: Math.max(0, header.length - cells.length) }, () => '')
  return csvLine([...cells, ...missing, String(line), reasons.map(reasonText).join('; ')])
}
