import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, dayBefore, calendarDate, dateIn, dayBegins, endOfWeek, isCalendarDate } from './dates.ts'

describe('calendar dates', () => {
  it.each(['2024-02-29', '2000-02-29', '1900-01-01', '2999-12-31', '2026-04-30'])('%s exists', (date) => {
    expect(isCalendarDate(date)).toBe(true)
  })

  it.each([
    '2025-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '1899-12-31',
    '3000-01-01',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00',
    '',
    '٢٠٢٦-01-01',
  ])('%s does not', (date) => {
    expect(isCalendarDate(date)).toBe(false)
  })

  it('exist in the calendar', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    expect(fc.check(fc.property(day, (at) => isCalendarDate(at.toISOString().slice(0, 10))))).toMatchObject({
      failed: false,
    })
  })

  it('are written from their parts only if they exist', () => {
    expect(calendarDate(2026, 3, 5)).toBe('2026-03-05')
    expect(calendarDate(2026, 2, 29)).toBeNull()
    expect(calendarDate(26, 2, 1)).toBeNull()
  })
})

describe('months', () => {
  it.each([
    ['2025-01-31', 1, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-08-31', 6, '2026-02-28'],
    ['2025-01-31', 2, '2025-03-31'],
    ['2025-12-15', 1, '2026-01-15'],
    ['2025-01-15', 12, '2026-01-15'],
    ['2025-03-31', -1, '2025-02-28'],
  ])('%s and %i more is %s', (anchor, months, date) => {
    expect(addMonths(anchor, months)).toBe(date)
  })
})

describe('today', () => {
  it('depends on the time zone', () => {
    const at = new Date('2026-03-15T23:30:00Z')
    expect(['UTC', 'Asia/Dubai', 'America/New_York', 'Pacific/Kiritimati'].map((zone) => dateIn(zone, at))).toEqual([
      '2026-03-15',
      '2026-03-16',
      '2026-03-15',
      '2026-03-16',
    ])
  })

  it('follows the device’s own zone when its calendar does not know the chosen one', () => {
    const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone
    for (const at of ['2026-03-15T00:30:00Z', '2026-03-15T23:30:00Z'].map((text) => new Date(text)))
      expect(dateIn('America/Not_Yet', at)).toBe(dateIn(deviceZone, at))
  })
})

it.each([
  ['UTC', '2026-03-15', '2026-03-15T00:00:00.000Z'],
  ['Asia/Dubai', '2026-03-15', '2026-03-14T20:00:00.000Z'],
  ['Asia/Kolkata', '2026-03-15', '2026-03-14T18:30:00.000Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00:00.000Z'],
  // The clocks went forward at midnight.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
  // Samoa had no such day.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
])('in %s %s begins at %s', (zone, date, moment) => {
  expect(dayBegins(zone, date).toISOString()).toBe(moment)
})

it('the day before is in the month before when a month begins', () => {
  expect(['2026-03-15', '2026-03-01', '2024-03-01', '2026-01-01', '2026-10-10'].map(dayBefore)).toEqual([
    '2026-03-14',
    '2026-02-28',
    '2024-02-29',
    '2025-12-31',
    '2026-10-09',
  ])
})

it('adds days over months, years and leap days', () => {
  expect(addDays('2026-12-30', 3)).toBe('2027-01-02')
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})

it('a week ends on Sunday', () => {
  const days = ['2026-02-09', '2026-02-10', '2026-02-15', '2026-02-16']
  expect(days.map(endOfWeek)).toEqual(['2026-02-15', '2026-02-15', '2026-02-15', '2026-02-22'])
})
