// The library's locks busy-wait.
import type { Lock, Locker } from '@tus/server'

type Cancel = Parameters<Lock['lock']>[1]

interface WaitingRequest {
  readonly cancel: Cancel
  readonly begin: () => void
}

interface HeldLock {
  readonly cancel: Cancel
  readonly waiting: readonly WaitingRequest[]
}

const maxWaiting = 3
const lockTimeoutMs = 10_000

const busy = { status_code: 409, body: 'Another request writes to this upload' }

export function createUploadLocks(): Locker {
  const locks = new Map<string, HeldLock>()

  async function wait(id: string, signal: AbortSignal, cancel: Cancel): Promise<void> {
    const held = locks.get(id)!
    if (held.waiting.length >= maxWaiting) throw busy
    const freed = Promise.withResolvers<void>()
    const waiting: WaitingRequest = { cancel, begin: freed.resolve }
    locks.set(id, { ...held, waiting: [...held.waiting, waiting] })
    const giveUp = () => freed.reject(busy)
    const timer = setTimeout(giveUp, lockTimeoutMs)
    signal.addEventListener('abort', giveUp)
    try {
      await held.cancel()
      await freed.promise
    } catch (error) {
      const now = locks.get(id)
      if (now) locks.set(id, { ...now, waiting: now.waiting.filter((each) => each !== waiting) })
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    }
  }

  return {
    newLock: (id) => ({
      async lock(signal, cancel) {
        if (locks.has(id)) await wait(id, signal, cancel)
        else locks.set(id, { cancel, waiting: [] })
      },
      async unlock() {
        const [next, ...waiting] = locks.get(id)?.waiting ?? []
        if (!next) return void locks.delete(id)
        locks.set(id, { cancel: next.cancel, waiting })
        next.begin()
        if (waiting.length) await next.cancel()
      },
    }),
  }
}
