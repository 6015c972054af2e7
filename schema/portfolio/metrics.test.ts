import { expect, test } from 'vitest'
import { converterFor, convertByEither } from '#schema/money/exchange.ts'
import { round } from '#schema/money/money.ts'
import { aumOf, averageIrrOf, countActive, countByStatus, datedAfter, liveOn, ratesOf, totalOf } from './metrics.ts'
import { runToEnd } from '#schema/kernel/steps.ts'

const investment = (amount: string, status: 'COMMITTED' | 'FUNDED' | 'ACTIVE' | 'EXITED', currency = 'USD') => ({
  amount,
  status,
  currency,
})
const day = '2026-03-15'
const rate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '3.672500', date: day, source: 'MANUAL' }
const inDollars = { currency: 'USD', convert: converterFor([rate], day) }
const aumFor = (investments: readonly ReturnType<typeof investment>[], exchange = inDollars) =>
  runToEnd(aumOf(investments, exchange, ({ amount }) => `of ${amount}`))

test('AUM adds active and committed investments and leaves out exited ones', () => {
  expect(
    aumFor([
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
    converted: new Set(),
    leftOut: { names: [], currencies: [], isConverted: false, isStale: false },
  })
})

test('other currencies are converted and rounded once; one without a rate is listed', () => {
  const dirhams = Array.from({ length: 3 }, () => investment('10.01', 'ACTIVE', 'AED'))
  expect(aumFor([...dirhams, investment('5.00', 'ACTIVE', 'TRY')])).toMatchObject({
    active: '8.18',
    total: '8.18',
    leftOut: { names: ['of 5.00 (TRY)'], currencies: ['TRY'] },
  })
  const old = { currency: 'AED', convert: converterFor([rate], '2026-04-15') }
  expect(aumFor([investment('1.00', 'ACTIVE')], old)).toMatchObject({
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
  expect(runToEnd(averageIrrOf(projects))).toMatch(/^12\.6666/)
  expect(runToEnd(countActive(projects))).toBe(4)
  expect([...runToEnd(countByStatus(projects))]).toEqual([
    ['ACTIVE', 4],
    ['EXITED', 1],
  ])
  expect(runToEnd(ratesOf(projects))).toEqual({ count: 3, lowest: '8.00', highest: '20.00' })
  expect(runToEnd(ratesOf([]))).toBeNull()
  expect(runToEnd(averageIrrOf([]))).toBeNull()
  // 12.345: rounding to two decimals first would give 12.35, and then 12.4.
  expect(round(runToEnd(averageIrrOf([project('12.34', null), project('12.35', null)]))!, 1)).toBe('12.3')
})

test('the investments of a day include later exits, and no earlier exits or later dates', () => {
  const holding = (
    name: string,
    status: 'COMMITTED' | 'FUNDED' | 'EXITED',
    investmentDate: string,
    exitedOn: string | null,
  ) => ({
    name,
    status,
    investmentDate,
    exitedOn,
  })
  const all = [
    holding('kept', 'FUNDED', '2020-01-01', null),
    holding('sold later', 'EXITED', '2020-01-01', '2024-06-01'),
    holding('sold on the day', 'EXITED', '2020-01-01', '2024-05-31'),
    holding('sold on an unknown day', 'EXITED', '2020-01-01', null),
    holding('dated on the day', 'COMMITTED', '2024-05-31', null),
    holding('dated later', 'COMMITTED', '2024-06-01', null),
  ]
  const names = (some: Iterable<{ readonly name: string }>) => Array.from(some, ({ name }) => name)
  expect(names(liveOn(all, '2024-05-31'))).toEqual(['kept', 'sold later', 'dated on the day'])
  expect(names(datedAfter(all, '2024-05-31'))).toEqual(['dated later'])
})

test('a total of a day uses its rates, and today’s where it has none', () => {
  const old = { ...rate, rate: '4', date: '2020-01-01' }
  const [then, now] = [converterFor([old], '2020-01-01'), inDollars.convert]
  const amounts = [investment('1.00', 'ACTIVE'), investment('4.00', 'ACTIVE', 'AED')]
  expect(runToEnd(totalOf(amounts, inDollars))).toBe('2.09')
  expect(runToEnd(totalOf(amounts, { ...inDollars, convert: convertByEither(then, now) }))).toBe('2.00')
  const none = converterFor([], '2019-01-01')
  expect(runToEnd(totalOf(amounts, { ...inDollars, convert: convertByEither(none, now) }))).toBe('2.09')
  expect(runToEnd(totalOf(amounts, { ...inDollars, convert: none }))).toBe('1.00')
})
