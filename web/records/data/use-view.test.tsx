import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useMemo, useState } from 'react'
import { render } from '#web/test/render.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { useView } from './use-view.ts'

const byName = { sortBy: ({ name }: { readonly name: string }) => name }
const seenRows: unknown[] = []
const shown = page.getByRole('status')
const click = (name: string) => page.getByRole('button', { name }).click()

function Probe() {
  const [entity, setEntity] = useState<'projects' | 'referrals'>('projects')
  const [descending, setDescending] = useState(false)
  const [, redraw] = useState(0)
  const options = useMemo(() => ({ ...byName, descending }), [descending])
  const { rows, ready } = useView(entity, options)
  seenRows.push(rows)
  return (
    <>
      <output>
        {ready
          ? rows
              .slice(0, 9)
              .map((row) => (row as { name?: string }).name)
              .join(' ') || 'none'
          : 'sorting'}
      </output>
      <button type="button" onClick={() => setDescending(true)}>
        Descending
      </button>
      <button type="button" onClick={() => setEntity('referrals')}>
        Other entity
      </button>
      <button type="button" onClick={() => redraw((n) => n + 1)}>
        Render again
      </button>
    </>
  )
}

async function setup() {
  const store: TestStore = await openTestStore()
  const opened = vi.spyOn(store, 'view')
  const put = (name: string) => store.put('projects', { name, type: 'COMMERCIAL' })
  const projects = [put('Quay'), put('Mole')]
  const screen = await render(store, <Probe />)
  await expect.element(shown).toHaveTextContent('Mole Quay')
  return { store, opened, put, projects, screen }
}

test('a sorted list follows added, changed and removed rows and another order with one view', async () => {
  const { store, opened, put, projects } = await setup()
  put('Pier')
  await expect.element(shown).toHaveTextContent('Mole Pier Quay')
  store.put('projects', { id: projects[0]!.id, name: 'Abbey', type: 'COMMERCIAL' })
  await expect.element(shown).toHaveTextContent('Abbey Mole Pier')
  store.drop('projects', projects[1]!.id)
  await expect.element(shown).toHaveTextContent('Abbey Pier')
  await click('Descending')
  await expect.element(shown).toHaveTextContent('Pier Abbey')
  expect(opened).toHaveBeenCalledOnce()
})

test('a rerender without a change returns the same rows', async () => {
  await setup()
  const rowsBefore = seenRows.at(-1)
  const renderCount = seenRows.length
  await click('Render again')
  expect(seenRows.length).toBeGreaterThan(renderCount)
  expect(seenRows.at(-1)).toBe(rowsBefore)
})

test('changing the entity closes the first view; unmounting closes the last one', async () => {
  const { store, opened, screen } = await setup()
  store.put('referrals', { name: 'Omar' })
  await store.caughtUp()
  const close = vi.spyOn(opened.mock.results[0]!.value as { close(): void }, 'close')
  await click('Other entity')
  await expect.element(shown).toHaveTextContent('Omar')
  expect([close.mock.calls.length, opened.mock.calls.length]).toEqual([1, 2])
  const closeLast = vi.spyOn(opened.mock.results[1]!.value as { close(): void }, 'close')
  await screen.unmount()
  expect(closeLast).toHaveBeenCalledOnce()
})
