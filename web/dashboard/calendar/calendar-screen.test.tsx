import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addDays } from '#schema/money/dates.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { today as todayIn } from '#web/ui/format/dates/date-format.ts'

const main = page.getByRole('main')
const titles = () =>
  textsOf(main.getByRole('link')).filter((text) => /^(Redemption|Unfunded|Investor|Commission|KYC)/.test(text))
const today = todayIn()

type Address = (ids: { readonly pier: string; readonly omar: string }) => string

async function setup(role: Role, address: Address, kyc = {}) {
  const store = await openTestStore({ ...someone, role })
  const [quay, pier] = ['Quay', 'Pier'].map((name) => store.put('projects', { name, type: 'COMMERCIAL' }).id)
  const [elif, omar] = ['Elif', 'Omar'].map(
    (firstName) => store.put('investors', { firstName, email: `${firstName}@example.com`, ...kyc }).id,
  )
  const redeem = (projectId: string, investorId: string, days: number) => {
    const dates = { investmentDate: '2020-01-01', redemptionDate: addDays(today, days) }
    return store.put('investments', { projectId, investorId, amount: '100', status: 'ACTIVE', ...dates }).id
  }
  redeem(quay!, elif!, -2)
  const redeemed = redeem(pier!, elif!, 90)
  redeem(pier!, omar!, 91)
  const [ids, investmentDate] = [{ projectId: quay!, investorId: omar! }, today]
  store.put('investments', { ...ids, amount: '100', status: 'COMMITTED', investmentDate })
  if (role !== 'INVESTOR')
    store.put('commissions', { investmentId: redeemed, feeType: 'SETUP', amount: '9', dueDate: addDays(today, 40) })
  return renderApp(store, address({ pier: pier!, omar: omar! }))
}

test('lists what is overdue and due within 90 days, by week', async () => {
  await setup('ADMIN', () => '/calendar')
  await expect.poll(titles).toEqual(['Redemption', 'Unfunded commitment', 'Commission payable', 'Redemption'])
  const regions = main.getByRole('region').elements()
  expect(regions.map((each) => each.getAttribute('aria-label')).slice(0, 2)).toEqual(['Overdue', 'This week'])
  expect(regions).toHaveLength(4)
})

test('kind, project and investor are in the address and leave only what matches', async () => {
  const { router } = await setup('PORTFOLIO_MANAGER', ({ pier }) => `/calendar?projectId=${pier}`)
  await expect.poll(titles).toEqual(['Commission payable', 'Redemption'])
  await main.getByRole('checkbox', { name: 'Redemption' }).click()
  await expect.poll(titles).toEqual(['Redemption'])
  expect(router.state.location.search).toMatchObject({ kind: 'REDEMPTION' })
  await main.getByRole('combobox', { name: 'Investor' }).click()
  await page.getByRole('option', { name: 'Omar' }).click()
  await expect.element(main.getByText('Nothing due matches your filters.')).toBeVisible()
  await main.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => titles().length).toBe(4)
})

test('an investor filters by the kinds and projects of their own holdings', async () => {
  await setup('INVESTOR', () => '/calendar')
  await expect.poll(titles).toEqual(['Redemption', 'Unfunded commitment', 'Redemption'])
  expect(main.getByRole('checkbox').elements()).toHaveLength(3)
  expect(textsOf(main.getByRole('combobox'))).toHaveLength(1)
})

test('has the last day of each KYC approval', async () => {
  const ends = { kycStatus: 'APPROVED', kycReviewOn: addDays(today, 80) }
  await setup('PORTFOLIO_MANAGER', () => '/calendar?kind=KYC', ends)
  await expect.poll(titles).toEqual(['KYC renewal due', 'KYC renewal due'])
})

test('says that nothing is due', async () => {
  await renderApp(await openTestStore(), '/calendar')
  await expect.element(main.getByText('Nothing is due in the next 90 days.')).toBeVisible()
})
