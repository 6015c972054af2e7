import { expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { speak } from '#web/test/speak.ts'
import { exactPercent, percent, signedPercent } from './percent-format.ts'

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

test('a signed rate has a plus unless it is zero', () => {
  expect(['12.50', '0.00', '-1.00'].map(signedPercent)).toEqual(['+12.5%', '0.0%', '-1.0%'])
})

test('a rate that only rounding would raise to 1000 is shown with two decimals', () => {
  expect(['999.95', '999.99'].map(percent)).toEqual(['999.95%', '999.99%'])
})

test('the percent sign is placed as in the language, and the exact format keeps all digits', async () => {
  expect(['12.00', '-0.05', '12.50'].map(exactPercent)).toEqual(['12.00%', '-0.05%', '12.50%'])
  await speak('fr')
  expect(percent('12.50')).toBe('12,5\u00a0%')
  await speak('tr')
  expect(percent('12.50')).toBe('%12,5')
})
