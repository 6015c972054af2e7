// A large or damaged file must not block the page.
import { createFormatCounter } from '#schema/import/column-formats.ts'
import { decodePieces, guessEncoding } from '#schema/import/encoding.ts'
import { guessDelimiter } from '#schema/import/guess-delimiter.ts'
import { maxImportRows } from '#schema/import/import-map.ts'
import { type CsvRecord, readCsv } from '#schema/import/read-csv.ts'
import { maxCells } from '#schema/import/scan-record.ts'
import { unescapeFormulas } from '#schema/kernel/csv.ts'
import type { CsvMessage, CsvRequest } from './csv-messages.ts'
import { TooLarge } from './too-large.ts'

const maxPart = 1_000

const post = (message: CsvMessage) => postMessage(message)

async function read({ bytes, format }: CsvRequest): Promise<void> {
  const encoding = format.encoding ?? (await guessEncoding([bytes]))
  let delimiter = format.delimiter
  async function* text(): AsyncGenerator<string> {
    for await (const piece of decodePieces([bytes], encoding)) {
      if (piece) delimiter ??= guessDelimiter(piece)
      yield piece
    }
  }
  const counter = createFormatCounter()
  let header: readonly string[] | undefined
  let part: CsvRecord[] = []
  let count = 0
  for await (const record of readCsv(text(), { delimiter })) {
    const cells = record.cells.map(unescapeFormulas)
    if (!header) {
      if (record.isBroken) throw new Error('A quotation mark is out of place in the header')
      if (record.cells.length > maxCells) throw new TooLarge('There are too many columns')
      header = cells
      continue
    }
    if (++count > maxImportRows) throw new TooLarge('There are too many rows')
    // The server refuses other rows.
    if (!record.isBroken && cells.length === header.length) counter.add(cells)
    if (part.push({ ...record, cells }) < maxPart) continue
    post({ part })
    part = []
  }
  post({ part })
  post({
    end: { header: header ?? [], format: { encoding, delimiter: delimiter ?? ',' }, columnFormats: counter.formats() },
  })
}

onmessage = ({ data }: MessageEvent<CsvRequest>) => {
  read(data).catch((error: unknown) =>
    post({
      problem: error instanceof Error ? error.message : String(error),
      isTooLarge: error instanceof TooLarge,
    }),
  )
}
