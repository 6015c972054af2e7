import { getDocument, PasswordException, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist'

export type OpenedPdf =
  | { readonly kind: 'opened'; readonly pdf: PDFDocumentProxy }
  | { readonly kind: 'locked' | 'damaged' }

/** The content security policy forbids WebAssembly, so decoders of scanned images are scripts (vite.config.ts). */
const decoders = { useWasm: false, wasmUrl: new URL('/pdf/', location.origin).href }

/** In pixels; an image that declares more is left out. */
const maxImageSize = 100_000_000

/** Takes over `bytes`. Each file has its own worker, which ends with the signal even while a hostile file keeps it busy. */
export async function openPdf(bytes: ArrayBuffer, signal: AbortSignal): Promise<OpenedPdf> {
  signal.throwIfAborted()
  const port = new Worker(new URL('pdf-worker.ts', import.meta.url), { type: 'module' })
  const worker = PDFWorker.create({ port })
  const task = getDocument({ data: bytes, worker, verbosity: 0, maxImageSize, ...decoders })
  const close = () => {
    // Its response may never come.
    task.destroy().catch(() => {})
    worker.destroy()
    port.terminate()
  }
  signal.addEventListener('abort', close, { once: true })
  try {
    const pdf = await task.promise
    return pdf.numPages > 0 ? { kind: 'opened', pdf } : { kind: 'damaged' }
  } catch (error) {
    return { kind: error instanceof PasswordException ? 'locked' : 'damaged' }
  }
}
