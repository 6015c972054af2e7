import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Reason } from '#schema/import/reasons.ts'
import type { CsvRecord } from '#schema/import/read-csv.ts'
import { ImportError } from './import-error.ts'
import { refusedHeader, refusedLine } from './refused-line.ts'

export interface ErrorFile {
  write(record: CsvRecord, reasons: readonly Reason[]): Promise<void>
  close(): Promise<void>
}

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
  const write = async (line: string): Promise<void> => {
    if (!stream.write(line)) await Promise.race([once(stream, 'drain'), closed])
  }
  await write(refusedHeader(header))
  return {
    write: (record, reasons) => write(refusedLine(header, record, reasons)),
    async close() {
      stream.end()
      await closed
    },
  }
}
