import { describe, expect, it } from 'vitest'
import { paymentInstallments } from '#schema/kernel/enumerations.ts'
import { installmentMonths, redemptionDateOf, roiOf } from './finance.ts'

describe('the ROI calculator', () => {
  it.each([
    ['1000000', '12.5', '1_MONTH', '10416.67', '1010416.67'],
    ['1000000', '12.5', '6_MONTHS', '62500.00', '1062500.00'],
    ['333333.33', '7.77', '1_MONTH', '2158.33', '335491.66'],
    ['9999999999999.99', '10', '12_MONTHS', '1000000000000.00', '10999999999999.99'],
  ] as const)('%s at %s %% for %s returns %s', (target, irr, installment, returns, total) => {
    expect(roiOf(target, irr, installment)).toEqual({ returns, total, months: installmentMonths(installment) })
  })

  it.each([
    ['0', '5'],
    ['5', '0'],
    ['-1', '5'],
    ['5', '-1'],
  ])('shows nothing for %s at %s %%', (target, irr) => {
    expect(roiOf(target, irr, '1_MONTH')).toBeNull()
  })
})

describe('installments', () => {
  it('have their months, six when there is none', () => {
    expect(paymentInstallments.map(installmentMonths)).toEqual([1, 2, 3, 6, 12])
    expect([installmentMonths(null), installmentMonths(undefined)]).toEqual([6, 6])
  })

  it('put the redemption at the end of the month when the day does not exist', () => {
    expect(redemptionDateOf('2025-08-31', '6_MONTHS')).toBe('2026-02-28')
    expect(redemptionDateOf('2025-08-31', null)).toBe('2026-02-28')
    expect(redemptionDateOf('2024-02-29', '12_MONTHS')).toBe('2025-02-28')
  })
})
