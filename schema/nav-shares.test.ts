import { expect, test } from 'vitest'
import { convertersOf, paidInTo, ratioOfHolding } from './nav-shares.ts'
import { add, multiply, round } from './money.ts'

const rate = (toCurrency: string, date: string, value: string) => ({
  fromCurrency: 'USD',
  toCurrency,
  rate: value,
  date,
  source: 'MANUAL',
})
const on = convertersOf([
  rate('AED', '2020-01-01', '3.672500'),
  rate('TRY', '2025-01-01', '20'),
  rate('TRY', '2026-01-01', '40'),
])
const paid = (amount: string, currency: string, investmentDate = '2025-06-01', status = 'FUNDED') => ({
  amount,
  currency,
  investmentDate,
  status,
})

test('the shares of all currencies make the NAV, at the rates of the days of investment and valuation', () => {
  const [dollars, lira] = [paid('1000.00', 'USD'), paid('20000.00', 'TRY')]
  const paidIn = paidInTo([dollars, lira, paid('5', 'USD', '2025-06-01', 'COMMITTED')], 'USD', on)
  expect(round(paidIn)).toBe('2000.00')
  const share = { nav: '3000.00', paidIn, navCurrency: 'USD', valuedOn: '2026-02-01' }
  expect(ratioOfHolding(dollars, share, on)).toBe('1.500000')
  // 1,500 USD, and a dollar is 40 lira by then.
  expect(ratioOfHolding(lira, share, on)).toBe('3.000000')
  const worth = on('2026-02-01')(multiply('20000.00', '3.000000'), 'TRY', 'USD')!.amount
  expect(add(multiply('1000.00', '1.500000'), worth)).toBe('3000.00')
})

test('a missing rate leaves a contribution out, and its holding has no ratio; it is never 1', () => {
  const [dollars, early] = [paid('1000.00', 'USD'), paid('20000.00', 'TRY', '2024-12-31')]
  const paidIn = paidInTo([dollars, early], 'USD', on)
  expect(paidIn).toBe('1000')
  const share = { nav: '3000.00', paidIn, navCurrency: 'USD', valuedOn: '2026-02-01' }
  expect(ratioOfHolding(early, share, on)).toBeNull()
  expect(ratioOfHolding(dollars, share, on)).toBe('3.000000')
  expect(ratioOfHolding(dollars, { ...share, paidIn: '0' }, on)).toBeNull()
})

test('what was paid in after a day is not in the total of that day', () => {
  const holdings = [paid('100.00', 'USD', '2025-01-01'), paid('367.25', 'AED', '2025-01-02')]
  expect([paidInTo(holdings, 'USD', on, '2025-01-01'), round(paidInTo(holdings, 'USD', on, '2025-01-02'))]).toEqual([
    '100',
    '200.00',
  ])
})
