import { startTransition, useCallback, useEffect, useRef, useState } from 'react'

const pauseMs = 300

/** A value that does not come from the field that changes it; another object each time it is given. */
export interface Given {
  readonly text: string
}

/**
 * What a screen keeps in its address: it holds here at once, and the address follows after a pause, since that draws the
 * whole screen anew. A change from elsewhere (Back, a link) is given to the field.
 */
export function useAddressed(inAddress: string, write: (text: string) => void) {
  const [given, setGiven] = useState<Given>({ text: inAddress })
  const [text, setText] = useState(inAddress)
  const written = useRef(inAddress)
  const writeLatest = useRef(write)

  const give = useCallback((next: string) => {
    setGiven({ text: next })
    setText(next)
  }, [])
  /** For a field that shows by itself what is typed: what follows from it comes as soon as it can. */
  const type = useCallback((next: string) => startTransition(() => setText(next)), [])

  useEffect(() => {
    writeLatest.current = write
  }, [write])

  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    give(inAddress)
  }, [inAddress, give])

  useEffect(() => {
    if (text === written.current) return
    const timer = setTimeout(() => {
      written.current = text
      writeLatest.current(text)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text])

  return { text, given, give, type }
}
