// A file that somebody wants to import, as rows of texts.
import { toCsv } from '#schema/csv.ts'
import { readCsv } from '#schema/import/read-csv.ts'
import { TooLarge } from './too-large.ts'

/** The server takes no larger CSV; a workbook is packed, and much larger inside. */
const mostBytes = { csv: 20_000_000, book: 10_000_000 } as const

export interface Sheet {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The same as CSV, which is what the server imports. */
  readonly file: File
}

/** Rejects when nothing can be read. */
export async function readSheet(file: File): Promise<Sheet> {
  const isBook = /\.xlsx$/i.test(file.name)
  if (file.size > (isBook ? mostBytes.book : mostBytes.csv)) throw new TooLarge(`${file.name} is too large`)
  const rows = isBook ? await rowsOfBook(file) : await rowsOfCsv(file)
  const [header = [], ...others] = rows
  if (header.every((each) => each.trim() === '')) throw new Error('There is no header line')
  if (!isBook) return { name: file.name, header, rows: others, file }
  const csv = new File([toCsv(header, others)], file.name.replace(/\.xlsx$/i, '.csv'), { type: 'text/csv' })
  return { name: file.name, header, rows: others, file: csv }
}

async function rowsOfCsv(file: File): Promise<readonly (readonly string[])[]> {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  const rows: (readonly string[])[] = []
  // oxlint-disable-next-line require-await
  const pieces = async function* () {
    yield text
  }
  for await (const { cells } of readCsv(pieces())) rows.push(cells)
  return rows
}

/** Rows as wide as the header. */
async function rowsOfBook(file: File): Promise<readonly (readonly string[])[]> {
  const { readXlsx } = await import('./read-xlsx.ts')
  const read = readXlsx(new Uint8Array(await file.arrayBuffer()))
  const width = read[0]?.length ?? 0
  return read.map((cells) => Array.from({ length: width }, (_, at) => cells[at] ?? ''))
}
