import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '#schema/kernel/enumerations.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { serve } from '#web/test/serve.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { printedDate as inWords, today as todayIn } from '#web/ui/format/dates/date-format.ts'

const main = page.getByRole('main')
const section = main.getByRole('region', { name: 'Needs your attention' })
const rows = () => textsOf(section.getByRole('list').first().getByRole('listitem'))
const pathsOf = (where: typeof main) =>
  where
    .getByRole('link')
    .elements()
    .map((each) => each.getAttribute('href')?.split('?')[0])
const today = todayIn()
const inDays = (days: number) =>
  new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

beforeEach(() => localStorage.clear())

async function setup(role: Role = 'ADMIN') {
  const store = await openTestStore({ ...someone, role })
  const quay = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const pier = store.put('projects', { name: 'Pier', type: 'COMMERCIAL' })
  const elif = store.put('investors', {
    firstName: 'Elif',
    email: 'elif@example.com',
    kycStatus: 'EXPIRED',
    // Devices of investors do not have it.
    ...(role !== 'INVESTOR' && { nextContactOn: today }),
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
  return { store, quay, pier, elif, invest, redeemed }
}

test.each(['ADMIN', 'PORTFOLIO_MANAGER'] as const)(
  '%s: what is pending or due within 30 days, oldest first, each with its action',
  async (role) => {
    const { store, redeemed, elif, quay, invest } = await setup(role)
    invest(quay.id, { status: 'COMMITTED', investmentDate: inDays(2) })
    const fee = { investmentId: redeemed.id, feeType: 'SETUP', currency: 'AED' }
    store.put('commissions', { ...fee, amount: '2500', dueDate: inDays(1) })
    const { router } = await renderApp(store)
    await expect
      .poll(rows)
      .toEqual([
        'KYC renewal dueElifExpiredChange KYC status',
        `RedemptionPier · ElifOverdue by 2 days$1,500,000.00 · ${inWords(inDays(-2))}Add cash flow`,
        `Investor follow-upElifToday${inWords(today)}View details`,
        `Commission payableQuay · ElifIn 1 dayAED\u00a02,500.00 · ${inWords(inDays(1))}Mark as paid`,
        `Unfunded commitmentQuay · ElifIn 2 days$1,500,000.00 · ${inWords(inDays(2))}Add cash flow`,
        `RedemptionQuay · ElifIn 3 days$1,500,000.00 · ${inWords(inDays(3))}Add cash flow`,
      ])
    await expect.element(section.getByText('6 in total · 2 overdue')).toBeVisible()
    await section.getByRole('link', { name: 'KYC renewal due Elif' }).click()
    expect(router.state.location.search).toEqual({ dialog: 'details', record: elif.id })
  },
)

test('a redemption’s action opens the form for its payment; a commission’s returns to the dashboard', async () => {
  const { store, redeemed } = await setup()
  store.put('commissions', { investmentId: redeemed.id, feeType: 'SETUP', amount: '2500', dueDate: today })
  const { router } = await renderApp(store)
  const lineOf = (text: string) => section.getByRole('listitem').filter({ hasText: text })
  await lineOf('Commission payable').getByRole('link', { name: 'Mark as paid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(section).toBeVisible()
  await lineOf('In 3 days').getByRole('link', { name: 'Add cash flow' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Add cash flow' })).toBeVisible()
  expect(router.state.location).toMatchObject({ pathname: '/investments', search: { record: redeemed.id } })
})

test('several KYC reviews share a line that opens their list and the review of one after the other', async () => {
  const { store } = await setup()
  const inReview = (firstName: string) =>
    store.put('investors', { firstName, email: `${firstName}@example.com`, kycStatus: 'IN_REVIEW' })
  inReview('Rohan')
  const { router } = await renderApp(store)
  await expect.poll(rows).toContain('KYC reviewRohanIn reviewChange KYC status')
  inReview('Mariam')
  await expect.poll(rows).toContain('KYC review2 investorsIn reviewKYC review')
  await section.getByRole('link', { name: 'KYC review 2 investors' }).click()
  expect(router.state.location).toMatchObject({ pathname: '/investors', search: { kycStatus: 'IN_REVIEW' } })
  await router.navigate({ to: '/' })
  await section.getByRole('link', { name: 'KYC review', exact: true }).click()
  await expect.element(main.getByText('1 of 3')).toBeVisible()
})

test('a KYC approval that ends within thirty days has its date', async () => {
  const { store } = await setup()
  const approved = (firstName: string, kycReviewOn: string) =>
    store.put('investors', { firstName, email: `${firstName}@example.com`, kycStatus: 'APPROVED', kycReviewOn })
  approved('Rohan', inDays(30))
  approved('Mariam', inDays(31))
  await renderApp(store)
  await expect.poll(rows).toContain(`KYC renewal dueRohanIn 30 days${inWords(inDays(30))}Change KYC status`)
  expect(section.getByText('Mariam').elements()).toEqual([])
})

test('a document to sign needs the person who is asked, not others', async () => {
  const { store } = await setup()
  const signature = (name: string, signerId: string) => {
    const { id: documentId } = store.put('documents', { name })
    store.put('documentSignatures', { documentId, signerId, status: 'PENDING_SIGNATURE' })
  }
  signature('Side letter', someone.id)
  signature('Term sheet', '00000000-0000-7000-8000-000000000009')
  await renderApp(store)
  await expect.poll(rows).toContain('Document to signSide letterPending signatureView details')
  expect(section.getByText('Term sheet').elements()).toEqual([])
})

test('refused changes come first and open the sync center; held changes are for administrators', async () => {
  const { store } = await setup()
  const change = { at: '2026-01-01T00:00:00.000Z', ops: [] }
  const held = { id: '1', userId: someone.id, device: null, change, state: 'HELD', verdict: null }
  serve(store, { 'GET /api/held-changes': () => [held], 'GET /api/held-files': () => [] })
  store.setStatus({ attention: 2 })
  await renderApp(store)
  await expect
    .poll(() => rows().slice(0, 2))
    .toEqual(['Changes in conflict or refused2 changesNeeds attentionOpen sync center', 'Held changes1 changeView all'])
  await section.getByRole('button', { name: 'Open sync center' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Sync center' })).toBeVisible()
})

test('the number of each kind opens the list with as many records', async () => {
  const { store, quay, invest, redeemed } = await setup()
  for (const days of [-3, 1, 31]) invest(quay.id, { status: 'COMMITTED', investmentDate: inDays(days) })
  const fee = { investmentId: redeemed.id, feeType: 'SETUP', amount: '2500' }
  for (const dueDate of [inDays(-3), today, inDays(30), inDays(31), null]) store.put('commissions', { ...fee, dueDate })
  store.put('commissions', { ...fee, dueDate: today, paidDate: today })
  const { router } = await renderApp(store)
  const kinds = [
    ['Unfunded commitment', 2],
    ['Redemption', 2],
    ['Investor follow-up', 1],
    ['Commission payable', 3],
  ] as const
  for (const [kind, n] of kinds) {
    await router.navigate({ to: '/' })
    await section.getByRole('link', { name: `${kind}: ${n}` }).click()
    await expect.poll(() => main.getByRole('table').getByRole('row').elements().length).toBe(n + 1)
  }
})

test('shows six lines, and thirty more on each click', async () => {
  const { store, invest, quay } = await setup()
  for (let n = 0; n < 36; n++) invest(quay.id, { status: 'ACTIVE', redemptionDate: inDays(4) })
  await renderApp(store)
  await expect.poll(() => rows().length).toBe(6)
  await section.getByRole('button', { name: 'Show 30 more' }).click()
  await expect.poll(() => rows().length).toBe(36)
  await section.getByRole('button', { name: 'Show 4 more' }).click()
  await expect.poll(() => rows().length).toBe(40)
  expect(section.getByRole('button', { name: /^Show/ }).elements()).toEqual([])
})

test('an investor sees what is due on their own holdings, and that they must renew their KYC', async () => {
  const { store } = await setup('INVESTOR')
  await renderApp(store)
  await expect
    .poll(rows)
    .toEqual([
      'KYC renewal dueElifExpiredUpload documents',
      `RedemptionPier · ElifOverdue by 2 days$1,500,000.00 · ${inWords(inDays(-2))}View details`,
      `RedemptionQuay · ElifIn 3 days$1,500,000.00 · ${inWords(inDays(3))}View details`,
    ])
  expect([...new Set(pathsOf(section.getByRole('list').first()))]).toEqual(['/documents', '/investments'])
})

test('an investor’s KYC in review needs nothing from them', async () => {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  store.put('investors', { firstName: 'Elif', email: 'elif@example.com', kycStatus: 'IN_REVIEW' })
  await renderApp(store)
  await expect.element(section.getByText('Nothing needs your attention in the next 30 days.')).toBeVisible()
})

test('projects with something due come first with the reason; their names open them', async () => {
  const { store, quay } = await setup()
  const { router } = await renderApp(store)
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
