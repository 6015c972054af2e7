// Lets a fixed number of callers work at once, the others in order, and none waits longer than its patience.
import { Unavailable } from './unavailable.ts'

export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when no caller works any more, or when the patience is over; afterwards nobody gets a turn. */
  close(): Promise<void>
}

export function createTurns(atOnce: number, patienceMs: number): Turns {
  const waiting = new Set<() => void>()
  let free = atOnce
  let isClosed = false

  function turn(): Promise<void> {
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(new Unavailable('No connection to the database became free'))
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
    async close() {
      isClosed = true
      await Promise.allSettled(Array.from({ length: atOnce }, turn))
    },
  }
}
