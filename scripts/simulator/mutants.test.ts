// A simulator that finds no mistake proves nothing: each of these is made on purpose, and must be found.
import { describe, expect, it } from 'vitest'
import { mutants } from './mutants.ts'
import { runSeed } from './run.ts'
import { withBackend } from './with-backend.ts'

const most = 200

describe('the simulator finds it when', () => {
  const backend = withBackend()

  it.for(Object.entries(mutants))('%s', { timeout: 300_000 }, async ([name, mutate]) => {
    const found = await firstFailure(mutate)
    expect(found, `${most} histories do not tell that ${name}`).toBeLessThanOrEqual(most)
    if (process.env['SAY']) console.log(name, found)
  })

  async function firstFailure(mutate: (typeof mutants)[string]): Promise<number> {
    for (let seed = 1; seed <= most; seed++) if (await runSeed(backend(), seed, { seam: mutate() })) return seed
    return most + 1
  }
})
