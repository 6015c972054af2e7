import { expect, test } from 'vitest'
import { totalsByCurrency } from './totals.ts'

test('amounts are added by currency, to the last cent', () => {
  const totals = totalsByCurrency([
    { amount: '9999999999999.99', currency: 'TRY' },
    { amount: '0.10', currency: 'USD' },
    { amount: '0.01', currency: 'TRY' },
    { amount: '0.20', currency: 'USD' },
    { amount: '-5.00', currency: 'AED' },
  ])
  expect([...totals]).toEqual([
    ['TRY', '10000000000000.00'],
    ['USD', '0.30'],
    ['AED', '-5.00'],
  ])
  expect(totalsByCurrency([]).size).toBe(0)
})
