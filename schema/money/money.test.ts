import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, compare, divide, fixDecimal, isZero, multiply, round, split, subtract, sum } from './money.ts'

const cents = fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n })
const toText = (amount: bigint): string => {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

describe('rounding', () => {
  it.each([
    ['2.345', '2.35'],
    ['-2.345', '-2.35'],
    ['1.005', '1.01'],
    ['-1.005', '-1.01'],
    ['0.004', '0.00'],
    ['-0.004', '0.00'],
    ['9999999999999.994', '9999999999999.99'],
  ])('is half-up, away from zero: %s -> %s', (amount, rounded) => {
    expect(round(amount)).toBe(rounded)
  })

  it('of a quotient has no negative zero', () => {
    expect(divide('-1', '3000', 2)).toBe('0.00')
    expect(divide('1200000', '1000000', 6)).toBe('1.200000')
    expect(divide('1', '3', 6)).toBe('0.333333')
    expect(divide('-2', '3', 6)).toBe('-0.666667')
    expect(divide('1', '0', 2)).toBeNull()
  })
})

describe('arithmetic', () => {
  it('is exact where floating-point numbers are not', () => {
    expect(add('0.10', '0.20')).toBe('0.30')
    expect(multiply('9999999999999.99', '10')).toBe('99999999999999.9')
    expect(round(multiply('9999999999999.99', '10'))).toBe('99999999999999.90')
    expect(sum(Array.from({ length: 10 }, () => '9999999999999.99'))).toBe('99999999999999.90')
    expect(sum([])).toBe('0.00')
    expect(subtract('0.10', '0.10')).toBe('0.00')
    expect(isZero('-0.00')).toBe(true)
  })

  it('agrees with whole cents', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(add(toText(a), toText(b))).toBe(toText(a + b))
        expect(subtract(toText(a), toText(b))).toBe(toText(a - b))
        expect(Math.sign(compare(toText(a), toText(b)))).toBe(a < b ? -1 : a > b ? 1 : 0)
      }),
    )
  })
})

describe('splitting', () => {
  it.each([
    ['100.00', ['1', '1', '1'], ['33.34', '33.33', '33.33']],
    ['1000.01', ['50', '30', '20'], ['500.01', '300.00', '200.00']],
    ['-100.00', ['1', '1', '1'], ['-33.34', '-33.33', '-33.33']],
    ['0.01', ['1', '2'], ['0.00', '0.01']],
    ['10.00', ['0', '1'], ['0.00', '10.00']],
  ])('%s over %j', (amount, weights, parts) => {
    expect(split(amount, weights)).toEqual(parts)
  })

  it('gives parts that sum to the amount, each within a cent of its share', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(cents, weights, (amount, each) => {
        const parts = split(toText(amount), each.map(String))
        expect(sum(parts)).toBe(toText(amount))
        const whole = each.reduce((total, weight) => total + weight, 0)
        for (const [i, part] of parts.entries()) {
          const share = divide(multiply(toText(amount), String(each[i])), String(whole), 10)!
          expect(compare(subtract(part, round(share, 2)).replace('-', ''), '0.01')).toBeLessThanOrEqual(0)
        }
      }),
    )
  })

  it('without weights, or with weights of 0 only, throws', () => {
    expect(() => split('1.00', [])).toThrow(RangeError)
    expect(() => split('1.00', ['0'])).toThrow(RangeError)
  })
})

describe('reading a decimal', () => {
  it.each([
    ['1000', '1000.00'],
    ['0', '0.00'],
    ['-0', '0.00'],
    ['007.5', '7.50'],
    ['9999999999999.99', '9999999999999.99'],
  ])('%s is %s', (input, value) => {
    expect(fixDecimal(input, 15, 2)).toEqual({ ok: true, value })
  })

  it.each([
    ['1.234', 'decimals'],
    ['10000000000000', 'digits'],
    ['-0.01', 'low'],
    ['100.01', 'high'],
    ['1e3', 'decimal'],
    ['1,000', 'decimal'],
    [' 1', 'decimal'],
    ['', 'decimal'],
    ['.5', 'decimal'],
    ['5.', 'decimal'],
    ['+5', 'decimal'],
    ['٥', 'decimal'],
    ['NaN', 'decimal'],
    ['1'.repeat(41), 'decimal'],
  ])('%j is refused: %s', (input, reason) => {
    expect(fixDecimal(input, 15, 2, { min: '0', max: reason === 'high' ? '100' : '9999999999999.99' })).toEqual({
      ok: false,
      reason,
    })
  })

  it('0 is refused where the value must be above 0', () => {
    expect(fixDecimal('0', 5, 2, { above: '0' })).toEqual({ ok: false, reason: 'above' })
    expect(fixDecimal('0.01', 5, 2, { above: '0' })).toEqual({ ok: true, value: '0.01' })
  })
})
