import { expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { percent } from './percent-format.ts'

await startI18n()

test('a rate shows one decimal, rounded half-up', () => {
  expect(['12.50', '12.45', '0.00', '-99.99', '999.94'].map(percent)).toEqual([
    '12.5%',
    '12.5%',
    '0.0%',
    '-100.0%',
    '999.9%',
  ])
})

test('a rate that only rounding would lift to a thousand shows its second decimal', () => {
  expect(['999.95', '999.99'].map(percent)).toEqual(['999.95%', '999.99%'])
})
