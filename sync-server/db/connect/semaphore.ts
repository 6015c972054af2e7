// Waiting callers are served in order.
import { Unavailable } from './unavailable.ts'

export interface Load {
  readonly busy: number
  readonly waiting: number
}

export interface Semaphore {
  run<T>(work: () => Promise<T>): Promise<T>
  load(): Load
  /** Rejects new work; resolves when none runs, or the time is over. */
  close(): Promise<void>
}

interface Queue {
  readonly maxWaiting?: number
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
