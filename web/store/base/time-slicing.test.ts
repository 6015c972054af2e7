import { describe, expect, it } from 'vitest'
import { inSlices, type Scheduler, untilDone } from './time-slicing.ts'

function setupPace() {
  let now = 0
  const waiting: (() => void)[] = []
  const queue = (run: () => void) => {
    waiting.push(run)
    return () => void waiting.splice(waiting.indexOf(run), 1)
  }
  const pace: Scheduler = { now: () => (now += 5), soon: queue, later: queue }
  return { pace, waiting, runNext: () => waiting.shift()?.() }
}

function* steps(made: string[], fails = false) {
  for (const each of ['one', 'two', 'three']) {
    made.push(each)
    if (fails && each === 'two') throw new Error('The second step fails')
    yield
  }
}

describe('slices', () => {
  it('begin at once, continue after the page had a moment, and can be stopped', () => {
    const { pace, waiting, runNext } = setupPace()
    const made: string[] = []
    const stop = inSlices(pace, steps(made), () => made.push('done'))
    expect(made).toEqual(['one'])
    runNext()
    expect(made).toEqual(['one', 'two'])
    stop()
    expect(waiting).toEqual([])
  })

  it('reject with what a later step throws', async () => {
    const { pace, runNext } = setupPace()
    const done = untilDone(pace, steps([], true))
    runNext()
    await expect(done).rejects.toThrow('The second step fails')
  })
})
