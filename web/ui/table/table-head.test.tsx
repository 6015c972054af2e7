import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { DataTable } from './data-table.tsx'
import type { Sort } from './sort.ts'
import { columnsOf } from './table-columns.ts'

const helper = columnsOf<AnyRow>()
const column = (id: string, sortable: boolean) =>
  helper.display({
    id,
    header: id,
    meta: { sortable, drops: 'never', ...(id === 'Amount' && { align: 'figure' }) },
    cell: () => id,
  })
const columns = [column('Name', true), column('Amount', true), column('Actions', false)]
const onSort = vi.fn<(key: string) => void>()
const header = (name: string) => page.getByRole('columnheader', { name })
const sorted = (name: string) => header(name).element().getAttribute('aria-sort')

const renderHead = (sort: Sort | null, sorts?: (key: string) => void) =>
  render(
    <div style={{ display: 'flex', blockSize: 320 }}>
      <DataTable label="Rows" rows={[]} columns={columns} sort={sort} {...(sorts && { onSort: sorts })} />
    </div>,
  )

beforeEach(() => void vi.resetAllMocks())

test.each([
  [null, ['none', 'none', null]],
  [{ key: 'Name', descending: false }, ['ascending', 'none', null]],
  [{ key: 'Amount', descending: true }, ['none', 'descending', null]],
])('the headings expose the sort of the table: %o', async (sort, ariaSorts) => {
  await renderHead(sort, onSort)
  expect(['Name', 'Amount', 'Actions'].map(sorted)).toEqual(ariaSorts)
})

test('a click on a heading sorts by its column; a column that cannot be sorted has no button', async () => {
  await renderHead(null, onSort)
  await header('Amount').getByRole('button').click()
  expect(onSort.mock.calls).toEqual([['Amount']])
  expect(header('Actions').getByRole('button').elements()).toEqual([])
  expect((header('Amount').element() as HTMLElement).dataset['align']).toBe('figure')
})

test('a table that cannot be sorted has no buttons in its headings', async () => {
  await renderHead(null)
  expect(page.getByRole('button').elements()).toEqual([])
  await expect.element(header('Name')).toHaveTextContent('Name')
})

test('the icon of the sorted column shows the direction, and only the name of a column is announced', async () => {
  const icons = () => ['Name', 'Amount'].map((name) => header(name).element().querySelector('svg')!)
  const appearances = () => icons().map((each) => Number(getComputedStyle(each).opacity))
  const ascending = await renderHead({ key: 'Name', descending: false }, onSort)
  const [up, neutral] = icons().map((each) => each.innerHTML)
  expect(appearances()).toEqual([1, 0.45])
  await expect.element(page.getByRole('button', { name: 'Name', exact: true })).toHaveAccessibleName('Name')
  await ascending.unmount()
  await renderHead({ key: 'Name', descending: true }, onSort)
  expect(appearances()).toEqual([1, 0.45])
  expect(new Set([up, neutral, icons()[0]!.innerHTML]).size).toBe(3)
})
