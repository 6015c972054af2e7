import { expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { address, renderScreen, goOn } from '#web/test/render.tsx'
import { Refusal, serve } from '#web/test/serve.ts'
import { savedFiles } from '#web/test/saved-files.ts'
import { chooseAction } from '#web/test/choose-action.ts'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { inEachLanguage } from '#web/test/in-each-language.ts'
import { truncatedInRows, resizeToPortraitTablet } from '#web/test/upright.ts'
import { factsOf } from '#web/test/texts-of.ts'
import { CommissionsScreen } from './commissions-screen.tsx'

const renderCommissions = (store: TestStore, initial: RecordSearch = {}) =>
  renderScreen(store, CommissionsScreen, initial)

const computing = page.getByRole('dialog', { name: 'Calculate commissions' })
const entering = computing.getByRole('button', { name: 'Post commissions' })
const paying = page.getByRole('dialog', { name: 'Mark as paid' })
const details = page.getByRole('dialog', { name: 'Commission details' })
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const rows = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((each) => each.textContent)

async function setup() {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Öztürk', email: 'elif@example.com' })
  const referrer = store.put('referrals', { name: 'Samir' })
  const terms = { referralId: referrer.id, projectId: project.id, commissionPercentage: '2', frequency: 'ANNUALLY' }
  const agreement = store.put('referralCommissions', terms)
  const given = { projectId: project.id, investorId: investor.id, amount: '100000', status: 'FUNDED' }
  const investment = store.put('investments', given)
  const ids = { agreementId: agreement.id, investmentId: investment.id, feeType: 'TRANSACTION' }
  const upcoming = store.put('commissions', { ...ids, amount: '2000', dueDate: day(30) })
  const late = store.put('commissions', { ...ids, amount: '1500.50', dueDate: day(-30) })
  store.put('commissions', { ...ids, amount: '900', dueDate: day(-60), paidDate: day(-50) })
  const foreign = store.put('commissions', { ...ids, amount: '3672.50', currency: 'AED', dueDate: day(-2) })
  store.put('exchangeRates', { fromCurrency: 'USD', toCurrency: 'AED', rate: '3.6725', date: day(-1) })
  return { store, agreement, investment, late, unpaid: [upcoming, late, foreign] }
}

const sum = (name: string) =>
  page.getByRole('group', { name: 'Commissions by status' }).getByRole('button', { name: new RegExp(`^${name}`) })

test('the screen sums overdue, upcoming and paid commissions, converted; pressing a sum filters the list', async () => {
  const { store } = await setup()
  await renderCommissions(store)
  await expect.element(sum('Overdue')).toHaveTextContent('Overdue≈ $2.5K2 commissions')
  await expect.element(sum('Upcoming')).toHaveTextContent('Upcoming$2K1 commission')
  await expect.element(sum('Paid')).toHaveTextContent('Paid$9001 commission')
  await sum('Overdue').click()
  await expect.poll(() => rows().length).toBe(2)
  await expect.element(sum('Overdue')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('button', { name: 'Status: Overdue' })).toBeVisible()
  expect(address()).toEqual({ state: 'OVERDUE' })
  await sum('Paid').click()
  await expect.poll(() => rows().length).toBe(1)
  expect(rows()[0]).toContain('$900.00')
  await sum('Paid').click()
  await expect.poll(() => rows().length).toBe(4)
})

function linesOf(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
}

test('beside an open record no word of the sums is broken, and search and buttons stay in one line', async () => {
  const { store, late } = await setup()
  await renderCommissions(store, { dialog: 'details', record: late.id })
  await page.viewport(1180, 820)
  document.querySelector<HTMLElement>('[style*="inline-size: 1200px"]')!.style.inlineSize = '1068px'
  await expect.element(details).toBeVisible()
  await expect.element(sum('Overdue')).toHaveTextContent('Overdue≈ $2.5K2 commissions')
  await expect.poll(() => [...sum('Overdue').element().children].map(linesOf)).toEqual([1, 1, 1])
  const middleOf = (each: Locator) => {
    const { top, bottom } = each.element().getBoundingClientRect()
    return Math.round((top + bottom) / 2)
  }
  const inLine = [
    page.getByRole('searchbox'),
    ...['Filter', 'Columns'].map((name) => page.getByRole('button', { name })),
  ]
  await expect.poll(() => new Set(inLine.map(middleOf)).size).toBe(1)
  expect(inLine.at(-1)!.element().getAttribute('data-hint')).toBe('Columns')
})

test('in every language every sum fits its card on a portrait tablet and on a phone', async () => {
  const { store, agreement, investment } = await setup()
  const paid = { amount: '614800000', feeType: 'TRANSACTION', dueDate: day(-60), paidDate: day(-50) }
  store.put('commissions', { ...paid, agreementId: agreement.id, investmentId: investment.id })
  await renderCommissions(store)
  const sums = () => [...document.querySelectorAll<HTMLElement>('fieldset [data-state]')]
  const broken = () =>
    sums().flatMap((each) =>
      [...each.children].filter((part) => linesOf(part) > 1 || part.scrollWidth > part.clientWidth),
    )
  await inEachLanguage(async () => {
    for (const [width, height, room] of [
      [768, 1024, 640],
      [390, 844, 358],
    ] as const) {
      await page.viewport(width, height)
      document.querySelector<HTMLElement>('[style*="block-size: 700px"]')!.style.inlineSize = `${room}px`
      await expect.poll(() => sums().map((each) => each.textContent)).toContainEqual(expect.stringMatching(/614[.,]8/))
      expect(broken().map((each) => each.textContent)).toEqual([])
      const end = document.querySelector('fieldset')!.getBoundingClientRect()
      for (const each of sums()) expect(each.getBoundingClientRect().right).toBeLessThanOrEqual(end.right + 1)
    }
  })
})

test('the list is filtered by state, day, amount, currency and fee, all in the address', async () => {
  const { store } = await setup()
  await renderCommissions(store, { state: 'OVERDUE,PAID', from: day(-61), to: day(-29), currency: 'USD', min: '1000' })
  await expect.poll(rows).toHaveLength(1)
  expect(rows()[0]).toContain('$1,500.50')
  for (const chip of [/^Status: Overdue, Paid$/, /^Due date: /, /^Amount: /, /^Currency: USD$/])
    await expect.element(page.getByRole('button', { name: chip })).toBeVisible()
  await page.getByRole('button', { name: /^Amount: / }).click()
  await expect.poll(rows).toHaveLength(2)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('checkbox', { name: 'Overdue' }).click()
  await expect.poll(rows).toHaveLength(1)
  expect(address()).toMatchObject({ state: 'PAID' })
})

test('the exported file contains state and payee', async () => {
  const { store } = await setup()
  const saved = savedFiles()
  await renderCommissions(store, { state: 'PAID' })
  await expect.poll(rows).toHaveLength(1)
  await page.getByRole('button', { name: 'Export' }).click()
  await expect.poll(() => saved.length).toBe(1)
  expect(saved[0]!.name).toMatch(/^Commissions \d{4}-\d\d-\d\d\.csv$/)
  const [head, line] = (await saved[0]!.text).replace(/^\uFEFF/, '').split('\r\n')
  expect(head).toBe('Investment,Referrer,Amount,Due date,Status,Currency')
  expect(line).toBe(`Quay,Samir,900.00,${day(-60)},Paid ${day(-50)},USD`)
})

test('a row shows the investment, the payee and the state, of which overdue is highlighted', async () => {
  const { store } = await setup()
  await renderCommissions(store)
  await expect.poll(rows).toHaveLength(4)
  const tones = page
    .getByRole('row')
    .elements()
    .flatMap((row) => [...row.querySelectorAll<HTMLElement>('[data-tone]')])
    .map((badge) => `${badge.textContent} ${badge.dataset['tone']}`)
  expect(tones).toEqual(['Upcoming info', 'Overdue danger', 'Overdue danger'])
  const row = rows().find((each) => each?.includes('$1,500.50'))
  for (const text of ['Quay', 'Elif Öztürk', 'Samir', 'Overdue']) expect(row).toContain(text)
})

test('on a portrait tablet a row shows the full names of project and investor', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Kadıköy Waterfront Residences', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Beatriz', lastName: 'Almeida', email: 'beatriz@example.com' })
  const investment = store.put('investments', { projectId: project.id, investorId: investor.id, amount: '100000' })
  store.put('commissions', { investmentId: investment.id, feeType: 'TRANSACTION', amount: '2000', dueDate: day(30) })
  await renderCommissions(store)
  await expect.element(page.getByText('Beatriz Almeida')).toBeVisible()
  await resizeToPortraitTablet()
  await expect.element(page.getByRole('columnheader', { name: 'Referrer' })).not.toBeInTheDocument()
  expect(truncatedInRows()).toEqual([])
})

test('a commission is marked as paid offline, and as unpaid again', async () => {
  const { store, late } = await setup()
  store.setStatus({ connection: 'offline' })
  await renderCommissions(store, { dialog: 'details', record: late.id })
  await expect.element(details.getByText('Overdue')).toBeVisible()
  expect(details.getByRole('button', { name: 'Mark as unpaid' }).elements()).toEqual([])
  await details.getByRole('button', { name: 'Mark as paid' }).click()
  await paying.getByLabelText('Payment date').fill('')
  await paying.getByRole('button', { name: 'Mark as paid' }).click()
  await expect.element(paying.getByLabelText('Payment date')).toHaveAttribute('aria-invalid', 'true')
  expect(store.table('commissions').get(late.id)?.paidDate).toBeNull()
  await paying.getByLabelText('Payment date').fill('06/30/2025')
  await paying.getByRole('button', { name: 'Mark as paid' }).click()
  await expect.poll(() => store.table('commissions').get(late.id)?.paidDate).toBe('2025-06-30')
  await expect.element(paying).not.toBeInTheDocument()
  await page.getByRole('row').filter({ hasText: '$1,500.50' }).getByRole('button').first().click()
  await expect.element(details.getByText('Paid', { exact: true })).toBeVisible()
  expect(details.getByRole('button', { name: 'Mark as paid' }).elements()).toEqual([])
  await chooseAction(details, 'Mark as unpaid')
  await expect.poll(() => store.table('commissions').get(late.id)?.paidDate).toBeNull()
})

const run = 'POST /api/commissions/run'

function dueOf({ agreement, investment }: Awaited<ReturnType<typeof setup>>, count: number, overrides: object = {}) {
  const ids = { agreementId: agreement.id, investmentId: investment.id, currency: 'USD' }
  const commissions = Array.from({ length: count }, (_, index) => ({
    ...ids,
    calculatedOn: `20${10 + index}-06-30`,
    amount: '2000.00',
  }))
  return { until: '2025-06-30', count, totals: { USD: `${2000 * count}.00` }, commissions, ...overrides }
}

async function compute(store: TestStore) {
  await renderCommissions(store)
  await page.getByRole('button', { name: 'Calculate commissions' }).click()
}

test('due commissions are previewed, and entered on confirmation', async () => {
  const firm = await setup()
  const requests = serve(firm.store, { [run]: () => dueOf(firm, 1) })
  await compute(firm.store)
  await expect.element(computing.getByText('1 commission to be posted:', { exact: false })).toBeVisible()
  await expect.element(computing.getByRole('cell', { name: 'Jun 30, 2010' })).toBeVisible()
  expect(requests).toHaveLength(1)
  await entering.click()
  await expect.element(page.getByText('1 commission posted')).toBeVisible()
  await expect.element(computing).not.toBeInTheDocument()
  expect(requests).toHaveLength(2)
})

test('previewed commissions are summed by currency; the first fifty are listed with project and investor', async () => {
  const firm = await setup()
  const totals = { USD: '124000.00', AED: '3672.50' }
  serve(firm.store, { [run]: () => dueOf(firm, 62, { totals }) })
  await compute(firm.store)
  await expect
    .element(computing.getByText(/^62 commissions to be posted:/))
    .toHaveTextContent('62 commissions to be posted: $124,000.00 · AED 3,672.50')
  const lines = computing.getByRole('row').elements().slice(1)
  expect(lines).toHaveLength(50)
  expect(lines[0]!.textContent).toBe('QuayElif ÖztürkJun 30, 2010$2,000.00')
  await expect.element(computing.getByText('12 commissions not shown')).toBeVisible()
})

test('when nothing is due, the dialog says until which day and offers no action', async () => {
  const firm = await setup()
  serve(firm.store, { [run]: () => dueOf(firm, 0) })
  await compute(firm.store)
  await expect.element(computing.getByText('No further commissions are due through Jun 30, 2025.')).toBeVisible()
  await expect.element(entering).toBeDisabled()
  expect(computing.getByRole('table').elements()).toEqual([])
})

test('a run that only removes commissions dated after an exit says so, and can be started', async () => {
  const { store } = await setup()
  const removed = { count: 2, totals: { USD: '500.00' } }
  serve(store, { [run]: () => ({ until: '2025-06-30', count: 0, totals: {}, removed, commissions: [] }) })
  await compute(store)
  await expect
    .element(computing.getByText(/^2 commissions to be deleted/))
    .toHaveTextContent('2 commissions to be deleted (unpaid and dated after an exit): $500.00')
  await computing.getByRole('button', { name: 'Delete commissions' }).click()
  await expect.element(page.getByText('2 commissions deleted')).toBeVisible()
  await expect.element(computing).not.toBeInTheDocument()
})

test('the button of a run that posts and deletes names both', async () => {
  const firm = await setup()
  serve(firm.store, { [run]: () => dueOf(firm, 1, { removed: { count: 2, totals: { USD: '500.00' } } }) })
  await compute(firm.store)
  await expect.element(computing.getByRole('button', { name: 'Post and delete' })).toBeEnabled()
})

test('each day is computed again; an incomplete day requests nothing, and a late response for another day is ignored', async () => {
  const firm = await setup()
  const days: string[] = []
  const first = Promise.withResolvers<void>()
  firm.store.server.fault(/commissions\/run/, { kind: 'late', what: 'response', until: first.promise })
  serve(firm.store, {
    [run]: ({ query }) => {
      days.push(`${query.get('until')} ${query.get('preview')}`)
      return dueOf(firm, days.length)
    },
  })
  await compute(firm.store)
  await expect.element(computing.getByLabelText('Loading...')).toBeVisible()
  await computing.getByLabelText('Calculate through').fill('06/29/20')
  await expect.element(computing.getByLabelText('Loading...')).not.toBeInTheDocument()
  await expect.element(entering).toBeDisabled()
  await computing.getByLabelText('Calculate through').fill('06/29/2025')
  await expect.element(computing.getByText(/^2 commissions to be posted:/)).toBeVisible()
  first.resolve()
  await entering.click()
  await expect.element(page.getByText('3 commissions posted')).toBeVisible()
  expect(days).toEqual([`${day(0)} true`, '2025-06-29 true', '2025-06-29 null'])
})

test('a refused run is shown and the dialog stays; a second click meanwhile does nothing', async () => {
  const firm = await setup()
  let calls = 0
  const requests = serve(firm.store, {
    [run]: () => (calls++ ? new Refusal(403, { code: 'FORBIDDEN', message: 'x' }) : dueOf(firm, 1)),
  })
  await compute(firm.store)
  await expect.element(entering).toBeEnabled()
  const clickRun = () => (entering.element() as HTMLElement).click()
  clickRun()
  clickRun()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/permission/)
  await expect.element(entering).toHaveAttribute('aria-busy', 'false')
  await expect.element(computing).toBeVisible()
  expect(requests).toHaveLength(2)
  await computing.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(computing).not.toBeInTheDocument()
  expect(requests).toHaveLength(2)
})

test('offline the computation asks for a connection; a refusal is shown', async () => {
  const { store } = await setup()
  await compute(store)
  await expect.element(entering).toBeDisabled()
  store.server.fault(/api\/commissions/, { kind: 'drop' })
  await computing.getByLabelText('Calculate through').fill('06/29/2025')
  await expect.element(computing.getByText('so you need to be online', { exact: false })).toBeVisible()
  serve(store, { [run]: () => new Refusal(403, { code: 'FORBIDDEN', message: 'x' }) })
  await computing.getByLabelText('Calculate through').fill('06/28/2025')
  await expect.element(computing.getByText(/permission/)).toBeVisible()
  await expect.element(entering).toBeDisabled()
})

test('a sum without an exchange rate counts its commissions and lists what it leaves out; nothing is summed while rows are missing', async () => {
  const { store, investment } = await setup()
  store.put('commissions', {
    investmentId: investment.id,
    feeType: 'EXIT',
    amount: '70',
    currency: 'TRY',
    dueDate: day(3),
  })
  await renderCommissions(store)
  await expect.element(sum('Upcoming')).toHaveTextContent('Upcoming$2K2 commissions')
  const notice = /^Incomplete total: no exchange rate for Elif Öztürk · Quay · \$[\d,.]+ \(TRY\)/
  await expect.poll(() => page.getByText(notice).elements()).toHaveLength(2)
  store.setStatus({ hasAllRows: false })
  await expect.element(sum('Upcoming')).toMatchTextContent(/^Upcoming—\s*$/)
})

test('a commission entered by hand has no known payee; without a day it is upcoming and never overdue', async () => {
  const { store, investment } = await setup()
  const given = { investmentId: investment.id, feeType: 'SETUP', amount: '70', description: 'For the broker' }
  const byHand = store.put('commissions', given)
  const saved = savedFiles()
  await renderCommissions(store, { q: 'broker' })
  await expect.poll(rows).toHaveLength(1)
  expect(rows()[0]).toContain('Upcoming')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect.poll(() => saved.length).toBe(1)
  expect((await saved[0]!.text).split('\r\n')[1]).toBe('Quay,,70.00,,Upcoming,USD')
  await page.getByRole('searchbox').fill('setup fee')
  await expect.poll(rows).toHaveLength(1)
  await page.getByRole('searchbox').fill('upcoming')
  await expect.poll(rows).toHaveLength(2)
  goOn({ dialog: 'pay', record: byHand.id })
  await expect.element(paying.getByText('$70.00 (referrer: —)')).toBeVisible()
})

test('the details show amount, payee, investment and state; a deletion names amount and payee', async () => {
  const { store, late } = await setup()
  await renderCommissions(store, { dialog: 'details', record: late.id })
  await expect.element(details.getByRole('heading', { name: '$1,500.50' })).toBeVisible()
  const facts = () => factsOf(details)
  await expect.poll(facts).toMatchObject({
    Investment: 'Quay',
    Referrer: 'Samir',
    Investor: 'Elif Öztürk',
    Status: 'Overdue',
    'Fee type': 'Transaction fee',
    'Payment date': '—',
  })
  await chooseAction(details, 'Delete')
  const deleting = page.getByRole('dialog', { name: 'Delete commission?' })
  await expect
    .element(deleting.getByText('The commission of $1,500.50 (referrer: Samir) will be deleted.'))
    .toBeVisible()
})

test('a change that exceeds the device’s space is reported, and can be tried again with the same day', async () => {
  const { store, late } = await setup()
  await renderCommissions(store, { dialog: 'pay', record: late.id })
  await expect.element(paying.getByLabelText('Payment date')).toHaveFocus()
  await paying.getByLabelText('Payment date').fill('06/30/2025')
  const act = vi.spyOn(store, 'act')
  act.mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'))
  await paying.getByRole('button', { name: 'Mark as paid' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/run out of storage/)
  await paying.getByRole('button', { name: 'Mark as paid' }).click()
  await expect.element(page.getByText('Commission marked as paid')).toBeVisible()
  expect(store.table('commissions').get(late.id)?.paidDate).toBe('2025-06-30')
  await expect.element(paying).not.toBeInTheDocument()
  await page.getByRole('row').filter({ hasText: '$1,500.50' }).getByRole('button').first().click()
  act.mockResolvedValueOnce({ ok: false, issues: {} })
  await chooseAction(details, 'Mark as unpaid')
  await expect.element(page.getByText('Failed to update commission')).toBeVisible()
  expect(store.table('commissions').get(late.id)?.paidDate).toBe('2025-06-30')
  await chooseAction(details, 'Mark as unpaid')
  await expect.element(page.getByText('Commission marked as unpaid')).toBeVisible()
})

test('marks the selected commissions as paid on one day, as one change with one undo', async () => {
  const { store, unpaid } = await setup()
  const paid = () => unpaid.filter(({ id }) => store.table('commissions').get(id)?.paidDate === '2025-06-30').length
  await renderCommissions(store)
  await expect.poll(() => rows().length).toBe(4)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const each of page.getByRole('checkbox').all()) await each.click()
  const bar = page.getByRole('region', { name: 'Selected' })
  await bar.getByRole('button', { name: 'Mark as paid' }).click()
  const question = page.getByRole('dialog', { name: 'Mark as paid: 3 commissions' })
  await expect.element(question.getByText('Skipped: 1 commission')).toBeVisible()
  await expect.element(question.getByText('3 commissions · $3,500.50, AED\u00a03,672.50')).toBeVisible()
  await expect.element(question.getByText('Quay · $1,500.50 · Samir')).toBeVisible()
  const dayInput = question.getByLabelText('Payment date')
  await dayInput.fill('')
  await question.getByRole('button', { name: 'Mark as paid' }).click()
  await expect.element(dayInput).toHaveAttribute('aria-invalid', 'true')
  await dayInput.fill('06/30/2025')
  await question.getByRole('button', { name: 'Mark as paid' }).click()
  await expect.poll(paid).toBe(3)
  const sent = store
    .outbox()
    .at(-1)!
    .ops.find(({ id }) => id === unpaid[1]!.id)
  expect(sent).toMatchObject({ base: { amount: '1500.50', currency: 'USD', paidDate: null } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(paid).toBe(0)
})
