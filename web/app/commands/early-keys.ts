// Keys pressed before the table of commands has come wait for it.
import { useEffect } from 'react'

/** Later than this, nobody would know why something opens. */
const freshMs = 2_000

let waiting: KeyboardEvent[] = []

const keep = (event: KeyboardEvent): void => void waiting.push(event)

export function useEarlyKeys(): void {
  useEffect(() => {
    addEventListener('keydown', keep)
    return () => {
      removeEventListener('keydown', keep)
      // Whoever hears them begins in the same moment; nobody else gets them.
      queueMicrotask(drainEarlyKeys)
    }
  }, [])
}

/** Hands each key out once. */
export function drainEarlyKeys(): readonly KeyboardEvent[] {
  const fresh = waiting.filter(({ timeStamp }) => performance.now() - timeStamp < freshMs)
  waiting = []
  return fresh
}
