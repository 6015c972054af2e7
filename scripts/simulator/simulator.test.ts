// Many real stores against the real app on a real PostgreSQL, in histories that a seed decides. `SEED=17` plays one of
// them again, `SEED=1000 HISTORIES=500` plays more; a history that fails is shortened and printed.
import { describe, expect, it } from 'vitest'
import { runRecipe, runSeed } from './run.ts'
import { sayFailure, shrink } from './shrink.ts'
import { withBackend } from './with-backend.ts'

const asked = process.env['SEED']
const first = Number(asked ?? 1)
const count = Number(process.env['HISTORIES'] ?? (asked === undefined ? 300 : 1))

describe('many devices and one server', () => {
  const backend = withBackend()

  it(
    `come to agree in ${count} histories, and nothing is lost, doubled or told to the wrong person`,
    { timeout: count * 4_000 + 60_000 },
    async () => {
      expect(await firstFailure(), 'a history fails').toBe('')
    },
  )

  async function firstFailure(): Promise<string> {
    for (let seed = first; seed < first + count; seed++) {
      const failure = await runSeed(backend(), seed)
      if (failure) return sayFailure(await shrink(failure, (recipe) => runRecipe(backend(), recipe)))
    }
    return ''
  }

  it('play the same history for the same seed', async () => {
    const logs: string[][] = []
    for (const _ of [1, 2]) {
      const log: string[] = []
      expect(await runSeed(backend(), 42, { log })).toBeUndefined()
      logs.push(log.map((line) => line.replace(/canary[0-9a-f]{12}/g, 'canary')))
    }
    expect(logs[0]!.length).toBeGreaterThan(20)
    expect(logs[1]).toEqual(logs[0])
  })
})
