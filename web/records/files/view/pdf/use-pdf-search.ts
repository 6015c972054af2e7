import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { findHits, foldItems, type FoldedText, type Hit } from './find-hits.ts'

interface Found {
  readonly query: string
  readonly hits: readonly Hit[]
  readonly isComplete: boolean
}

const nothing: Found = { query: '', hits: [], isComplete: false }

const textsByPdf = new WeakMap<PDFDocumentProxy, Map<number, FoldedText>>()

async function foldedText(pdf: PDFDocumentProxy, page: number): Promise<FoldedText> {
  const texts = textsByPdf.get(pdf) ?? new Map<number, FoldedText>()
  textsByPdf.set(pdf, texts)
  const known = texts.get(page)
  if (known) return known
  const { items } = await (await pdf.getPage(page)).getTextContent()
  const folded = foldItems(items.filter((item) => 'str' in item))
  texts.set(page, folded)
  return folded
}

/** Page by page, so that the first hits show before a long file is read. */
export function usePdfSearch(pdf: PDFDocumentProxy, query: string) {
  const [found, setFound] = useState(nothing)
  const [chosen, setChosen] = useState({ query, index: 0 })
  useEffect(() => {
    if (query.trim() === '') return
    const leaving = new AbortController()
    const search = async () => {
      const hits: Hit[] = []
      for (let page = 1; page <= pdf.numPages; page++) {
        const text = await foldedText(pdf, page)
        if (leaving.signal.aborted) return
        const onPage = findHits(page, text, query)
        hits.push(...onPage)
        if (onPage.length > 0 || page === pdf.numPages)
          setFound({ query, hits: [...hits], isComplete: page === pdf.numPages })
      }
    }
    // The file may close during the search.
    search().catch(() => {})
    return () => leaving.abort()
  }, [pdf, query])
  const { hits, isComplete } = query === found.query ? found : nothing
  const current = chosen.query === query ? chosen.index : 0
  const step = (by: 1 | -1) => {
    if (hits.length > 0) setChosen({ query, index: (current + by + hits.length) % hits.length })
  }
  return { hits, current, isSearched: isComplete, step }
}
