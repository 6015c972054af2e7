// Queues keys pressed before the command table has loaded.
import { useEffect } from 'react'

/** Older keys are dropped: the person would not expect a reaction. */
const freshMs = 2_000

let waiting: KeyboardEvent[] = []

const keep = (event: KeyboardEvent): void => void waiting.push(event)

export function useEarlyKeys(): void {
  useEffect(() => {
    addEventListener('keydown', keep)
    return () => {
      removeEventListener('keydown', keep)
      // The listener is attached in the same task, so no key is lost.
      queueMicrotask(drainEarlyKeys)
    }
  }, [])
}

export function drainEarlyKeys(): readonly KeyboardEvent[] {
  const fresh = waiting.filter(({ timeStamp }) => performance.now() - timeStamp < freshMs)
  waiting = []
  return fresh
}
