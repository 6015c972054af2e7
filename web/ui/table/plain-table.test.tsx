import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PlainTable } from './plain-table.tsx'

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
