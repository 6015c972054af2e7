// Lets a fixed number of callers work at once, the others in order, and none waits longer than its patience.
import { Unavailable } from './unavailable.ts'

export interface Load {
  readonly busy: number
  readonly waiting: number
}

export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>
  load(): Load
  /** Resolves when no caller works any more, or when the patience is over; afterwards nobody gets a turn. */
  close(): Promise<void>
}

interface Queue {
  /** How many callers may wait. */
  readonly longest?: number
  /** What a caller is told who gets no turn. */
  readonly lacks?: string
}

export function createTurns(
  atOnce: number,
  patienceMs: number,
  { longest = Infinity, lacks = 'No connection to the database became free' }: Queue = {},
): Turns {
  const waiting = new Set<() => void>()
  let free = atOnce
  let isClosed = false

  function turn(): Promise<void> {
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    if (waiting.size >= longest) return Promise.reject(new Unavailable(lacks))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(new Unavailable(lacks))
      }, patienceMs)
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
      await turn()
      try {
        return await work()
      } finally {
        passOn()
      }
    },
    load: () => ({ busy: atOnce - free, waiting: waiting.size }),
    async close() {
      isClosed = true
      await Promise.allSettled(Array.from({ length: atOnce }, turn))
    },
  }
}

/** The same for each key by itself. */
export function createTurnsByKey(atOnce: number, patienceMs: number) {
  const byKey = new Map<string, Turns>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turns = byKey.get(key) ?? createTurns(atOnce, patienceMs)
    byKey.set(key, turns)
    try {
      return await turns.take(work)
    } finally {
      if (turns.load().busy === 0) byKey.delete(key)
    }
  }
}
