import { Unavailable } from './unavailable.ts'

export interface Load {
  readonly busy: number
  readonly waiting: number
  readonly size: number
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
  concurrency: number,
  timeoutMs: number,
  { maxWaiting = Infinity, message = 'No connection to the database became free' }: Queue = {},
): Semaphore {
  const waiting = new Set<() => void>()
  let free = concurrency
  let isClosed = false

  function acquire(): Promise<void> {
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

  function wakeNext(): void {
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
      await acquire()
      try {
        return await work()
      } finally {
        wakeNext()
      }
    },
    load: () => ({ busy: concurrency - free, waiting: waiting.size, size: concurrency }),
    async close() {
      isClosed = true
      await Promise.allSettled(Array.from({ length: concurrency }, acquire))
    },
  }
}

export function createSemaphoreByKey(concurrency: number, timeoutMs: number) {
  const byKey = new Map<string, Semaphore>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const semaphore = byKey.get(key) ?? createSemaphore(concurrency, timeoutMs)
    byKey.set(key, semaphore)
    try {
      return await semaphore.run(work)
    } finally {
      if (semaphore.load().busy === 0) byKey.delete(key)
    }
  }
}
