// The page can paint and respond to input between slices.
import type { StoreDeps } from './deps.ts'

export interface Scheduler {
  now(): number
  /** Runs a function once the page had time to draw; returns a cancel function. */
  soon(run: () => void): () => void
  later(run: () => void): () => void
}

/** For contexts that do not paint: runs everything immediately. */
export const immediately: Scheduler = { now: () => 0, soon: () => () => {}, later: () => () => {} }

const sliceMs = 5
const idleMs = 20

export function schedulerOf({ timers, monotonic, soon }: Pick<StoreDeps, 'timers' | 'monotonic' | 'soon'>): Scheduler {
  const after = (ms: number) => (run: () => void) => {
    const handle = timers.setTimeout(run, ms)
    return () => timers.clearTimeout(handle)
  }
  return { now: monotonic, soon: soon ?? after(0), later: after(idleMs) }
}

export function inSlices<Result>(
  scheduler: Scheduler,
  steps: Iterator<unknown, Result>,
  done: (result: Result) => void,
) {
  return runIn(scheduler, (run) => scheduler.soon(run), steps, done)
}

/** The same after a pause, in which the page can draw. */
export function afterPause<Result>(
  scheduler: Scheduler,
  steps: Iterator<unknown, Result>,
  done: (result: Result) => void,
): () => void {
  let stop = () => {}
  const cancel = scheduler.later(() => (stop = inSlices(scheduler, steps, done)))
  return () => {
    cancel()
    stop()
  }
}

/** `inSlices` as a promise; rejects with the error of a step. */
export function untilDone<Result>(scheduler: Scheduler, steps: Iterator<unknown, Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const next = (): IteratorResult<unknown, () => void> => {
      try {
        const step = steps.next()
        return step.done ? { done: true, value: () => resolve(step.value) } : step
      } catch (error) {
        return { done: true, value: () => reject(error) }
      }
    }
    inSlices(scheduler, { next }, (end) => end())
  })
}

/** Runs all steps in idle time, even the first slice. Returns a function that stops them. */
export function whenIdle(scheduler: Scheduler, steps: Iterator<unknown, void>): () => void {
  let stop = () => {}
  const cancel = scheduler.later(
    () =>
      (stop = runIn(
        scheduler,
        (run) => scheduler.later(run),
        steps,
        () => {},
      )),
  )
  return () => {
    cancel()
    stop()
  }
}

function runIn<Result>(
  scheduler: Scheduler,
  next: Scheduler['soon'],
  steps: Iterator<unknown, Result>,
  done: (result: Result) => void,
): () => void {
  let cancel = () => {}
  const run = () => {
    const end = scheduler.now() + sliceMs
    do {
      const step = steps.next()
      if (step.done) return done(step.value)
    } while (scheduler.now() < end)
    cancel = next(run)
  }
  run()
  return () => cancel()
}
