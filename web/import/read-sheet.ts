import { createFormatCounter } from '#schema/import/column-formats.ts'
import { type ColumnFormat, maxImportRows } from '#schema/import/import-map.ts'
import { maxCells } from '#schema/import/scan-record.ts'
import { toCsv } from '#schema/kernel/csv.ts'
import type { TextFormat } from './csv-messages.ts'
import { readCsvFile } from './read-csv-file.ts'
import { TooLarge } from './too-large.ts'

/** The server's CSV limit; a workbook is compressed. */
const maxBytes = { csv: 20_000_000, book: 10_000_000 } as const

export interface Sheet {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly count: number
  readonly isText: boolean
  readonly format: Required<TextFormat>
  readonly columnFormats: readonly ColumnFormat[]
  /** As CSV, which the server imports. */
  readonly file: File
}

export async function readSheet(file: File, format: TextFormat = {}, signal?: AbortSignal): Promise<Sheet> {
  const isBook = /\.xlsx$/i.test(file.name)
  if (file.size > (isBook ? maxBytes.book : maxBytes.csv)) throw new TooLarge(`${file.name} is too large`)
  const read = isBook ? await readBook(file) : { ...(await readCsvFile(file, format, signal)), file }
  if (read.count > maxImportRows || read.header.length > maxCells) throw new TooLarge(`${file.name} is too large`)
  if (read.header.every((each) => each.trim() === '')) throw new Error('There is no header line')
  return { name: file.name, isText: !isBook, ...read }
}

async function readBook(file: File): Promise<Omit<Sheet, 'name' | 'isText'>> {
  const { readXlsx } = await import('./read-xlsx.ts')
  const read = readXlsx(new Uint8Array(await file.arrayBuffer()))
  const [header = [], ...rows] = read.map((cells) => read[0]!.map((_, at) => cells[at] ?? ''))
  const csv = new File([toCsv(header, rows)], file.name.replace(/\.xlsx$/i, '.csv'), { type: 'text/csv' })
  const counter = createFormatCounter()
  for (const cells of rows) counter.add(cells)
  const format = { delimiter: ',', encoding: 'utf-8' } as const
  return { header, rows, count: rows.length, format, columnFormats: counter.formats(), file: csv }
}
