import { createFormatCounter } from '#schema/import/column-formats.ts'
import { maxImportRows } from '#schema/import/import-map.ts'
import { maxCells } from '#schema/import/scan-record.ts'
import type { CsvTable, TextFormat } from './csv-messages.ts'
import { readCsvFile } from './read-csv-file.ts'
import { TooLarge } from './too-large.ts'

/** The server's limit. */
export const maxFileBytes = 20_000_000
/** Workbooks are compressed. */
const maxBookBytes = 10_000_000

export interface Sheet extends CsvTable {
  readonly name: string
  readonly isText: boolean
  /** Workbooks only. */
  readonly sheets?: readonly string[]
  readonly chosenSheet?: string
}

export async function readSheet(file: File, format: TextFormat = {}, signal?: AbortSignal): Promise<Sheet> {
  const isBook = /\.xlsx$/i.test(file.name)
  if (file.size > (isBook ? maxBookBytes : maxFileBytes)) throw new TooLarge(`${file.name} is too large`)
  const read = isBook ? await readBook(file, format.sheet) : await readCsvFile(file, format, signal)
  if (read.rows.length > maxImportRows || read.header.length > maxCells) throw new TooLarge(`${file.name} is too large`)
  if (read.header.every((each) => each.trim() === '')) throw new Error('There is no header line')
  return { name: file.name, isText: !isBook, ...read }
}

async function readBook(
  file: File,
  chosen: string | undefined,
): Promise<CsvTable & Pick<Sheet, 'sheets' | 'chosenSheet'>> {
  const { readXlsx } = await import('./read-xlsx.ts')
  const { sheets, chosenSheet, rows: found } = readXlsx(new Uint8Array(await file.arrayBuffer()), chosen)
  const [{ cells: header } = { cells: [] }, ...rows] = found
  const counter = createFormatCounter()
  for (const { cells } of rows) counter.add(cells)
  return {
    sheets,
    chosenSheet,
    header,
    rows: rows.map(({ line, cells }) => ({ line, isBroken: false, cells: header.map((_, i) => cells[i] ?? '') })),
    format: { delimiter: ',', encoding: 'utf-8' },
    columnFormats: counter.formats(),
  }
}
