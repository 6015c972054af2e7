import { expect, test } from 'vitest'
import type { LeftOut } from '#schema/money/counting.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Incomplete } from './incomplete.tsx'

const nothingLeftOut: LeftOut = { names: [], currencies: [], isConverted: false, isStale: false }

async function notesOf(leftOut: Partial<LeftOut>) {
  const { container } = await render(await openTestStore(), <Incomplete {...nothingLeftOut} {...leftOut} />)
  return [...container.querySelectorAll('[role=note]')].map((each) => each.textContent)
}

test('a complete and current total has no note', async () => {
  expect(await notesOf({})).toEqual([])
})

test.each([
  [['Quay (TRY)'], 'Quay (TRY)'],
  [['Quay (TRY)', 'Pier (GBP)', 'Mole (INR)'], 'Quay (TRY), Pier (GBP), Mole (INR)'],
  [['A', 'B', 'C', 'D'], 'A, B, C and 1 more'],
  [['A', 'B', 'C', 'D', 'E'], 'A, B, C and 2 more'],
])('a total lists what it omits: %j', async (names, text) => {
  expect(await notesOf({ names })).toEqual([`Incomplete total: no exchange rate for ${text}`])
})

test('an old rate adds a note', async () => {
  const stale = 'At least one exchange rate was more than 7 days old on the day for which it was used.'
  expect(await notesOf({ isStale: true })).toEqual([stale])
  expect(await notesOf({ isStale: true, names: ['Quay (TRY)'] })).toEqual([
    'Incomplete total: no exchange rate for Quay (TRY)',
    stale,
  ])
})
