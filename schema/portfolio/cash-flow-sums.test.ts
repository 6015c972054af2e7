import { expect, it } from 'vitest'
import { sumFlows } from './cash-flow-sums.ts'
import { converterFor } from '#schema/money/exchange.ts'
import { flowsOfHoldings, type OwnFlow, type OwnHolding, paidInOf } from './investor-flows.ts'

const day = '2026-03-15'
const rate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '4', date: day, source: 'MANUAL' }
const inDollars = { currency: 'USD', convert: converterFor([rate], day) }
const flow = (type: OwnFlow['type'], amount: string, more: Partial<OwnFlow> = {}): OwnFlow => ({
  projectId: 'harbour',
  investorId: 'ines',
  type,
  date: '2025-06-01',
  amount,
  currency: 'USD',
  ...more,
})
const held = (amount: string, more: Partial<OwnHolding> = {}): OwnHolding => ({
  id: amount,
  investmentDate: '2025-01-01',
  projectId: 'harbour',
  investorId: 'ines',
  amount,
  currency: 'USD',
  status: 'FUNDED',
  ...more,
})
const sums = (flows: readonly OwnFlow[], investments: readonly OwnHolding[] = []) =>
  sumFlows(flows, investments, inDollars, ({ projectId }) => projectId)

it('a capital call is paid in, and everything else is distributed', () => {
  const flows = [
    flow('CAPITAL_CALL', '100000.00'),
    flow('CAPITAL_CALL', '50000.00'),
    flow('DISTRIBUTION', '12000.00'),
    flow('DIVIDEND', '10000.00'),
    flow('INTEREST', '5000.00'),
  ]
  expect(sums(flows)).toMatchObject({ paidIn: '150000.00', distributed: '27000.00', net: '-123000.00', dpi: '0.18' })
})

it('a paid-in investment without a call counts as an assumed call', () => {
  const investments = [
    held('400.00'),
    held('30.00', { investorId: 'kerem', status: 'ACTIVE' }),
    held('20.00', { investorId: 'omar', status: 'EXITED' }),
    held('9.00', { investorId: 'zoe', status: 'COMMITTED' }),
  ]
  expect(sums([flow('CAPITAL_CALL', '100')], investments)).toMatchObject({
    paidIn: '150.00',
    assumed: '50.00',
    assumedCount: 2,
  })
})

it('an investment with only a distribution counts as paid in, for the firm and the investor', () => {
  const [investments, flows] = [[held('100000.00')], [flow('DISTRIBUTION', '10000.00')]]
  expect(sums(flows, investments)).toMatchObject({
    paidIn: '100000.00',
    assumed: '100000.00',
    distributed: '10000.00',
    dpi: '0.10',
  })
  const own = flowsOfHoldings(investments, flows, { on: () => inDollars.convert }).flows.get('100000.00')!
  expect(paidInOf(own)).toBe('100000.00')
})

it('a flow without an investor does not count as the call of an investment', () => {
  expect(sums([flow('DISTRIBUTION', '5', { investorId: null })], [held('400.00')])).toMatchObject({
    paidIn: '400.00',
    distributed: '5.00',
  })
})

it('nothing paid in has no ratio', () => {
  expect(sums([flow('DIVIDEND', '5')]).dpi).toBeNull()
})

it('amounts are converted unrounded, and one without a rate is listed by name', () => {
  const dirhams = { currency: 'AED' } as const
  const flows = [flow('CAPITAL_CALL', '0.02', dirhams), flow('CAPITAL_CALL', '0.02', dirhams)]
  const { paidIn, distributed, leftOut } = sums([
    ...flows,
    flow('DIVIDEND', '7', { currency: 'TRY', projectId: 'quay' }),
  ])
  expect([paidIn, distributed]).toEqual(['0.01', '0.00'])
  expect(leftOut).toEqual({ names: ['quay (TRY)'], currencies: ['TRY'], isConverted: true, isStale: false })
})
