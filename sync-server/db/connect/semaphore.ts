// Semaphore for a fixed number of callers who work at once. The others wait in order, none longer than its patience.
import { Unavailable } from './unavailable.ts'

export interface Load {
  readonly busy: number
  readonly waiting: number
}

export interface Semaphore {
  run<T>(work: () => Promise<T>): Promise<T>
  load(): Load
  /** Resolves when no caller works any more, or when the patience is over; afterwards nobody gets a place. */
  close(): Promise<void>
}

interface Queue {
  /** How many callers may wait. */
  readonly maxWaiting?: number
  /** What a caller is told who gets no place. */
  readonly message?: string
}

export function createSemaphore(
  atOnce: number,
  timeoutMs: number,
  { maxWaiting = Infinity, message = 'No connection to the database became free' }: Queue = {},
): Semaphore {
  const waiting = new Set<() => void>()
  let free = atOnce
  let isClosed = false

  function occupy(): Promise<void> {
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    if (waiting.size >= maxWaiting) return Promise.reject(new Unavailable(message))
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.delete(begin)
        reject(new Unavailable(message))
      }
      const timer = timeoutMs === Infinity ? undefined : setTimeout(giveUp, timeoutMs)
      const begin = (): void => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(begin)
    })
  }

  function passOn(): void {
    const [next] = waiting
    if (next === undefined) free += 1
    else {
      waiting.delete(next)
      next()
    }
  }

  return {
    async run(work) {
      if (isClosed) throw new Unavailable('The connections to the database are closed')
      await occupy()
      try {
        return await work()
      } finally {
        passOn()
      }
    },
    load: () => ({ busy: atOnce - free, waiting: waiting.size }),
    async close() {
      isClosed = true
      await Promise.allSettled(Array.from({ length: atOnce }, occupy))
    },
  }
}

/** The same for each key by itself. */
export function createSemaphoreByKey(atOnce: number, timeoutMs: number) {
  const byKey = new Map<string, Semaphore>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const places = byKey.get(key) ?? createSemaphore(atOnce, timeoutMs)
    byKey.set(key, places)
    try {
      return await places.run(work)
    } finally {
      if (places.load().busy === 0) byKey.delete(key)
    }
  }
}
