// The refused rows as they were, with two additional columns.
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { type Reason, reasonText } from '#schema/import/reasons.ts'
import type { CsvRecord } from '#schema/import/read-csv.ts'
import { csvLine } from '../http/csv-line.ts'
import { ImportError } from './import-error.ts'

export interface ErrorFile {
  write(record: CsvRecord, reasons: readonly Reason[]): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the file with the header; a row with too few cells is padded, so that line and reason are in their columns.
 */
export async function createErrorFile(path: string, header: readonly string[]): Promise<ErrorFile> {
  const stream = createWriteStream(path)
  const closed = finished(stream)
  closed.catch(() => {})
  try {
    await once(stream, 'open')
  } catch (error) {
    throw new ImportError(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  const write = async (cells: readonly string[]): Promise<void> => {
    if (!stream.write(csvLine(cells))) await Promise.race([once(stream, 'drain'), closed])
  }
  await write([...header, 'line', 'reason'])
  return {
    write({ cells, line }, reasons) {
      const missing = Array.from({ length: Math.max(0, header.length - cells.length) }, () => '')
      return write([...cells, ...missing, String(line), reasons.map(reasonText).join('; ')])
    },
    async close() {
      stream.end()
      await closed
    },
  }
}
