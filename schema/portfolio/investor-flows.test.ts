import { describe, expect, it } from 'vitest'
import { converterFor } from '#schema/money/exchange.ts'
import {
  asReceived,
  flowsOfHoldings,
  type OwnFlow,
  type OwnHolding,
  paidInOf,
  paidOutOf,
  unpaidAmount,
} from './investor-flows.ts'

const rate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '4', date: '2020-01-01', source: 'MANUAL' }
const convert = converterFor([rate], '2026-01-01')

const holding = (id: string, given: Partial<OwnHolding> = {}): OwnHolding => ({
  id,
  projectId: 'quay',
  investorId: 'ines',
  amount: '100.00',
  currency: 'USD',
  status: 'FUNDED',
  investmentDate: '2025-01-01',
  ...given,
})
const flow = (amount: string, date: string, given: Partial<OwnFlow> = {}): OwnFlow => ({
  projectId: 'quay',
  investorId: 'ines',
  amount,
  currency: 'USD',
  type: 'DISTRIBUTION',
  date,
  ...given,
})
const call = (amount: string, date: string, given: Partial<OwnFlow> = {}) =>
  flow(amount, date, { type: 'CAPITAL_CALL', ...given })

const partsOf = (holdings: readonly OwnHolding[], ...flows: readonly OwnFlow[]) =>
  Object.fromEntries(
    [...flowsOfHoldings(holdings, flows, { on: () => convert }).flows].map(([id, own]) => [
      id,
      own.map(({ date, amount, type, isAssumed }) => `${date} ${type} ${amount}${isAssumed ? ' assumed' : ''}`),
    ]),
  )

describe('the flows of a project', () => {
  it('are shared in proportion to the capital paid in by the day, to the cent', () => {
    const holdings = [holding('a'), holding('b', { amount: '200.00' }), holding('c', { investmentDate: '2025-07-01' })]
    const calls = [call('100.00', '2025-01-01'), call('200.00', '2025-01-01'), call('1.00', '2025-08-01')]
    expect(partsOf(holdings, ...calls, flow('100.00', '2025-03-01'))).toEqual({
      a: expect.arrayContaining(['2025-03-01 DISTRIBUTION 33.33']),
      b: expect.arrayContaining(['2025-03-01 DISTRIBUTION 66.67']),
      c: ['2025-08-01 CAPITAL_CALL 0.25'],
    })
  })

  it('go to a commitment only when nothing is paid in', () => {
    const committed = holding('a', { status: 'COMMITTED' })
    expect(partsOf([committed], call('40.00', '2025-02-01'))).toEqual({ a: ['2025-02-01 CAPITAL_CALL 40.00'] })
    expect(partsOf([committed, holding('b')], call('40.00', '2025-02-01'))).toEqual({
      a: [],
      b: ['2025-02-01 CAPITAL_CALL 40.00'],
    })
  })

  it('of other investors and projects are left out', () => {
    const others = [
      flow('1.00', '2025-02-01', { investorId: 'omar' }),
      flow('1.00', '2025-02-01', { projectId: 'pier' }),
    ]
    expect(partsOf([holding('a', { status: 'COMMITTED' })], ...others)).toEqual({ a: [] })
  })

  it('are in the holding’s currency, and those without a rate are named', () => {
    const inDirham = holding('a', { currency: 'AED' })
    const lira = flow('5.00', '2025-03-01', { currency: 'TRY' })
    const { flows, notConverted } = flowsOfHoldings([inDirham], [flow('10.00', '2025-02-01'), lira], {
      on: () => convert,
    })
    expect(flows.get('a')).toMatchObject([{ type: 'CAPITAL_CALL', isAssumed: true }, { amount: '40' }])
    expect(notConverted).toEqual([lira])
  })
})

it('a holding that is paid in and has no call counts as one call of its amount on its date', () => {
  const all = ['FUNDED', 'ACTIVE', 'EXITED', 'COMMITTED'] as const
  const holdings = all.map((status) => holding(status, { status, projectId: status }))
  const assumed = ['2025-01-01 CAPITAL_CALL 100.00 assumed']
  expect(partsOf(holdings)).toEqual({ FUNDED: assumed, ACTIVE: assumed, EXITED: assumed, COMMITTED: [] })
})

it('distinguishes paid in, paid out and upcoming flows, in the order of days', () => {
  const given = [
    flow('5.00', '2025-06-01'),
    call('60.00', '2025-01-01'),
    flow('7.00', '2025-03-01', { type: 'INTEREST' }),
  ]
  const own = flowsOfHoldings([holding('a')], given, { on: () => convert }).flows.get('a')!
  expect([paidInOf(own), paidOutOf(own), unpaidAmount(holding('a'), '60.00')]).toEqual(['60.00', '12.00', '40.00'])
  expect(asReceived(own)).toEqual([
    { date: '2025-01-01', amount: '-60.00' },
    { date: '2025-03-01', amount: '7.00' },
    { date: '2025-06-01', amount: '5.00' },
  ])
  expect([unpaidAmount(holding('a', { status: 'EXITED' }), '60.00'), unpaidAmount(holding('a'), '120.00')]).toEqual([
    '0.00',
    '0.00',
  ])
})

describe('a flow', () => {
  it('belongs to the holding that it names, in the same project and of the same investor', () => {
    const holdings = [holding('a'), holding('b'), holding('c', { investorId: 'omar' })]
    const named = (investmentId: string) =>
      partsOf(holdings, flow('9.00', '2025-02-01', { investmentId }))['b']!.filter((each) => each.includes('9.00'))
    expect(named('b')).toEqual(['2025-02-01 DISTRIBUTION 9.00'])
    expect([named('a'), partsOf(holdings, flow('9.00', '2025-02-01', { investmentId: 'c' }))['b']]).toEqual([
      [],
      expect.arrayContaining(['2025-02-01 DISTRIBUTION 4.50']),
    ])
  })

  it('is not shared with a holding that exited before it, unless all have', () => {
    const sold = holding('a', { status: 'EXITED', exitedOn: '2025-06-30' })
    const later = flow('9.00', '2025-07-01')
    const received = (holdings: readonly OwnHolding[], each: OwnFlow) =>
      Object.entries(partsOf(holdings, each)).flatMap(([id, own]) =>
        own.some((text) => text.includes('DIST')) ? [id] : [],
      )
    expect(received([sold, holding('b')], later)).toEqual(['b'])
    expect(received([sold, holding('b')], flow('9.00', '2025-06-30'))).toEqual(['a', 'b'])
    expect(received([sold, holding('b', { status: 'COMMITTED' })], later)).toEqual(['a'])
  })

  it('in another currency is converted at the rate of its own day', () => {
    const on = (day: string) => converterFor([rate, { ...rate, rate: '5', date: '2025-07-01' }], day)
    const dirhams = holding('a', { currency: 'AED' })
    const flows = [flow('10.00', '2025-06-30'), flow('10.00', '2025-07-01')]
    const own = flowsOfHoldings([dirhams], flows, { on, currencyOf: () => 'USD' }).flows.get('a')!
    expect(own.slice(1).map(({ amount, inProject }) => [Number(amount), inProject])).toEqual([
      [40, '10.00'],
      [50, '10.00'],
    ])
    expect(own[0]).toMatchObject({ isAssumed: true, amount: '100.00', inProject: '25' })
  })
})
