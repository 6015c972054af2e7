import { describe, expect, it } from 'vitest'
import { converterFor, isFarFrom, type Rate } from './exchange.ts'
import { round, sum } from './money.ts'

const rate = (
  fromCurrency: string,
  toCurrency: string,
  rateOn: string,
  date = '2026-03-10',
  source = 'MANUAL',
): Rate => ({
  fromCurrency,
  toCurrency,
  rate: rateOn,
  date,
  source,
})
const usual = [rate('USD', 'AED', '3.672500'), rate('USD', 'TRY', '32.847100')]

describe('an amount in another currency', () => {
  const convert = converterFor(usual, '2026-03-15')
  it.each([
    ['1000000', 'AED', 'USD', '272294.08'],
    ['1000000', 'TRY', 'USD', '30444.09'],
    ['1000000', 'AED', 'TRY', '8944070.80'],
    ['100', 'USD', 'AED', '367.25'],
    ['12.34', 'TRY', 'TRY', '12.34'],
  ])('%s %s in %s is %s', (amount, from, to, expected) => {
    const converted = convert(amount, from, to)!
    expect([round(converted.amount), converted.isStale]).toEqual([expected, false])
  })

  it('is rounded once, after adding up', () => {
    expect(sum(Array.from({ length: 3 }, () => convert('10.01', 'AED', 'USD')!.amount))).toBe('8.18')
  })

  it('is null when no rate leads to that currency', () => {
    expect(converterFor([usual[0]!], '2026-03-15')('1', 'TRY', 'USD')).toBeNull()
    expect(converterFor([usual[0]!], '2026-03-15')('1', 'AED', 'TRY')).toBeNull()
    expect(converterFor(usual, '2026-03-09')('1', 'AED', 'USD')).toBeNull()
  })

  it('follows the latest rate up to the day, a person’s before another of the same day, and reports when it is old', () => {
    const rates = [
      rate('USD', 'AED', '5', '2026-03-16'),
      rate('USD', 'AED', '3', '2026-03-07', 'MANUAL'),
      rate('USD', 'AED', '4', '2026-03-08', 'MANUAL'),
      rate('USD', 'AED', '9', '2026-03-08', 'ECB'),
      rate('AED', 'USD', '0.5', '2026-01-01'),
    ]
    const rateOn = (day: string, from = 'USD', to = 'AED') => converterFor(rates, day)('1', from, to)
    for (const order of [rates, rates.toReversed()])
      expect(converterFor(order, '2026-03-15')('1', 'USD', 'AED')).toEqual({ amount: '4', isStale: false })
    expect(rateOn('2026-03-16')).toEqual({ amount: '5', isStale: false })
    expect(rateOn('2026-03-25')).toEqual({ amount: '5', isStale: true })
    expect(rateOn('2026-03-15', 'AED', 'USD')).toEqual({ amount: '0.5', isStale: true })
  })
})

it('a rate more than a fifth above or below the known one is far from it', () => {
  const rateOn = (rate: string) => isFarFrom(rate, '3.672500')
  expect([rateOn('4.407000'), rateOn('4.407001'), rateOn('2.938000'), rateOn('2.937999'), rateOn('36.725000')]).toEqual(
    [false, true, false, true, true],
  )
})
