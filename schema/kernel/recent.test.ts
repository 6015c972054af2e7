import { expect, it } from 'vitest'
import { entity } from './entity.ts'
import { date, text } from './field-types.ts'
import { isAged, recentSince } from './recent.ts'
import { registry } from '#schema/registry.ts'
import { staffAnd } from './access.ts'

const at = (text: string) => new Date(text)

it('days go back from now, and months begin with the first day of the earliest one', () => {
  expect(recentSince({ by: 'at', days: 90 }, at('2026-06-14T10:00:00Z'))).toBe('2026-03-16')
  const months = (now: string) => recentSince({ by: 'at', months: 14 }, at(now))
  expect(months('2026-02-28T23:59:59Z')).toBe('2025-01-01')
  expect(months('2026-03-01T00:00:00Z')).toBe('2025-02-01')
  expect(recentSince({ by: 'at', months: 1 }, at('2026-12-31T12:00:00Z'))).toBe('2026-12-01')
})

it('a row has aged when its moment lies before the first day, whatever kind of moment that is', () => {
  const { activities, projects } = registry
  expect(isAged(activities, { at: '2026-03-15T23:59:59.999Z' }, '2026-03-16')).toBe(true)
  expect(isAged(activities, { at: '2026-03-16T00:00:00.000Z' }, '2026-03-16')).toBe(false)
  expect(isAged(projects, { at: '2026-03-15T23:59:59.999Z' }, '2026-03-16')).toBe(false)
  const notes = entity({
    name: 'notes',
    singular: 'note',
    table: 'notes',
    fields: { day: date(), body: text(10) },
    access: staffAnd(),
    recent: { by: 'day', days: 1 },
  })
  expect(notes.replicate).toBe('recent')
  expect([
    isAged(notes, { day: '2026-03-15' }, '2026-03-16'),
    isAged(notes, { day: '2026-03-16' }, '2026-03-16'),
  ]).toEqual([true, false])
})
