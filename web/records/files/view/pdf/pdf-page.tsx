// A page is drawn while it is near the visible part. Its invisible text lies over it for selection and screen readers.
import { useIntersection } from '@mantine/hooks'
import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '#web/ui/format/numbers/number-format.ts'
import type { Hit } from './find-hits.ts'
import { HitMarks } from './hit-marks.tsx'
import classes from './pdf-view.module.css'
import { pixelsPerPoint } from './zoom.ts'

/** Beyond them browsers draw nothing. */
const [maxCanvasPixels, maxCanvasSide] = [16_000_000, 16_384]

interface PdfPageProps {
  readonly pdf: PDFDocumentProxy
  readonly number: number
  /** The first page’s size until this page is read. */
  readonly size: { readonly width: number; readonly height: number }
  readonly factor: number
  readonly scroller: HTMLElement | null
  readonly hits: readonly Hit[]
  readonly current: Hit | undefined
  readonly showMark: (of: Hit, mark: HTMLElement) => void
}

export function PdfPage({ pdf, number, size, factor, scroller, hits, current, showMark }: PdfPageProps) {
  const { t } = useTranslation('files')
  const { ref, entry } = useIntersection({ root: scroller, rootMargin: '100% 0%' })
  const isNear = entry?.isIntersecting ?? false
  const [page, setPage] = useState<PDFPageProxy>()
  useEffect(() => {
    if (!isNear) return undefined
    let isMounted = true
    // The file may close in the meantime.
    pdf.getPage(number).then(
      (read) => isMounted && setPage(read),
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [pdf, number, isNear])
  const { width, height } = page?.getViewport({ scale: 1 }) ?? size
  const scale = factor * pixelsPerPoint
  return (
    <section
      ref={ref}
      className={classes['page']}
      data-page={number}
      // PDF coordinates have one direction.
      dir="ltr"
      aria-label={t('viewer.pageOf', { page: count(number), pages: count(pdf.numPages) })}
      style={{ inlineSize: width * scale, blockSize: height * scale }}
    >
      {page && isNear && <Drawn page={page} scale={scale} hits={hits} current={current} showMark={showMark} />}
    </section>
  )
}

interface DrawnProps extends Pick<PdfPageProps, 'hits' | 'current' | 'showMark'> {
  readonly page: PDFPageProxy
  readonly scale: number
}

function Drawn({ page, scale, hits, current, showMark }: DrawnProps) {
  const picture = useRef<HTMLDivElement>(null)
  useEffect(() => draw(page, scale, picture.current!), [page, scale])
  useEffect(() => () => void page.cleanup(), [page])
  const { host, divs } = useTextLayer(page, scale)
  return (
    <>
      <div ref={picture} className={classes['picture']} aria-hidden="true" />
      <HitMarks divs={divs} scale={scale} hits={hits} current={current} showMark={showMark} />
      <div ref={host} className={classes['text']} style={{ '--total-scale-factor': scale } as object} />
    </>
  )
}

function draw(page: PDFPageProxy, scale: number, host: HTMLElement): () => void {
  const { width, height } = page.getViewport({ scale })
  const density = Math.min(
    devicePixelRatio,
    Math.sqrt(maxCanvasPixels / (width * height)),
    maxCanvasSide / Math.max(width, height),
  )
  const viewport = page.getViewport({ scale: scale * density })
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const task = page.render({ canvas, viewport })
  // The former picture stays until the sharper one is complete. A broken page stays white.
  task.promise.then(
    () => host.replaceChildren(canvas),
    () => {},
  )
  return () => task.cancel()
}

function useTextLayer(page: PDFPageProxy, scale: number) {
  const host: RefObject<HTMLDivElement | null> = useRef(null)
  const [divs, setDivs] = useState<readonly HTMLElement[]>([])
  useEffect(() => {
    const container = host.current!
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container,
      viewport: page.getViewport({ scale }),
    })
    layer.render().then(
      () => setDivs([...layer.textDivs]),
      () => {},
    )
    return () => {
      layer.cancel()
      container.replaceChildren()
    }
  }, [page, scale])
  return { host, divs }
}
