import { useEffect, useState } from 'react'

const pauseMs = 500

/** The text once the person pauses, so that nothing comes and goes while they type. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
