// Devices work in turns of the event loop, never by a clock: what precedes a crash must not depend on the machine.
import { Violation } from './oracle/violation.ts'

const maxTurns = 20_000
/** The shortest real time before it counts as endless. */
const minMs = 1_000
const shortestMs = 10

const real = { setImmediate, clearImmediate, setTimeout, clearTimeout, setInterval }

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

export function countTurns(): () => void {
  const clear =
    <H>(otherwise: (handle: H) => void) =>
    (handle: H | Due) =>
      handle instanceof Due ? handle.drop() : otherwise(handle)
  Object.assign(globalThis, {
    setImmediate: (run: Run, ...args: unknown[]) => new Due(1, () => run(...args)),
    setTimeout: (run: Run, ms = 0, ...args: unknown[]) =>
      ms > shortestMs ? real.setTimeout(run, ms, ...args) : new Due(Math.ceil(ms) + 1, () => run(...args)),
    // The server's heartbeat would follow a real clock; hint channels follow the history's.
    setInterval: () => undefined,
    clearImmediate: clear(real.clearImmediate),
    clearTimeout: clear(real.clearTimeout),
  })
  return () => void Object.assign(globalThis, real)
}

export async function settle(): Promise<void> {
  let quietTurns = 0
  const since = performance.now()
  for (let turns = 0; quietTurns < 3; turns++) {
    if (turns > maxTurns && performance.now() - since > minMs) throw new Violation('The devices never come to rest')
    await turn()
    quietTurns = waiting.size === 0 ? quietTurns + 1 : 0
  }
}

export async function passTurns(count: number): Promise<void> {
  for (let index = 0; index < count; index++) await turn()
}

export function dropTurns(): void {
  for (const due of waiting) due.drop()
}
