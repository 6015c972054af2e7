import { describe, expect, inject, it } from 'vitest'
import { search } from '../search/search.ts'
import { mutated, sourceOf } from './mutate-source.ts'
import { allMutants } from './mutants-by-world.ts'

const maxHistories = 200

describe('a mutant of the source', () => {
  it.for(allMutants)('can be made of $world: $name', (mutant) => {
    const source = sourceOf(mutant)
    expect(mutated(mutant, source)).toContain(mutant.put)
    expect(mutated(mutant, source)).not.toBe(source)
  })

  it('is refused when the source does not contain its snippet exactly once', () => {
    const mutant = { file: 'a.ts', find: 'one', put: 'two' }
    expect(mutated(mutant, 'one more')).toBe('two more')
    expect(() => mutated(mutant, 'one by one')).toThrow('2 times')
    expect(() => mutated(mutant, 'more')).toThrow('0 times')
  })
})

/** Each takes a process of its own; `npm run prove` has all of them. */
const sampled = 4

describe('the simulator finds it when', () => {
  const quick = allMutants.flatMap(({ firstHistory: first, ...mutant }) => (first ? { ...mutant, first } : []))
  it.for(quick.filter((_, index) => index % sampled === 0))('$name ($world)', async ({ world, name, first }) => {
    const serverUrl = inject('postgresUrl')
    const found = await search({ world, serverUrl, first, step: 1, end: first + maxHistories, mutant: name, shrink: 0 })
    expect(found, `no seed up to ${first + maxHistories} detects it`).toMatchObject({ isViolation: true })
  })
})
