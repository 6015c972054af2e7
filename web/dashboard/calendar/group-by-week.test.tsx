import { expect, test } from 'vitest'
import type { Upcoming, UpcomingKind } from '#schema/portfolio/upcoming.ts'
import { groupByWeek, startOfWeek } from './group-by-week.ts'

const due = (day: string | null, kind: UpcomingKind = 'REDEMPTION'): Upcoming => ({
  kind,
  id: day ?? kind,
  day,
  investmentId: null,
  projectId: null,
  investorId: null,
  amount: null,
  currency: null,
})

test('what is overdue comes first, then weeks from Monday to Sunday; what has no date is left out', () => {
  // 10 February 2026 is a Tuesday.
  const days = ['2026-01-31', '2026-02-09', '2026-02-10', '2026-02-15', '2026-02-16', '2026-03-01']
  const groups = groupByWeek([due(null, 'KYC'), ...days.map((day) => due(day))], '2026-02-10')
  expect(groups.map(({ until, items }) => [until, items.map(({ day }) => day)])).toEqual([
    [null, ['2026-01-31', '2026-02-09']],
    ['2026-02-15', ['2026-02-10', '2026-02-15']],
    ['2026-02-22', ['2026-02-16']],
    ['2026-03-01', ['2026-03-01']],
  ])
  expect(startOfWeek('2026-03-01')).toBe('2026-02-23')
})
