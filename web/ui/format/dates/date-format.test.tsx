import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { speak } from '#web/test/speak.ts'
import { dateFormats } from '#schema/kernel/enumerations.ts'
import { printedDate, readDate, showDate, showMoment, today } from './date-format.ts'

await startI18n()

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 2, 15, 22, 30), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test('a formatted date can be parsed in every format', () => {
  for (const format of dateFormats)
    for (const date of ['2026-01-31', '2024-02-29'])
      expect([format, readDate(showDate(date, format), format)]).toEqual([format, date])
  expect(dateFormats.map((format) => showDate('2026-03-04', format))).toEqual([
    '03/04/2026',
    '04/03/2026',
    '04.03.2026',
    '2026-03-04',
  ])
})

test('a date may have other separators and no leading zeros; year first works in every format', () => {
  for (const typed of ['3/4/2026', ' 03-04-2026 ', '3.4.2026']) expect(readDate(typed, 'MM/DD/YYYY')).toBe('2026-03-04')
  expect(readDate('3/4/2026', 'DD/MM/YYYY')).toBe('2026-04-03')
  expect(readDate('2026-3-4', 'MM/DD/YYYY')).toBe('2026-03-04')
})

test('digits with only one possible reading are accepted in every format', () => {
  for (const format of dateFormats)
    for (const typed of ['31.12.2026', '31/12/2026', '12/31/2026']) expect(readDate(typed, format)).toBe('2026-12-31')
  expect(readDate('5/5/2026', 'YYYY-MM-DD')).toBe('2026-05-05')
  // Two days are possible, and the format does not say which.
  expect(readDate('3/4/2026', 'YYYY-MM-DD')).toBe('3/4/2026')
})

test('text that is not a date is unchanged', () => {
  for (const typed of ['02/30/2026', '13/13/2026', '3/4/26', 'soon', '3/4', '', '3/4/2026 10:00'])
    expect(readDate(typed, 'MM/DD/YYYY')).toBe(typed)
})

test('today is the day of the time zone', () => {
  expect([today('America/New_York'), today('UTC'), today('Asia/Dubai')]).toEqual([
    '2026-03-15',
    '2026-03-15',
    '2026-03-16',
  ])
})

test('a moment of today is shown as its time, any other one with its date, in the time zone', () => {
  const at = Date.UTC(2026, 2, 15, 21, 5)
  expect(showMoment(at, 'UTC', null)).toMatch(/^9:05\sPM$/)
  expect(showMoment(at, 'Asia/Dubai', null)).toMatch(/^1:05\sAM$/)
  expect(showMoment(at - 86_400_000, 'UTC', null)).toMatch(/^Mar 14, 2026, 9:05\sPM$/)
  expect(showMoment(at - 86_400_000, 'UTC', 'DD/MM/YYYY')).toMatch(/^14 Mar 2026, 9:05\sPM$/)
  expect(showMoment(at - 86_400_000, 'UTC', 'YYYY-MM-DD')).toMatch(/^2026-03-14, 9:05\sPM$/)
})

test.each([
  ['en', ['Feb 7, 2027', 'Feb 7, 2027', '7 Feb 2027', '7 Feb 2027', '2027-02-07']],
  ['ar', [...Array<string>(4).fill('7 فبراير 2027'), '\u20662027-02-07\u2069']],
  ['fr', [...Array<string>(4).fill('7 févr. 2027'), '2027-02-07']],
  ['hi', [...Array<string>(4).fill('7 फ़र॰ 2027'), '2027-02-07']],
  ['tr', [...Array<string>(4).fill('7 Şub 2027'), '2027-02-07']],
])('in %s a printed date has the month as a word, unless the person chose the year first', async (code, printed) => {
  await speak(code)
  expect([null, ...dateFormats].map((format) => printedDate('2027-02-07', format))).toEqual(printed)
  const yesterday = Date.UTC(2026, 2, 14, 21, 5)
  for (const format of [null, ...dateFormats])
    expect(showMoment(yesterday, 'UTC', format)).toContain(printedDate('2026-03-14', format))
})

test('the time follows a date as in the language', async () => {
  await speak('ar')
  expect(showMoment(Date.UTC(2026, 2, 14, 21, 5), 'UTC', 'YYYY-MM-DD')).toBe('\u20662026-03-14\u2069، 9:05 م')
})
