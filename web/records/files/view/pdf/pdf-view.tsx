import { useElementSize } from '@mantine/hooks'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { LoadingPlaceholder } from '#web/ui/overlay/loading-placeholder.tsx'
import { ScrollRegion } from '#web/ui/table/scroll-region.tsx'
import type { Hit } from './find-hits.ts'
import { openPdf, type OpenedPdf } from './open-pdf.ts'
import { PdfPage } from './pdf-page.tsx'
import { PdfToolbar } from './pdf-toolbar.tsx'
import classes from './pdf-view.module.css'
import { UnreadablePdf } from './unreadable-pdf.tsx'
import { usePdfKeys } from './use-pdf-keys.ts'
import { usePdfSearch } from './use-pdf-search.ts'
import { pixelsPerPoint, zoomed } from './zoom.ts'

interface PdfViewProps {
  readonly name: string
  readonly blob: Blob
  readonly onDownload: () => void
}

interface Size {
  readonly width: number
  readonly height: number
}

export function PdfView({ name, blob, onDownload }: PdfViewProps) {
  const [opened, setOpened] = useState<(OpenedPdf & { readonly size?: Size }) | undefined>()
  useEffect(() => {
    const leaving = new AbortController()
    const open = async () => {
      const found = await openPdf(await blob.arrayBuffer(), leaving.signal)
      const first = found.kind === 'opened' ? await found.pdf.getPage(1).catch(() => null) : null
      if (leaving.signal.aborted) return
      if (found.kind === 'opened' && first) setOpened({ ...found, size: first.getViewport({ scale: 1 }) })
      else setOpened(found.kind === 'opened' ? { kind: 'damaged' } : found)
    }
    open().catch(() => leaving.signal.aborted || setOpened({ kind: 'damaged' }))
    return () => leaving.abort()
  }, [blob])
  if (!opened) return <LoadingPlaceholder />
  if (opened.kind !== 'opened') return <UnreadablePdf because={opened.kind} onDownload={onDownload} />
  return <OpenPdf name={name} pdf={opened.pdf} size={opened.size!} />
}

interface OpenPdfProps {
  readonly name: string
  readonly pdf: PDFDocumentProxy
  readonly size: Size
}

const noHits: readonly Hit[] = []

/** In pixels, on both sides of a page together. */
const margin = 32

function OpenPdf({ name, pdf, size }: OpenPdfProps) {
  const { ref: measured, width } = useElementSize<HTMLDivElement>()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const searchForm = useRef<HTMLFormElement>(null)
  const [chosenFactor, setChosenFactor] = useState<number>()
  const [page, setPage] = useState(1)
  const [query, setQuery] = useState('')
  const search = usePdfSearch(pdf, query)
  const factor = chosenFactor ?? Math.max(0.1, (width - margin) / size.width / pixelsPerPoint)
  const sectionOf = (number: number) => scroller?.querySelector<HTMLElement>(`[data-page="${number}"]`)
  const goTo = (number: number) => sectionOf(number)?.scrollIntoView({ block: 'start', inline: 'nearest' })
  const turn = (by: 1 | -1) => goTo(Math.min(pdf.numPages, Math.max(1, page + by)))
  const zoom = (by: 1 | -1) => setChosenFactor(zoomed(factor, by))
  const fit = () => setChosenFactor(undefined)
  const find = () => searchForm.current!.querySelector('input')!.select()
  usePdfKeys({ turn, zoom, fit, find })
  const hit = search.hits[search.current]
  const hitsByPage = useMemo(() => Map.groupBy(search.hits, (each) => each.page), [search.hits])
  useEffect(() => {
    if (hit) scroller?.querySelector(`[data-page="${hit.page}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [hit, scroller])
  const scrolledTo = useRef<Hit>(undefined)
  /** Once for each hit, so that the person can scroll away. */
  const showMark = useCallback((of: Hit, mark: HTMLElement) => {
    if (of === scrolledTo.current) return
    scrolledTo.current = of
    mark.scrollIntoView({ block: 'center', inline: 'nearest' })
  }, [])
  useScrollToPageAfterZoom(scroller, page, factor)
  return (
    <div className={classes['view']}>
      <PdfToolbar
        page={page}
        pages={pdf.numPages}
        goTo={goTo}
        zoom={zoom}
        fit={fit}
        onQuery={setQuery}
        searchForm={searchForm}
        search={search}
      />
      <ScrollRegion
        ref={setScroller}
        className={classes['scroller']}
        label={name}
        onScroll={({ currentTarget }) => setPage(pageInView(currentTarget))}
      >
        <div ref={measured} className={classes['pages']}>
          {width > 0 &&
            Array.from({ length: pdf.numPages }, (_, index) => index + 1).map((number) => (
              <PdfPage
                key={number}
                pdf={pdf}
                number={number}
                size={size}
                factor={factor}
                scroller={scroller}
                hits={hitsByPage.get(number) ?? noHits}
                current={hit}
                showMark={showMark}
              />
            ))}
        </div>
      </ScrollRegion>
    </div>
  )
}

function useScrollToPageAfterZoom(scroller: HTMLElement | null, page: number, factor: number): void {
  const latestPage = useRef(page)
  useEffect(() => {
    latestPage.current = page
  }, [page])
  useEffect(() => {
    if (latestPage.current > 1) scroller?.querySelector(`[data-page="${latestPage.current}"]`)?.scrollIntoView()
  }, [scroller, factor])
}

/** The page at a third of the height. */
function pageInView(scroller: HTMLElement): number {
  const { top, height } = scroller.getBoundingClientRect()
  const pages = [...scroller.querySelectorAll<HTMLElement>('[data-page]')]
  const inView = pages.findLast((each) => each.getBoundingClientRect().top <= top + height / 3)
  return Number(inView?.dataset['page'] ?? 1)
}
