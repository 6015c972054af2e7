import { describe, expect, test } from 'vitest'
import { photoOf, photoSize } from '#web/test/photo.ts'
import { detectPaper } from './detect-paper.ts'
import { areaOf, isConvex, perspectiveTo, type Quad, scaled, sizeOf, rotated, wholePhoto } from './geometry.ts'
import { photosToPdf } from './photos-to-pdf.ts'
import { readPhoto } from './read-photo.ts'
import { detectCorners, drawPage } from './scan.ts'
import { straighten } from './straighten.ts'

const slanted: Quad = [
  [60, 40],
  [350, 20],
  [380, 280],
  [30, 250],
]

const blank = (width: number, height: number) => ({ data: new Uint8ClampedArray(4 * width * height), width, height })

describe('a perspective', () => {
  test('maps the corners to the corners, and the center to where the diagonals cross', () => {
    const at = perspectiveTo(slanted)
    const corners = wholePhoto.map(([u, v]) => at(u, v).map((each) => Math.round(each)))
    expect(corners).toEqual(slanted)
    const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = slanted
    const [x, y] = at(0.5, 0.5)
    expect((x2 - x0) * (y - y0) - (y2 - y0) * (x - x0)).toBeCloseTo(0, 6)
    expect((x3 - x1) * (y - y1) - (y3 - y1) * (x - x1)).toBeCloseTo(0, 6)
  })

  test('is undone by straightening: lines of a slanted sheet become upright', () => {
    const source = blank(400, 300)
    // Paints the sheet's left half red and its right half blue, by the perspective itself.
    const at = perspectiveTo(slanted)
    for (let v = 0; v < 1; v += 0.0005)
      for (let u = 0; u < 1; u += 0.0005) {
        const [x, y] = at(u, v).map((each) => Math.floor(each))
        source.data[4 * (y! * 400 + x!) + (u < 0.5 ? 0 : 2)] = 255
      }
    const page = blank(100, 140)
    straighten(source, slanted, page)
    const reds = Array.from(
      { length: 140 },
      (_, y) => Array.from({ length: 100 }, (_, x) => page.data[4 * (y * 100 + x)]!).filter((red) => red > 127).length,
    )
    expect(Math.min(...reds.slice(2, -2))).toBeGreaterThanOrEqual(48)
    expect(Math.max(...reds)).toBeLessThanOrEqual(52)
  })
})

test('a quarter turn exchanges width and height, and four of them change nothing', () => {
  const sheet = scaled(wholePhoto, 400, 300)
  expect([sizeOf(sheet), sizeOf(rotated(sheet))]).toEqual([
    { width: 400, height: 300 },
    { width: 300, height: 400 },
  ])
  expect(rotated(rotated(rotated(rotated(sheet))))).toEqual(sheet)
  expect([areaOf(sheet), isConvex(sheet), isConvex(sheet.with(0, [399, 299]) as unknown as Quad)]).toEqual([
    120_000,
    true,
    false,
  ])
})

test('the corners of a bright sheet on a dark table are found', async () => {
  const corners = await detectCorners(await photoOf({ corners: slanted }))
  const pixels = scaled(corners!, photoSize.width, photoSize.height)
  for (const [index, [x, y]] of pixels.entries())
    expect(Math.hypot(x - slanted[index]![0], y - slanted[index]![1]), `corner ${index}`).toBeLessThan(6)
})

test('no corners are found in a photo that is one bright area, or none', async () => {
  expect(await detectCorners(await photoOf())).toBeNull()
  expect(detectPaper(blank(40, 30))).toBeNull()
})

test('a photo becomes a page of the sheet alone, at most as large as asked', async () => {
  const photo = await photoOf({ corners: slanted })
  const corners = slanted.map(([x, y]) => [x / 400, y / 300]) as unknown as Quad
  const { bytes, width, height } = await drawPage(photo, corners, { longSide: 200, quality: 0.8 })
  expect([width, height]).toEqual([200, Math.round((200 * sizeOf(slanted).height) / sizeOf(slanted).width)])
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
  const context = new OffscreenCanvas(width, height).getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  const { data } = context.getImageData(3, 3, width - 6, height - 6)
  expect(Math.min(...data)).toBeGreaterThan(240)
})

test('a photo is stored smaller than the camera takes it, and a file that is no picture is not a photo', async () => {
  const canvas = new OffscreenCanvas(4000, 3000)
  canvas.getContext('2d')!.fillRect(0, 0, 4000, 3000)
  const photo = await readPhoto(await canvas.convertToBlob({ type: 'image/png' }))
  const { width, height } = await createImageBitmap(photo!)
  expect([photo!.type, width, height]).toEqual(['image/jpeg', 2800, 2100])
  expect(await readPhoto(new File(['no picture'], 'IMG_1.HEIC'))).toBeNull()
})

test('a PDF of photos has a fixed structure whose offsets are right', async () => {
  const photo = { bytes: new Uint8Array([0xff, 0xd8, 0xff]), width: 10, height: 20 }
  const bytes = new Uint8Array(await photosToPdf([photo, photo]).arrayBuffer())
  const text = String.fromCharCode(...bytes)
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
  expect(offsets).toHaveLength(8)
  for (const [index, offset] of offsets.entries())
    expect(text.slice(offset).startsWith(`${index + 1} 0 obj\n`), `object ${index + 1}`).toBe(true)
  expect(text).toContain('/MediaBox [0 0 421.00 842.00]')
  expect(text.slice(Number(/startxref\n(\d+)/.exec(text)![1])).startsWith('xref\n')).toBe(true)
})
