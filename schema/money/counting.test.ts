import { expect, test } from 'vitest'
import { trackConversions } from './counting.ts'
import { converterFor } from './exchange.ts'

const day = '2026-05-10'
const rates = [{ fromCurrency: 'USD', toCurrency: 'AED', rate: '3.672500', date: day, source: 'API' }]
const inDollars = { currency: 'USD', convert: converterFor(rates, day) }

const isConverted = (...amounts: readonly (readonly [amount: string, currency: string])[]): boolean => {
  const { convert, leftOut } = trackConversions(inDollars)
  for (const [amount, currency] of amounts) convert(amount, currency, () => 'Harbor')
  return leftOut().isConverted
}

test('a total is approximate when a part that it counts was converted', () => {
  expect(isConverted(['10.00', 'USD'], ['3.67', 'AED'])).toBe(true)
  expect(isConverted(['10.00', 'USD'])).toBe(false)
  expect(isConverted(['10.00', 'USD'], ['0.00', 'AED'])).toBe(false)
  expect(isConverted(['10.00', 'USD'], ['5.00', 'TRY'])).toBe(false)
})
