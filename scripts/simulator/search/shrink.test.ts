import { describe, expect, it } from 'vitest'
import type { Recipe, Step } from '../history/step.ts'
import { describeFailure, shrink } from './shrink.ts'

const wait = (ms: number): Step => ({ kind: 'wait', ms })

describe('a history that fails', () => {
  it('is shortened to the steps that it needs to fail', async () => {
    const steps = Array.from({ length: 40 }, (_, ms) => wait(ms))
    const fails = async (recipe: Recipe) => {
      const has = (ms: number) => recipe.steps.some((step) => step.kind === 'wait' && step.ms === ms)
      return has(7) && has(31) ? { recipe, error: new Error('7 and 31'), log: [] } : undefined
    }
    const first = await fails({ seed: 5, steps })
    const shortest = await shrink(first!, fails)
    expect(shortest.recipe.steps).toEqual([wait(7), wait(31)])
    expect(describeFailure(shortest)).toContain('SEED=5 (2 steps)')
  })
})
