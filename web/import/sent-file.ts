// The file sent to the server: corrected rows, without failing and deselected ones.
import type { CsvRecord } from '#schema/import/read-csv.ts'
import { byteOrderMark, csvLine } from '#schema/kernel/csv.ts'

export interface SentFile {
  readonly file: File
  /** Index of the row at a line of the file. */
  readonly rowAtLine: ReadonlyMap<number, number>
}

const linesOf = (cells: readonly string[]): number =>
  1 + cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)

export function sentFile(
  name: string,
  header: readonly string[],
  rows: Iterable<readonly [index: number, record: CsvRecord]>,
): SentFile {
  const lines = [byteOrderMark, csvLine(header)]
  const rowAtLine = new Map<number, number>()
  let line = 1 + linesOf(header)
  for (const [index, { cells }] of rows) {
    rowAtLine.set(line, index)
    lines.push(csvLine(cells))
    line += linesOf(cells)
  }
  return { file: new File(lines, name.replace(/\.xlsx$/i, '.csv'), { type: 'text/csv' }), rowAtLine }
}
