import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { chooseOption } from '#web/test/choose-option.ts'
import { renderScreen } from '#web/test/render.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { truncatedInRows, resizeToPortraitTablet } from '#web/test/upright.ts'
import { ExchangeRatesScreen } from './exchange-rates-screen.tsx'

const renderRates = (store: TestStore, initial: RecordSearch = {}) => renderScreen(store, ExchangeRatesScreen, initial)

const creating = page.getByRole('dialog', { name: 'Add exchange rate' })
const add = () => creating.getByRole('button', { name: 'Add exchange rate' }).click()
const same = creating.getByText('The two currencies must differ')
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const rate = (overrides: object) => ({
  fromCurrency: 'AED',
  toCurrency: 'USD',
  rate: '1.08',
  date: '2025-06-01',
  ...overrides,
})

const from = creating.getByRole('combobox', { name: /^Base currency/ })

async function chooseFrom(currency: string) {
  await chooseOption(from, currency)
}

test('a new rate never suggests a pair of one currency, and reports such a choice immediately', async () => {
  const store = await openTestStore()
  await renderRates(store, { dialog: 'create' })
  await expect.element(from).toHaveValue('')
  await add()
  await expect.element(from).toHaveAccessibleDescription(/required/)
  await chooseFrom('USD')
  await expect.element(same).toBeVisible()
  await expect
    .element(creating.getByRole('combobox', { name: 'Quote currency' }))
    .toHaveAttribute('aria-invalid', 'true')
  await creating.getByLabelText('Rate').fill('1')
  await add()
  expect(store.outbox()).toEqual([])
  await chooseFrom('TRY')
  await expect.element(same).not.toBeInTheDocument()
  await creating.getByLabelText('Rate').fill('0.03')
  await add()
  await expect.element(rowOf('TRY/USD').getByText('0.030000')).toBeVisible()
  expect([...store.table('exchangeRates').all()]).toMatchObject([
    { fromCurrency: 'TRY', toCurrency: 'USD', rate: '0.030000', source: 'MANUAL' },
  ])
})

test('rates are found by currency; a deletion explains its effect on totals', async () => {
  const store = await openTestStore()
  store.put('exchangeRates', rate({}))
  store.put('exchangeRates', rate({ fromCurrency: 'TRY', source: 'ECB' }))
  await store.caughtUp()
  await renderRates(store)
  await expect.element(rowOf('AED/USD')).toBeVisible()
  await page.getByRole('searchbox').fill('try')
  await expect.element(rowOf('AED/USD')).not.toBeInTheDocument()
  await rowOf('TRY/USD').getByRole('button', { name: 'Delete' }).last().click()
  const deleting = page.getByRole('dialog', { name: 'Delete exchange rate?' })
  await expect.element(deleting.getByText('The exchange rate TRY/USD will be deleted.', { exact: false })).toBeVisible()
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await expect
    .poll(() => [...store.table('exchangeRates').all()].map(({ fromCurrency }) => fromCurrency))
    .toEqual(['AED'])
})

test('a new rate that differs by more than 20 % from the known one is saved by a second click', async () => {
  const store = await openTestStore()
  store.put('exchangeRates', rate({ rate: '0.27' }))
  await renderRates(store, { dialog: 'create' })
  await chooseFrom('AED')
  const far = creating.getByText('This rate differs by more than 20% from the known rate:', { exact: false })
  await creating.getByLabelText('Rate').fill('0.3')
  expect(far.elements()).toEqual([])
  await creating.getByLabelText('Rate').fill('2.7')
  await expect.element(far).toBeVisible()
  await add()
  await expect.element(page.getByText('Press the button again to save it anyway.', { exact: false })).toBeVisible()
  expect(store.outbox()).toEqual([])
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  await add()
  await expect.element(page.getByText('Exchange rate added')).toBeVisible()
  expect([...store.table('exchangeRates').all()].map((each) => each.rate).toSorted()).toEqual(['0.270000', '2.700000'])
})

test.each(['ltr', 'rtl'])('on a portrait tablet the text of a rate is not cut: %s', async (dir) => {
  onTestFinished(() => document.documentElement.removeAttribute('dir'))
  const store = await openTestStore()
  store.put('exchangeRates', rate({ fromCurrency: 'USD', toCurrency: 'TRY', rate: '40.972222' }))
  await renderRates(store)
  await expect.element(rowOf('USD/TRY').getByText('1 USD = 40.9722 TRY')).toBeVisible()
  document.documentElement.dir = dir
  await resizeToPortraitTablet()
  expect(truncatedInRows()).toEqual([])
})
