import { expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { address, goOn } from '#web/test/render.tsx'
import { renderPortal } from '#web/test/render-portal.tsx'
import { putShare } from '#web/test/put-share.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { rowsOf } from '#web/test/texts-of.ts'
import { today } from '#web/ui/format/dates/date-format.ts'

async function setupStatement() {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  const own = store.put('investors', { firstName: 'Ines', lastName: 'Okafor', email: 'ines@example.com' })
  const hold = (name: string, amount: string, overrides: object = {}, project: object = {}) => {
    const { id: projectId } = store.put('projects', { name, type: 'COMMERCIAL', ...project })
    const fields = { projectId, investorId: own.id, amount, projectName: name, status: 'FUNDED' }
    const { id } = store.put('investments', { ...fields, investmentDate: '2025-01-01', ...overrides })
    const value = (valuationDate: string, share: string) =>
      putShare(store, { id, investorId: own.id }, share, valuationDate)
    const pay = (amountPaid: string, date: string, type = 'DISTRIBUTION', currency = 'USD') =>
      store.put('cashFlows', { projectId, investorId: own.id, amount: amountPaid, date, type, currency })
    return { value, pay }
  }
  const harbour = hold('Harbour', '100000')
  harbour.value('2025-06-30', '104000')
  harbour.value('2025-12-31', '113000')
  harbour.pay('100000', '2025-01-01', 'CAPITAL_CALL')
  harbour.pay('500.55', '2025-08-01')
  return { store, hold }
}

const sheet = () => page.getByRole('article', { name: 'Capital account statement' })
const rows = () => rowsOf(sheet()).slice(1)

async function openHalfYear() {
  await page.getByRole('button', { name: 'Capital account statement' }).click()
  await page.getByRole('textbox', { name: 'From' }).fill('07/01/2025')
  await page.getByRole('textbox', { name: 'To' }).fill('12/31/2025')
}

test('a statement for chosen days adds up: opening value, paid in, received, change, closing value', async () => {
  const { store } = await setupStatement()
  await renderPortal(store)
  await openHalfYear()
  const moved = ['$104,000.00', '$0.00', '$500.55', '$9,500.55', '$113,000.00']
  await expect.poll(rows).toEqual([
    ['Harbour', ...moved, 'ValuationDec 31, 2025'],
    ['Total', ...moved, expect.stringMatching(/^9\.\d% in the periodTime-weighted return: 9\.\d%$/)],
  ])
  await expect.element(sheet().getByText('Demo Capital')).toBeVisible()
  await expect.element(sheet().getByText('Ines Okafor')).toBeVisible()
  expect(sheet().getByText('Illustrative values', { exact: false }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Back to My Portfolio' }).click()
  await expect.element(page.getByRole('region', { name: 'Total investment' })).toBeVisible()
})

test('each currency has a total; illustrative values and missing rates are listed', async () => {
  const { store, hold } = await setupStatement()
  store.put('exchangeRates', { fromCurrency: 'USD', toCurrency: 'AED', rate: '4', date: '2025-06-30' })
  hold('Tower', '4000', { currency: 'AED' }, { currency: 'AED' })
  hold('Mole', '10', { currency: 'TRY' }, { currency: 'TRY' })
  await renderPortal(store)
  await openHalfYear()
  await expect
    .poll(() => rows().map(([name, before]) => [name, before]))
    .toEqual([
      ['Harbour', '$104,000.00'],
      ['Mole', '₺12.50Illustrative'],
      ['Tower', 'AED\u00a05,000.00Illustrative'],
      ['Total in USD', '$104,000.00'],
      ['Total in TRY', '₺12.50'],
      ['Total in AED', 'AED\u00a05,000.00'],
      ['Total, converted to USD', '≈ $105,250.00'],
    ])
  for (const text of [
    'Illustrative values assume growth of 25.0% on paid-in capital for projects without a valuation.',
    'The total excludes these holdings because there is no exchange rate for them: Mole (TRY).',
  ])
    await expect.element(sheet().getByText(text)).toBeVisible()
})

test('a share without an exchange rate is listed, and one at an old rate is marked', async () => {
  const { store, hold } = await setupStatement()
  hold('Mole', '10', { currency: 'TRY' }).value('2025-09-30', '15')
  await renderPortal(store)
  await openHalfYear()
  const notice = 'The statement excludes these holdings because an exchange rate is missing: Mole.'
  const old = sheet().getByText('At least one exchange rate was more than 7 days old on the day for which it was used.')
  await expect.element(sheet().getByText(notice)).toBeVisible()
  expect(old.elements()).toEqual([])
  const rate = { fromCurrency: 'USD', toCurrency: 'TRY', rate: '20' }
  for (const date of ['2024-12-30', '2025-06-29', '2025-12-30', today()]) store.put('exchangeRates', { ...rate, date })
  await expect.element(sheet().getByText(notice)).not.toBeInTheDocument()
  expect(old.elements()).toEqual([])
  hold('Pier', '10', { currency: 'TRY', investmentDate: '2025-03-01' }).value('2025-09-30', '15')
  await expect.element(old).toBeVisible()
})

test('payments without an exchange rate are listed, even in print, unless they came after the period', async () => {
  const { store, hold } = await setupStatement()
  const harbour = hold('Quay', '1000')
  harbour.pay('7', '2025-09-01', 'DISTRIBUTION', 'TRY')
  harbour.pay('8', '2025-10-01', 'DISTRIBUTION', 'TRY')
  hold('Pier', '1000').pay('9', '2026-01-01', 'DISTRIBUTION', 'AED')
  await renderPortal(store)
  await openHalfYear()
  const notice = 'The statement excludes these holdings because an exchange rate is missing: Quay.'
  await expect.element(sheet().getByText(notice)).toBeVisible()
  window.dispatchEvent(new Event('beforeprint'))
  expect(document.querySelector('body > div > article footer')!.textContent).toContain(notice)
  window.dispatchEvent(new Event('afterprint'))
})

test('an open statement follows its address', async () => {
  const { store } = await setupStatement()
  await renderPortal(store, { statement: 'days', from: '2025-07-01', to: '2025-12-31' })
  const days = () => ['From', 'To'].map((name) => page.getByRole('textbox', { name }).element())
  await expect.poll(() => days().map((each) => (each as HTMLInputElement).value)).toEqual(['07/01/2025', '12/31/2025'])
  goOn({ from: '2025-01-01', to: '2025-06-30' })
  await expect.poll(() => days().map((each) => (each as HTMLInputElement).value)).toEqual(['01/01/2025', '06/30/2025'])
  await expect.poll(() => rows()[0]?.[5]).toBe('$104,000.00')
})

test('invalid periods are refused; printing takes the sheet alone', async () => {
  const { store } = await setupStatement()
  await renderPortal(store)
  await openHalfYear()
  const sheets = () => document.querySelectorAll('article').length
  expect(sheets()).toBe(1)
  window.dispatchEvent(new Event('beforeprint'))
  expect([sheets(), document.querySelector('body > div > article') !== null]).toEqual([2, true])
  const devtools = cdp() as unknown as { send(method: string, params: object): Promise<unknown> }
  await devtools.send('Emulation.setEmulatedMedia', { media: 'print' })
  const styleOf = (part: string) => getComputedStyle(document.querySelector(`body > div > article ${part}`)!)
  expect(styleOf('tfoot').display).toBe('table-row-group')
  expect([styleOf('thead').display, styleOf('tbody tr').breakInside]).toEqual(['table-header-group', 'avoid'])
  expect([styleOf('tfoot tr').breakBefore, styleOf('footer').breakBefore], 'sums and notes follow a holding').toEqual([
    'avoid',
    'avoid',
  ])
  await devtools.send('Emulation.setEmulatedMedia', { media: '' })
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(sheets).toBe(1)
  await page.getByRole('textbox', { name: 'To' }).fill('06/30/2025')
  await expect
    .element(page.getByText('Choose a start date and an end date. The start date must not be after the end date.'))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Print or save as PDF' })).toBeDisabled()
})

test('a preset fills the date fields; typed days select no preset; a period without holdings says so', async () => {
  const { store } = await setupStatement()
  await renderPortal(store)
  await page.getByRole('button', { name: 'Capital account statement' }).click()
  const pressed = () =>
    page
      .getByRole('group', { name: 'Period' })
      .getByRole('button')
      .elements()
      .flatMap((each) => (each.getAttribute('aria-pressed') === 'true' ? [each.textContent] : []))
  await expect.poll(pressed).toEqual(['This quarter'])
  const field = (name: string) => page.getByRole('textbox', { name })
  await page.viewport(390, 844)
  document.querySelector<HTMLElement>('[style*="inline-size: 1200px"]')!.style.inlineSize = '366px'
  const [from, to] = ['From', 'To'].map((name) => field(name).element().getBoundingClientRect())
  expect([from!.top, to!.right <= 366, from!.right < to!.left], 'also on a phone').toEqual([to!.top, true, true])
  const year = Number(today().slice(0, 4))
  await page.getByRole('button', { name: 'Last year' }).click()
  await expect.poll(pressed).toEqual(['Last year'])
  await expect.element(field('From')).toHaveValue(`01/01/${year - 1}`)
  await expect.element(field('To')).toHaveValue(`12/31/${year - 1}`)
  expect(address()).toEqual({ statement: 'lastYear' })
  await field('From').fill('01/01/2020')
  await expect.poll(pressed).toEqual([])
  await field('To').fill('12/31/2020')
  await expect.element(sheet().getByText('There are no holdings to list for this period.')).toBeVisible()
  expect(sheet().getByRole('table').elements()).toEqual([])
  await page.getByRole('button', { name: 'This year' }).click()
  await expect.poll(pressed).toEqual(['This year'])
  await expect.poll(() => rows()[0]?.[0]).toBe('Harbour')
})

test('the statement of a person with two records names both and lists each holding of one project', async () => {
  const { store } = await setupStatement()
  await store.caughtUp()
  const [investment] = [...store.table('investments').all()]
  const second = store.put('investors', { firstName: 'Okafor Holding', email: 'office@example.com' })
  const other = store.put('investments', {
    projectId: investment!.projectId,
    investorId: second.id,
    amount: '50000',
    projectName: 'Harbour',
    status: 'FUNDED',
    investmentDate: '2025-01-01',
  })
  putShare(store, { id: other.id, investorId: second.id }, '52000', '2025-06-30')
  await renderPortal(store)
  await openHalfYear()
  await expect.element(sheet().getByText(/Ines Okafor, Okafor Holding|Okafor Holding, Ines Okafor/)).toBeVisible()
  await expect
    .poll(() => rows().map((cells) => [cells[0], cells[1]]))
    .toEqual([
      ['Harbour', expect.any(String)],
      ['Harbour', expect.any(String)],
      ['Total', '$156,000.00'],
    ])
  expect(new Set(rows().map((cells) => cells[1]))).toEqual(new Set(['$104,000.00', '$52,000.00', '$156,000.00']))
})
