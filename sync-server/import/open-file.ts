// Reads a file to its end before anything is written, so that an unreadable file is refused as a whole.
import { basename } from 'node:path'
import { headerProblems } from '#schema/import/read-row.ts'
import type { ImportMap } from '#schema/import/import-map.ts'
import { type CsvRecord, readCsv } from '#schema/import/read-csv.ts'
import { asItWas } from '#schema/csv.ts'
import { ImportError } from './import-error.ts'
import { fileText, type ImportSource } from './file-text.ts'

/** A refused row is written out as wide as the header, so the header is bounded. */
const mostColumns = 500

export interface ImportFile {
  /** The file's name without its folder. */
  readonly name: string
  readonly header: readonly string[]
  /** The number of rows below the header. */
  readonly count: number
  rows(): AsyncGenerator<CsvRecord>
}

async function* rowsOf(source: ImportSource): AsyncGenerator<CsvRecord> {
  let isHeader = true
  for await (const record of readCsv(fileText(source))) {
    if (!isHeader) yield { ...record, cells: record.cells.map(asItWas) }
    isHeader = false
  }
}

/** Opens a file for this map, or throws an ImportError that says why it cannot be read. */
export async function openImportFile(source: ImportSource, map: ImportMap, mostRows = Infinity): Promise<ImportFile> {
  const { path } = source
  let header: CsvRecord | undefined
  let count = -1
  for await (const record of readCsv(fileText(source))) {
    header ??= record
    count++
    if (!header.isBroken && header.cells.length > mostColumns)
      throw new ImportError(`${path} has ${header.cells.length} columns: at most ${mostColumns} can be imported`)
    if (count > mostRows) throw new ImportError(`${path} has more than ${mostRows} rows: import it in parts`)
  }
  if (!header) throw new ImportError(`${path} is empty: a header line is expected`)
  if (header.isBroken) throw new ImportError(`The header of ${path} has a quotation mark out of place`)
  const problems = headerProblems(map, header.cells)
  if (problems.length) throw new ImportError(`${problems.join('\n')}\nIts columns: ${header.cells.join(', ')}`)
  return { name: basename(path), header: header.cells, count, rows: () => rowsOf(source) }
}
