import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { PlainTable } from './plain-table.tsx'
import { RowMark } from './row-mark.tsx'

const columns = [
  { header: 'Field' },
  { header: 'Mine', align: 'figure' as const },
  { header: 'Theirs', align: 'end' as const, hideNarrow: true as const },
]
const rows = [
  { id: 'a', cells: ['Amount', '5', '7'] },
  { id: 'b', cells: ['Name', 'Quay', 'Pier'] },
]
const table = page.getByRole('table')

test('every cell stands under its column, in the order and alignment of the columns', async () => {
  await render(<PlainTable label="Comparison" columns={columns} rows={rows} />)
  const words = table
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map((cell) => cell.textContent))
  expect(words).toEqual([
    ['Field', 'Mine', 'Theirs'],
    ['Amount', '5', '7'],
    ['Name', 'Quay', 'Pier'],
  ])
  const aligned = [...table.element().querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => (cell as HTMLElement).dataset['align'] ?? null),
  )
  expect(aligned).toEqual(Array(3).fill([null, 'figure', 'end']))
  expect(table.getByRole('rowheader').elements()).toEqual([])
  await expect.element(page.getByRole('region', { name: 'Comparison' })).toBeVisible()
})

test('in a stacked table the first cell is the header of its row, and each value carries its label', async () => {
  await render(<PlainTable label="Comparison" columns={columns} rows={rows} stacked />)
  const headers = table.getByRole('rowheader').elements()
  expect(headers.map((each) => [each.textContent, each.getAttribute('scope')])).toEqual([
    ['Amount', 'row'],
    ['Name', 'row'],
  ])
  const labels = table
    .getByRole('cell')
    .elements()
    .map((each) => `${(each as HTMLElement).dataset['label']}: ${each.textContent}`)
  expect(labels).toEqual(['Mine: 5', 'Theirs: 7', 'Mine: Quay', 'Theirs: Pier'])
})

test('on a phone a table leaves out what is less important, and a stacked one puts each value beneath its label', async () => {
  const plain = (stacked?: true) => (
    <PlainTable label="Comparison" columns={columns} rows={rows} {...(stacked && { stacked })} />
  )
  const screen = await render(<div style={{ inlineSize: 320 }}>{plain()}</div>)
  await expect.element(table.getByText('Quay')).toBeVisible()
  await expect.element(table.getByText('Pier')).not.toBeVisible()
  await screen.rerender(
    <div style={{ inlineSize: 320 }}>
      <PlainTable label="Comparison" columns={columns.slice(0, 2)} rows={rows} stacked />
    </div>,
  )
  const tops = () =>
    [...table.element().querySelectorAll('tbody :is(th, td)')].map((each) => each.getBoundingClientRect().top)
  await expect.poll(() => new Set(tops()).size).toBe(4)
  expect(tops()).toEqual(tops().toSorted((a, b) => a - b))
  const label = getComputedStyle(table.element().querySelector('td')!, '::before').content
  expect(label).toContain('Mine')
})

test('a mark says in words or to a reader what waits and what needs the person', async () => {
  await draw(
    await openTestStore(),
    <>
      <RowMark mark="waiting" />
      <RowMark mark="attention" brief />
    </>,
  )
  const words = page.getByText('Waiting to be sent')
  await expect.element(words).toBeVisible()
  const marks = [...document.querySelectorAll('[data-mark]')]
  expect(marks.map((each) => [each.textContent, each.querySelector('svg')?.getAttribute('aria-label')])).toEqual([
    ['Waiting to be sent', 'Waiting to be sent'],
    ['', 'Needs attention'],
  ])
  // Read once, not twice.
  expect(words.element().getAttribute('aria-hidden')).toBe('true')
  const [waiting, attention] = marks.map((each) => getComputedStyle(each).color)
  expect(waiting).not.toBe(attention)
})
