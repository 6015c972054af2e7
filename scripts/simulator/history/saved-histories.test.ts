import { describe, expect, it } from 'vitest'
import { savedHistories } from './saved-histories.ts'
import { runRecipe } from './run.ts'
import { describeFailure } from '../search/shrink.ts'
import { withBackend } from '../server/with-backend.ts'

describe('a history that once failed passes:', () => {
  const backend = withBackend()

  it.for(Object.entries(savedHistories))('%s', { timeout: 120_000 }, async ([, recipe]) => {
    const failure = await runRecipe(backend(), recipe)
    expect(failure && describeFailure(failure)).toBeUndefined()
  })
})
