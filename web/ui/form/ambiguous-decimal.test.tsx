import i18next from 'i18next'
import { beforeEach, expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { speak } from '#web/test/speak.ts'
import { currencyUnits } from '#web/ui/format/numbers/money-format.ts'
import { probableDecimal } from './ambiguous-decimal.ts'

beforeEach(async () => {
  if (!i18next.isInitialized) await startI18n()
})

const money = { whole: 13, scale: 2 }

const probable = (typed: string, size = money) => probableDecimal(typed, currencyUnits('USD'), size)

test('an unambiguous number gets no suggestion', () => {
  for (const unambiguous of ['', '1,234', '1234.5', '$1,234.56', '1 234', '13,00,000', '1,234.5', '١٢٥٠٫٥'])
    expect([unambiguous, probable(unambiguous)]).toEqual([unambiguous, null])
})

test.each([
  ['1.234', '1234'],
  ['1.234.567,89', '1234567.89'],
  ['1.000,50', '1000.50'],
  ["1'234.56", '1234.56'],
  ['1 234,56', '1234.56'],
  ['12,5', '12.5'],
  ['$12,50', '12.50'],
  ['-1.234', '-1234'],
  ['1.5m', '1500000'],
  ['1,25 M', '1250000'],
  ['250k', '250000'],
  ['$2bn', '2000000000'],
])('in English %s probably means %s', (typed, meant) => {
  expect(probable(typed)).toBe(meant)
})

test.each([
  ['1,234', '1234'],
  ['1.234', '1234'],
  ['1,234,567.89', '1234567.89'],
])('in French %s probably means %s', async (typed, meant) => {
  await speak('fr')
  expect(probable(typed)).toBe(meant)
})

test('text without a probable meaning and a number that does not fit get no suggestion', () => {
  for (const wrong of ['about 5', '1.2.3', '1,23,4', '1.23.456,7,8', '€5', '12,345.678', '99999999999999k'])
    expect([wrong, probable(wrong)]).toEqual([wrong, null])
  expect(probableDecimal('1.234', ['%'], { whole: 3, scale: 2 })).toBeNull()
  expect(probableDecimal('12,5', ['%'], { whole: 3, scale: 2 })).toBe('12.5')
  expect(probableDecimal('3.672500', [], { whole: 4, scale: 6 })).toBeNull()
})
