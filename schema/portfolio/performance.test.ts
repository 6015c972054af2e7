import { expect, it } from 'vitest'
import { converterFor, type Exchange } from '#schema/money/exchange.ts'
import { navHistoriesInSteps } from './holding-histories.ts'
import { dailyConvertersOf } from '#schema/money/daily-converters.ts'
import { monthEnds, performanceOf } from './performance.ts'
import { type Book, holding, nav, paid } from '#schema/test/holding-book.ts'
import { runToEnd } from '#schema/kernel/steps.ts'

it('points are month ends; the current month ends today', () => {
  expect(monthEnds('2024-03-15', 3)).toEqual(['2024-01-31', '2024-02-29', '2024-03-15'])
  expect(monthEnds('2026-01-31', 12)[0]).toBe('2025-02-28')
  expect(monthEnds('2026-01-31', 12)).toHaveLength(12)
})

const today = '2026-03-15'
const days = monthEnds(today, 4)
const rate = { fromCurrency: 'AED', toCurrency: 'USD', rate: '0.25', date: '2024-03-01', source: 'MANUAL' }

const exchange = (rates: Book['rates'] = [rate]): Exchange => ({ currency: 'USD', convert: converterFor(rates, today) })

const performanceFor = (
  { flows = [], valuations = [], rates = [rate], growth = '25.00', ...book }: Partial<Book>,
  by = exchange(rates),
) =>
  runToEnd(
    performanceOf(days, {
      histories: navHistoriesInSteps({
        holdings: book.holdings ?? [],
        flows,
        valuations,
        currencyOf: () => book.currency,
        growth,
        on: dailyConvertersOf(rates),
      }),
      flows,
      exchange: by,
      nameOf: ({ projectId }) => projectId,
    }),
  )
const line = (name: 'invested' | 'value' | 'distributions', given: Partial<Book>) =>
  performanceFor(given).points.map((point) => point[name])

it('invested is the capital paid in to date, by capital calls or assumed', () => {
  const holdings = [
    holding('a', { amount: '100.00' }),
    holding('b', { amount: '50.00', investmentDate: '2026-01-31' }),
    holding('c', { amount: '400.00', currency: 'AED', investmentDate: '2026-02-01' }),
    holding('d', { amount: '7.00', status: 'COMMITTED' }),
    holding('e', { amount: '9.00', investmentDate: '2026-03-16' }),
  ]
  expect(line('invested', { holdings })).toEqual(['100.00', '150.00', '250.00', '250.00'])
  const flows = [paid('d', 'CAPITAL_CALL', '2026-02-15', '3.00')]
  expect(line('invested', { holdings, flows })).toEqual(['100.00', '150.00', '253.00', '253.00'])
})

it('the value is the sum of the holdings’ values on the day; later capital and payments count once', () => {
  const holdings = [
    holding('a', { amount: '150000.00' }),
    holding('b', { amount: '850000.00' }),
    holding('c', { amount: '500000.00', investmentDate: '2026-01-15' }),
  ]
  const flows = [paid('a', 'DISTRIBUTION', '2026-02-15', '60000.00')]
  const given = { holdings, flows, valuations: [nav('2025-12-31', '1200000.00')] }
  expect(line('value', given)).toEqual(['1200000.00', '1700000.00', '1640000.00', '1640000.00'])
  expect(performanceFor(given).isIllustrative).toBe(false)
  expect(line('value', { holdings })).toEqual(['1250000.00', '1875000.00', '1875000.00', '1875000.00'])
  expect(performanceFor({ holdings }).isIllustrative).toBe(true)
})

it('an exit keeps its value until the final payment and stays invested', () => {
  const holdings = [holding('a', { status: 'EXITED', exitedOn: '2026-01-15' })]
  const flows = [paid('a', 'DISTRIBUTION', '2026-02-05', '140000.00')]
  const given = { holdings, flows, valuations: [nav('2025-12-31', '130000.00')] }
  expect(line('value', given)).toEqual(['130000.00', '130000.00', '0.00', '0.00'])
  expect(line('invested', given)).toEqual(['100000.00', '100000.00', '100000.00', '100000.00'])
})

it('an exit without recorded payments appears in no line', () => {
  const holdings = [holding('a', { status: 'EXITED', exitedOn: '2021-01-15', exitedFromStart: true })]
  expect(performanceFor({ holdings }).points.at(-1)).toMatchObject({ invested: '0.00', value: '0.00' })
})

it('distributions are all payments to investors in the month, up to today', () => {
  const flows = [
    paid('a', 'DISTRIBUTION', '2026-01-20', '10.00'),
    paid('a', 'DIVIDEND', '2026-01-01', '10.00'),
    paid('a', 'INTEREST', '2026-03-15', '4.00', { currency: 'AED' }),
    paid('a', 'CAPITAL_CALL', '2026-01-20', '10.00'),
    paid('a', 'DISTRIBUTION', '2025-11-30', '10.00'),
    paid('a', 'DISTRIBUTION', '2026-03-16', '10.00'),
    paid('a', 'DISTRIBUTION', '2025-12-31', '10.00', { investorId: null }),
  ]
  expect(line('distributions', { flows })).toEqual(['10.00', '20.00', '0.00', '1.00'])
})

it('amounts without a rate are listed and excluded from every line', () => {
  const given = {
    holdings: [holding('a', { currency: 'TRY' })],
    flows: [paid('b', 'DIVIDEND', '2026-01-20', '1.00', { currency: 'TRY', projectId: 'mill' })],
  }
  expect(performanceFor(given).leftOut.names).toEqual(['mill (TRY)', 'quay (TRY)'])
  expect(line('invested', given)).toEqual(['0.00', '0.00', '0.00', '0.00'])
  const inProject = performanceFor({ ...given, currency: 'USD' })
  expect([inProject.leftOut.names, inProject.points.at(-1)!.value]).toEqual([['mill (TRY)', 'quay (TRY)'], '0.00'])
})

it('a thousand holdings add up like one', () => {
  const holdings = Array.from({ length: 1_000 }, (_, i) => holding(String(i), { amount: '0.10' }))
  expect(line('value', { holdings }).at(-1)).toBe('130.00')
})

it('each sum is converted once, however many holdings it adds', () => {
  const holdings = Array.from({ length: 300 }, (_, i) => holding(String(i), { amount: '10.01', currency: 'AED' }))
  const rates = [{ ...rate, fromCurrency: 'USD', toCurrency: 'AED', rate: '3.6725' }]
  const { currency, convert } = exchange(rates)
  let converted = 0
  const { points } = performanceFor(
    { holdings, rates, currency: 'AED' },
    {
      currency,
      convert: (amount, ...pair) => {
        if (amount !== '0') converted++
        return convert(amount, ...pair)
      },
    },
  )
  expect([points.at(-1)!.invested, converted]).toEqual(['817.70', 2 * days.length])
})
