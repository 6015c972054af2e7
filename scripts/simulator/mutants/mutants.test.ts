import { describe, expect, it } from 'vitest'
import { firstSeeds, mutants } from './mutants.ts'
import { Violation } from '../oracle/violation.ts'
import { runSeed } from '../history/run.ts'
import { withBackend } from '../server/with-backend.ts'

const maxHistories = 200

describe('the simulator finds it when', () => {
  const backend = withBackend()

  it.for(Object.entries(mutants))('%s', async ([name, mutate]) => {
    const first = firstSeeds[name] ?? 1
    expect(await isFound(mutate, first), `no seed up to ${first + maxHistories} detects that ${name}`).toBe(true)
  })

  /** Found means that the oracle reports it, not that the mutant crashes. */
  async function isFound(mutate: (typeof mutants)[string], first: number): Promise<boolean> {
    for (let seed = first; seed < first + maxHistories; seed++) {
      const failure = await runSeed(backend(), seed, { seam: mutate() })
      if (failure && !(failure.error instanceof Violation)) throw failure.error
      if (failure) return true
    }
    return false
  }
})
