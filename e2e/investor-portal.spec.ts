import { goOffline, loginAndSync, openScreen } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

test('an offline investor sees holdings, upcoming dates and a statement whose lines add up', async ({ page }) => {
  await loginAndSync(page, 'investor')
  await goOffline(page)
  await openScreen(page, 'My Portfolio')
  const upcoming = page.getByRole('region', { name: 'Due next' }).getByRole('listitem')
  await expect(upcoming.first()).toContainText('Payment overdue')

  await page
    .getByRole('region', { name: 'Holdings' })
    .first()
    .getByRole('button', { name: 'Helvetic Precision Tools' })
    .click()
  const holding = page.getByRole('dialog', { name: 'Holding' })
  await expect(holding.getByText('Your share of the project’s valuation as of', { exact: false })).toBeVisible()
  await expect(holding.getByRole('link', { name: 'Helvetic Precision Tools fact sheet' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Capital account statement' }).click()
  await page.getByRole('button', { name: 'Last year' }).click()
  await expect(page.getByRole('button', { name: 'Last year', pressed: true })).toBeVisible()
  const total = page
    .getByRole('article', { name: 'Capital account statement' })
    .getByRole('row', { name: /^Total, converted to USD/ })
  const cents = (await total.getByRole('cell').allTextContents())
    .slice(0, 5)
    .map((text) => BigInt(text.replaceAll(/[≈\s$,.]/g, '').replace('−', '-')))
  const [opening, paidIn, received, change, closing] = cents as [bigint, bigint, bigint, bigint, bigint]
  expect(opening > 0n && received > 0n).toBe(true)
  expect(opening + paidIn - received + change).toBe(closing)
})
