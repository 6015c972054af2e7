import type { Quad } from './geometry.ts'
import type { PageQuality, ScanRequest, ScanResults } from './scan-messages.ts'

let worker: Worker | undefined

function ask<Kind extends keyof ScanResults>(request: ScanRequest & { readonly kind: Kind }) {
  worker ??= new Worker(new URL('scan-worker.ts', import.meta.url), { type: 'module' })
  const { port1, port2 } = new MessageChannel()
  return new Promise<ScanResults[Kind]>((resolve, reject) => {
    port1.addEventListener('message', ({ data }: MessageEvent<{ readonly result?: ScanResults[Kind] }>) => {
      port1.close()
      if (data.result === undefined) reject(new Error('The photo cannot be read.'))
      else resolve(data.result)
    })
    port1.start()
    worker!.postMessage(request, [port2])
  })
}

export const detectCorners = (photo: Blob): Promise<Quad | null> => ask({ kind: 'detect', photo })

export const drawPage = (photo: Blob, corners: Quad, to: PageQuality): Promise<ScanResults['page']> =>
  ask({ kind: 'page', photo, corners, to })
