// Places for a fixed number of callers who work at once. The others wait in order, none longer than its patience.
import { Unavailable } from './unavailable.ts'

export interface Load {
  readonly busy: number
  readonly waiting: number
}

export interface Places {
  take<T>(work: () => Promise<T>): Promise<T>
  load(): Load
  /** Resolves when no caller works any more, or when the patience is over; afterwards nobody gets a place. */
  close(): Promise<void>
}

interface Queue {
  /** How many callers may wait. */
  readonly longest?: number
  /** What a caller is told who gets no place. */
  readonly lacks?: string
}

export function createPlaces(
  atOnce: number,
  patienceMs: number,
  { longest = Infinity, lacks = 'No connection to the database became free' }: Queue = {},
): Places {
  const waiting = new Set<() => void>()
  let free = atOnce
  let isClosed = false

  function occupy(): Promise<void> {
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    if (waiting.size >= longest) return Promise.reject(new Unavailable(lacks))
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.delete(begin)
        reject(new Unavailable(lacks))
      }
      const timer = patienceMs === Infinity ? undefined : setTimeout(giveUp, patienceMs)
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
    async take(work) {
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
export function createPlacesByKey(atOnce: number, patienceMs: number) {
  const byKey = new Map<string, Places>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const places = byKey.get(key) ?? createPlaces(atOnce, patienceMs)
    byKey.set(key, places)
    try {
      return await places.take(work)
    } finally {
      if (places.load().busy === 0) byKey.delete(key)
    }
  }
}
