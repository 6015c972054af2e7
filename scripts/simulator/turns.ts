// Knows when this process has no work left: devices work through setImmediate (the database) or very short timers, and
// both are counted. Anything else waits for the scheduler: the network and the clock.
import { Violation } from './oracle/violation.ts'

const most = 20_000
/** The number of turns that may pass before the shortest timer is due. */
const leastMs = 1_000
const shortestMs = 10

const real = { setImmediate, clearImmediate, setTimeout, clearTimeout }
const waiting = new Map<unknown, () => void>()

const turn = (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve))

/** Starts counting; returns a function that stops it. */
export function countTurns(): () => void {
  const countedImmediate = (run: (...args: unknown[]) => void, ...args: unknown[]) => {
    const handle = real.setImmediate(() => {
      waiting.delete(handle)
      run(...args)
    })
    waiting.set(handle, () => real.clearImmediate(handle))
    return handle
  }
  const countedTimeout = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    if (ms > shortestMs) return real.setTimeout(run, ms, ...args)
    const handle = real.setTimeout(() => {
      waiting.delete(handle)
      run(...args)
    }, ms)
    waiting.set(handle, () => real.clearTimeout(handle))
    return handle
  }
  const forget =
    <H>(clear: (handle: H) => void) =>
    (handle: H) => {
      waiting.delete(handle)
      clear(handle)
    }
  Object.assign(globalThis, {
    setImmediate: countedImmediate,
    setTimeout: countedTimeout,
    clearImmediate: forget(real.clearImmediate),
    clearTimeout: forget(real.clearTimeout),
  })
  return () => void Object.assign(globalThis, real)
}

/** Resolves when every device rests. */
export async function settle(): Promise<void> {
  let quiet = 0
  const since = performance.now()
  for (let turns = 0; quiet < 3; turns++) {
    if (turns > most && performance.now() - since > leastMs) throw new Violation('The devices never come to rest')
    await turn()
    quiet = waiting.size === 0 ? quiet + 1 : 0
  }
}

/** Lets this many turns pass. */
export async function passTurns(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await turn()
}

/** Drops work that waits for its turn, because the power has failed. */
export function dropTurns(): void {
  for (const drop of waiting.values()) drop()
  waiting.clear()
}
