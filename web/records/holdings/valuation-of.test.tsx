import { expect, test } from 'vitest'
import { convertersOf } from '#schema/nav-shares.ts'
import { type ValuationSources, valuationOf as valuationIn } from './valuation-of.ts'

const valuationOf = (given: Omit<ValuationSources, 'on' | 'invested'> & Partial<ValuationSources>) =>
  valuationIn({ on, invested, ...given })

const valuations = [
  { id: '1', nav: '900.00', valuationDate: '2024-12-31' },
  { id: '2', nav: '1200.00', valuationDate: '2025-12-31' },
]
const project = { currency: 'USD' } as const
const on = convertersOf([])
const paid = { amount: '400.00', currency: 'USD', status: 'FUNDED', investmentDate: '2024-01-31' } as const
const holding = { ...paid, valueRatio: '1.500000' }
const invested = [paid, { ...paid, amount: '600.00' }]

test('staff value by the latest NAV over what is paid in, whatever ratio the holding carries', () => {
  expect(Number(valuationOf({ holding, valuations, project, seesNav: true }).valueRatio)).toBe(1.2)
  expect(Number(valuationOf({ holding, valuations: valuations.toReversed(), project, seesNav: true }).valueRatio)).toBe(
    1.2,
  )
})

test('an investor values by the ratio that came with the holding, and never by a NAV', () => {
  expect(valuationOf({ holding, valuations, project, seesNav: false })).toMatchObject({
    valueRatio: '1.500000',
    hasValuation: true,
  })
})

test('a project whose valuation says nothing of a ratio is valued nevertheless, one without is not', () => {
  const none = { holding: { ...paid, valueRatio: null }, seesNav: false, project }
  expect(valuationOf({ ...none, valuations })).toMatchObject({ valueRatio: null, hasValuation: true })
  expect(valuationOf({ ...none, valuations: [] })).toMatchObject({ valueRatio: null, hasValuation: false })
  expect(valuationOf({ ...none, valuations: [], holding: undefined })).toMatchObject({
    valueRatio: null,
    hasValuation: false,
  })
})

test('staff have no ratio where nothing is paid in, or the project is unknown', () => {
  for (const of of [{ invested: [], project }, { project: undefined }])
    expect(valuationOf({ holding, valuations, seesNav: true, ...of })).toMatchObject({
      valueRatio: null,
      hasValuation: true,
    })
  expect(valuationOf({ holding, valuations: [], project, seesNav: true })).toMatchObject({
    valueRatio: null,
    hasValuation: false,
  })
})

test('a holding in another currency has its share at the rates of its days; without one it says so', () => {
  const lira = { ...paid, amount: '12000.00', currency: 'TRY', valueRatio: null } as const
  const all = { holding: lira, valuations, project, invested: [paid, lira], seesNav: true }
  expect(valuationOf(all)).toEqual({ valueRatio: null, hasValuation: true, lacksRate: true, isStale: false })
  const rate = { fromCurrency: 'USD', toCurrency: 'TRY', rate: '20', date: '2024-01-01', source: 'MANUAL' }
  const known = convertersOf([rate, { ...rate, rate: '40', date: '2025-01-01' }])
  // 1,200 over 400 and 600, and a dollar has become twice as many lira.
  const share = { valueRatio: '2.400000', hasValuation: true, lacksRate: false }
  // Both rates are older than a week on their days.
  expect(valuationOf({ ...all, on: known })).toEqual({ ...share, isStale: true })
  const fresh = convertersOf([
    { ...rate, date: '2024-01-30' },
    { ...rate, rate: '40', date: '2025-12-24' },
  ])
  expect(valuationOf({ ...all, on: fresh })).toEqual({ ...share, isStale: false })
  expect(valuationOf({ ...all, holding: { ...paid, valueRatio: null }, on: known }).valueRatio).toBe('1.200000')
})
