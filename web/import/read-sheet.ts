import { createFormatCounter } from '#schema/import/column-formats.ts'
import { maxImportRows } from '#schema/import/import-map.ts'
import { maxCells } from '#schema/import/scan-record.ts'
import type { CsvTable, TextFormat } from './csv-messages.ts'
import { readCsvFile } from './read-csv-file.ts'
import { TooLarge } from './too-large.ts'

/** The server's CSV limit; a workbook is compressed. */
const maxBytes = { csv: 20_000_000, book: 10_000_000 } as const

export interface Sheet extends CsvTable {
  readonly name: string
  readonly isText: boolean
}

export async function readSheet(file: File, format: TextFormat = {}, signal?: AbortSignal): Promise<Sheet> {
  const isBook = /\.xlsx$/i.test(file.name)
  if (file.size > (isBook ? maxBytes.book : maxBytes.csv)) throw new TooLarge(`${file.name} is too large`)
  const read = isBook ? await readBook(file) : await readCsvFile(file, format, signal)
  if (read.rows.length > maxImportRows || read.header.length > maxCells) throw new TooLarge(`${file.name} is too large`)
  if (read.header.every((each) => each.trim() === '')) throw new Error('There is no header line')
  return { name: file.name, isText: !isBook, ...read }
}

async function readBook(file: File): Promise<CsvTable> {
  const { readXlsx } = await import('./read-xlsx.ts')
  const [header = [], ...rows] = readXlsx(new Uint8Array(await file.arrayBuffer()))
  const counter = createFormatCounter()
  for (const cells of rows) counter.add(cells)
  return {
    header,
    rows: rows.map((cells, at) => ({ line: at + 2, isBroken: false, cells: header.map((_, i) => cells[i] ?? '') })),
    format: { delimiter: ',', encoding: 'utf-8' },
    columnFormats: counter.formats(),
  }
}
