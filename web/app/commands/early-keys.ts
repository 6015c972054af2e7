import { useLayoutEffect } from 'react'

/** Older keys are dropped: the person would not expect a reaction. */
const maxAgeMs = 2_000

let queue: KeyboardEvent[] = []

const enqueue = (event: KeyboardEvent): void => void queue.push(event)

export function useEarlyKeys(): void {
  useLayoutEffect(() => {
    addEventListener('keydown', enqueue)
    return () => {
      removeEventListener('keydown', enqueue)
      // The listener is attached in the same task, so no key is lost.
      queueMicrotask(drainEarlyKeys)
    }
  }, [])
}

export function drainEarlyKeys(): readonly KeyboardEvent[] {
  const recent = queue.filter(({ timeStamp }) => performance.now() - timeStamp < maxAgeMs)
  queue = []
  return recent
}
