import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { AnyRow } from '#schema/entity.ts'
import type { RowList } from '#web/store/contract.ts'
import { render } from 'vitest-browser-react'
import { DataTable } from './data-table.tsx'
import { columnsOf } from './table-columns.ts'

const rowNamed = (id: string): AnyRow => ({ id, number: 1, createdAt: '', updatedAt: '' }) as unknown as AnyRow
const listOf = (rows: readonly AnyRow[], arranged: object): RowList => ({
  length: rows.length,
  arranged,
  slice: (first, end) => rows.slice(first, end),
})
const helper = columnsOf<AnyRow>()
const columns = [
  helper.display({
    id: 'id',
    header: 'Id',
    meta: { sortable: true },
    cell: ({ row }) => <button type="button">{row.original.id}</button>,
  }),
]
const tableOf = (rows: RowList) => (
  <div style={{ display: 'flex', blockSize: 320 }}>
    <DataTable label="Rows" rows={rows} columns={columns} />
  </div>
)
const many = Array.from({ length: 60 }, (_, index) => rowNamed(`Row ${index}`))

test('a button beyond the edge keeps the focus when a row changes; after a new order the rows beyond the edge are drawn later', async () => {
  const order = {}
  const screen = await render(tableOf(listOf(many, order)))
  const button = screen.getByRole('button', { name: 'Row 10', exact: true })
  await expect.element(button).toBeInTheDocument()
  const element = button.element() as HTMLElement
  element.focus({ preventScroll: true })
  await screen.rerender(tableOf(listOf([rowNamed('Row 0'), ...many.slice(1)], order)))
  expect(document.activeElement).toBe(element)
  await screen.rerender(tableOf(listOf(many.toReversed(), {})))
  await expect.element(screen.getByRole('button', { name: 'Row 49', exact: true })).toBeInTheDocument()
})

test('pointing at a column or focusing it announces that its order may be asked for', async () => {
  const onExpectSort = vi.fn<(key: string) => void>()
  const onSort = vi.fn<(key: string) => void>()
  const screen = await render(
    <DataTable label="Rows" rows={listOf(many, {})} columns={columns} onSort={onSort} onExpectSort={onExpectSort} />,
  )
  const header = screen.getByRole('button', { name: 'Id', exact: true })
  await userEvent.hover(header)
  expect(onExpectSort).toHaveBeenLastCalledWith('id')
  onExpectSort.mockClear()
  ;(header.element() as HTMLElement).focus()
  expect(onExpectSort).toHaveBeenLastCalledWith('id')
  expect(onSort).not.toHaveBeenCalled()
})
