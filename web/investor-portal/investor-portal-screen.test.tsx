import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { InvestorPortalScreen } from './investor-portal-screen.tsx'

test('an administrator sees no figures before choosing an investor, and then that investor’s', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Öztürk', email: 'elif@example.com' })
  store.put('investments', { projectId: project.id, investorId: investor.id, amount: '5000', status: 'FUNDED' })
  await draw(store, <InvestorPortalScreen />)
  await expect.element(page.getByText('Choose an investor', { exact: true })).toBeVisible()
  await expect.element(page.getByText('$0')).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Total Investment' })).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: 'View as investor' }).fill('elif')
  await page.getByRole('option', { name: 'Elif Öztürk' }).click()
  await expect.element(page.getByRole('region', { name: 'Total Investment' }).getByText('$5K').first()).toBeVisible()
})
