import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { renderPortal } from '#web/test/render-portal.tsx'
import { putShare } from '#web/test/put-share.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { factsOf } from '#web/test/texts-of.ts'
import { today } from '#web/ui/format/dates/date-format.ts'
import { readPortalSearch } from './portal-search.ts'

test('an administrator sees figures once an investor is chosen', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Öztürk', email: 'elif@example.com' })
  store.put('investments', { projectId: project.id, investorId: investor.id, amount: '5000', status: 'FUNDED' })
  await renderPortal(store)
  await expect.element(page.getByText('Choose an investor', { exact: true })).toBeVisible()
  await expect.element(page.getByText('$0')).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Total investment' })).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: 'View as investor' }).fill('elif')
  await page.getByRole('option', { name: 'Elif Öztürk' }).click()
  await expect.element(page.getByRole('region', { name: 'Total investment' }).getByText('$5K').first()).toBeVisible()
})

test('a firm without investors says so and offers no choice', async () => {
  const store = await openTestStore()
  await renderApp(store, '/investor-portal')
  await expect.element(page.getByText('No investors', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'View as investor' })).not.toBeInTheDocument()
  await expect.element(page.getByText('Choose an investor', { exact: true })).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Add investor' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Add New Investor' })).toBeVisible()
})

const region = (name: string) => page.getByRole('region', { name }).first()
const total = () => region('Total investment').query()?.querySelector(':scope > p')?.textContent
const projects = () =>
  region('Holdings')
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.querySelector('th button')?.textContent ?? '')

async function setupFirm(identity = someone) {
  const store = await openTestStore(identity)
  const person = (firstName: string) => store.put('investors', { firstName, email: 'someone@example.com' })
  const project = (name: string) => store.put('projects', { name, type: 'COMMERCIAL', isVisibleToInvestors: true })
  const hold = (
    projectId: string,
    investorId: string,
    amount: string,
    { share, ...overrides }: { readonly share?: string; readonly [field: string]: unknown } = {},
  ) => {
    const investment = store.put('investments', { projectId, investorId, amount, status: 'FUNDED', ...overrides })
    if (share) putShare(store, { id: investment.id, investorId }, share)
    return investment
  }
  return { store, person, project, hold }
}

async function openFigure(name: string) {
  await page.getByTitle(`${name}: how it is calculated`).click()
  const panel = page.getByRole('dialog', { name })
  const rows = () =>
    panel
      .getByRole('row')
      .elements()
      .map((row) => row.textContent.replaceAll('\u00a0', ' '))
  const close = async () => {
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect.element(panel).not.toBeInTheDocument()
  }
  return { panel, rows, close }
}

async function choose(name: string) {
  await page.getByRole('combobox', { name: 'View as investor' }).fill(name)
  await page.getByRole('option', { name }).click()
}

test('each part of a figure opens its holdings, which link to their project', async () => {
  const { store, person, project, hold } = await setupFirm({ ...someone, role: 'INVESTOR' })
  const elif = person('Elif')
  const [quay, pier, mole, dock] = [project('Quay'), project('Pier'), project('Mole'), project('Dock')]
  hold(quay.id, elif.id, '5000', { share: '6000' })
  hold(pier.id, elif.id, '2000')
  hold(mole.id, elif.id, '700', { status: 'EXITED', exitedOn: today() })
  hold(dock.id, elif.id, '300', { status: 'COMMITTED' })
  store.put('cashFlows', { projectId: mole.id, investorId: elif.id, amount: '900', type: 'DISTRIBUTION' })
  const { router } = await renderApp(store, '/investor-portal')
  await expect.poll(total).toBe('$8K')
  for (const [name, ...expected] of [
    ['Committed', 'Dock$300.00', 'Total$300.00'],
    ['Active', 'Quay$5,000.00', 'Pier$2,000.00', 'Total$7,000.00'],
    ['Exited', 'Mole$700.00', 'Total$700.00'],
    ['Portfolio value: Valuation', 'QuayActive$6,000.00', 'Total$6,000.00'],
    ['Portfolio value: Illustrative', 'PierActive$2,500.00', 'Total$2,500.00'],
    ['Total return: Value', 'QuayActive$6,000.00', 'PierActive$2,500.00', 'Total$8,500.00'],
    ['Total return: Distributions', 'MoleExited$900.00', 'Total$900.00'],
    ['Total return: Paid in', 'QuayActive$5,000.00', 'PierActive$2,000.00', 'MoleExited$700.00', 'Total$7,700.00'],
    ['Holdings: Exited', 'Mole$700.00', 'Total1'],
    ['Holdings: Total', 'Quay$5,000.00', 'Pier$2,000.00', 'Mole$700.00', 'Dock$300.00', 'Total4'],
  ] as const) {
    const { rows, close } = await openFigure(name)
    await expect.poll(() => rows().toSorted()).toEqual([...expected].toSorted())
    await close()
  }
  const { panel } = await openFigure('Committed')
  await panel.getByRole('link', { name: 'Dock' }).click()
  await expect.poll(() => router.state.location.pathname).toBe(`/projects/${dock.id}`)
})

test('staff switch between investors, and see the holdings of the chosen one only', async () => {
  const { store, person, project, hold } = await setupFirm({ ...someone, role: 'PORTFOLIO_MANAGER' })
  const [elif, omar, quay, pier] = [person('Elif'), person('Omar'), project('Quay'), project('Pier')]
  hold(quay.id, elif.id, '5000')
  hold(pier.id, omar.id, '7000')
  hold(quay.id, omar.id, '1000')
  await renderPortal(store)
  await expect.element(page.getByText('Nothing can be changed here.', { exact: false })).toBeVisible()
  await choose('Elif')
  await expect.poll(() => [total(), projects()]).toEqual(['$5K', ['Quay']])
  await choose('Omar')
  await expect.poll(() => [total(), projects().toSorted()]).toEqual(['$8K', ['Pier', 'Quay']])
})

test('what is due is in order, with what is still to pay, beside totals paid in, received and unfunded', async () => {
  const { store, person, project, hold } = await setupFirm()
  const elif = person('Elif')
  for (const month of ['06', '04', '05', '02', '03', '01'])
    hold(project(`Quay ${month}`).id, elif.id, '1000', {
      investmentDate: '2024-01-15',
      redemptionDate: `2025-${month}-28`,
    })
  const pier = project('Pier')
  hold(pier.id, elif.id, '700', { status: 'COMMITTED', investmentDate: '2030-01-31' })
  const flow = { projectId: pier.id, investorId: elif.id, date: '2025-01-31' }
  store.put('cashFlows', { ...flow, type: 'CAPITAL_CALL', amount: '200' })
  store.put('cashFlows', { ...flow, type: 'DISTRIBUTION', amount: '30' })
  await renderPortal(store)
  await choose('Elif')
  const next = () =>
    region('Due next')
      .getByRole('listitem')
      .elements()
      .map((each) => /Quay \d\d|Pier/.exec(each.textContent)?.[0])
  await expect.poll(next).toEqual(['Quay 01', 'Quay 02', 'Quay 03', 'Quay 04', 'Quay 05'])
  await page.getByRole('button', { name: 'Show 2 more' }).click()
  await expect.poll(() => next().slice(5)).toEqual(['Quay 06', 'Pier'])
  expect(region('Due next').getByRole('listitem').elements().at(-1)!.textContent).toContain('$500.00')
  const facts = [...region('Cash flows').element().querySelectorAll('dd')].map((each) => each.textContent)
  expect(facts).toEqual(['$6,200.00', '$30.00', '$500.00'])
})

test('an investor without holdings sees when they will appear', async () => {
  const { store } = await setupFirm({ ...someone, role: 'INVESTOR' })
  await renderPortal(store)
  await expect.element(page.getByText('No investments')).toBeVisible()
  await expect.element(page.getByText(/^Your investments will appear here once/)).toBeVisible()
  await expect.element(page.getByText('Your holdings with the firm')).toBeVisible()
  expect([total(), page.getByRole('combobox').elements()]).toEqual(['$0', []])
})

test('while an investor’s records load the portal says so and shows no sums', async () => {
  const { store } = await setupFirm({ ...someone, role: 'INVESTOR' })
  store.setStatus({ hasAllRows: false, connection: 'offline' })
  await renderPortal(store)
  await expect.element(page.getByText('Not on this device yet')).toBeVisible()
  await expect.element(page.getByText('You are offline.', { exact: false })).toBeVisible()
  expect([total(), page.getByText('No investments').elements()]).toEqual([undefined, []])
})

test('staff who view as an investor without holdings see no hint for investors', async () => {
  const { store, person } = await setupFirm()
  person('Elif')
  await renderPortal(store)
  await choose('Elif')
  await expect.element(page.getByText('No investments')).toBeVisible()
  expect(page.getByText(/^Your investments will appear/).elements()).toEqual([])
})

test('staff see a new valuation in every figure immediately, and a payment in the return', async () => {
  const { store, person, project, hold } = await setupFirm()
  const [elif, omar, quay] = [person('Elif'), person('Omar'), project('Quay')]
  hold(quay.id, elif.id, '5000', { investmentDate: '2025-01-01' })
  hold(quay.id, omar.id, '5000', { investmentDate: '2025-01-01' })
  await renderPortal(store)
  await choose('Elif')
  const value = () => region('Portfolio value').query()?.querySelector(':scope > p')?.textContent
  const gain = () => region('Total return').query()?.querySelector(':scope > p')?.textContent
  await expect.poll(value).toMatch(/^\$6\.\dK$|^\$6K$/)
  await expect.element(region('Portfolio value').getByText('Illustrative')).toBeVisible()
  store.put('valuations', { projectId: quay.id, nav: '30000', valuationDate: '2025-06-30' })
  await expect.poll(() => [value(), gain()]).toEqual(['$15K', '$10K'])
  expect(region('Portfolio value').getByText('Illustrative').elements()).toEqual([])
  const payment = { projectId: quay.id, investorId: elif.id, amount: '2000', type: 'DISTRIBUTION' }
  store.put('cashFlows', { ...payment, date: today() })
  await expect.poll(() => [value(), gain()]).toEqual(['$13K', '$10K'])
})

test('a figure opens its formula and the holdings that sum to it', async () => {
  const { store, person, project, hold } = await setupFirm({ ...someone, role: 'INVESTOR' })
  const [own, quay, pier, mole] = [person('Elif'), project('Quay'), project('Pier'), project('Mole')]
  hold(quay.id, own.id, '5000', { share: '6000' })
  hold(pier.id, own.id, '1000.50')
  hold(mole.id, own.id, '70', { status: 'COMMITTED' })
  await renderApp(store, '/investor-portal')
  for (const [name, opened, ...parts] of [
    ['Total investment', '$6,070.50', 'QuayActive$5,000.00', 'MoleCommitted$70.00'],
    ['Portfolio value', '$7,250.63', 'QuayValuation$6,000.00', 'PierIllustrative$1,250.63'],
    ['Total return', '$1,250.13', 'QuayValuation$1,000.00', 'PierIllustrative$250.13'],
    ['Active investments', '2', 'Quay$5,000.00'],
    ['Unfunded commitment', '$70.00', 'MoleCommitted$70.00'],
  ] as const) {
    const { rows, close } = await openFigure(name)
    await expect.poll(() => rows().toSorted()).toEqual(expect.arrayContaining([...parts]))
    expect(rows().at(-1)).toContain(opened)
    await close()
  }
})

test('the address holds the investor, the open panel and the days; Back takes one step', async () => {
  const { store, person, project, hold } = await setupFirm()
  const [elif, omar, quay] = [person('Elif'), person('Omar'), project('Quay')]
  const investment = hold(quay.id, elif.id, '5000')
  hold(quay.id, omar.id, '7000')
  const { router } = await renderApp(store, '/investor-portal')
  const search = () => router.state.location.search
  await choose('Elif')
  await expect.poll(search).toEqual({ investor: elif.id })
  await region('Holdings').getByRole('button', { name: 'Quay' }).click()
  await expect.poll(search).toEqual({ investor: elif.id, holding: investment.id })
  await expect.element(page.getByRole('dialog', { name: 'Holding' })).toBeVisible()
  router.history.back()
  await expect.element(page.getByRole('dialog', { name: 'Holding' })).not.toBeInTheDocument()
  await page.getByTitle('Portfolio value: how it is calculated').click()
  await expect.poll(search).toEqual({ investor: elif.id, figure: 'value' })
  await expect.element(page.getByRole('dialog', { name: 'Portfolio value' })).toBeVisible()
  router.history.back()
  await expect.element(page.getByRole('dialog', { name: 'Portfolio value' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Capital account statement' }).click()
  await expect.poll(search).toEqual({ investor: elif.id, statement: 'quarter' })
  await page.getByRole('textbox', { name: 'From' }).fill('07/01/2025')
  await expect.poll(search).toMatchObject({ statement: 'days', from: '2025-07-01' })
  router.history.back()
  await expect.poll(search).toEqual({ investor: elif.id })
  await choose('Omar')
  await expect.poll(total).toBe('$7K')
  router.history.back()
  await expect.poll(total).toBe('$5K')
})

test('opening the statement or going back by keyboard moves the focus to the content', async () => {
  const { store, person, project, hold } = await setupFirm({ ...someone, role: 'INVESTOR' })
  hold(project('Quay').id, person('Elif').id, '5000')
  const { router } = await renderApp(store, '/investor-portal')
  const click = async (name: string) => {
    ;(page.getByRole('button', { name }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
  }
  const content = page.getByRole('main')
  await expect.element(page.getByRole('button', { name: 'Capital account statement' })).toBeVisible()
  await click('Capital account statement')
  await expect.element(page.getByRole('article', { name: 'Capital account statement' })).toBeVisible()
  await expect.element(content).toHaveFocus()
  await click('Back to My Portfolio')
  await expect.poll(total).toBe('$5K')
  await expect.element(content).toHaveFocus()
  await click('Capital account statement')
  await expect.element(page.getByRole('article', { name: 'Capital account statement' })).toBeVisible()
  router.history.back()
  await expect.poll(total).toBe('$5K')
  await expect.element(content).toHaveFocus()
})

test('an address opens the statement of its days, and ignores the investor in an investor’s own address', async () => {
  const { store, person, project, hold } = await setupFirm({ ...someone, role: 'INVESTOR' })
  hold(project('Quay').id, person('Elif').id, '5000')
  await renderPortal(store, { investor: store.newId(), statement: 'days', from: '2025-07-01', to: '2025-09-30' })
  await expect.element(page.getByRole('article', { name: 'Capital account statement' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'From' })).toHaveValue('07/01/2025')
  await page.getByRole('textbox', { name: 'To' }).fill('07/')
  await page.getByRole('button', { name: 'This year' }).click()
  await page.getByRole('button', { name: 'Back to My Portfolio' }).click()
  await expect.poll(total).toBe('$5K')
})

test('while records load staff do not see the empty message; an investor who was removed shows no figures', async () => {
  const { store, person, project, hold } = await setupFirm()
  store.setStatus({ hasAllRows: false })
  await renderPortal(store)
  await expect.element(page.getByText('Not on this device yet')).toBeVisible()
  expect(page.getByText('No investors', { exact: true }).elements()).toEqual([])
  const elif = person('Elif')
  hold(project('Quay').id, elif.id, '5000')
  await expect.element(page.getByText('Choose an investor', { exact: true })).toBeVisible()
  await choose('Elif')
  expect(total(), 'a sum of some of the rows is never shown').toBeUndefined()
  store.setStatus({ hasAllRows: true })
  await expect.poll(total).toBe('$5K')
})

test('figures and their rows are in the reader’s currency; holdings without an exchange rate are listed', async () => {
  const { store, person, project, hold } = await setupFirm({ ...someone, role: 'INVESTOR' })
  const own = person('Elif')
  store.put('userPreferences', { userId: store.identity.id, defaultCurrency: 'AED' })
  store.put('exchangeRates', { fromCurrency: 'USD', toCurrency: 'AED', rate: '4', date: '2025-01-01' })
  hold(project('Quay').id, own.id, '1000.50', { share: '2001' })
  hold(project('Mole').id, own.id, '70', { currency: 'TRY' })
  await renderApp(store, '/investor-portal')
  await expect.poll(total).toBe('≈ AED\u00a04K')
  for (const [name, row, sum] of [
    ['Total investment', 'QuayActive≈ AED 4,002.00', 'Total≈ AED 4,002.00'],
    ['Total return', 'QuayValuation≈ AED 4,002.00', 'Total≈ AED 4,002.00'],
    ['Portfolio value', 'QuayValuation≈ AED 8,004.00', 'Total≈ AED 8,004.00'],
  ] as const) {
    const { panel, rows, close } = await openFigure(name)
    await expect.poll(rows).toEqual(expect.arrayContaining([row]))
    expect(rows().at(-1)).toBe(sum)
    expect(rows().join()).not.toContain('Mole')
    await expect.element(panel.getByText('Incomplete total: no exchange rate for Mole (TRY)')).toBeVisible()
    await close()
  }
})

test('a return is shown with paid in and received, and its open rows follow a new payment', async () => {
  const { store, person, project, hold } = await setupFirm({ ...someone, role: 'INVESTOR' })
  const [own, quay] = [person('Elif'), project('Quay')]
  hold(quay.id, own.id, '1000', { share: '1100' })
  await renderApp(store, '/investor-portal')
  await expect.poll(total).toBe('$1K')
  await page.getByTitle('Total return: how it is calculated').click()
  const panel = page.getByRole('dialog', { name: 'Total return' })
  const parts = () => factsOf(panel)
  await expect.poll(parts).toEqual({ Value: '$1,100.00', Distributions: '$0.00', 'Paid in': '$1,000.00' })
  store.put('cashFlows', { projectId: quay.id, investorId: own.id, amount: '30', type: 'DISTRIBUTION' })
  await expect.poll(parts).toEqual({ Value: '$1,100.00', Distributions: '$30.00', 'Paid in': '$1,000.00' })
  await expect.element(panel.getByRole('row').filter({ hasText: 'Quay' })).toHaveTextContent('QuayValuation$130.00')
})

test('meaningless parts of an address are dropped', () => {
  expect(readPortalSearch({ investor: {}, statement: 'decade', from: '2025-02-30', to: 7, q: 'x' })).toEqual({})
})
