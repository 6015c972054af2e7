import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'

const main = page.getByRole('main')

async function setup(role: 'ADMIN' | 'INVESTOR' = 'ADMIN') {
  const store = await openTestStore({ ...someone, role })
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Demir', email: 'elif@example.com' })
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const ids = { projectId: project.id, investorId: investor.id }
  const investment = store.put('investments', { ...ids, amount: '1000', projectName: 'Quay' })
  store.put('cashFlows', { ...ids, type: 'CAPITAL_CALL', amount: '600', date: '2025-03-01', currency: 'USD' })
  return { store, investor, project, investment }
}

test('a record opens from its panel as a page, and Back returns to the list', async () => {
  const { store, investment } = await setup()
  const { router } = await renderApp(store, `/investments?q=quay&dialog=details&record=${investment.id}`)
  await page.getByRole('dialog').getByRole('link', { name: 'Open as a page' }).click()
  await expect.element(main.getByRole('heading', { level: 2, name: /Elif Demir/ })).toBeVisible()
  expect(router.latestLocation.pathname).toBe(`/investments/${investment.id}`)
  expect(page.getByRole('searchbox').elements()).toEqual([])
  router.history.back()
  await expect.element(page.getByRole('dialog', { name: 'Investment Details' })).toBeVisible()
  expect(router.latestLocation.search).toMatchObject({ q: 'quay', record: investment.id })
})

test('from its page a record is edited, and links lead to its project and investor', async () => {
  const { store, investment, investor } = await setup()
  const { router } = await renderApp(store, `/investments/${investment.id}`)
  await expect.element(main.getByRole('link', { name: 'Quay' })).toBeVisible()
  await main.getByRole('button', { name: 'Edit' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Edit Investment' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(router.latestLocation.pathname).toBe(`/investments/${investment.id}`)
  await main.getByRole('link', { name: 'Elif Demir' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Investor details' })).toBeVisible()
  expect(router.latestLocation.search).toMatchObject({ record: investor.id })
})

test('printing a page takes all tabs of the record, without buttons', async () => {
  const { store, investment } = await setup()
  await renderApp(store, `/investments/${investment.id}`)
  await expect.element(main.getByRole('button', { name: 'Print' })).toBeVisible()
  const paper = () => document.querySelector('body > div:last-of-type')
  window.dispatchEvent(new Event('beforeprint'))
  expect(paper()!.textContent).toContain('$600.00')
  expect(paper()!.querySelectorAll('[role=tab]')).toHaveLength(0)
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => document.body.textContent).not.toContain('$600.00')
})

test('a page without its record says so, and a longer address has no page', async () => {
  const { store } = await setup()
  const { goTo } = await renderApp(store, `/investors/${store.newId()}`)
  await expect.element(main.getByText('Record not found')).toBeVisible()
  await goTo('/investors/a/b')
  await expect.element(main.getByText('404 Page Not Found')).toBeVisible()
})

test('an investor has a page for an investment, and none for investors', async () => {
  const { store, investment, investor } = await setup('INVESTOR')
  const { goTo } = await renderApp(store, `/investments/${investment.id}`)
  await expect.element(main.getByText('$1,000.00').first()).toBeVisible()
  await goTo(`/investors/${investor.id}`)
  await expect.element(main.getByText('404 Page Not Found')).toBeVisible()
})

test('the edge of the panel moves by keys, and its width is kept', async () => {
  const { store, investment } = await setup()
  await renderApp(store, `/investments?dialog=details&record=${investment.id}`)
  const dialog = page.getByRole('dialog', { name: 'Investment Details' })
  await expect.element(dialog).toBeVisible()
  const width = () => dialog.element().getBoundingClientRect().width
  const separator = page.getByRole('separator', { name: 'Width of the details panel' })
  const before = width()
  ;(separator.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.poll(width).toBeGreaterThan(before + 40)
  const wider = width()
  await userEvent.keyboard('{Home}')
  await expect.poll(width).toBeLessThan(wider)
  expect(localStorage.getItem('panel-width')).toBe('416')
  localStorage.removeItem('panel-width')
})
