import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { renderScreen } from '#web/test/render.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { ExchangeRatesScreen } from './exchange-rates-screen.tsx'

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const renderRates = (store: TestStore, initial: RecordSearch = {}) => renderScreen(store, ExchangeRatesScreen, initial)
const rates = () => textsOf(page.getByRole('list', { name: 'Today’s rates' }).getByRole('listitem'))

test('each pair shows its rate, the inverse, an age warning, and rates derived from two others', async () => {
  const store = await openTestStore()
  store.put('exchangeRates', { fromCurrency: 'USD', toCurrency: 'AED', rate: '3.6725', date: day(-1) })
  await renderRates(store)
  await expect
    .poll(rates)
    .toEqual([
      '1 USD = 3.6725 AED1 AED = 0.2723 USD',
      'USD / TRYNo rate available for this pair.',
      'AED / TRYNo rate available for this pair.',
    ])
  store.put('exchangeRates', { fromCurrency: 'USD', toCurrency: 'TRY', rate: '40', date: day(-8) })
  await store.caughtUp()
  await expect
    .poll(rates)
    .toEqual([
      '1 USD = 3.6725 AED1 AED = 0.2723 USD',
      '1 USD = 40 TRY1 TRY = 0.025 USDOlder than 7 days',
      '1 AED = 10.8918 TRY1 TRY = 0.0918 AEDOlder than 7 daysCross rate via USD',
    ])
  store.put('exchangeRates', { fromCurrency: 'USD', toCurrency: 'TRY', rate: '110', date: day(-1) })
  await expect.poll(() => rates()[1]).toBe('1 USD = 110 TRY1 TRY = 0.009091 USD')
})

test('a rate that differs by more than 20 % from the known one needs a confirmation', async () => {
  const store = await openTestStore()
  const { id } = store.put('exchangeRates', { fromCurrency: 'USD', toCurrency: 'AED', rate: '3.6725', date: day(-1) })
  await renderRates(store, { dialog: 'edit', record: id })
  const editing = page.getByRole('dialog', { name: 'Edit exchange rate' })
  await editing.getByLabelText('Rate').fill('36.725')
  await expect
    .element(editing.getByRole('note'))
    .toHaveTextContent('This rate differs by more than 20% from the known rate: 1 USD = 3.6725 AED')
  await editing.getByLabelText('Rate').fill('3.7')
  await expect.element(editing.getByRole('note')).not.toBeInTheDocument()
})
