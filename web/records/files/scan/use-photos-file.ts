import i18next from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { maxFileBytes } from '#schema/kernel/files.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import type { ScannedPage } from './scanned-page.ts'
import { type PdfPhoto, photosToPdf } from './photos-to-pdf.ts'
import { drawPage } from './scan.ts'
import type { PageQuality } from './scan-messages.ts'

/** A4 at 200, 150 and 100 dots an inch: the best that fits into a file. */
const qualities: readonly PageQuality[] = [
  { longSide: 2339, quality: 0.75 },
  { longSide: 1754, quality: 0.6 },
  { longSide: 1169, quality: 0.5 },
]

interface Drawn {
  readonly key: string
  readonly file: File | undefined
  readonly pictures: ReadonlyMap<string, string>
}

const nothing: Drawn = { key: '', file: undefined, pictures: new Map() }

export function usePhotosFile(pages: readonly ScannedPage[], open: (page: ScannedPage) => Promise<File | null>) {
  const today = useToday()
  const [drawn, setDrawn] = useState(nothing)
  const [failedKey, setFailedKey] = useState<string>()
  const photos = useRef<ReadonlyMap<string, PdfPhoto>>(new Map())
  const previous = useRef(Promise.resolve())
  const key = pages.map(keyOf).join(' ')
  const latest = useRef(pages)
  useEffect(() => {
    latest.current = pages
  })
  useEffect(() => {
    let isCurrent = true
    const draw = async () => {
      if (!isCurrent) return
      const { file, photos: used } = await fileOf(latest.current, open, photos.current, today)
      photos.current = used
      if (isCurrent) setDrawn({ key, file, pictures: picturesOf(latest.current, used) })
    }
    // One after the other: a photo takes much memory while it is straightened.
    previous.current = previous.current.then(draw).catch(() => {
      if (isCurrent) setFailedKey(key)
    })
    return () => {
      isCurrent = false
    }
  }, [key, open, today])
  useEffect(
    () => () => {
      for (const url of drawn.pictures.values()) URL.revokeObjectURL(url)
    },
    [drawn],
  )
  const isUnreadable = failedKey === key && key !== ''
  return {
    file: drawn.key === key ? drawn.file : undefined,
    pictures: drawn.pictures,
    isDrawing: drawn.key !== key && !isUnreadable,
    isUnreadable,
  }
}

const keyOf = ({ id, page }: ScannedPage): string => `${id}/${page.corners.flat().join()}`

/** Takes over the `known` photos that are still used. */
async function fileOf(
  pages: readonly ScannedPage[],
  open: (page: ScannedPage) => Promise<File | null>,
  known: ReadonlyMap<string, PdfPhoto>,
  today: string,
) {
  const photos = new Map<string, PdfPhoto>()
  let pdf: Blob | undefined
  for (const to of pages.length > 0 ? qualities : []) {
    for (const page of pages) {
      const key = drawnKeyOf(page, to)
      photos.set(key, known.get(key) ?? (await draw(page, open, to)))
    }
    pdf = photosToPdf(pages.map((page) => photos.get(drawnKeyOf(page, to))!))
    if (pdf.size <= maxFileBytes) break
  }
  const name = `${i18next.t('files:photos.fileName', { date: today })}.pdf`
  return { photos, file: pdf && new File([pdf], name, { type: pdf.type }) }
}

const drawnKeyOf = (page: ScannedPage, { longSide }: PageQuality): string => `${longSide} ${keyOf(page)}`

async function draw(
  page: ScannedPage,
  open: (page: ScannedPage) => Promise<File | null>,
  to: PageQuality,
): Promise<PdfPhoto> {
  const photo = await open(page)
  if (!photo) throw new Error('The page is not on this device.')
  return drawPage(photo, page.page.corners, to)
}

const picturesOf = (
  pages: readonly ScannedPage[],
  photos: ReadonlyMap<string, PdfPhoto>,
): ReadonlyMap<string, string> =>
  new Map(
    pages.map((page) => {
      const { bytes } = photos.get(drawnKeyOf(page, qualities[0]!))!
      return [page.id, URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }))]
    }),
  )
