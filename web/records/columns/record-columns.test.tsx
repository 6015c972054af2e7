import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import { fakeOf } from '#web/test/fake-of.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import type { SortBy, SortKey } from '#web/store/base/contract.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { textsOf } from '#web/test/texts-of.ts'
import { type ColumnPlans, columnsFrom, sortsOf } from './record-columns.tsx'

const plans = <Name extends EntityName>(_: Name, plan: ColumnPlans<Name>) => plan

const projects = plans('projects', {
  primary: {},
  others: [
    { field: 'status' },
    { field: 'type' },
    { field: 'location' },
    { field: 'targetAmount', width: '9rem' },
    { field: 'isVisibleToInvestors', drops: 'never' },
    { id: 'own', header: () => 'Own', cell: () => 'own cell', align: 'end' },
  ],
})

function sortedNames(sort: SortBy<AnyRow> | undefined, rows: readonly Readonly<Record<string, unknown>>[]) {
  const keyOf = sort as (row: AnyRow) => SortKey
  const rowsWithKeys = rows.map((row) => ({ name: row['name'], key: keyOf(row as AnyRow) }))
  const withKey = rowsWithKeys
    .filter(({ key }) => key !== null)
    .toSorted((one, other) => (one.key! < other.key! ? -1 : 1))
  return [...withKey, ...rowsWithKeys.filter(({ key }) => key === null)].map(({ name }) => name)
}

const sorts = fakeOf<Readonly<Record<string, SortBy<AnyRow>>>>(sortsOf('projects', projects))

test('each column sorts by its kind: text alphabetically, amounts by size, flags with yes first', () => {
  const order = (column: string, field: string, values: readonly unknown[]) =>
    sortedNames(
      sorts[column],
      values.map((value) => ({ name: value, [field]: value })),
    )
  expect(order('name', 'name', ['zebra', 'Éclair', 'apple'])).toEqual(['apple', 'Éclair', 'zebra'])
  expect(order('location', 'location', [null, 'zürich', 'Çeşme', 'Ankara'])).toEqual([
    'Ankara',
    'Çeşme',
    'zürich',
    null,
  ])
  expect(order('targetAmount', 'targetAmount', ['1000.00', null, '90.00', '-5.00'])).toEqual([
    '-5.00',
    '90.00',
    '1000.00',
    null,
  ])
  expect(order('isVisibleToInvestors', 'isVisibleToInvestors', [false, true])).toEqual([true, false])
})

test('equivalent statuses sort as one group, together with a missing status', () => {
  const key = sorts['status'] as (row: object) => SortKey
  expect(['FUNDED', 'ACTIVE', null, 'EXITED'].map((status) => key({ status }))).toEqual([
    'ACTIVE',
    'ACTIVE',
    'ACTIVE',
    'EXITED',
  ])
})

test('a custom column can be sorted only if the screen defines a sort', () => {
  const sort = () => 1
  const customColumn = { id: 'own', header: () => 'Own', cell: () => null }
  expect(Object.keys(sorts)).toEqual(['name', 'status', 'type', 'location', 'targetAmount', 'isVisibleToInvestors'])
  expect(sortsOf('projects', { primary: {}, others: [{ ...customColumn, sort }] })['own']).toBe(sort)
})

test('records named by a reference sort by the name of the referenced record', () => {
  const others = [{ field: 'projectId' }] as const
  const { name, projectId } = sortsOf('investments', {
    primary: { nameField: 'investorId' },
    others,
  }) as unknown as Record<
    string,
    { readonly via: string; readonly entity: string; readonly key: (row: object) => SortKey }
  >
  expect(name).toMatchObject({ via: 'investorId', entity: 'investors' })
  expect(name!.key({ firstName: 'Ömer', lastName: 'ÇELIK' })).toBe('omer celik')
  expect(projectId).toMatchObject({ via: 'projectId', entity: 'projects' })
  expect(projectId!.key({ name: 'Quay' })).toBe('quay')
})

test('a list shows names and each field by its kind, with figures aligned at the end', async () => {
  const store = await openTestStore()
  const row = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', targetAmount: '1250000', location: null })
  const namelessRow = { ...row, id: '0197a3b0-0000-7000-8000-000000000009', name: '' }
  await render(store, null)
  const opened: string[] = []
  const columns = columnsFrom('projects', projects, { opens: 'View details', open: ({ id }) => opened.push(id) })
  await render(store, <DataTable label="Projects" rows={[row, namelessRow]} columns={columns} />)
  const header = (name: string) => page.getByRole('columnheader', { name }).element() as HTMLElement
  expect(header('Target amount').dataset['align']).toBe('figure')
  expect(header('Target amount').style.width).toContain('9rem')
  expect([header('Location').dataset['align'], header('Own').dataset['align']]).toEqual([undefined, 'end'])
  const cells = () => textsOf(page.getByRole('row').nth(1).getByRole('cell'))
  expect(cells().slice(0, 3)).toEqual(['Quay', 'Active', 'Commercial'])
  expect(cells().at(-1)).toBe('own cell')
  await expect.element(page.getByRole('button', { name: 'Unnamed project' })).toBeVisible()
  await page.getByRole('button', { name: 'Quay' }).click()
  expect(opened).toEqual([row.id])
})

test('a person without the right to open records sees names without buttons', async () => {
  const store = await openTestStore()
  const row = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await render(store, null)
  const columns = columnsFrom('projects', projects, null)
  await render(store, <DataTable label="Projects" rows={[row]} columns={columns} />)
  await expect.element(page.getByText('Quay')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})
