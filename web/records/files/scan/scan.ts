import type { Quad } from './geometry.ts'
import type { PageQuality, ScanRequest, ScanResults } from './scan-messages.ts'

/** The worker ends with its result. Rejects if the photo cannot be read. */
async function request<Kind extends keyof ScanResults>(
  message: ScanRequest & { readonly kind: Kind },
): Promise<ScanResults[Kind]> {
  const worker = new Worker(new URL('scan-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<ScanResults[Kind]>()
  const fail = () => reject(new Error('The photo cannot be read.'))
  worker.onmessage = ({ data }: MessageEvent<{ readonly result?: ScanResults[Kind] }>) => {
    if (data.result === undefined) fail()
    else resolve(data.result)
  }
  worker.onerror = fail
  worker.postMessage(message)
  try {
    return await promise
  } finally {
    worker.terminate()
  }
}

export const detectCorners = (photo: Blob): Promise<Quad | null> => request({ kind: 'detect', photo })

export const drawPage = (photo: Blob, corners: Quad, to: PageQuality): Promise<ScanResults['page']> =>
  request({ kind: 'page', photo, corners, to })
