import type { CsvRecord } from '#schema/import/read-csv.ts'
import type { CsvMessage, CsvRequest, CsvTable, TextFormat } from './csv-messages.ts'
import { TooLarge } from './too-large.ts'

/** The worker ends with the result or the signal. Rejects if the file cannot be read. */
export async function readCsvFile(file: File, format: TextFormat, signal?: AbortSignal): Promise<CsvTable> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<CsvTable>()
  const abort = () => reject(signal!.reason)
  signal?.addEventListener('abort', abort)
  const rows: CsvRecord[] = []
  worker.onmessage = ({ data }: MessageEvent<CsvMessage>) => {
    if ('part' in data) rows.push(...data.part)
    else if ('end' in data) resolve({ ...data.end, rows })
    else reject(data.isTooLarge ? new TooLarge(data.problem) : new Error(data.problem))
  }
  worker.onerror = () => reject(new Error('The file could not be read'))
  worker.postMessage({ bytes, format } satisfies CsvRequest, [bytes.buffer])
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', abort)
    worker.terminate()
  }
}
