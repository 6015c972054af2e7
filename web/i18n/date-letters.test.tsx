import { expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { speak } from '#web/test/speak.ts'
import { dateLetters } from './date-letters.ts'

await startI18n()

test('a date format is shown with the letters of the language', async () => {
  expect(dateLetters('MM/DD/YYYY')).toBe('MM/DD/YYYY')
  await speak('tr', { dateLetters: { day: 'M', month: 'D', year: 'A' } })
  expect(dateLetters('MM/DD/YYYY')).toBe('DD/MM/AAAA')
  await speak('ar', { dateLetters: { day: 'يوم', month: 'شهر', year: 'سنة' } })
  expect(dateLetters('MM/DD/YYYY')).toBe('\u2066\u200eشهر\u200e/\u200eيوم\u200e/\u200eسنة\u200e\u2069')
})
