import { describe, expect, it } from 'vitest'
import type { SortKey } from '#web/store/base/contract.ts'
import { sortItems } from './sort-items.ts'
import { type Item, orderOf } from './sorted-list.ts'

const count = 10_000

const scrambled = (index: number): number => (index * 7_919) % count
const itemsWith = (keyOf: (index: number) => SortKey): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: `row-${scrambled(index * 3 + 1)}-${index}`, key: keyOf(index) }))

function sortedInSteps(items: readonly Item[], descending: boolean) {
  const steps = sortItems(items, descending)
  for (let stepCount = 0; ; stepCount++) {
    const step = steps.next()
    if (step.done) return { sorted: step.value, taken: stepCount }
  }
}

describe('many items', () => {
  it.each([
    ['texts, all of them different', (index: number) => `name ${scrambled(index)}`],
    ['texts, many alike', (index: number) => `name ${scrambled(index) % 40}`],
    ['texts that rise, some alike', (index: number) => `2026-${String(index >> 1).padStart(6, '0')}`],
    [
      'rising texts except for the last',
      (index: number) => (index === count - 1 ? 'a' : `b${String(index).padStart(6, '0')}`),
    ],
    ['numbers', (index: number) => scrambled(index) % 3_000],
    ['texts, some missing', (index: number) => (index % 5 === 0 ? null : `name ${scrambled(index) % 900}`)],
  ])('%s: are ordered as by a comparison sort in both directions', (_, keyOf) => {
    const items = itemsWith(keyOf)
    for (const descending of [false, true]) {
      expect(sortedInSteps(items, descending).sorted).toEqual([...items].sort(orderOf(descending)))
    }
  })

  it('with distinct keys are sorted in many short steps', () => {
    expect(
      sortedInSteps(
        itemsWith((index) => `name ${scrambled(index)}`),
        false,
      ).taken,
    ).toBeGreaterThan(20)
  })
})
