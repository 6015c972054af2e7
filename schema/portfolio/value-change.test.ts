import { describe, expect, it } from 'vitest'
import { converterFor, type Rate } from '#schema/money/exchange.ts'
import { add, subtract } from '#schema/money/money.ts'
import { type Book, holding, nav, paid, staffHistories } from '#schema/test/holding-book.ts'
import { holdingOnDay } from './holding-value.ts'
import { daysToDraw, type ValuePeriod, valueChangeOf, valuePeriods, valuesOn } from './value-change.ts'

const today = '2026-03-31'
const rate = (toCurrency: string, value: string): Rate => ({
  fromCurrency: 'USD',
  toCurrency,
  rate: value,
  date: '2024-12-31',
  source: 'MANUAL',
})
const exchangeOf = (book: Book) => ({ currency: 'USD', convert: converterFor(book.rates ?? [], today) })
const historiesOf = (book: Book) => [...staffHistories(book).values()]
const changeOf = (book: Book, period: ValuePeriod, day = today) =>
  valueChangeOf(historiesOf(book), period, day, exchangeOf(book))
const totalOf = (book: Book, period: ValuePeriod, day = today) => changeOf(book, period, day)!.total

describe('the change of the value over a period', () => {
  // 163,000 - 100,000 - 50,000 = 13,000; 13,000 / (100,000 + 50,000 x 183/365) = 10.394 %.
  it('counts a capital call as paid in, not as gain', () => {
    const book = {
      holdings: [holding('a', { investmentDate: '2024-06-30' })],
      flows: [
        paid('a', 'CAPITAL_CALL', '2024-06-30', '100000.00'),
        paid('a', 'CAPITAL_CALL', '2025-07-01', '50000.00'),
      ],
      valuations: [nav('2024-12-31', '100000.00'), nav('2025-12-31', '163000.00')],
    }
    const total = totalOf(book, 'year', '2025-12-31')
    expect(total).toMatchObject({ opening: '100000.00', paidIn: '50000.00', change: '13000.00', closing: '163000.00' })
    expect(Number(total.rate)).toBeCloseTo(13_000 / (100_000 + (50_000 * 183) / 365), 12)
  })

  // 104,000 - 120,000 + 20,000 = 4,000; 4,000 / (120,000 - 20,000 x 21/31) = 3.758 %.
  it('counts a distribution as paid out, not as loss', () => {
    const book = {
      holdings: [holding('a')],
      flows: [paid('a', 'DISTRIBUTION', '2026-03-10', '20000.00', { moreDue: true })],
      valuations: [nav('2026-02-15', '120000.00'), nav('2026-03-20', '104000.00')],
    }
    const total = totalOf(book, 'month')
    expect(total).toMatchObject({ opening: '120000.00', paidOut: '20000.00', change: '4000.00', closing: '104000.00' })
    expect(Number(total.rate)).toBeCloseTo(0.0375757576, 9)
  })

  // 115,000 - 100,000 - 5,000 = 10,000: the call after the valuation is rolled into the value.
  it('rolls a call after the last valuation into the closing value', () => {
    const book = {
      holdings: [holding('a')],
      flows: [paid('a', 'CAPITAL_CALL', '2025-01-01', '100000.00'), paid('a', 'CAPITAL_CALL', '2026-03-10', '5000.00')],
      valuations: [nav('2026-03-01', '110000.00')],
    }
    expect(totalOf(book, 'month')).toMatchObject({ opening: '100000.00', change: '10000.00', closing: '115000.00' })
  })

  // 10,000 / 100,000 = 10 %, for every period that begins before the payment.
  it('begins with the first payment, whose capital counts from its day on', () => {
    const book = {
      holdings: [holding('a', { investmentDate: '2026-03-15' })],
      valuations: [nav('2026-03-20', '110000.00')],
    }
    for (const period of valuePeriods) {
      const change = changeOf(book, period)!
      expect(change).toMatchObject({ from: '2026-03-15', total: { opening: '0.00', change: '10000.00' } })
      expect(Number(change.total.rate)).toBeCloseTo(0.1, 12)
    }
  })

  it('of an exit is the proceeds less the value before', () => {
    const book = {
      holdings: [holding('a', { status: 'EXITED', exitedOn: '2026-03-10' })],
      flows: [paid('a', 'DISTRIBUTION', '2026-03-10', '140000.00')],
      valuations: [nav('2025-12-31', '130000.00')],
    }
    expect(totalOf(book, 'month')).toMatchObject({ opening: '130000.00', change: '10000.00', closing: '0.00' })
    expect(totalOf(book, 'all')).toMatchObject({ opening: '0.00', paidIn: '100000.00', change: '40000.00' })
  })

  it('is zero at cost, and the assumed growth without a valuation', () => {
    const holdings = [holding('a')]
    expect(totalOf({ holdings, growth: null }, 'all')).toMatchObject({ change: '0.00', closing: '100000.00' })
    expect(totalOf({ holdings }, 'month')).toMatchObject({ change: '0.00', closing: '125000.00' })
    expect(totalOf({ holdings }, 'all')).toMatchObject({ change: '25000.00', closing: '125000.00' })
  })

  // AED 440,000 / 4 = 110,000; 110,000 - 100,000 + 50,000 / 4 = 22,500.
  it('converts other currencies, and leaves out a holding without a rate', () => {
    const book = {
      holdings: [holding('a', { amount: '400000.00', currency: 'AED' }), holding('b', { currency: 'TRY' })],
      flows: [
        paid('a', 'CAPITAL_CALL', '2025-01-01', '400000.00', { currency: 'AED' }),
        paid('a', 'DISTRIBUTION', '2026-03-05', '50000.00', { currency: 'AED', moreDue: true }),
        paid('b', 'CAPITAL_CALL', '2025-01-01', '1000.00', { currency: 'TRY' }),
      ],
      valuations: [nav('2026-01-31', '400000.00'), nav('2026-03-15', '440000.00')],
      currency: 'AED',
      rates: [rate('AED', '4')],
    }
    const change = changeOf(book, 'month')!
    expect(change.unvalued).toEqual([{ id: 'b', rule: 'NO_RATE' }])
    expect(change.total).toMatchObject({ opening: '100000.00', change: '22500.00', closing: '110000.00' })
  })

  it('is unknown before the first payment', () => {
    expect(changeOf({ holdings: [] }, 'all')).toBeNull()
    expect(changeOf({ holdings: [holding('a', { status: 'COMMITTED' })] }, 'year')).toBeNull()
    expect(changeOf({ holdings: [holding('a', { investmentDate: '2026-06-01' })] }, 'month')).toBeNull()
  })
})

describe('over any period', () => {
  const book = {
    holdings: [holding('a'), holding('b', { amount: '50000.00', investmentDate: '2025-09-15' })],
    flows: [paid('a', 'DISTRIBUTION', '2026-02-01', '7000.01', { moreDue: true })],
    valuations: [nav('2025-08-31', '104000.33'), nav('2026-01-31', '163000.77')],
  }

  it('since the start the change is the return of the holdings today', () => {
    const gains = historiesOf(book).map((history) => holdingOnDay(history, today).gain!)
    expect(totalOf(book, 'all').change).toBe(add(gains[0]!, gains[1]!))
  })

  it.each(valuePeriods)('the drawing of a %s begins and ends with the values of the change', (period) => {
    const change = changeOf(book, period)!
    const days = daysToDraw(change, today)
    const { points } = valuesOn(days, historiesOf(book), exchangeOf(book))
    expect(days.length).toBeLessThanOrEqual(31)
    expect(days).toEqual([...new Set(days)].sort())
    expect([points.at(-1)!.day, points.at(-1)!.value]).toEqual([today, change.total.closing])
    expect(points[0]!.value).toBe(period === 'all' ? '100000.00' : change.total.opening)
    expect(subtract(points.at(-1)!.paidIn, points[0]!.paidIn)).toBe(period === 'all' ? '50000.00' : change.total.paidIn)
  })

  it('on the day of the first payment one day is drawn', () => {
    const change = changeOf({ holdings: [holding('a', { investmentDate: today })] }, 'month')!
    expect([daysToDraw(change, today), change.total.rate]).toEqual([[today], null])
  })
})
