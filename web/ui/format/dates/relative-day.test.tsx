import { expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { speak } from '#web/test/speak.ts'
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

test('a relative day is in the language of the person', async () => {
  await speak('fr')
  expect([-1, 5].map(relativeDay)).toEqual(['hier', 'dans 5 jours'])
})
