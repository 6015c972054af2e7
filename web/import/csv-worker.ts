// A large or damaged file must not block the page.
import { createFormatCounter } from '#schema/import/column-formats.ts'
import { decodePieces, guessEncoding } from '#schema/import/encoding.ts'
import { guessDelimiter } from '#schema/import/guess-delimiter.ts'
import { readCsv } from '#schema/import/read-csv.ts'
import type { CsvResponse, CsvRequest } from './csv-messages.ts'

/** Rows used for examples and the preview. */
const maxSampled = 1_000

async function read({ bytes, format }: CsvRequest): Promise<CsvResponse> {
  const encoding = format.encoding ?? (await guessEncoding([bytes]))
  let delimiter = format.delimiter
  async function* text(): AsyncGenerator<string> {
    for await (const piece of decodePieces([bytes], encoding)) {
      if (piece) delimiter ??= guessDelimiter(piece)
      yield piece
    }
  }
  const rows: (readonly string[])[] = []
  let header: readonly string[] | undefined
  let count = -1
  const counter = createFormatCounter()
  for await (const { cells, isBroken } of readCsv(text(), { delimiter })) {
    if (count === -1 && isBroken) throw new Error('A quotation mark is out of place in the header')
    count++
    if (!header) {
      header = cells
      continue
    }
    // The server refuses other rows.
    if (!isBroken && cells.length === header.length) counter.add(cells)
    if (rows.length < maxSampled) rows.push(cells)
  }
  return {
    header: header ?? [],
    rows,
    count,
    format: { encoding, delimiter: delimiter ?? ',' },
    columnFormats: counter.formats(),
  }
}

onmessage = ({ data }: MessageEvent<CsvRequest>) => {
  read(data).then(
    (response) => postMessage(response),
    (error: unknown) => postMessage({ problem: error instanceof Error ? error.message : String(error) }),
  )
}
