import { afterEach, describe, expect, it } from 'vitest'
import { countTurns, passTurns, settle } from './turns.ts'

const block = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end;);
}

describe('counted turns', () => {
  let stop = () => {}
  afterEach(() => stop())

  it.for([0, 5])('let a short timer wait for turns, however long each of them takes: %i ms', async (ms) => {
    stop = countTurns()
    const done: string[] = []
    setTimeout(() => done.push('timer'), 3)
    for (const turn of [1, 2, 3, 4, 5]) {
      await passTurns(1)
      block(ms)
      done.push(`turn ${turn}`)
    }
    expect(done.indexOf('timer')).toBe(3)
  })

  it('wait for a short timer that another one starts, and for none that was cleared', async () => {
    stop = countTurns()
    const done: number[] = []
    setTimeout(() => setTimeout(() => done.push(2), 2), 1)
    clearTimeout(setTimeout(() => done.push(9), 1))
    await settle()
    expect(done).toEqual([2])
  })
})
