// Reads all before writing, so that an unreadable file is refused as a whole.
import { basename } from 'node:path'
import { headerProblems } from '#schema/import/read-row.ts'
import type { ImportMap } from '#schema/import/import-map.ts'
import type { CsvRecord } from '#schema/import/read-csv.ts'
import { maxCells } from '#schema/import/scan-record.ts'
import { ImportError } from './import-error.ts'
import type { ImportSource } from './file-pieces.ts'
import { readOffThread } from './read-off-thread.ts'

export interface ImportFile {
  readonly name: string
  readonly header: readonly string[]
  rows(): AsyncGenerator<CsvRecord>
}

interface OpenOptions {
  readonly maxRows?: number
  readonly signal?: AbortSignal
}

export async function openImportFile(
  source: ImportSource,
  map: ImportMap,
  { maxRows = Infinity, signal }: OpenOptions = {},
): Promise<ImportFile> {
  const { path } = source
  const request = { source, delimiter: map.delimiter, encoding: map.encoding, maxRows: maxRows + 1 }
  let header: CsvRecord | undefined
  let count = 0
  for await (const batch of readOffThread({ ...request, isCount: true }, signal)) {
    header ??= batch.records[0]
    count = batch.count - 1
    if (header && !header.isBroken && header.cells.length > maxCells)
      throw new ImportError(`${path} has more than ${maxCells} columns`)
  }
  if (!header) throw new ImportError(`${path} is empty: a header line is expected`)
  if (header.isBroken) throw new ImportError(`The header of ${path} has a quotation mark out of place`)
  if (count > maxRows) throw new ImportError(`${path} has more than ${maxRows} rows: import it in parts`)
  const problems = headerProblems(map, header.cells)
  if (problems.length) throw new ImportError(`${problems.join('\n')}\nIts columns: ${header.cells.join(', ')}`)

  async function* rows(): AsyncGenerator<CsvRecord> {
    let isHeader = true
    for await (const { records } of readOffThread({ ...request, isCount: false }, signal)) {
      yield* isHeader ? records.slice(1) : records
      isHeader = false
    }
  }
  return { name: basename(path), header: header.cells, rows }
}
