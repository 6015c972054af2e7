import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { printedDate, today as todayIn } from '#web/ui/format/dates/date-format.ts'
import { textsOf } from '#web/test/texts-of.ts'

const main = page.getByRole('main')
const section = main.getByRole('region', { name: 'Next 30 days' })
const rows = () => textsOf(section.getByRole('listitem'))
const today = todayIn()
const inDays = (days: number) =>
  new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const inWords = (day: string) => printedDate(day)

async function setup(role: 'ADMIN' | 'INVESTOR' = 'ADMIN') {
  const store = await openTestStore({ ...someone, role })
  const quay = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const pier = store.put('projects', { name: 'Pier', type: 'COMMERCIAL' })
  const elif = store.put('investors', {
    firstName: 'Elif',
    email: 'elif@example.com',
    ...(role === 'ADMIN' && { nextContactOn: today, kycStatus: 'EXPIRED' }),
  })
  const invest = (projectId: string, overrides: object) =>
    store.put('investments', {
      projectId,
      investorId: elif.id,
      amount: '1500000',
      investmentDate: '2020-01-01',
      ...overrides,
    })
  const redeemed = invest(quay.id, { status: 'ACTIVE', redemptionDate: inDays(3) })
  invest(pier.id, { status: 'ACTIVE', redemptionDate: inDays(-2) })
  invest(quay.id, { status: 'ACTIVE', redemptionDate: inDays(31) })
  return { store, quay, pier, elif, invest, redeemed, ...(await renderApp(store)) }
}

test('describes what is due in words, overdue first; each row opens its record', async () => {
  const { store, redeemed, elif, router } = await setup()
  const fee = { investmentId: redeemed.id, feeType: 'SETUP', currency: 'AED' }
  store.put('commissions', { ...fee, amount: '2500', dueDate: inDays(1) })
  await expect.element(section.getByRole('listitem').first()).toBeVisible()
  await expect
    .poll(rows)
    .toEqual([
      'KYC renewal dueElifExpired',
      `RedemptionPier · ElifOverdue by 2 days$1,500,000.00 · ${inWords(inDays(-2))}`,
      `Investor follow-upElifToday${inWords(today)}`,
      `Commission payableQuay · ElifIn 1 dayAED\u00a02,500.00 · ${inWords(inDays(1))}`,
      `RedemptionQuay · ElifIn 3 days$1,500,000.00 · ${inWords(inDays(3))}`,
    ])
  await expect.element(section.getByText('2 overdue')).toBeVisible()
  const links = section
    .getByRole('link')
    .elements()
    .map((each) => each.getAttribute('href')?.split('?')[0])
  expect(links).toEqual(['/investors', '/investments', '/investors', '/commissions', '/investments'])
  expect(section.getByRole('link').last().element().getAttribute('href')).toContain(`record=${redeemed.id}`)
  await section.getByRole('link').first().click()
  expect(router.state.location.search).toEqual({ dialog: 'details', record: elif.id })
})

test('shows six rows, and the others on request', async () => {
  const { invest, quay } = await setup()
  for (let n = 4; n < 9; n++) invest(quay.id, { status: 'ACTIVE', redemptionDate: inDays(n) })
  await expect.poll(() => rows().length).toBe(6)
  await section.getByRole('button', { name: 'Show 3 more' }).click()
  await expect.poll(() => rows().length).toBe(9)
  expect(section.getByRole('button').elements()).toEqual([])
})

test('shows thirty more of a long list on each click', async () => {
  const { invest, quay } = await setup()
  for (let n = 0; n < 35; n++) invest(quay.id, { status: 'ACTIVE', redemptionDate: inDays(4) })
  await section.getByRole('button', { name: 'Show 30 more' }).click()
  await expect.poll(() => rows().length).toBe(36)
  await section.getByRole('button', { name: 'Show 3 more' }).click()
  await expect.poll(() => rows().length).toBe(39)
})

test('investors see what is due for their own holdings, and nothing of the firm’s', async () => {
  await setup('INVESTOR')
  await expect.poll(() => rows().map((row) => row.slice(0, 14))).toEqual(['RedemptionPier', 'RedemptionQuay'])
})

test('an investor sees that their KYC has expired, without a link to a screen closed to them', async () => {
  const { store, elif } = await setup('INVESTOR')
  store.put('investors', { id: elif.id, firstName: 'Elif', email: 'elif@example.com', kycStatus: 'EXPIRED' })
  await expect.poll(() => rows()[0]).toBe('KYC renewal dueElifExpired')
  const links = section
    .getByRole('link')
    .elements()
    .map((each) => each.getAttribute('href')?.split('?')[0])
  expect(links).toEqual(['/investments', '/investments'])
})

test('says so when nothing is due', async () => {
  await renderApp(await openTestStore())
  await expect.element(section.getByText('Nothing is due in the next 30 days.')).toBeVisible()
})

test('projects with something due come first with the reason; their names open them', async () => {
  const { store, router, quay } = await setup()
  const mole = store.put('projects', { name: 'Mole', type: 'COMMERCIAL' })
  const names = () =>
    main
      .getByRole('table')
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => row.querySelector('td')!.textContent)
  await expect
    .poll(names)
    .toEqual(['PierOverdue by 2 days Not specified', 'QuayIn 3 days Not specified', 'MoleNot specified'])
  await expect
    .element(main.getByText('Projects with the earliest due dates first, then the most recent.'))
    .toBeVisible()
  store.drop('projects', mole.id)
  await main.getByRole('table').getByRole('button', { name: 'Quay' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/projects')
  expect(router.state.location.search).toEqual({ dialog: 'details', record: quay.id })
})
