import { describe, expect, it } from 'vitest'
import { modifiedDietzOf, multiplesOf, timeWeightedOf } from './returns.ts'

describe('the return of a period by the modified Dietz method', () => {
  const year = { from: '2025-01-01', to: '2025-12-31', opening: '100000.00', closing: '163000.00' }

  it('weights each flow by the days that it was invested', () => {
    const flows = [{ date: '2025-07-01', amount: '50000.00' }]
    expect(Number(modifiedDietzOf({ ...year, flows }))).toBeCloseTo(0.1038858397, 10)
    const out = [{ date: '2025-07-01', amount: '-50000.00' }]
    expect(Number(modifiedDietzOf({ ...year, closing: '50000.00', flows: out }))).toBe(0)
  })

  it('without flows is the gain in value', () => {
    expect(modifiedDietzOf({ ...year, flows: [] })).toBe('0.63')
  })

  it('is null if nothing was invested or no day passed', () => {
    expect(modifiedDietzOf({ ...year, opening: '0.00', closing: '0.00', flows: [] })).toBeNull()
    expect(modifiedDietzOf({ ...year, to: '2025-01-01', flows: [] })).toBeNull()
  })
})

describe('the time-weighted return', () => {
  it('multiplies the growth between the flows, however much came in', () => {
    const step = (amount: string) => [{ before: '104000.00', amount }]
    expect(Number(timeWeightedOf('100000.00', step('50000.00'), '163000.00'))).toBeCloseTo(0.1007792208, 10)
    expect(Number(timeWeightedOf('100000.00', step('-52000.00'), '57200.00'))).toBeCloseTo(0.144, 10)
  })

  it('without flows is the gain in value', () => {
    expect(timeWeightedOf('100000.00', [], '163000.00')).toBe('0.63')
  })

  it('is null if a sub-period begins with nothing invested', () => {
    expect(timeWeightedOf('0.00', [{ before: '0.00', amount: '100.00' }], '110.00')).toBeNull()
    expect(timeWeightedOf('100.00', [{ before: '110.00', amount: '-110.00' }], '0.00')).toBeNull()
  })
})

describe('multiples', () => {
  it('are the distributed and the remaining value per unit paid in', () => {
    const money = { paidIn: '150000.00', paidOut: '27000.00', value: '150000.00' }
    expect(multiplesOf(money)).toEqual({ dpi: '0.18', rvpi: '1.00', tvpi: '1.18' })
  })

  it('are rounded once: the whole is not the sum of rounded parts', () => {
    const money = { paidIn: '1000.00', paidOut: '114.00', value: '114.00' }
    expect(multiplesOf(money)).toEqual({ dpi: '0.11', rvpi: '0.11', tvpi: '0.23' })
  })

  it('are absent while nothing is paid in', () => {
    expect(multiplesOf({ paidIn: '0.00', paidOut: '0.00', value: '0.00' })).toBeNull()
  })
})
