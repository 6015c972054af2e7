import { IconCoins } from '@tabler/icons-react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { actionsFor, type RecordAction } from './record-action.ts'
import { RowActionCell, widthOfActions } from './row-action-cell.tsx'

const customAction = (id: string, overrides: object = {}): RecordAction<'projects'> =>
  ({ id, icon: IconCoins, label: () => id, run: () => {}, ...overrides }) as RecordAction<'projects'>
const noDialogs = { details: false, update: false, delete: false }
const allDialogs = { details: true, update: true, delete: true }

test('viewing actions come first, and deleting comes last', () => {
  expect(actionsFor('projects', { role: 'ADMIN' }, allDialogs, [customAction('share')]).map(({ id }) => id)).toEqual([
    'details',
    'share',
    'edit',
    'delete',
  ])
})

test('an action is offered only with the right it requires', () => {
  const invest = customAction('invest', { needs: { entity: 'investments', verb: 'create' } })
  expect(actionsFor('projects', { role: 'PORTFOLIO_MANAGER' }, noDialogs, [invest, customAction('call')])).toHaveLength(
    2,
  )
  expect(
    actionsFor('projects', { role: 'INVESTOR' }, noDialogs, [invest, customAction('call')]).map(({ id }) => id),
  ).toEqual(['call'])
})

async function renderRow(actions: readonly RecordAction<'projects'>[]) {
  const store = await openTestStore(someone)
  const row = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const open = vi.fn<(id: string, as: string) => void>()
  await render(store, <RowActionCell entity="projects" row={row} actions={actions} navigation={{ open }} />)
  return { row, open }
}

test('up to three actions are icons; a link without an address for the record is left out', async () => {
  const run = vi.fn<(row: unknown) => void>()
  const { row, open } = await renderRow([
    customAction('Count', { run }),
    customAction('Call', { run: undefined, href: () => undefined }),
    ...actionsFor('projects', { role: 'ADMIN' }, { ...noDialogs, update: true }),
  ])
  await page.getByRole('button', { name: 'Count' }).click()
  expect(run.mock.calls[0]?.[0]).toEqual(row)
  await page.getByRole('button', { name: 'Edit' }).click()
  expect(open).toHaveBeenCalledWith(row.id, 'edit')
  expect(page.getByRole('link').elements()).toEqual([])
})

test('an external link opens in a new tab without a reference to this one', async () => {
  await renderRow([
    customAction('View', { run: undefined, href: () => 'https://example.com/sheet.pdf', opensNewTab: true }),
  ])
  const link = page.getByRole('link', { name: 'View' })
  await expect.element(link).toHaveAttribute('href', 'https://example.com/sheet.pdf')
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
})

test('more actions are a menu named after the record, in which unavailable actions are disabled', async () => {
  const { row, open } = await renderRow([
    customAction('Call', { run: undefined, href: () => undefined }),
    customAction('Write', { run: undefined, href: () => 'mailto:quay@example.com' }),
    ...actionsFor('projects', { role: 'ADMIN' }, allDialogs),
  ])
  await page.getByRole('button', { name: 'Actions for Quay' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Call' })).toBeDisabled()
  await expect.element(page.getByRole('menuitem', { name: 'Write' })).toHaveAttribute('href', 'mailto:quay@example.com')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  expect(open).toHaveBeenCalledWith(row.id, 'delete')
})

test('dangerous actions come last in a menu, below a divider', async () => {
  await renderRow([
    customAction('End', { isDanger: true }),
    ...actionsFor('projects', { role: 'ADMIN' }, allDialogs),
    customAction('Call'),
  ])
  await page.getByRole('button', { name: 'Actions for Quay' }).click()
  const items = () => page.getByRole('menuitem').elements()
  await expect
    .poll(() => items().map(({ textContent }) => textContent))
    .toEqual(['View details', 'Edit', 'Call', 'End', 'Delete'])
  expect(page.getByRole('menu').element().querySelectorAll('.mantine-Menu-divider')).toHaveLength(1)
})

test('the column is as wide as its buttons', () => {
  const widthWith = (n: number) => widthOfActions(Array.from({ length: n }, (_, index) => customAction(String(index))))
  expect([1, 2, 3, 4, 9].map(widthWith)).toEqual([
    '5.25rem',
    'max(5.25rem, 2 * var(--target) + 1rem)',
    'max(5.25rem, 3 * var(--target) + 1rem)',
    '5.25rem',
    '5.25rem',
  ])
})
