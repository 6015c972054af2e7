import { expect, test } from 'vitest'
import { valuationOf } from './valuation-of.ts'

const valuations = [
  { id: '1', nav: '900.00', valuationDate: '2024-12-31' },
  { id: '2', nav: '1200.00', valuationDate: '2025-12-31' },
]
const project = { actualTotalInvested: '1000.00' }
const holding = { valueRatio: '1.500000' }

test('staff value by the latest NAV over what is paid in, whatever ratio the holding carries', () => {
  expect(Number(valuationOf({ holding, valuations, project, seesNav: true }).valueRatio)).toBe(1.2)
  expect(Number(valuationOf({ holding, valuations: valuations.toReversed(), project, seesNav: true }).valueRatio)).toBe(
    1.2,
  )
})

test('an investor values by the ratio that came with the holding, and never by a NAV', () => {
  expect(valuationOf({ holding, valuations, project, seesNav: false })).toEqual({
    valueRatio: '1.500000',
    hasValuation: true,
  })
})

test('a project whose valuation says nothing of a ratio is valued nevertheless, one without is not', () => {
  const none = { holding: { valueRatio: null }, seesNav: false, project }
  expect(valuationOf({ ...none, valuations })).toEqual({ valueRatio: null, hasValuation: true })
  expect(valuationOf({ ...none, valuations: [] })).toEqual({ valueRatio: null, hasValuation: false })
  expect(valuationOf({ ...none, valuations: [], holding: undefined })).toEqual({
    valueRatio: null,
    hasValuation: false,
  })
})

test('staff have no ratio where nothing is paid in, or the project is unknown', () => {
  for (const of of [{ actualTotalInvested: '0.00' }, undefined])
    expect(valuationOf({ holding, valuations, project: of, seesNav: true })).toEqual({
      valueRatio: null,
      hasValuation: true,
    })
  expect(valuationOf({ holding, valuations: [], project, seesNav: true })).toEqual({
    valueRatio: null,
    hasValuation: false,
  })
})
