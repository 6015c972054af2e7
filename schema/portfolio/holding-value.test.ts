import { describe, expect, it } from 'vitest'
import { historiesFromShares } from './holding-histories.ts'
import { holdingOnDay, holdingOnDays, isCounted } from './holding-value.ts'
import { dailyConvertersOf } from '#schema/money/daily-converters.ts'
import { sum } from '#schema/money/money.ts'
import { type Book, holding, investorHistory, nav, onDay, paid, staffHistories } from '#schema/test/holding-book.ts'

const today = '2026-11-24'
const own = holding('a', { amount: '150000.00' })
const others = holding('b', { amount: '850000.00' })
const valued: Book = { holdings: [own, others], valuations: [nav('2025-12-31', '1200000.00')] }

const money = ({ rule, value, gain }: ReturnType<typeof onDay>) => [rule, value, gain]

describe('a share of the NAV', () => {
  it('is proportional to the capital paid in by the day of the valuation, to the cent', () => {
    expect(onDay(valued, 'a', today)).toMatchObject({
      rule: 'VALUATION',
      value: '180000.00',
      gain: '30000.00',
      paidIn: '150000.00',
      valuedOn: '2025-12-31',
    })
    const thirds = ['166666.66', '100000.00', '66666.67'].map((amount, i) => holding(String(i), { amount }))
    const sharesOf = (total: string) => {
      const book = { holdings: thirds, valuations: [nav('2025-12-31', total)] }
      return thirds.map(({ id }) => onDay(book, id, today).value)
    }
    expect(sharesOf('400000.00')).toEqual(['199999.99', '120000.00', '80000.01'])
    expect(sharesOf('380000.01')).toEqual(['190000.00', '114000.00', '76000.01'])
  })

  it('counts a later distribution once', () => {
    const flows = [paid('a', 'DISTRIBUTION', '2026-03-31', '60000.00')]
    expect(money(onDay({ ...valued, flows }, 'a', today))).toEqual(['VALUATION', '120000.00', '30000.00'])
  })

  it('does not move when somebody else pays in later; the new holding is at cost', () => {
    const holdings = [...valued.holdings, holding('c', { amount: '500000.00', investmentDate: '2026-02-01' })]
    expect(money(onDay({ ...valued, holdings }, 'a', today))).toEqual(['VALUATION', '180000.00', '30000.00'])
    expect(money(onDay({ ...valued, holdings }, 'c', today))).toEqual(['COST', '500000.00', '0.00'])
  })

  it('leaves out holdings that had exited by its day or on it', () => {
    for (const exitedOn of ['2021-06-30', '2025-12-31']) {
      const left = holding('c', { amount: '200000.00', investmentDate: '2020-01-01', status: 'EXITED', exitedOn })
      expect(onDay({ ...valued, holdings: [...valued.holdings, left] }, 'a', today).value).toBe('180000.00')
    }
  })

  it('contains the payments of its day, and is never below 0 in between', () => {
    const flows = [
      paid('a', 'CAPITAL_CALL', '2025-01-01', '150000.00'),
      paid('a', 'DISTRIBUTION', '2025-12-31', '1000.00'),
      paid('a', 'DISTRIBUTION', '2026-01-31', '200000.00'),
      paid('a', 'CAPITAL_CALL', '2026-03-31', '50000.00'),
    ]
    const history = staffHistories({ ...valued, flows }).get('a')!
    const days = ['2025-12-30', '2025-12-31', '2026-02-01', '2026-03-31']
    expect(holdingOnDays(history, days).map(({ value }) => value)).toEqual([
      '150000.00',
      '180000.00',
      '0.00',
      '50000.00',
    ])
  })

  it('counts a call before a distribution of the same day', () => {
    const flows = [
      paid('a', 'CAPITAL_CALL', '2025-01-01', '150000.00'),
      paid('a', 'DISTRIBUTION', '2026-01-31', '200000.00'),
      paid('a', 'CAPITAL_CALL', '2026-01-31', '50000.00'),
    ]
    expect(onDay({ ...valued, flows }, 'a', today).value).toBe('30000.00')
  })

  it('comes from the last valuation of its day', () => {
    const valuations = [nav('2025-12-31', '2000000.00', '2'), nav('2025-12-31', '1000000.00', '1')]
    expect(onDay({ ...valued, valuations }, 'a', today).value).toBe('300000.00')
  })

  it('is absent when nothing was paid in by its day; later calls are at cost', () => {
    const holdings = [holding('a', { status: 'COMMITTED' })]
    const flows = [paid('a', 'CAPITAL_CALL', '2026-02-01', '40000.00')]
    const book = { holdings, flows, valuations: [nav('2025-12-31', '90000.00')] }
    expect(money(onDay(book, 'a', today))).toEqual(['COST', '40000.00', '0.00'])
    expect(money(onDay(book, 'a', '2026-01-31'))).toEqual(['UNPAID', null, null])
  })

  it('is at cost on the days before the first valuation', () => {
    const flows = [paid('a', 'DIVIDEND', '2025-06-01', '5000.00')]
    expect(money(onDay({ ...valued, flows }, 'a', '2025-12-30'))).toEqual(['COST', '145000.00', '0.00'])
  })
})

it('the shares of a NAV add up to it', () => {
  const holdings = Array.from({ length: 7 }, (_, i) => holding(String(i), { amount: `${100 + i}.33` }))
  const book = { holdings, valuations: [nav('2025-12-31', '1000.00')] }
  expect(sum(holdings.map(({ id }) => onDay(book, id, today).value!))).toBe('1000.00')
})

describe('without any valuation', () => {
  const book = (flows: Book['flows'], growth: string | null = '25.00'): Book => ({
    holdings: [holding('a')],
    flows: [paid('a', 'CAPITAL_CALL', '2025-01-01', '100000.00'), ...flows!],
    growth,
  })

  it('grows the paid-in capital by the assumed percentage, less distributions', () => {
    expect(onDay({ holdings: [holding('a')] }, 'a', today)).toMatchObject({
      rule: 'ILLUSTRATIVE',
      value: '125000.00',
      gain: '25000.00',
      isIllustrative: true,
    })
    const received = [paid('a', 'DISTRIBUTION', '2025-06-01', '60000.00')]
    expect(money(onDay(book(received), 'a', today))).toEqual(['ILLUSTRATIVE', '65000.00', '25000.00'])
    const more = [
      paid('a', 'DISTRIBUTION', '2025-06-01', '130000.00'),
      paid('a', 'CAPITAL_CALL', '2025-09-01', '50000.00'),
    ]
    expect(onDay(book(more), 'a', today).value).toBe('57500.00')
    expect(onDay(book(received, '7.50'), 'a', today).value).toBe('47500.00')
  })

  it('a firm that assumes no growth has holdings at cost, without a return', () => {
    const received = [paid('a', 'DISTRIBUTION', '2025-06-01', '60000.00')]
    expect(money(onDay(book(received, null), 'a', today))).toEqual(['COST', '40000.00', null])
  })

  it('any valuation of the project, even a later one, ends the assumption', () => {
    expect(onDay({ ...book([]), valuations: [nav('2027-01-01', '1.00')] }, 'a', today).rule).toBe('COST')
  })

  it('a commitment that is not paid in has no value and no return, and a part that is paid in has', () => {
    const holdings = [holding('a', { status: 'COMMITTED' })]
    expect(money(onDay({ holdings }, 'a', today))).toEqual(['UNPAID', null, null])
    const flows = [paid('a', 'CAPITAL_CALL', '2025-03-01', '40000.00')]
    expect(money(onDay({ holdings, flows }, 'a', today))).toEqual(['ILLUSTRATIVE', '50000.00', '10000.00'])
  })
})

describe('an exit', () => {
  const exited = { status: 'EXITED', exitedOn: '2025-11-15' } as const
  const book = (given: Partial<Parameters<typeof holding>[1]>, ...flows: NonNullable<Book['flows']>): Book => ({
    holdings: [holding('a', { ...exited, ...given })],
    flows,
    valuations: [nav('2025-10-31', '130000.00')],
  })
  const final = paid('a', 'DISTRIBUTION', '2025-12-15', '140000.00')

  it('keeps the value of the day before until the final payment', () => {
    expect(money(onDay(book({}, final), 'a', '2025-11-30'))).toEqual(['OUTSTANDING', '130000.00', '30000.00'])
    expect(money(onDay(book({}, final), 'a', '2025-12-14'))).toEqual(['OUTSTANDING', '130000.00', '30000.00'])
    expect(money(onDay(book({}, final), 'a', '2025-12-15'))).toEqual(['REALISED', '0.00', '40000.00'])
    expect(money(onDay(book({}), 'a', today))).toEqual(['OUTSTANDING', '130000.00', '30000.00'])
    expect(onDay(book({}), 'a', '2025-11-14').rule).toBe('VALUATION')
  })

  it('is not valued by a NAV of its day or later', () => {
    const later = [nav('2025-10-31', '130000.00'), nav('2025-11-15', '1.00'), nav('2026-03-31', '2.00')]
    expect(onDay({ ...book({}), valuations: later }, 'a', today).value).toBe('130000.00')
  })

  it('is rolled forward with later distributions, not below 0', () => {
    const part = paid('a', 'DISTRIBUTION', '2025-12-01', '100000.00', { moreDue: true })
    expect(money(onDay(book({}, part), 'a', today))).toEqual(['OUTSTANDING', '30000.00', '30000.00'])
    const interest = paid('a', 'INTEREST', '2026-01-01', '50000.00')
    expect(money(onDay(book({}, part, interest), 'a', today))).toEqual(['OUTSTANDING', '0.00', '50000.00'])
  })

  it('is final with a distribution from 30 days before it on, never with a dividend or interest', () => {
    const rule = (...flows: NonNullable<Book['flows']>) => onDay(book({}, ...flows), 'a', today).rule
    expect(rule(paid('a', 'DISTRIBUTION', '2025-10-15', '1.00'))).toBe('OUTSTANDING')
    expect(rule(paid('a', 'DISTRIBUTION', '2025-10-16', '1.00'))).toBe('REALISED')
    expect(rule(paid('a', 'DIVIDEND', '2025-12-15', '1.00'))).toBe('OUTSTANDING')
    expect(rule(paid('a', 'INTEREST', '2025-12-15', '1.00'))).toBe('OUTSTANDING')
    expect(onDay(book({}, paid('a', 'DISTRIBUTION', '2025-10-16', '1.00')), 'a', '2025-11-14').rule).toBe('VALUATION')
  })

  it('is final on its day when nothing more is due and no final payment follows', () => {
    const done = { nothingMoreDue: true }
    expect(money(onDay(book(done), 'a', '2025-11-15'))).toEqual(['REALISED', '0.00', '-100000.00'])
    expect(onDay(book(done, final), 'a', '2025-12-01').rule).toBe('OUTSTANDING')
  })

  it('keeps an assumed growth, and no return where none is assumed', () => {
    const holdings = [holding('a', exited)]
    expect(onDay({ holdings }, 'a', today)).toMatchObject({
      rule: 'OUTSTANDING',
      value: '125000.00',
      gain: '25000.00',
      isIllustrative: true,
    })
    expect(money(onDay({ holdings, growth: null }, 'a', today))).toEqual(['OUTSTANDING', '100000.00', null])
  })

  it('of a holding recorded as exited has no figures until there is a payment or nothing more is due', () => {
    const fromStart = { exitedFromStart: true }
    const unknown = onDay(book(fromStart), 'a', today)
    expect(money(unknown)).toEqual(['UNKNOWN', null, null])
    expect(isCounted(unknown)).toBe(false)
    expect(onDay(book(fromStart, final), 'a', today).rule).toBe('REALISED')
    expect(onDay(book({ ...fromStart, nothingMoreDue: true }), 'a', today).rule).toBe('REALISED')
  })

  it('without a stored day ends with its last payment', () => {
    const undated = { exitedOn: null }
    const dividend = paid('a', 'DIVIDEND', '2025-12-15', '1.00')
    expect(onDay(book(undated, dividend), 'a', '2025-12-14').rule).toBe('VALUATION')
    expect(onDay(book(undated, dividend), 'a', '2025-12-15').rule).toBe('REALISED')
    expect(onDay(book(undated), 'a', today).rule).toBe('UNKNOWN')
  })
})

describe('the first recorded call', () => {
  it('replaces the assumed one on every day, and changes the others’ shares', () => {
    const flows = [paid('a', 'CAPITAL_CALL', '2026-06-01', '150000.00')]
    const book = { ...valued, flows }
    expect(onDay(book, 'a', '2025-12-31').rule).toBe('UNPAID')
    expect(onDay(book, 'b', '2025-12-31').value).toBe('1200000.00')
  })
})

describe('another currency than the project’s', () => {
  const perDollar = (rate: string, date: string) =>
    ({ fromCurrency: 'USD', toCurrency: 'TRY', rate, date, source: 'MANUAL' }) as const
  const rates = [perDollar('28', '2025-01-01'), perDollar('40', '2025-12-31')]
  const lira = holding('a', { amount: '2800000.00', currency: 'TRY' })
  const dollars = holding('b')
  const book: Book = { holdings: [lira, dollars], valuations: [nav('2025-12-31', '300000.00')], rates }

  it('has a share by its payments at the rates of their days, converted at the rate of the requested day', () => {
    expect(onDay(book, 'a', '2025-12-31')).toMatchObject({ value: '6000000.00', gain: '3200000.00', isStale: false })
    expect(onDay(book, 'b', '2025-12-31').value).toBe('150000.00')
    expect(onDay(book, 'a', '2026-01-08').isStale).toBe(true)
  })

  it('without a rate has no value and is in no sum', () => {
    const without = onDay({ ...book, rates: [] }, 'a', '2025-12-31')
    expect([money(without), isCounted(without)]).toEqual([['NO_RATE', null, null], false])
    const flows = [paid('b', 'DIVIDEND', '2026-01-01', '5.00', { currency: 'TRY' })]
    const lacking = { ...book, rates: [], flows }
    expect(onDay(lacking, 'b', '2025-12-31').rule).toBe('VALUATION')
    expect(onDay(lacking, 'b', '2026-01-01').rule).toBe('NO_RATE')
  })
})

describe('an investor’s device', () => {
  const cases: readonly [string, Book][] = [
    ['with a valuation', valued],
    ['with payments since', { ...valued, flows: [paid('a', 'DISTRIBUTION', '2026-03-31', '60000.00')] }],
    ['that paid in later', { ...valued, flows: [paid('a', 'CAPITAL_CALL', '2026-03-31', '60000.00')] }],
    ['that has exited', { ...valued, holdings: [{ ...own, status: 'EXITED', exitedOn: '2025-07-01' }, others] }],
    ['without a valuation', { holdings: [own, others] }],
  ]
  it.each(cases)('has the figures that staff have: a holding %s', (_, book) => {
    const days = ['2024-12-31', '2025-06-30', '2025-12-31', '2026-03-31', today]
    expect(holdingOnDays(investorHistory(book, 'a'), days)).toEqual(holdingOnDays(staffHistories(book).get('a')!, days))
  })

  it('shows no value while the server renews the shares', () => {
    const renewed = historiesFromShares({
      holdings: [{ ...own, value: null, valueDate: '2025-12-31' }],
      flows: [],
      holdingValues: [],
      valuations: [],
      currencyOf: () => 'USD',
      growth: '25.00',
      on: dailyConvertersOf([]),
    })
    expect(money(holdingOnDay(renewed.byHolding.get('a')!, today))).toEqual(['RECALCULATING', null, null])
  })
})
