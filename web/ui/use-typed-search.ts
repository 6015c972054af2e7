import { useDeferredValue, useEffect, useRef, useState } from 'react'

const pauseMs = 300

/**
 * The text of a search field. Typing shows at once, the list follows as soon as it can, and the address follows when
 * typing pauses; a change of the address from elsewhere (Back, a link) shows in the field.
 */
export function useTypedSearch(inAddress: string, write: (text: string) => void) {
  const [typed, setTyped] = useState(inAddress)
  const searched = useDeferredValue(typed)
  const written = useRef(inAddress)
  const writeLatest = useRef(write)

  useEffect(() => {
    writeLatest.current = write
  }, [write])

  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setTyped(inAddress)
  }, [inAddress])

  // A pause, so that typing does not draw the screen a second time at every key.
  useEffect(() => {
    if (searched === written.current) return
    const timer = setTimeout(() => {
      written.current = searched
      writeLatest.current(searched)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [searched])

  return { typed, setTyped, searched }
}
