import { describe, expect, it } from 'vitest'
import { inSlices, type Scheduler, untilDone } from './time-slicing.ts'

function setupScheduler() {
  let now = 0
  const callbacks: (() => void)[] = []
  const queue = (run: () => void) => {
    callbacks.push(run)
    return () => void callbacks.splice(callbacks.indexOf(run), 1)
  }
  const scheduler: Scheduler = { now: () => (now += 5), soon: queue, later: queue }
  return { scheduler, waiting: callbacks, runNext: () => callbacks.shift()?.() }
}

function* steps(made: string[], fails = false) {
  for (const each of ['one', 'two', 'three']) {
    made.push(each)
    if (fails && each === 'two') throw new Error('The second step fails')
    yield
  }
}

describe('slices', () => {
  it('start immediately, continue after the page had time to draw, and can be stopped', () => {
    const { scheduler, waiting, runNext } = setupScheduler()
    const made: string[] = []
    const stop = inSlices(scheduler, steps(made), () => made.push('done'))
    expect(made).toEqual(['one'])
    runNext()
    expect(made).toEqual(['one', 'two'])
    stop()
    expect(waiting).toEqual([])
  })

  it('reject with the error of a later step', async () => {
    const { scheduler, runNext } = setupScheduler()
    const done = untilDone(scheduler, steps([], true))
    runNext()
    await expect(done).rejects.toThrow('The second step fails')
  })
})
