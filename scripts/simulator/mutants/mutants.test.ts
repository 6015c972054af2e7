import { describe, expect, it } from 'vitest'
import { mutants } from './mutants.ts'
import { Violation } from '../oracle/violation.ts'
import { runSeed } from '../history/run.ts'
import { withBackend } from '../server/with-backend.ts'

const maxHistories = 200

describe('the simulator finds it when', () => {
  const backend = withBackend()

  it.for(Object.entries(mutants))('%s', async ([name, mutate]) => {
    const found = await firstFailure(mutate)
    expect(found, `${maxHistories} histories do not tell that ${name}`).toBeLessThanOrEqual(maxHistories)
  })

  /** Found means that the oracle reports it, not that the mutant crashes. */
  async function firstFailure(mutate: (typeof mutants)[string]): Promise<number> {
    for (let seed = 1; seed <= maxHistories; seed++) {
      const failure = await runSeed(backend(), seed, { seam: mutate() })
      if (failure && !(failure.error instanceof Violation)) throw failure.error
      if (failure) return seed
    }
    return maxHistories + 1
  }
})
