import { expect, it } from 'vitest'
import { comparedWith, countText, growthText, pointsText, snapshotMonth, startOf } from './metric-changes.ts'

it('periods begin on the first day of a month, a quarter, a year', () => {
  const starts = (day: string) => (['month', 'quarter', 'ytd'] as const).map((period) => startOf(period, day))
  expect(starts('2026-03-15')).toEqual(['2026-03-01', '2026-01-01', '2026-01-01'])
  expect(starts('2026-12-31')).toEqual(['2026-12-01', '2026-10-01', '2026-01-01'])
  expect(starts('2026-04-01')).toEqual(['2026-04-01', '2026-04-01', '2026-01-01'])
})

it('capital is compared with the same day a year ago until a period is chosen, else with the day before it', () => {
  expect(comparedWith(undefined, '2024-02-29')).toBe('2023-02-28')
  expect(comparedWith('month', '2024-03-31')).toBe('2024-02-29')
  expect(comparedWith('quarter', '2026-05-02')).toBe('2026-03-31')
  expect(comparedWith('ytd', '2026-05-02')).toBe('2025-12-31')
})

it('rates are compared with the snapshot of the month before the period', () => {
  expect((['month', 'quarter', 'ytd'] as const).map((period) => snapshotMonth(period, '2026-05-02'))).toEqual([
    '2026-04',
    '2026-03',
    '2025-12',
  ])
})

it('growth is a percentage of the earlier value, and absent if that was zero', () => {
  expect(growthText('112400000.00', '100000000.00')).toBe('+12.4%')
  expect(growthText('95.00', '100.00')).toBe('-5.0%')
  expect(growthText('100.00', '100.00')).toBe('+0.0%')
  expect(growthText('5.00', '0.00')).toBeNull()
})

it('counts and rates contain their period; rates are rounded once', () => {
  expect([countText(3, 'month'), countText(47, 'quarter'), countText(0, 'ytd')]).toEqual([
    '+3 this month',
    '+47 this quarter',
    '+0 ytd',
  ])
  expect(pointsText('16.6', '14.5', 'ytd')).toBe('+2.1% ytd')
  // 2.1496: two roundings would turn it into 2.15 and then 2.2.
  expect(pointsText('16.6496', '14.5', 'month')).toBe('+2.1% this month')
  expect(pointsText('10', '12.25', 'quarter')).toBe('-2.3% this quarter')
  expect([pointsText(null, '1', 'ytd'), pointsText('1', null, 'ytd')]).toEqual([null, null])
})
