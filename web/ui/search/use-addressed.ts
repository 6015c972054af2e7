import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'
import { dropLate, type LateKey, setLate } from './late-search.ts'
import type { ListSearch, SetSearch } from './list-search.ts'

const pauseMs = 300

/** A value set from outside of the field; a new object each time. */
export interface GivenText {
  readonly text: string
}

/**
 * Applies at once; the address follows after a pause, because writing it redraws the screen. Changes from elsewhere
 * (Back, a link) are passed to the field.
 */
export function useAddressed(key: LateKey, { [key]: inAddress = '' }: ListSearch, setSearch: SetSearch<ListSearch>) {
  const [given, setGiven] = useState<GivenText>({ text: inAddress })
  const [text, setText] = useState(inAddress)
  const written = useRef(inAddress)
  const setLatest = useRef(setSearch)
  const cancelTyped = useRef(() => {})

  const show = useCallback((next: string) => {
    cancelTyped.current()
    setGiven({ text: next })
    setText(next)
  }, [])
  const noteLate = useCallback((next: string) => (next === written.current ? dropLate(key) : setLate(key, next)), [key])
  const give = useCallback(
    (next: string) => {
      noteLate(next)
      show(next)
    },
    [noteLate, show],
  )
  /** For uncontrolled fields: everything else follows after the text is painted. */
  const type = useCallback(
    (next: string) => {
      noteLate(next)
      cancelTyped.current()
      cancelTyped.current = afterPaint(() => startTransition(() => setText(next)))
    },
    [noteLate],
  )

  useEffect(() => {
    setLatest.current = setSearch
  }, [setSearch])

  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    dropLate(key)
    show(inAddress)
  }, [key, inAddress, show])

  useEffect(() => {
    if (text === written.current) return dropLate(key)
    const timer = setTimeout(() => {
      dropLate(key)
      if (text === written.current) return
      written.current = text
      setLatest.current({ [key]: text || undefined })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [key, text])

  useEffect(
    () => () => {
      cancelTyped.current()
      dropLate(key)
    },
    [key],
  )

  return { text, given, give, type }
}
