import type { CsvRecord } from '#schema/import/read-csv.ts'
import { type Reason, reasonText } from '#schema/import/reasons.ts'
import { csvLine } from '#schema/kernel/csv.ts'

export const refusedHeader = (header: readonly string[]): string => csvLine([...header, 'line', 'reason'])

export function refusedLine(header: readonly string[], { cells, line }: CsvRecord, reasons: readonly Reason[]): string {
  // Line and reason must be in their columns.
  const missing = Array.from({ length: Math.max(0, header.length - cells.length) }, () => '')
  return csvLine([...cells, ...missing, String(line), reasons.map(reasonText).join('; ')])
}
