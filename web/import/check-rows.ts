import { readRecord, type RowReader } from '#schema/import/read-row.ts'
import type { CsvRecord } from '#schema/import/read-csv.ts'
import type { Reason } from '#schema/import/reasons.ts'

export type ReasonsByRow = ReadonlyMap<number, readonly Reason[]>

const rowsPerSlice = 500

/** In slices, so that the page stays responsive. Rejects with the signal. */
export async function checkRows(
  reader: RowReader,
  width: number,
  rows: readonly CsvRecord[],
  signal: AbortSignal,
): Promise<ReasonsByRow> {
  const found = new Map<number, readonly Reason[]>()
  for (let from = 0; from < rows.length; from += rowsPerSlice) {
    for (let at = from; at < Math.min(rows.length, from + rowsPerSlice); at++) {
      const { reasons } = readRecord(reader, width, rows[at]!)
      if (reasons.length > 0) found.set(at, reasons)
    }
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
  }
  return found
}
