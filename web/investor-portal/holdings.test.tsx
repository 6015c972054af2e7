import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { languages } from '#schema/app/languages.ts'
import { speakLanguage } from '#web/i18n/i18n.ts'
import { address } from '#web/test/render.tsx'
import { renderPortal } from '#web/test/render-portal.tsx'
import { putShare } from '#web/test/put-share.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { today } from '#web/ui/format/dates/date-format.ts'
import { factsOf, rowsOf, textsOf } from '#web/test/texts-of.ts'

async function setupInvestor() {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  const own = store.put('investors', { firstName: 'Ines', email: 'ines@example.com' })
  const hold = (project: string, amount: string, { share, ...overrides }: Record<string, unknown> = {}) => {
    const currency = overrides['currency'] ?? 'USD'
    const { id } = store.put('projects', { name: project, type: 'COMMERCIAL', currency })
    const investment = store.put('investments', {
      projectId: id,
      investorId: own.id,
      amount,
      projectName: project,
      ...overrides,
    })
    if (share) putShare(store, { id: investment.id, investorId: own.id }, share as string)
    return investment
  }
  return { store, own, hold }
}
const card = (name: string) => page.getByRole('region', { name })
const inList = (name: string) =>
  page.getByRole('region', { name: 'Holdings' }).first().getByRole('button', { name, exact: true })

test('an investor sees the value of each holding and its rule, and what the totals include', async () => {
  const { store, own, hold } = await setupInvestor()
  hold('Harbour', '150000', { status: 'FUNDED', share: '180000' })
  hold('Quay', '100000', { status: 'COMMITTED' })
  hold('Pier', '20000', { status: 'FUNDED' })
  const out = hold('Marina', '40000', { status: 'EXITED', exitedOn: today() })
  const proceeds = { projectId: out['projectId'], investorId: own.id, amount: '50000', type: 'DISTRIBUTION' }
  store.put('cashFlows', { ...proceeds, date: today() })
  hold('Tower', '5', { status: 'FUNDED', currency: 'TRY' })
  hold('Weir', '8', { status: 'EXITED', exitedOn: today() })
  const { id, number: _, ...mole } = hold('Mole', '9', { status: 'EXITED', exitedOn: today() })
  store.server.write(['investments', id, { ...mole, exitedFromStart: false }])
  await renderPortal(store)
  const total = card('Total investment')
  await expect.element(total.getByText('$310K')).toBeVisible()
  for (const part of ['$100K', '$170K', '$40K']) await expect.element(total.getByText(part)).toBeVisible()
  await expect.element(total.getByText('Incomplete total: no exchange rate for Tower (TRY)')).toBeVisible()
  await expect.element(card('Portfolio value').getByText('$205K')).toBeVisible()
  await expect.element(card('Portfolio value').getByText('Illustrative', { exact: true })).toBeVisible()
  await expect.element(card('Portfolio value').getByText('$100K')).toBeVisible()
  await expect.element(card('Total return').getByText('$45K')).toBeVisible()
  await expect.element(card('Total return').getByText('21.4% of paid-in capital')).toBeVisible()
  await expect
    .element(
      page.getByText(
        'These holdings are excluded from the value and the return because no proceeds are recorded for their exit: Weir.',
      ),
    )
    .toBeVisible()
  const row = (project: string) => page.getByRole('row').filter({ hasText: project })
  for (const [project, ...texts] of [
    ['Harbour', '$180,000', '$30,000', '20.0%', 'Valuation'],
    ['Quay', 'Unfunded commitment: $100,000.00'],
    ['Pier', '$25,000', '$5,000', '25.0%', 'Illustrative'],
    ['Marina', '$0', '$10,000'],
    ['Mole', '$11', 'Exited, payment outstanding'],
  ] as const)
    for (const text of texts) await expect.element(row(project).getByText(text, { exact: true })).toBeVisible()
  expect(cells().find(([name]) => name?.startsWith('Marina'))?.[2]).toBe('$0Exited')
  for (const project of ['Quay', 'Weir'])
    await expect
      .poll(() =>
        cells()
          .find(([name]) => name?.startsWith(project))
          ?.slice(2, 4),
      )
      .toMatchObject([expect.stringMatching(/^—/), '—'])
})

const cells = () => rowsOf(page).slice(1)

test('the newest holdings come first; the next date is described in words, overdue ones as such', async () => {
  const { store, hold } = await setupInvestor()
  hold('Quay', '1000', { status: 'FUNDED', investmentDate: '2024-03-15', redemptionDate: '2025-03-15' })
  hold('Pier', '1000', { status: 'FUNDED', investmentDate: '2025-01-31', redemptionDate: '2999-01-31' })
  const { id, number: _, ...mole } = hold('Mole', '1000', { status: 'FUNDED', investmentDate: '2023-12-01' })
  store.server.write(['investments', id, { ...mole, redemptionDate: null }])
  hold('Dock', '1000', { status: 'COMMITTED', investmentDate: '2023-11-30' })
  hold('Weir', '1000', { status: 'EXITED', investmentDate: '2023-11-01', redemptionDate: '2024-01-01' })
  await renderPortal(store)
  await expect
    .poll(() => cells().map(([name]) => name))
    .toEqual(['PierActive', 'QuayActive', 'MoleActive', 'DockCommitted', 'WeirExited'])
  expect(cells().map((row) => row.at(-1))).toEqual([
    expect.stringMatching(/^Redemption due in \d+ yearsJan 31, 2999$/),
    expect.stringMatching(/^Redemption overdue \(due .+ ago\)Mar 15, 2025$/),
    '—',
    expect.stringMatching(/^Payment overdue \(due .+ ago\)Nov 30, 2023$/),
    '—',
  ])
  const upcoming = page.getByRole('region', { name: 'Due next' }).getByRole('listitem')
  await expect
    .poll(() => upcoming.elements().map((each) => each.textContent?.slice(0, 4)))
    .toEqual(['Dock', 'Quay', 'Pier'])
})

test('a holding opens with its rule, payments, future dates and documents', async () => {
  const { store, own, hold } = await setupInvestor()
  const investment = hold('Harbour', '150000', { status: 'FUNDED', investmentDate: '2024-01-15' })
  putShare(store, { id: investment.id, investorId: own.id }, '180000', '2025-06-30')
  const projectId = investment['projectId']
  const flow = (amount: string, date: string, type: string) =>
    store.put('cashFlows', { projectId, investorId: own.id, amount, date, type })
  flow('100000', '2024-01-15', 'CAPITAL_CALL')
  flow('27000', '2025-01-15', 'INTEREST')
  store.put('documents', { name: 'Fact sheet', type: 'FACT_SHEET', projectId, url: '/files/1' })
  store.put('documents', { name: 'Contract', type: 'CONTRACT', projectId, url: '/files/2' })
  await renderPortal(store)
  await inList('Harbour').click()
  const panel = page.getByRole('dialog', { name: 'Holding' })
  await expect
    .element(
      panel.getByText(
        'Your share of the project’s valuation as of Jun 30, 2025, rolled forward with later cash flows.',
      ),
    )
    .toBeVisible()
  const fact = (name: string) => factsOf(panel)[name]
  expect([fact('Value'), fact('Paid in'), fact('Distributions'), fact('Unfunded commitment')]).toEqual([
    '$180,000.00',
    '$100,000.00',
    '$27,000.00',
    '$50,000.00',
  ])
  expect(fact('Multiples on paid-in capital')).toBe('DPI 0.27× · RVPI 1.80× · TVPI 2.07×')
  expect(fact('Annualized return (IRR)')).toMatch(/^\d+\.\d%$/)
  const payments = panel.getByRole('region', { name: 'Cash flows' }).first().getByRole('row')
  expect(textsOf(payments)).toEqual([
    'DateTypePaid inDistributions',
    'Jan 15, 2025Interest$27,000.00',
    'Jan 15, 2024Capital call$100,000.00',
  ])
  await expect.element(panel.getByRole('link', { name: 'Fact sheet' })).toHaveAttribute('href', '/files/1')
  expect(panel.getByText('Contract').elements()).toEqual([])
  await page.viewport(390, 844)
  const table = payments.first().element().closest('table')!
  expect(table.scrollWidth, 'on a phone, too, the amounts are in sight').toBeLessThanOrEqual(
    table.parentElement!.clientWidth,
  )
})

test('a holding younger than a year shows a yearly rate only on request, and never a made-up one', async () => {
  const { store, hold } = await setupInvestor()
  const lately = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
  hold('Quay', '1000', { status: 'FUNDED', investmentDate: lately, share: '1010' })
  await renderPortal(store)
  await inList('Quay').click()
  const panel = page.getByRole('dialog', { name: 'Holding' })
  await panel.getByRole('button', { name: 'Show annualized return' }).click()
  // 1.01 ^ (365 / 40) - 1
  await expect.element(panel.getByText('9.5%', { exact: true })).toBeVisible()
  await expect
    .element(panel.getByText('Held for less than a year, so an annualized return is not meaningful.'))
    .toBeVisible()
  await expect.element(panel.getByText('Capital call (assumed)')).toBeVisible()
})

test('a yearly rate includes payments up to today, and no later ones', async () => {
  const { store, own, hold } = await setupInvestor()
  const yearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}${new Date().toISOString().slice(4, 8)}01`
  const investment = hold('Quay', '1000', { status: 'FUNDED', investmentDate: yearsAgo(2), share: '1210' })
  const flow = { projectId: investment['projectId'], investorId: own.id }
  store.put('cashFlows', { ...flow, type: 'CAPITAL_CALL', amount: '1000', date: yearsAgo(2) })
  store.put('cashFlows', { ...flow, type: 'DISTRIBUTION', amount: '5000', date: yearsAgo(-1) })
  await renderPortal(store)
  await inList('Quay').click()
  const panel = page.getByRole('dialog', { name: 'Holding' })
  await expect.element(panel.getByRole('definition').getByText(/^(9|10)\.\d%$/)).toBeVisible()
})

test('a project hidden from the investor has the name on the holding, and its own name once visible', async () => {
  const { store, own } = await setupInvestor()
  const projectId = store.newId()
  const inLira = { projectId, investorId: own.id, amount: '1000', currency: 'TRY' }
  store.put('investments', { ...inLira, projectName: 'Old Quay' })
  await renderPortal(store)
  await expect.poll(() => cells()[0]?.[0]).toBe('Old QuayCommitted')
  const leftOut = (name: string) =>
    card('Total investment').getByText(`Incomplete total: no exchange rate for ${name} (TRY)`)
  await expect.element(leftOut('Old Quay')).toBeVisible()
  store.put('projects', { id: projectId, name: 'New Quay', type: 'COMMERCIAL' })
  await expect.poll(() => cells()[0]?.[0]).toBe('New QuayCommitted')
  await expect.element(leftOut('New Quay')).toBeVisible()
})

test('each holding is shown in its own currency, a loss as a loss, and its status in words', async () => {
  const { store, hold } = await setupInvestor()
  hold('Quay', '1000', { status: 'FUNDED', currency: 'AED', share: '900' })
  await renderPortal(store)
  await expect
    .poll(() => cells()[0]?.slice(0, 4))
    .toMatchObject([
      'QuayActive',
      'AED\u00a01,000',
      expect.stringMatching(/^AED\u00a0900Valuation/),
      expect.stringMatching(/^[-−]AED\u00a0100[-−]10\.0%$/),
    ])
})

async function openHolding(project: string) {
  await inList(project).click()
  const panel = page.getByRole('dialog', { name: 'Holding' })
  await expect.element(panel.getByRole('heading', { name: project })).toBeVisible()
  const textOf = (name: string) => factsOf(panel)[name]
  return { panel, textOf }
}

test('a commitment shows what is unpaid, and that it has no payments, rate or documents', async () => {
  const { store, hold } = await setupInvestor()
  hold('Dock', '1000', { status: 'COMMITTED', investmentDate: '2999-01-31' })
  await renderPortal(store)
  const { panel, textOf } = await openHolding('Dock')
  expect(['Value', 'Paid in', 'Unfunded commitment', 'Annualized return (IRR)', 'Redemption date'].map(textOf)).toEqual(
    ['—', '$0.00', '$1,000.00', '—', 'Jul 31, 2999'],
  )
  expect(textOf('Next event')).toMatch(/^Payment due in \d+ yearsJan 31, 2999$/)
  expect(textOf('Multiples on paid-in capital')).toBeUndefined()
  await expect.element(panel.getByText('Not paid in yet, so there is no value and no return.')).toBeVisible()
  await expect.element(panel.getByText('No cash flows yet.')).toBeVisible()
  await expect.element(panel.getByText('No documents yet.')).toBeVisible()
})

test('an exited holding counts as received, has no next date and nothing outstanding', async () => {
  const { store, own, hold } = await setupInvestor()
  const days = { investmentDate: '2023-01-31', redemptionDate: '2999-01-31' }
  const sold = hold('Marina', '40000', { status: 'EXITED', exitedOn: '2024-01-31', ...days })
  store.put('cashFlows', {
    projectId: sold['projectId'],
    investorId: own.id,
    amount: '30000',
    type: 'DISTRIBUTION',
    date: '2024-01-31',
  })
  await renderPortal(store)
  const { panel, textOf } = await openHolding('Marina')
  expect(['Value', 'Distributions', 'Unfunded commitment', 'Next event'].map(textOf)).toEqual([
    '$0.00',
    '$30,000.00',
    '$0.00',
    undefined,
  ])
  expect(textOf('Annualized return (IRR)')).toMatch(/^[-−]25\.0%$/)
  await expect.element(panel.getByText(/^Exited: any proceeds/)).toBeVisible()
})

test('a holding paid in today has no rate yet, and says why', async () => {
  const { store, hold } = await setupInvestor()
  hold('Weir', '500', { status: 'FUNDED', investmentDate: new Date().toISOString().slice(0, 10) })
  await renderPortal(store)
  const { panel, textOf } = await openHolding('Weir')
  await panel.getByRole('button', { name: 'Show annualized return' }).click()
  await expect
    .poll(() => textOf('Annualized return (IRR)'))
    .toMatch(/^An IRR can be calculated only when the cash flows/)
})

test('with alternating payments several rates are possible, and the shown rate says so', async () => {
  const { store, own, hold } = await setupInvestor()
  const investment = hold('Quay', '1000', { status: 'EXITED', investmentDate: '2021-01-01', exitedOn: '2022-01-01' })
  const ids = { projectId: investment['projectId'], investorId: own.id }
  store.put('cashFlows', { ...ids, type: 'CAPITAL_CALL', amount: '1000', date: '2021-01-01' })
  store.put('cashFlows', { ...ids, type: 'DISTRIBUTION', amount: '2300', date: '2022-01-01' })
  store.put('cashFlows', { ...ids, type: 'CAPITAL_CALL', amount: '1320', date: '2023-01-01' })
  await renderPortal(store)
  const { textOf } = await openHolding('Quay')
  expect(textOf('Annualized return (IRR)')).toBe(
    '10.0%These cash flows have more than one IRR: 10.0%, 20.0%. The one closest to 10% is shown.',
  )
})

test('documents of the investor and of held projects are listed, newest first and new ones marked', async () => {
  const { store, own, hold } = await setupInvestor()
  const investment = hold('Harbour', '1000', { status: 'FUNDED' })
  const putDocument = (name: string, createdAt: string, overrides: Record<string, unknown>) => {
    const { id, number: _, ...row } = store.put('documents', { name, type: 'REPORT', ...overrides })
    store.server.write(['documents', id, { ...row, createdAt }])
  }
  putDocument('Tax form', '2024-05-01T10:00:00.000Z', { investorId: own.id, url: '/files/1' })
  putDocument('Agreement', '2025-05-01T10:00:00.000Z', { investorId: own.id })
  putDocument('Report', new Date().toISOString(), { projectId: investment['projectId'], url: '/files/2' })
  await renderPortal(store)
  const lines = () => textsOf(card('Documents').getByRole('listitem'))
  await expect
    .poll(lines)
    .toEqual([expect.stringMatching(/^ReportHarbourNew/), 'AgreementMay 1, 2025', 'Tax formMay 1, 2024'])
  await expect.element(card('Documents').getByRole('link', { name: 'Tax form' })).toBeVisible()
  expect(card('Documents').getByRole('link', { name: 'Agreement' }).elements()).toEqual([])
  const { panel } = await openHolding('Harbour')
  await expect.element(panel.getByRole('link', { name: 'Report' })).toBeVisible()
  expect(panel.getByText('Tax form').elements()).toEqual([])
})

test('the holding in the address opens; one of another investor opens nothing; closing leads to the list', async () => {
  const { store, hold } = await setupInvestor()
  const investment = hold('Harbour', '1000', { status: 'FUNDED' })
  const screen = await renderPortal(store, { holding: investment.id })
  const panel = page.getByRole('dialog', { name: 'Holding' })
  await expect.element(panel.getByRole('heading', { name: 'Harbour' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  expect(address()).toEqual({})
  await screen.unmount()
  await renderPortal(store, { holding: store.newId() })
  await expect.element(inList('Harbour')).toBeVisible()
  expect(panel.elements()).toEqual([])
})

test('sums over currencies use today’s exchange rates and list the holdings without a rate', async () => {
  const { store, own, hold } = await setupInvestor()
  store.put('exchangeRates', {
    fromCurrency: 'USD',
    toCurrency: 'AED',
    rate: '4',
    date: new Date().toISOString().slice(0, 10),
  })
  const harbour = hold('Harbour', '1000', { status: 'FUNDED' })
  hold('Tower', '4000', { status: 'FUNDED', currency: 'AED' })
  hold('Mole', '10', { status: 'FUNDED', currency: 'TRY' })
  const payment = { projectId: harbour['projectId'], investorId: own.id, amount: '3', type: 'INTEREST' }
  store.put('cashFlows', { ...payment, currency: 'TRY' })
  await renderPortal(store)
  const facts = () => [...card('Cash flows').first().element().querySelectorAll('dd')].map((each) => each.textContent)
  await expect.poll(facts).toEqual(['≈ $1,000.00', '$0.00', '$0.00'])
  await expect
    .element(
      card('Cash flows')
        .first()
        .getByText(/^Incomplete total: no exchange rate for/),
    )
    .toMatchTextContent(/Mole \(TRY\).*Harbour \(USD\)|Harbour \(USD\).*Mole \(TRY\)/)
})

test('the label of an unfunded commitment has the punctuation of the language', async () => {
  const { store, hold } = await setupInvestor()
  hold('Quay', '100000', { status: 'COMMITTED' })
  await renderPortal(store)
  onTestFinished(() => speakLanguage(languages[0]))
  await speakLanguage(languages.find(({ code }) => code === 'fr')!)
  await expect.element(page.getByText(/^Engagement non appelé\u202f: 100/)).toBeVisible()
})
