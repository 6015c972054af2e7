import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { useFigure } from './use-figure.ts'

/** Each row takes more than a slice of time. */
function* slowCount(table: Table<Row<'projects'>>): Generator<undefined, number> {
  let rows = 0
  for (const _ of table.scan()) {
    rows++
    tasks.add(task)
    const end = performance.now() + 6
    while (performance.now() < end);
    yield
  }
  return rows
}

let task = 0
const tasks = new Set<number>()
function countTasks() {
  const timer = setInterval(() => task++, 0)
  onTestFinished(() => clearInterval(timer))
}
const results: (number | undefined)[] = []

function Probe() {
  const count = useFigure('projects', slowCount)
  results.push(count)
  return <p>{count === undefined ? 'No activity yet' : `${count} projects`}</p>
}

test('a figure is computed in slices outside of rendering, and the old one stays until the next is ready', async () => {
  const store = await openTestStore()
  const add = () => store.create('projects', { name: 'Quay', type: 'COMMERCIAL' })
  for (let n = 0; n < 20; n++) await add()
  countTasks()
  results.length = 0
  await render(store, <Probe />)
  await expect.element(page.getByText('20 projects')).toBeVisible()
  tasks.clear()
  await add()
  await expect.element(page.getByText('21 projects')).toBeVisible()
  expect(tasks.size).toBeGreaterThan(5)
  expect([...new Set(results)]).toEqual([undefined, 20, 21])
})

test('a figure of a table that keeps changing is still computed', async () => {
  const store = await openTestStore()
  const add = () => store.create('projects', { name: 'Quay', type: 'COMMERCIAL' })
  for (let n = 0; n < 10; n++) await add()
  await render(store, <Probe />)
  const changes = setInterval(() => void add(), 15)
  await expect.element(page.getByText(/^\d+ projects$/)).toBeVisible()
  clearInterval(changes)
})

test('components that show the same figure share one walk, repeated only after a change', async () => {
  let computations = 0
  function* countRows(table: Table<Row<'projects'>>): Generator<undefined, number> {
    computations++
    yield
    return [...table.scan()].length
  }
  const Figure = () => <p>{useFigure('projects', countRows) ?? 'No activity yet'}</p>
  const store = await openTestStore()
  await store.create('projects', { name: 'Quay', type: 'COMMERCIAL' })
  function Shown() {
    const [many, setCount] = useState(2)
    return (
      <>
        <button onClick={() => setCount(many + 1)}>One more</button>
        {Array.from({ length: many }, (_, at) => (
          <Figure key={at} />
        ))}
      </>
    )
  }
  const figures = () =>
    page
      .getByText(/^\d+$/)
      .elements()
      .map(({ textContent }) => textContent)
  await render(store, <Shown />)
  await expect.poll(figures).toEqual(['1', '1'])
  await page.getByRole('button', { name: 'One more' }).click()
  await expect.poll(figures).toEqual(['1', '1', '1'])
  expect(computations).toBe(1)
  await store.create('projects', { name: 'Mill', type: 'COMMERCIAL' })
  await expect.poll(figures).toEqual(['2', '2', '2'])
  expect(computations).toBe(2)
})
