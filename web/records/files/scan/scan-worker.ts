// Straightening a page takes a fifth of a second on a fast device, so the page does not do it.
import { detectPaper } from './detect-paper.ts'
import { type Quad, scaled, sizeOf } from './geometry.ts'
import type { PageQuality, ScanRequest, ScanResults } from './scan-messages.ts'
import { straighten } from './straighten.ts'

/** Enough to find corners, and quick. */
const detectionSide = 240

async function pixelsOf(photo: Blob, maxSide: number): Promise<ImageData> {
  const bitmap = await createImageBitmap(photo)
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)))
  const context = contextOf(width!, height!)
  context.drawImage(bitmap, 0, 0, width!, height!)
  bitmap.close()
  return context.getImageData(0, 0, width!, height!)
}

const contextOf = (width: number, height: number): OffscreenCanvasRenderingContext2D =>
  new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!

async function pageOf(photo: Blob, corners: Quad, { longSide, quality }: PageQuality): Promise<ScanResults['page']> {
  const source = await pixelsOf(photo, Number.POSITIVE_INFINITY)
  const quad = scaled(corners, source.width, source.height)
  const size = sizeOf(quad)
  const scale = Math.min(1, longSide / Math.max(size.width, size.height))
  const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * scale)))
  const context = contextOf(width!, height!)
  const page = context.createImageData(width!, height!)
  straighten(source, quad, page)
  context.putImageData(page, 0, 0)
  const jpeg = await context.canvas.convertToBlob({ type: 'image/jpeg', quality })
  return { bytes: new Uint8Array(await jpeg.arrayBuffer()), width: width!, height: height! }
}

const run = async (request: ScanRequest): Promise<ScanResults[keyof ScanResults]> =>
  request.kind === 'detect'
    ? detectPaper(await pixelsOf(request.photo, detectionSide))
    : pageOf(request.photo, request.corners, request.to)

addEventListener('message', ({ data }: MessageEvent<ScanRequest>) => {
  run(data).then(
    (result) => postMessage({ result }),
    () => postMessage({}),
  )
})
