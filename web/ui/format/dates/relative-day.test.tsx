import { expect, onTestFinished, test } from 'vitest'
import { chooseLanguage, startI18n } from '#web/i18n/i18n.ts'
import { relativeDay } from './relative-day.ts'

await startI18n()

test('a relative day uses the usual unit', () => {
  expect([0, 1, -1, 5, -14, 59, 60, -90, 365, 730, 1461].map(relativeDay)).toEqual([
    'today',
    'tomorrow',
    'yesterday',
    'in 5 days',
    '14 days ago',
    'in 59 days',
    'in 2 months',
    '3 months ago',
    'in 12 months',
    'in 2 years',
    'in 4 years',
  ])
})

test.each([
  ['fr', ['demain', 'dans 5\u00a0jours', 'dans 16\u00a0jours', 'dans 2\u00a0mois', 'dans 2\u00a0ans']],
  ['ar', ['غدًا', 'بعد 5 أيام', 'بعد 16 يومًا', 'بعد شهرين', 'بعد سنتين']],
  ['hi', ['कल', '5 दिन बाद', '16 दिन बाद', '2 महीने बाद', '2 वर्ष बाद']],
])('a coming day is written in the language %s, and not as “within” a time', async (language, expected) => {
  onTestFinished(() => chooseLanguage('en'))
  await chooseLanguage(language)
  expect([1, 5, 16, 60, 730].map(relativeDay)).toEqual(expected)
})
