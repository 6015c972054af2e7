import { expect, onTestFinished, test, vi } from 'vitest'
import { wholePhoto } from '#web/records/files/scan/geometry.ts'
import { photosToPdf } from '#web/records/files/scan/photos-to-pdf.ts'
import { drawPage } from '#web/records/files/scan/scan.ts'
import { photoOf } from '#web/test/photo.ts'
import { openPdf } from './open-pdf.ts'

const small = { longSide: 400, quality: 0.9 }

test('the viewer reads a PDF of photos: a page for each, in their order and colors', async () => {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const photos = await Promise.all(
    ['#f00', '#00f'].map(async (color) => drawPage(await photoOf({ color }), wholePhoto, small)),
  )
  const opened = await openPdf(await photosToPdf(photos).arrayBuffer(), leaving.signal)
  if (opened.kind !== 'opened') throw new Error(opened.kind)
  const centers = []
  for (let number = 1; number <= opened.pdf.numPages; number++) {
    const page = await opened.pdf.getPage(number)
    const viewport = page.getViewport({ scale: 0.1 })
    const canvas = document.createElement('canvas')
    canvas.width = viewport.width
    canvas.height = viewport.height
    await page.render({ canvas, viewport }).promise
    const [red, , blue] = canvas.getContext('2d')!.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data
    centers.push([Math.round(red! / 255), Math.round(blue! / 255)])
  }
  expect(centers).toEqual([
    [1, 0],
    [0, 1],
  ])
})

test('closing a file ends its worker, and the next file opens', async () => {
  const bytes = await photosToPdf([await drawPage(await photoOf(), wholePhoto, small)]).arrayBuffer()
  const [first, second] = [new AbortController(), new AbortController()]
  const terminate = vi.spyOn(Worker.prototype, 'terminate')
  onTestFinished(() => {
    second.abort()
    terminate.mockRestore()
  })
  expect((await openPdf(bytes.slice(), first.signal)).kind).toBe('opened')
  expect(terminate).not.toHaveBeenCalled()
  first.abort()
  expect(terminate).toHaveBeenCalledOnce()
  expect((await openPdf(bytes, second.signal)).kind).toBe('opened')
})
