// Knows when this process has no work left: devices work through setImmediate (the database) or very short timers.
// Both are counted in turns of the event loop, never by a real clock: what has happened before a crash must not depend
// on the machine. Anything else waits for the scheduler: the network and the clock.
import { Violation } from './oracle/violation.ts'

const most = 20_000
/** The number of turns that may pass before the shortest timer is due. */
const leastMs = 1_000
const shortestMs = 10

const real = { setImmediate, clearImmediate, setTimeout, clearTimeout, setInterval }

/** Work that is due after some turns. */
class Due {
  #next: NodeJS.Immediate | undefined

  constructor(turns: number, run: () => void) {
    waiting.add(this)
    this.#pass(turns, run)
  }

  #pass(turns: number, run: () => void): void {
    this.#next = real.setImmediate(() => {
      if (turns > 1) return this.#pass(turns - 1, run)
      waiting.delete(this)
      run()
    })
  }

  drop(): void {
    waiting.delete(this)
    real.clearImmediate(this.#next)
  }

  unref(): this {
    return this
  }
}

const waiting = new Set<Due>()

const turn = (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve))

type Run = (...args: unknown[]) => void

/** Starts counting; returns a function that stops it. */
export function countTurns(): () => void {
  const clear =
    <H>(otherwise: (handle: H) => void) =>
    (handle: H | Due) =>
      handle instanceof Due ? handle.drop() : otherwise(handle)
  Object.assign(globalThis, {
    setImmediate: (run: Run, ...args: unknown[]) => new Due(1, () => run(...args)),
    setTimeout: (run: Run, ms = 0, ...args: unknown[]) =>
      ms > shortestMs ? real.setTimeout(run, ms, ...args) : new Due(Math.ceil(ms) + 1, () => run(...args)),
    // The server's beats would come by a real clock; the wires beat by that of the history.
    setInterval: () => undefined,
    clearImmediate: clear(real.clearImmediate),
    clearTimeout: clear(real.clearTimeout),
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
  for (const due of waiting) due.drop()
}
