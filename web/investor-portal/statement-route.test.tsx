import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { rowsOf } from '#web/test/texts-of.ts'

const sheet = page.getByRole('article', { name: 'Capital account statement' })

async function setup(role: 'PORTFOLIO_MANAGER' | 'INVESTOR') {
  const store = await openTestStore({ ...someone, role })
  const own = store.put('investors', { firstName: 'Ines', lastName: 'Okafor', email: 'ines@example.com' })
  const { id: projectId } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const fields = { projectId, investorId: own.id, amount: '100000', status: 'FUNDED', projectName: 'Quay' }
  store.put('investments', { ...fields, investmentDate: '2025-02-03' })
  return { store, own }
}

test('a portfolio manager opens the statement from the investor’s record, and returns to it', async () => {
  const { store, own } = await setup('PORTFOLIO_MANAGER')
  const { router } = await renderApp(store, `/investors?dialog=details&record=${own.id}`)
  await page.getByRole('link', { name: 'Capital account statement' }).click()
  await expect.element(sheet.getByText('Ines Okafor')).toBeVisible()
  await page.getByRole('button', { name: 'Since inception' }).click()
  await expect.element(page.getByRole('textbox', { name: 'From' })).toHaveValue('02/03/2025')
  await expect
    .poll(() => rowsOf(sheet)[1]?.slice(0, 6))
    .toEqual(['Quay', '$0.00', '$100,000.00', '$0.00', '$25,000.00', '$125,000.00'])
  expect(document.title).toContain('Ines Okafor')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect.poll(() => router.state.location.search).toEqual({ dialog: 'details', record: own.id })
})

test('staff choose the investor of a statement; an investor sees the own one whatever the address', async () => {
  const { store, own } = await setup('PORTFOLIO_MANAGER')
  const staff = await renderApp(store, '/statement')
  await expect.element(page.getByText('Choose an investor', { exact: true })).toBeVisible()
  expect(sheet.elements()).toEqual([])
  await staff.unmount()
  const { store: ofInvestor } = await setup('INVESTOR')
  await renderApp(ofInvestor, `/statement?investor=${own.id}`)
  await expect.element(sheet.getByText('Ines Okafor')).toBeVisible()
  await page.getByRole('button', { name: 'Back to My Portfolio' }).click()
  await expect.element(page.getByRole('region', { name: 'Value today' })).toBeVisible()
})
