import { describe, expect, it } from 'vitest'
import { mutants } from './mutants.ts'
import { Violation } from '../oracle/violation.ts'
import { runSeed } from '../history/run.ts'
import { withBackend } from '../server/with-backend.ts'

const most = 200

describe('the simulator finds it when', () => {
  const backend = withBackend()

  it.for(Object.entries(mutants))('%s', async ([name, mutate]) => {
    const found = await firstFailure(mutate)
    expect(found, `${most} histories do not tell that ${name}`).toBeLessThanOrEqual(most)
  })

  /** Found means that the oracle reports it, not that the mutant crashes. */
  async function firstFailure(mutate: (typeof mutants)[string]): Promise<number> {
    for (let seed = 1; seed <= most; seed++) {
      const failure = await runSeed(backend(), seed, { seam: mutate() })
      if (failure && !(failure.error instanceof Violation)) throw failure.error
      if (failure) return seed
    }
    return most + 1
  }
})
