import { expect, test } from 'vitest'
import { daysOf, statementPeriods } from './statement-periods.ts'

test('a period goes from its first day to its last, or to today', () => {
  expect(statementPeriods.map((period) => daysOf(period, '2026-02-14', '2024-05-17'))).toEqual([
    { from: '2026-01-01', to: '2026-02-14' },
    { from: '2025-10-01', to: '2025-12-31' },
    { from: '2026-01-01', to: '2026-02-14' },
    { from: '2025-01-01', to: '2025-12-31' },
    { from: '2024-05-17', to: '2026-02-14' },
  ])
})
