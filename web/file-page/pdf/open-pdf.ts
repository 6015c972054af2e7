import { getDocument, GlobalWorkerOptions, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist'

export type OpenedPdf =
  | { readonly kind: 'opened'; readonly pdf: PDFDocumentProxy }
  | { readonly kind: 'locked' | 'damaged' }

/** The content security policy forbids WebAssembly, so decoders of scanned images are scripts (vite.config.ts). */
const decoders = { useWasm: false, wasmUrl: new URL('/pdf/', location.origin).href }

/** Takes over `bytes`. */
export async function openPdf(bytes: ArrayBuffer, signal: AbortSignal): Promise<OpenedPdf> {
  GlobalWorkerOptions.workerPort ??= new Worker(new URL('pdf-worker.ts', import.meta.url), { type: 'module' })
  const task = getDocument({ data: bytes, verbosity: 0, ...decoders })
  signal.addEventListener('abort', () => void task.destroy(), { once: true })
  try {
    const pdf = await task.promise
    return pdf.numPages > 0 ? { kind: 'opened', pdf } : { kind: 'damaged' }
  } catch (error) {
    return { kind: error instanceof PasswordException ? 'locked' : 'damaged' }
  }
}
