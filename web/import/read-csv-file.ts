import type { CsvResponse, CsvRequest, TextFormat } from './csv-messages.ts'

/** The worker ends with the result or the signal. Rejects if the file cannot be read. */
export async function readCsvFile(file: File, format: TextFormat, signal?: AbortSignal): Promise<CsvResponse> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<CsvResponse>()
  const abort = () => reject(signal!.reason)
  signal?.addEventListener('abort', abort)
  worker.onmessage = ({ data }: MessageEvent<CsvResponse | { readonly problem: string }>) => {
    if ('problem' in data) reject(new Error(data.problem))
    else resolve(data)
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
