import { expect, test } from 'vitest'
import { converterFor } from '#schema/exchange.ts'
import { atOnce, inSlices } from '#web/store/pace.ts'
import { percent } from '#web/ui/format/percent-format.ts'
import { aumOf, averageIrrOf, countActive } from './figures.ts'

/** The value that a walk returns. */
function endOf<Value>(steps: Generator<undefined, Value>): Value {
  let found: [Value] | undefined
  inSlices(atOnce, steps, (value) => (found = [value]))
  return found![0]
}

const investment = (amount: string, status: 'COMMITTED' | 'FUNDED' | 'ACTIVE' | 'EXITED', currency = 'USD') => ({
  amount,
  status,
  currency,
})
const day = '2026-03-15'
const rate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '3.672500', date: day, source: 'MANUAL' }
const inDollars = { currency: 'USD', convert: converterFor([rate], day) }
const aum = (investments: readonly ReturnType<typeof investment>[], exchange = inDollars) =>
  endOf(aumOf(investments, exchange, ({ amount }) => `of ${amount}`))

test('AUM adds what is active and committed and leaves out what exited', () => {
  expect(
    aum([
      investment('300000.00', 'COMMITTED'),
      investment('500000.00', 'FUNDED'),
      investment('250000.00', 'ACTIVE'),
      investment('150000.00', 'EXITED'),
    ]),
  ).toEqual({
    currency: 'USD',
    active: '750000.00',
    committed: '300000.00',
    exited: '150000.00',
    total: '1050000.00',
    leftOut: { names: [], isStale: false },
  })
})

test('other currencies are converted and rounded once; one without a rate is named', () => {
  const dirhams = Array.from({ length: 3 }, () => investment('10.01', 'ACTIVE', 'AED'))
  expect(aum([...dirhams, investment('5.00', 'ACTIVE', 'TRY')])).toMatchObject({
    active: '8.18',
    total: '8.18',
    leftOut: { names: ['of 5.00 (TRY)'] },
  })
  const old = { currency: 'AED', convert: converterFor([rate], '2026-04-15') }
  expect(aum([investment('1.00', 'ACTIVE')], old)).toMatchObject({
    currency: 'AED',
    total: '3.67',
    leftOut: { isStale: true },
  })
})

test('the average IRR is the simple mean of actual, else expected, without exited projects and blanks', () => {
  const project = (actualIRR: string | null, expectedIRR: string | null, status: 'FUNDED' | 'EXITED' = 'FUNDED') => ({
    actualIRR,
    expectedIRR,
    status,
  })
  const projects = [
    project('10.00', '99.00'),
    project(null, '20.00'),
    project(null, '8.00'),
    project(null, null),
    project('50.00', null, 'EXITED'),
  ]
  expect(endOf(averageIrrOf(projects))).toMatch(/^12\.6666/)
  expect(endOf(countActive(projects))).toBe(4)
  expect(endOf(averageIrrOf([]))).toBeNull()
  // 12.345: rounding to two decimals first would give 12.35, and then 12.4.
  expect(percent(endOf(averageIrrOf([project('12.34', null), project('12.35', null)]))!)).toBe('12.3%')
})
