import { array, assert as check, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { converterFor } from '#schema/money/exchange.ts'
import { add, subtract } from '#schema/money/money.ts'
import { dailyConvertersOf } from '#schema/money/daily-converters.ts'
import type { HoldingFlow } from './investor-flows.ts'
import { type ValueMovement, statementOf } from './statement.ts'
import type { HoldingHistory, ValuedHolding } from './holding-value.ts'

const rate = (toCurrency: string, value: string) => ({
  fromCurrency: 'USD',
  toCurrency,
  rate: value,
  date: '2024-01-01',
  source: 'MANUAL',
})
const exchange = { currency: 'USD', convert: converterFor([rate('AED', '3.6725')], '2026-01-01') }

const flow = (date: string, amount: string, type: HoldingFlow['type'] = 'CAPITAL_CALL'): HoldingFlow => ({
  date,
  amount,
  type,
  inProject: amount,
  isAssumed: false,
  isFinal: type === 'DISTRIBUTION',
  isStale: false,
})
const shares = (...all: readonly (readonly [string, string])[]): HoldingHistory['valuations'] =>
  all.map(([valuationDate, share]) => ({ id: valuationDate, valuationDate, shareOf: () => share }))
const history = (
  id: string,
  given: Partial<ValuedHolding> = {},
  more: Partial<HoldingHistory> = {},
): HoldingHistory => ({
  holding: {
    id,
    projectId: id,
    investorId: 'ines',
    amount: '100000.00',
    currency: 'USD' as const,
    status: 'FUNDED' as const,
    investmentDate: '2025-01-01',
    exitedOn: null,
    ...given,
  },
  flows: [flow('2025-01-01', '100000.00')],
  missingFrom: null,
  navCurrency: given.currency ?? 'USD',
  valuations: shares(['2025-06-30', '104000.00'], ['2025-12-31', '113000.00']),
  isValued: true,
  isRecalculating: false,
  growth: '25.00',
  on: dailyConvertersOf([]),
  ...more,
})
const half = { from: '2025-07-01', to: '2025-12-31' }
const addsUp = ({ opening, paidIn, paidOut, change, closing }: ValueMovement) =>
  expect(add(subtract(add(opening, paidIn), paidOut), change)).toBe(closing)

describe('a statement', () => {
  it('covers the value before the period to the value at its end', () => {
    const flows = [
      flow('2025-01-01', '100000.00'),
      flow('2025-07-01', '50000.00'),
      flow('2025-12-31', '500.00', 'INTEREST'),
    ]
    const { lines, total, byCurrency } = statementOf([history('quay', {}, { flows })], half, exchange)
    const moved = {
      opening: '104000.00',
      paidIn: '50000.00',
      paidOut: '500.00',
      change: '-40500.00',
      closing: '113000.00',
    }
    expect(lines).toMatchObject([{ id: 'quay', currency: 'USD', ...moved, closedBy: { valuedOn: '2025-12-31' } }])
    expect(total).toMatchObject({ currency: 'USD', ...moved })
    expect(byCurrency).toEqual([total])
  })

  it('has the return of the period, with each flow weighted by its days', () => {
    const flows = [flow('2025-01-01', '100000.00'), flow('2025-07-01', '50000.00')]
    const valuations = shares(['2025-06-30', '104000.00'], ['2025-12-31', '163000.00'])
    const { total } = statementOf([history('quay', {}, { flows, valuations })], half, exchange)
    expect(Number(total.rate)).toBeCloseTo(9000 / (104000 + (50000 * 183) / 184), 12)
    expect(Number(total.timeWeighted)).toBeCloseTo(163000 / 154000 - 1, 12)
  })

  it('excludes holdings without value and flows, and lists those without a rate beside the total', () => {
    const later = history('later', { investmentDate: '2026-02-01' }, { flows: [flow('2026-02-01', '100000.00')] })
    const { lines, total, leftOut, byCurrency } = statementOf(
      [later, history('quay'), history('pier', { currency: 'TRY' })],
      half,
      exchange,
    )
    expect(lines.map(({ id }) => id)).toEqual(['quay', 'pier'])
    expect([leftOut.map(({ id }) => id), byCurrency.map(({ currency }) => currency)]).toEqual([
      ['pier'],
      ['USD', 'TRY'],
    ])
    expect([total.opening, total.closing]).toEqual(['104000.00', '113000.00'])
  })

  it('of a sale ends at zero, with the proceeds paid out', () => {
    const flows = [flow('2025-01-01', '100000.00'), flow('2025-10-01', '120000.00', 'DISTRIBUTION')]
    const sold = history('quay', { status: 'EXITED', exitedOn: '2025-10-01' }, { flows })
    expect(statementOf([sold], half, exchange).lines).toMatchObject([
      { opening: '104000.00', paidOut: '120000.00', change: '16000.00', closing: '0.00' },
    ])
  })
})

it('a holding without figures is on no line and is listed with the reason', () => {
  const unknown = history('pier', { status: 'EXITED', exitedOn: '2021-01-01', exitedFromStart: true }, { flows: [] })
  const { lines, unvalued, total } = statementOf([history('quay'), unknown], half, exchange)
  expect([lines.map(({ id }) => id), unvalued, total.closing]).toEqual([
    ['quay'],
    [{ id: 'pier', rule: 'UNKNOWN' }],
    '113000.00',
  ])
})

describe('of any holdings', () => {
  const day = integer({ min: 0, max: 900 }).map((n) => new Date(Date.UTC(2024, 6, 1 + n)).toISOString().slice(0, 10))
  const cents = integer({ min: 1, max: 9_999_999 }).map((n) => (n / 100).toFixed(2))
  const flows = array(
    record({ date: day, amount: cents, type: constantFrom('CAPITAL_CALL', 'DISTRIBUTION', 'DIVIDEND') }).map(
      ({ date, amount, type }) => flow(date, amount, type as HoldingFlow['type']),
    ),
    { maxLength: 5 },
  )
  const histories = array(record({ amount: cents, currency: constantFrom('USD', 'AED'), flows, investmentDate: day }), {
    minLength: 1,
    maxLength: 4,
  }).map((all) =>
    all.map((each, i) =>
      history(
        String(i),
        { amount: each.amount, currency: each.currency as 'USD', investmentDate: each.investmentDate },
        {
          flows: each.flows.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
        },
      ),
    ),
  )

  it('every line and every sum adds up to the cent, and one period begins where the one before ended', () => {
    check(
      property(histories, (all) => {
        const first = statementOf(all, { from: '2025-01-01', to: '2025-06-30' }, exchange)
        const second = statementOf(all, half, exchange)
        for (const { lines, byCurrency, total } of [first, second])
          for (const each of [...lines, ...byCurrency, total]) addsUp(each)
        expect(second.total.opening).toBe(first.total.closing)
      }),
    )
  })
})
