import { setTimeout as wait } from 'node:timers/promises'

export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>

export const pauseByClock: Pause = (ms, signal) => wait(ms, undefined, { signal, ref: false })

export async function endsWithin(work: Promise<unknown>, ms: number, pause: Pause = pauseByClock): Promise<boolean> {
  const waiting = new AbortController()
  const ended = work.then(
    () => true,
    () => true,
  )
  const late = pause(ms, waiting.signal).then(
    () => false,
    () => false,
  )
  const result = await Promise.race([ended, late])
  waiting.abort()
  return result
}
