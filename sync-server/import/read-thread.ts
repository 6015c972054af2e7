import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { unescapeFormulas } from '#schema/kernel/csv.ts'
import { decodePieces, type Encoding, guessEncoding, UnreadableText } from '#schema/import/encoding.ts'
import type { Delimiter } from '#schema/import/guess-delimiter.ts'
import { type CsvRecord, readCsv } from '#schema/import/read-csv.ts'
import { type ImportSource, chunksOf } from './file-pieces.ts'

export interface ReadRequest {
  readonly source: ImportSource
  readonly delimiter?: Delimiter | undefined
  readonly encoding?: Encoding | undefined
  readonly isCount: boolean
  /** Stops counting there. */
  readonly maxRows: number
}

export interface ReadBatch {
  readonly records: readonly CsvRecord[]
  readonly count: number
  readonly isEnd: boolean
  readonly problem?: string
}

const maxRecords = 500
const maxCharacters = 1_000_000

const lengthOf = ({ cells }: CsvRecord): number => cells.reduce((length, cell) => length + cell.length, 0)

async function* readBatches({ source, delimiter, encoding, isCount, maxRows }: ReadRequest): AsyncGenerator<ReadBatch> {
  let records: CsvRecord[] = []
  let characters = 0
  let count = 0
  const text = decodePieces(chunksOf(source), encoding ?? (await guessEncoding(chunksOf(source))))
  for await (const record of readCsv(text, { delimiter })) {
    count++
    if (isCount && count > maxRows) break
    if (isCount && count > 1) continue
    records.push({ ...record, cells: record.cells.map(unescapeFormulas) })
    characters += lengthOf(record)
    if (isCount || (records.length < maxRecords && characters < maxCharacters)) continue
    yield { records, count, isEnd: false }
    records = []
    characters = 0
  }
  yield { records, count, isEnd: true }
}

const problemOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof UnreadableText ? message : `cannot be read: ${message}`
}

const port = parentPort!
try {
  for await (const batch of readBatches(workerData as ReadRequest)) {
    port.postMessage(batch)
    if (!batch.isEnd) await once(port, 'message')
  }
} catch (error) {
  port.postMessage({ records: [], count: 0, isEnd: true, problem: problemOf(error) } satisfies ReadBatch)
}
