import { describe, expect, it } from 'vitest'
import type { HoldingFlow } from './own-flows.ts'
import { type HoldingHistory, valueOn } from './value-on.ts'

const flow = (date: string, amount: string, type: HoldingFlow['type'] = 'CAPITAL_CALL'): HoldingFlow => ({
  date,
  amount,
  type,
  inProject: amount,
  isAssumed: false,
  isFinal: type === 'DISTRIBUTION',
  isStale: false,
})
const holding: HoldingHistory['holding'] = {
  id: 'a',
  projectId: 'quay',
  investorId: 'ines',
  amount: '150000.00',
  currency: 'USD',
  status: 'FUNDED',
  investmentDate: '2025-01-15',
  exitedOn: null,
}
const history: HoldingHistory = {
  holding,
  ratioNow: null,
  flows: [flow('2025-01-15', '150000.00')],
  // NAV 1,200,000 of 1,000,000 paid in, and 1,300,000 later.
  valuations: [
    { id: '2025-12-31', valuationDate: '2025-12-31', valueRatio: '1.300000' },
    { id: '2025-06-30', valuationDate: '2025-06-30', valueRatio: '1.200000' },
  ],
}
const on = (day: string, more: Partial<HoldingHistory> = {}) => {
  const { value, rule, valuedOn } = valueOn({ ...history, ...more }, day)
  return [value, rule, valuedOn]
}

describe('a holding is worth', () => {
  it('its share of the latest value of the day, cost before there was one, and nothing before it was paid in', () => {
    expect(on('2025-01-14')).toEqual(['0.00', null, null])
    expect(on('2025-06-29')).toEqual(['150000.00', 'COST', null])
    expect(on('2025-06-30')).toEqual(['180000.00', 'VALUATION', '2025-06-30'])
    expect(on('2025-12-30')).toEqual(['180000.00', 'VALUATION', '2025-06-30'])
    expect(on('2026-01-01')).toEqual(['195000.00', 'VALUATION', '2025-12-31'])
  })

  it('by the valuation made last, where one day has two, in whichever order they stand', () => {
    const twice = ['1.100000', '1.500000'].map((valueRatio, id) => ({
      id: String(id),
      valuationDate: '2026-01-31',
      valueRatio,
    }))
    for (const valuations of [twice, twice.toReversed()])
      expect(on('2026-02-01', { valuations: [...history.valuations, ...valuations] })[0]).toBe('225000.00')
  })

  it('more by what was paid in since the valuation, and less by what was paid out', () => {
    const flows = [
      ...history.flows,
      flow('2025-06-30', '1.00', 'DIVIDEND'),
      flow('2025-07-01', '20000.00'),
      flow('2025-08-01', '5000.00', 'DISTRIBUTION'),
    ]
    expect(on('2025-07-01', { flows })[0]).toBe('200000.00')
    expect(on('2025-08-01', { flows })[0]).toBe('195000.00')
    expect(on('2026-01-01', { flows })[0]).toBe('195000.00')
  })

  it('its cost when it is younger than the valuation', () => {
    const younger = { holding: { ...holding, investmentDate: '2025-07-01' }, flows: [flow('2025-07-01', '150000.00')] }
    expect(on('2025-12-30', younger)).toEqual(['150000.00', 'COST', null])
    expect(on('2025-12-31', younger)[0]).toBe('195000.00')
  })

  it('what is called of a commitment', () => {
    const committed = { holding: { ...holding, status: 'COMMITTED' as const }, flows: [flow('2025-02-01', '40000.00')] }
    expect(on('2026-01-01', committed)).toEqual(['40000.00', 'COST', null])
    expect(on('2026-01-01', { ...committed, flows: [] })).toEqual(['0.00', null, null])
    const hidden = { ...committed, valuations: [], ratioNow: '1.100000' }
    expect(on('2026-01-01', hidden)).toEqual(['50000.00', 'ILLUSTRATIVE', null])
  })

  it('an assumed growth where nobody has valued the project', () => {
    expect(on('2026-01-01', { valuations: [] })).toEqual(['187500.00', 'ILLUSTRATIVE', null])
  })

  it('the present ratio of a project whose valuations are hidden', () => {
    expect(on('2026-01-01', { valuations: [], ratioNow: '1.100000' })).toEqual(['165000.00', 'VALUATION', null])
  })

  it('nothing from the day of a sale that was paid', () => {
    const paid = [...history.flows, flow('2025-10-05', '200000.00', 'DISTRIBUTION')]
    const sold = { holding: { ...holding, status: 'EXITED' as const, exitedOn: '2025-10-01' }, flows: paid }
    expect(on('2025-09-30', sold)[0]).toBe('180000.00')
    expect(on('2025-10-01', sold)).toEqual(['0.00', 'REALISED', null])
    const unknownDay = { ...sold, holding: { ...sold.holding, exitedOn: null } }
    expect([on('2025-10-04', unknownDay)[1], on('2025-10-05', unknownDay)[1]]).toEqual(['VALUATION', 'REALISED'])
    expect(on('2026-01-01', { ...sold, flows: history.flows })).toEqual(['195000.00', 'VALUATION', '2025-12-31'])
  })
})
