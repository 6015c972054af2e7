import { expect, test } from 'vitest'
import { converterFor } from '#schema/money/exchange.ts'
import { otherCurrencyAmountsOf, isSameAmounts, totalSum } from './cached-sums.ts'
import { runToEnd } from '#schema/kernel/steps.ts'

const day = '2026-03-15'
const rates = [
  { fromCurrency: 'USD', toCurrency: 'AED', rate: '3.672500', date: day, source: 'MANUAL' },
  { fromCurrency: 'USD', toCurrency: 'TRY', rate: '32.847100', date: '2026-01-01', source: 'MANUAL' },
]
const usd = { currency: 'USD', convert: converterFor(rates.slice(0, 1), day) }
const stamps = { id: '', number: 1, createdAt: '', updatedAt: '', createdBy: null }
const row = (investorId: string, amount: string, currency: string, status = 'FUNDED') => ({
  ...stamps,
  investorId,
  amount,
  currency,
  status,
})
const maintainedSum = { entity: 'investments', via: 'investorId' }

test('amounts missing from a maintained sum are exact by row and currency', () => {
  const rows = [row('a', '10.01', 'AED'), row('a', '10.01', 'AED'), row('a', '5', 'TRY'), row('b', '7', 'USD')]
  const others = runToEnd(otherCurrencyAmountsOf(rows, maintainedSum, () => 'USD'))
  expect([...others].map(([id, own]) => [id, [...own]])).toEqual([
    [
      'a',
      [
        ['AED', '20.02'],
        ['TRY', '5.00'],
      ],
    ],
  ])
  const counts = ({ currency }: object & { readonly currency?: unknown }) => currency === 'USD'
  expect([
    ...runToEnd(otherCurrencyAmountsOf(rows, { ...maintainedSum, counts }, (id) => (id === 'b' ? 'TRY' : 'USD'))),
  ]).toEqual([['b', new Map([['USD', '7.00']])]])
  expect([isSameAmounts(others, new Map(others)), isSameAmounts(others, new Map())]).toEqual([true, false])
  expect(isSameAmounts(others, new Map([['a', new Map([['AED', '20.02']])]]))).toBe(false)
})

test('the total is converted unrounded, rounded once, and lists what is missing', () => {
  expect(totalSum('100.00', 'USD', undefined, usd)).toEqual({
    currency: 'USD',
    amount: '100.00',
    isApproximate: false,
    missing: [],
    isStale: false,
  })
  expect(totalSum('0.00', 'USD', new Map([['AED', '30.03']]), usd)).toMatchObject({
    amount: '8.18',
    isApproximate: true,
  })
  const others = new Map([
    ['AED', '1000000.00'],
    ['TRY', '5.00'],
  ])
  expect(totalSum('1.00', 'USD', others, usd)).toMatchObject({
    amount: '272295.08',
    isApproximate: true,
    missing: [{ currency: 'TRY', amount: '5.00' }],
  })
  expect(totalSum('1.00', 'USD', others, { ...usd, convert: converterFor(rates, day) })).toMatchObject({
    amount: '272295.23',
    missing: [],
    isStale: true,
  })
})
