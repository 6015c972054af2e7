import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useCallback, useState } from 'react'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { useComputed } from './use-computed.ts'

let computations = 0
beforeEach(() => {
  computations = 0
})

function Probe() {
  const [prefix, setPrefix] = useState('Q')
  const [, redraw] = useState(0)
  const names = useComputed(
    'projects',
    useCallback(
      (table: Table<Row<'projects'>>) => {
        computations++
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
      <button type="button" onClick={() => redraw((n) => n + 1)}>
        Render again
      </button>
    </>
  )
}

const shown = page.getByRole('status')
const click = (name: string) => page.getByRole('button', { name }).click()

test('a computed value follows the rows and the function, and is not computed again for anything else', async () => {
  const store = await openTestStore()
  const put = (name: string) => store.put('projects', { name, type: 'COMMERCIAL' })
  const quay = put('Quay')
  await render(store, <Probe />)
  await expect.element(shown).toHaveTextContent('Quay')
  put('Quarry')
  await expect.element(shown).toHaveTextContent('Quarry Quay')
  store.drop('projects', quay.id)
  await expect.element(shown).toHaveTextContent('Quarry')
  const before = computations
  await click('Render again')
  store.put('referrals', { name: 'Omar' })
  await store.caughtUp()
  expect(computations).toBe(before)
  put('Pier')
  await click('Another letter')
  await expect.element(shown).toHaveTextContent('Pier')
  expect(computations).toBe(before + 2)
})
