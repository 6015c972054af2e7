import { expect, test } from 'vitest'
import { converterFor } from '#schema/exchange.ts'
import type { OwnFlow, OwnHolding } from '#schema/own-flows.ts'
import { portalFigures, type Sources } from './portal-figures.ts'

const day = '2026-03-15'
const rate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '4', date: day, source: 'MANUAL' }
let count = 0

const holding = (fields: Partial<OwnHolding> = {}): OwnHolding => ({
  id: `holding ${++count}`,
  projectId: 'harbour',
  investorId: 'ines',
  amount: '100.00',
  currency: 'USD',
  status: 'FUNDED',
  investmentDate: '2024-01-15',
  ...fields,
})
const flow = (amount: string, fields: Partial<OwnFlow> = {}): OwnFlow => ({
  projectId: 'harbour',
  investorId: 'ines',
  amount,
  currency: 'USD',
  type: 'DISTRIBUTION',
  date: '2025-03-15',
  ...fields,
})

const figuresOf = (holdings: readonly OwnHolding[], more: Partial<Sources> = {}, ratio: string | null = '1.200000') =>
  portalFigures(holdings, {
    flows: [],
    valuationOf: () => ({ valueRatio: ratio, hasValuation: ratio !== null, lacksRate: false, isStale: false }),
    nameOf: ({ projectId }) => projectId,
    exchange: { currency: 'USD', convert: converterFor([rate], day) },
    ...more,
  })

test('the total includes holdings of every status and says how much each status holds', () => {
  expect(
    figuresOf([
      holding({ amount: '150000.00' }),
      holding({ amount: '100.00', status: 'ACTIVE' }),
      holding({ amount: '40.00', status: 'COMMITTED' }),
      holding({ amount: '10.00', status: 'EXITED', projectId: 'quay' }),
    ]),
  ).toMatchObject({
    invested: '150150.00',
    active: '150100.00',
    committed: '40.00',
    exited: '10.00',
    value: '180172.00',
    gain: '30022.00',
    activeCount: 2,
    isIllustrative: false,
  })
  expect(figuresOf([]).rate).toBeNull()
})

test('without a valuation growth of a quarter is assumed for every status, and labelled so', () => {
  const figures = figuresOf([holding(), holding({ status: 'COMMITTED' })], {}, null)
  expect(figures).toMatchObject({ value: '250.00', gain: '50.00', rate: '25', isIllustrative: true })
  expect([...figures.values.values()].map(({ rule }) => rule)).toEqual(['ILLUSTRATIVE', 'ILLUSTRATIVE'])
})

test('what was paid out counts as return, and an exit with payments has no value left', () => {
  const flows = [flow('30.00'), flow('9.00', { type: 'CAPITAL_CALL' }), flow('5', { investorId: 'kerem' }), flow('3')]
  const [one, two, committed] = [holding(), holding({ amount: '200.00' }), holding({ status: 'COMMITTED' })]
  const figures = figuresOf([one, two, committed], { flows })
  expect(figures).toMatchObject({ value: '460.00', gain: '93.00' })
  expect(figures.values.get(one.id)).toEqual({ value: '120.00', rule: 'VALUATION', gain: '31.00' })
  expect(figures.values.get(two.id)!.gain).toBe('62.00')
  expect(figures.values.get(committed.id)).toEqual({ value: '100.00', rule: 'COST', gain: '0.00' })
  const exited = holding({ status: 'EXITED' })
  expect(figuresOf([exited], { flows }).values.get(exited.id)).toEqual({
    value: '0.00',
    rule: 'REALISED',
    gain: '-67.00',
  })
})

test('other currencies are converted; one without a rate is left out by name', () => {
  const dirhams = holding({ amount: '400.00', currency: 'AED', projectId: 'marina' })
  const lira = holding({ amount: '5.00', currency: 'TRY', projectId: 'tower' })
  const figures = figuresOf([holding(), dirhams, lira], {
    flows: [flow('8', { projectId: 'marina', currency: 'USD' })],
  })
  expect(figures).toMatchObject({ invested: '200.00', value: '240.00', gain: '48.00', rate: '24' })
  expect(figures.leftOut).toEqual({ names: ['tower (TRY)'], currencies: ['TRY'], isStale: false })
  expect(figures.values.get(dirhams.id)).toEqual({ value: '480.00', rule: 'VALUATION', gain: '112.00' })
  expect(figures.values.get(lira.id)).toMatchObject({ value: '6.00' })
  const old = { currency: 'AED', convert: converterFor([rate], '2026-04-15') }
  expect(figuresOf([holding()], { exchange: old })).toMatchObject({
    currency: 'AED',
    invested: '400.00',
    leftOut: { names: [], currencies: [], isStale: true },
  })
})

test('a holding of nothing has no share of a payment, and the others keep theirs', () => {
  const nothing = holding({ amount: '0.00', projectId: 'quay' })
  const flows = [flow('5.00', { projectId: 'quay' }), flow('3.00')]
  expect(figuresOf([nothing, holding()], { flows })).toMatchObject({ invested: '100.00', gain: '23.00' })
})

test('a holding whose share of the NAV has no rate is valued at cost, and named', () => {
  const dirhams = holding({ currency: 'AED', projectId: 'marina' })
  const figures = figuresOf([dirhams], {
    valuationOf: () => ({ valueRatio: null, hasValuation: true, lacksRate: true, isStale: false }),
  })
  expect(figures.values.get(dirhams.id)).toMatchObject({ value: '100.00', rule: 'COST' })
  expect(figures.leftOut.names).toEqual(['marina (AED)'])
})

test('a share of the NAV at a rate that was old on its day makes the totals say so', () => {
  const valued = { valueRatio: '1.200000', hasValuation: true, lacksRate: false, isStale: true }
  expect(figuresOf([holding()], { valuationOf: () => valued }).leftOut.isStale).toBe(true)
  expect(figuresOf([holding({ status: 'COMMITTED' })], { valuationOf: () => valued }).leftOut.isStale).toBe(false)
})

test('a payment before a holding began is none of its return', () => {
  const [early, late] = [holding(), holding({ investmentDate: '2025-06-15' })]
  const { values } = figuresOf([early, late], { flows: [flow('30.00')] })
  expect([values.get(early.id)!.gain, values.get(late.id)!.gain]).toEqual(['50.00', '20.00'])
})
