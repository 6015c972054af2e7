import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'
import { clearPendingSearch, type SearchKey, setPendingSearch } from './pending-search.ts'
import type { ListSearch, SetSearch } from './list-search.ts'

const pauseMs = 300

/** A new object each time, so the same text can be set again. */
export interface ExternalText {
  readonly text: string
}

/** Applies immediately; the address follows after a pause, because writing it rerenders the screen. */
export function useSearchText(
  key: SearchKey,
  { [key]: textInAddress = '' }: ListSearch,
  setSearch: SetSearch<ListSearch>,
) {
  const [externalText, setExternalText] = useState<ExternalText>({ text: textInAddress })
  const [text, setText] = useState(textInAddress)
  const written = useRef(textInAddress)
  const latestSetSearch = useRef(setSearch)
  const cancelTyped = useRef(() => {})

  const apply = useCallback((next: string) => {
    cancelTyped.current()
    setExternalText({ text: next })
    setText(next)
  }, [])
  const notePending = useCallback(
    (next: string) => (next === written.current ? clearPendingSearch(key) : setPendingSearch(key, next)),
    [key],
  )
  const setFromOutside = useCallback(
    (next: string) => {
      notePending(next)
      apply(next)
    },
    [notePending, apply],
  )
  /** For uncontrolled fields: everything else follows after the text is painted. */
  const setFromTyping = useCallback(
    (next: string) => {
      notePending(next)
      cancelTyped.current()
      cancelTyped.current = afterPaint(() => startTransition(() => setText(next)))
    },
    [notePending],
  )

  useEffect(() => {
    latestSetSearch.current = setSearch
  }, [setSearch])

  useEffect(() => {
    if (textInAddress === written.current) return
    written.current = textInAddress
    clearPendingSearch(key)
    apply(textInAddress)
  }, [key, textInAddress, apply])

  useEffect(() => {
    if (text === written.current) return clearPendingSearch(key)
    const timer = setTimeout(() => {
      clearPendingSearch(key)
      if (text === written.current) return
      written.current = text
      latestSetSearch.current({ [key]: text || undefined })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [key, text])

  useEffect(
    () => () => {
      cancelTyped.current()
      clearPendingSearch(key)
    },
    [key],
  )

  return { text, externalText, setFromOutside, setFromTyping }
}
