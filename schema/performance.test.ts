import { expect, it } from 'vitest'
import { converterFor } from './exchange.ts'
import { convertersOf } from './nav-shares.ts'
import { monthEnds, performanceOf } from './performance.ts'
import { valueOf } from './walk.ts'

it('points are month ends, and the present month is told as of today', () => {
  expect(monthEnds('2024-03-15', 3)).toEqual(['2024-01-31', '2024-02-29', '2024-03-15'])
  expect(monthEnds('2026-01-31', 12)[0]).toBe('2025-02-28')
  expect(monthEnds('2026-01-31', 12)).toHaveLength(12)
})

const days = monthEnds('2026-03-15', 4)
const rate = { fromCurrency: 'AED', toCurrency: 'USD', rate: '0.25', date: '2026-03-01', source: 'MANUAL' }
const exchange = { currency: 'USD', convert: converterFor([rate], '2026-03-15') }

type Given = Parameters<typeof performanceOf>[1]
const investment = (fields: object) => ({
  projectId: 'quay',
  investorId: 'elif',
  amount: '100.00',
  currency: 'USD',
  status: 'ACTIVE' as const,
  investmentDate: '2025-01-10',
  exitedOn: null,
  ...fields,
})
const flow = (fields: object) => ({
  projectId: 'quay',
  investorId: 'elif',
  amount: '10.00',
  currency: 'USD',
  type: 'DISTRIBUTION',
  date: '2026-01-20',
  ...fields,
})
const valuation = (valuationDate: string, valueRatio: string | null, more: object = {}) => ({
  id: valuationDate,
  projectId: 'quay',
  valuationDate,
  valueRatio,
  ...more,
})
const performed = (given: Partial<Given>) =>
  valueOf(
    performanceOf(days, {
      investments: [],
      flows: [],
      valuations: [],
      exchange,
      nameOf: ({ projectId }) => projectId,
      navCurrencyOf: () => 'USD',
      on: convertersOf([]),
      ...given,
    }),
  )
const of = (name: 'invested' | 'value' | 'distributions', given: Partial<Given>) =>
  performed(given).points.map((point) => point[name])

it('invested is what is paid in to date; commitments are not, and a later payment begins on its day', () => {
  const investments = [
    investment({}),
    investment({ amount: '50.00', investmentDate: '2026-01-31' }),
    investment({ amount: '400.00', currency: 'AED', investmentDate: '2026-02-01' }),
    investment({ amount: '7.00', status: 'COMMITTED' }),
    investment({ amount: '9.00', investmentDate: '2026-03-16' }),
  ]
  expect(of('invested', { investments })).toEqual(['100.00', '150.00', '250.00', '250.00'])
})

it('the value is that of the latest valuation on or before the day; before the first one it is illustrative', () => {
  const investments = [investment({}), investment({ amount: '100.00', investmentDate: '2026-02-10' })]
  const valuations = [
    valuation('2026-02-28', '1.500000'),
    valuation('2026-01-31', '1.200000'),
    valuation('2026-01-31', '1.100000', { id: 'made later' }),
  ]
  expect(of('value', { investments, valuations })).toEqual(['125.00', '110.00', '300.00', '300.00'])
  expect(performed({ investments, valuations }).isIllustrative).toBe(true)
  const known = [valuation('2025-06-30', '1.200000'), valuation('2026-02-01', null)]
  expect(of('value', { investments, valuations: known })).toEqual(['120.00', '120.00', '200.00', '200.00'])
  expect(performed({ investments, valuations: known }).isIllustrative).toBe(false)
  const begunWithValue = [investment({ investmentDate: '2026-02-10' })]
  expect(performed({ investments: begunWithValue, valuations: [valuation('2026-02-10', '1')] }).isIllustrative).toBe(
    false,
  )
})

it('an exit that paid out leaves nothing of value and stays invested; one that has not is valued as before', () => {
  const investments = [
    investment({ status: 'EXITED', exitedOn: '2026-01-15' }),
    investment({ status: 'EXITED', exitedOn: '2026-01-15', investorId: 'kerem' }),
  ]
  const flows = [flow({ date: '2026-02-05' })]
  expect(of('value', { investments, flows })).toEqual(['250.00', '250.00', '125.00', '125.00'])
  expect(of('invested', { investments, flows })).toEqual(['200.00', '200.00', '200.00', '200.00'])
  const exitedLater = [investment({ status: 'EXITED', exitedOn: '2026-03-01' })]
  expect(of('value', { investments: exitedLater, flows })).toEqual(['125.00', '125.00', '125.00', '0.00'])
})

it('distributions are what was paid out in the month, of every kind, up to today', () => {
  const flows = [
    flow({}),
    flow({ type: 'DIVIDEND', date: '2026-01-01' }),
    flow({ type: 'INTEREST', amount: '4.00', currency: 'AED', date: '2026-03-15' }),
    flow({ type: 'CAPITAL_CALL' }),
    flow({ date: '2025-11-30' }),
    flow({ date: '2026-03-16' }),
    flow({ investorId: null, date: '2025-12-31' }),
  ]
  expect(of('distributions', { flows })).toEqual(['10.00', '20.00', '0.00', '1.00'])
})

it('amounts without a rate are named and left out of every line', () => {
  const given = {
    investments: [investment({ currency: 'TRY' })],
    flows: [flow({ currency: 'TRY', projectId: 'mill' })],
  }
  expect(performed(given)).toMatchObject({
    currency: 'USD',
    leftOut: { names: ['mill (TRY)', 'quay (TRY)'] },
  })
  expect(of('invested', given)).toEqual(['0.00', '0.00', '0.00', '0.00'])
})

it('a thousand holdings add up like one', () => {
  const investments = Array.from({ length: 1_000 }, () => investment({ amount: '0.01' }))
  expect(of('value', { investments }).at(-1)).toBe('12.50')
})

it('a holding in another currency than its project grows with it, at the rates of its own days', () => {
  const lira = investment({ amount: '4000.00', currency: 'TRY' })
  const perDollar = (rate: string, date: string) => ({
    fromCurrency: 'USD',
    toCurrency: 'TRY',
    rate,
    date,
    source: 'MANUAL',
  })
  const rates = [perDollar('20', '2025-01-01'), perDollar('40', '2026-01-01')]
  const given = {
    investments: [investment({}), lira],
    valuations: [valuation('2026-02-10', '1.500000')],
    exchange: { currency: 'USD', convert: converterFor(rates, '2026-03-15') },
  }
  const { points, leftOut } = performed({ ...given, on: convertersOf(rates) })
  // 100 and 200 paid in when a dollar was 20 lira; both are worth half as much again in dollars.
  expect(points.at(-1)).toMatchObject({ value: '450.00' })
  expect(leftOut.names).toEqual([])
  const without = performed({ ...given, on: convertersOf(rates.slice(1)) })
  expect(without.points.at(-1)).toMatchObject({ value: '250.00' })
  expect(without.leftOut.names).toEqual(['quay (TRY)'])
})
