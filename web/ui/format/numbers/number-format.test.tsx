import { expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { speak } from '#web/test/speak.ts'
import { count } from './number-format.ts'

await startI18n()

test.each([
  ['en', '1,234,567'],
  ['fr', '1\u202f234\u202f567'],
  ['tr', '1.234.567'],
  ['ar', '1,234,567'],
  ['hi', '1,234,567'],
])('in %s a count is grouped like the amounts beside it', async (language, expected) => {
  await speak(language)
  expect([count(1_234_567), count(7)]).toEqual([expected, '7'])
})
