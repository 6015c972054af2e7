import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useCallback, useState } from 'react'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { useComputed } from './use-computed.ts'

let computed = 0
beforeEach(() => {
  computed = 0
})

function Probe() {
  const [prefix, setPrefix] = useState('Q')
  const [, draws] = useState(0)
  const names = useComputed(
    'projects',
    useCallback(
      (table: Table<Row<'projects'>>) => {
        computed++
        return [...table.all()].map(({ name }) => name).filter((name) => name.startsWith(prefix))
      },
      [prefix],
    ),
  )
  return (
    <>
      <output>{names.toSorted().join(' ') || 'none'}</output>
      <button type="button" onClick={() => setPrefix('P')}>
        Another letter
      </button>
      <button type="button" onClick={() => draws((n) => n + 1)}>
        Draw again
      </button>
    </>
  )
}

const shown = page.getByRole('status')
const press = (name: string) => page.getByRole('button', { name }).click()

test('what is computed of a table follows its rows and its question, and nothing else computes it again', async () => {
  const store = await openTestStore()
  const put = (name: string) => store.put('projects', { name, type: 'COMMERCIAL' })
  const quay = put('Quay')
  await draw(store, <Probe />)
  await expect.element(shown).toHaveTextContent('Quay')
  put('Quarry')
  await expect.element(shown).toHaveTextContent('Quarry Quay')
  store.drop('projects', quay.id)
  await expect.element(shown).toHaveTextContent('Quarry')
  const before = computed
  await press('Draw again')
  store.put('referrals', { name: 'Omar' })
  await store.caughtUp()
  expect(computed).toBe(before)
  put('Pier')
  await press('Another letter')
  await expect.element(shown).toHaveTextContent('Pier')
  expect(computed).toBe(before + 2)
})
