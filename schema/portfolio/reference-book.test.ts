import { expect, it } from 'vitest'
import { randomBook } from '#schema/test/random-book.ts'
import {
  type Book,
  type BookFlow,
  type BookHolding,
  referenceFigures,
  referenceTotals,
} from '#schema/test/reference-book.ts'

const holding = (id: string, some: Partial<BookHolding> = {}): BookHolding => ({
  id,
  projectId: 'p',
  investorId: id,
  amount: '150000.00',
  currency: 'USD',
  status: 'ACTIVE',
  investmentDate: '2025-01-01',
  exitedOn: null,
  nothingMoreDue: false,
  isExitedFromStart: false,
  ...some,
})

const flow = (investorId: string, type: BookFlow['type'], date: string, amount: string): BookFlow => ({
  id: `${investorId} ${type} ${date}`,
  projectId: 'p',
  investorId,
  investmentId: null,
  amount,
  currency: 'USD',
  type,
  date,
  moreDue: false,
})

const book = (some: Partial<Book>): Book => ({
  growth: '25.00',
  projects: [{ id: 'p', currency: 'USD' }],
  holdings: [],
  flows: [],
  valuations: [],
  rates: [],
  ...some,
})

const valued = [{ id: 'v', projectId: 'p', nav: '1200000.00', valuationDate: '2025-12-31' }]

it('splits a NAV by what was paid in on its day and counts later payments once', () => {
  const [a, b, c, left] = [
    holding('a'),
    holding('b', { amount: '850000.00' }),
    holding('c', { amount: '500000.00', investmentDate: '2026-02-01' }),
    holding('left', { amount: '200000.00', status: 'EXITED', investmentDate: '2020-01-01', exitedOn: '2021-01-01' }),
  ] as const
  const before = book({ holdings: [a, b, left], valuations: valued })
  expect(referenceFigures(before, a, '2026-06-30')).toMatchObject({ value: '180000.00', gain: '30000.00' })
  const after = { ...before, holdings: [a, b, c, left], flows: [flow('a', 'DISTRIBUTION', '2026-03-31', '60000.00')] }
  expect(referenceFigures(after, a, '2026-06-30')).toMatchObject({ value: '120000.00', gain: '30000.00' })
  expect(referenceFigures(after, c, '2026-06-30')).toMatchObject({ value: '500000.00', rule: 'COST' })
  expect(referenceFigures(after, a, '2025-06-30')).toMatchObject({ value: '150000.00', rule: 'COST' })
})

it('never goes below zero while it rolls forward', () => {
  const a = holding('a')
  const flows = [
    flow('a', 'CAPITAL_CALL', '2025-01-01', '150000.00'),
    flow('a', 'DISTRIBUTION', '2026-01-31', '200000.00'),
    flow('a', 'CAPITAL_CALL', '2026-03-31', '50000.00'),
  ]
  const nav = [{ ...valued[0]!, nav: '180000.00' }]
  const rolled = book({ holdings: [a], flows, valuations: nav })
  expect(referenceFigures(rolled, a, '2026-06-30').value).toBe('50000.00')
})

it('assumes growth of what is paid in, less what was received', () => {
  const a = holding('a', { amount: '100000.00' })
  const calls = [flow('a', 'CAPITAL_CALL', '2025-01-01', '100000.00')]
  const received = (amount: string) => flow('a', 'DISTRIBUTION', '2025-06-01', amount)
  const first = book({ holdings: [a], flows: [...calls, received('60000.00')] })
  expect(referenceFigures(first, a, '2026-01-01')).toMatchObject({ value: '65000.00', gain: '25000.00' })
  const last = flow('a', 'CAPITAL_CALL', '2025-09-01', '50000.00')
  const second = book({ holdings: [a], flows: [...calls, received('130000.00'), last] })
  expect(referenceFigures(second, a, '2026-01-01').value).toBe('57500.00')
  const none = { ...first, growth: null }
  expect(referenceFigures(none, a, '2026-01-01')).toMatchObject({ rule: 'COST', value: '40000.00', gain: null })
  expect(referenceTotals(none, [a], '2026-01-01', 'USD')).toMatchObject({ value: '40000.00', gain: '0.00', rate: null })
})

it('keeps the value of an exited holding until its final payment', () => {
  const a = holding('a', { amount: '100000.00', status: 'EXITED', exitedOn: '2025-11-15' })
  const valuations = [{ ...valued[0]!, nav: '130000.00', valuationDate: '2025-10-31' }]
  const flows = [flow('a', 'DISTRIBUTION', '2025-12-15', '140000.00')]
  const sold = book({ holdings: [a], valuations, flows })
  expect(referenceFigures(sold, a, '2025-11-30')).toMatchObject({
    rule: 'OUTSTANDING',
    value: '130000.00',
    gain: '30000.00',
  })
  expect(referenceFigures(sold, a, '2025-12-15')).toMatchObject({ rule: 'REALISED', value: '0.00', gain: '40000.00' })
  const unknown = book({ holdings: [{ ...a, isExitedFromStart: true }], valuations })
  expect(referenceFigures(unknown, unknown.holdings[0]!, '2025-12-15')).toMatchObject({ rule: 'UNKNOWN', value: null })
})

it('splits to the cent by largest remainder', () => {
  const holdings = [
    holding('a', { amount: '166666.66' }),
    holding('b', { amount: '100000.00' }),
    holding('c', { amount: '66666.67' }),
  ]
  const of = (nav: string) => {
    const whole = book({ holdings, valuations: [{ ...valued[0]!, nav }] })
    return holdings.map((each) => referenceFigures(whole, each, '2026-01-01').value)
  }
  expect(of('400000.00')).toEqual(['199999.99', '120000.00', '80000.01'])
  expect(of('380000.01')).toEqual(['190000.00', '114000.00', '76000.01'])
})

it('converts payments at their own day and the value at the day asked for', () => {
  const a = holding('a', { amount: '2800000.00', currency: 'TRY' })
  const rates = [
    { fromCurrency: 'USD', toCurrency: 'TRY', rate: '28.000000', date: '2025-01-01', source: 'MANUAL' },
    { fromCurrency: 'USD', toCurrency: 'TRY', rate: '35.000000', date: '2025-12-31', source: 'MANUAL' },
  ]
  const whole = book({ holdings: [a], valuations: [{ ...valued[0]!, nav: '112000.00' }], rates })
  expect(referenceFigures(whole, a, '2025-12-31')).toMatchObject({ value: '3920000.00', gain: '1120000.00' })
})

it('leaves the value of every other holding alone when one is paid', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const { days, ...whole } = randomBook(seed)
    const [paid] = whole.holdings
    const day = days.at(-1)!
    const { id: investmentId, projectId, investorId, currency } = paid!
    const type = 'DISTRIBUTION'
    const payment = { ...flow(investorId, type, day, '1234.56'), investmentId, projectId, currency }
    const after = { ...whole, flows: [...whole.flows, payment] }
    for (const other of whole.holdings.slice(1))
      expect(referenceFigures(after, other, day)).toEqual(referenceFigures(whole, other, day))
  }
})
