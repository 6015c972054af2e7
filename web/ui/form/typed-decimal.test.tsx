import { expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { speak } from '#web/test/speak.ts'
import { groupedDecimal, typedDecimal, writtenDecimal } from './typed-decimal.ts'

await startI18n()

test.each([
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['Devanagari', '०१२३४५६७८९'],
])('every digit of the %s script is read', (_, digits) => {
  expect(typedDecimal(digits)).toBe('0123456789')
  const [zero, one, two] = digits
  expect(typedDecimal(`-${one}${two},${zero}${zero}${zero}.${two}`)).toBe('-12000.2')
})

test('commas may group by three or as in India, but only at valid positions', () => {
  const right = ['1,000', '12,345', '1,234,567.89', '1,00,000', '12,34,56,789', '1,000.', '999,999']
  expect(right.map((each) => typedDecimal(each))).toEqual([
    '1000',
    '12345',
    '1234567.89',
    '100000',
    '123456789',
    '1000',
    '999999',
  ])
  const wrong = ['1000,000', ',000', '1,', '1,00', '1,0000', '1,,000', '1,000,00', '0.123,456', '1,000.5,5']
  expect(wrong.map((each) => typedDecimal(each))).toEqual(wrong)
})

test('all kinds of spaces may group by three', () => {
  const right = ['1 000', '12\u00a0345', '1\u202f234\u202f567.89']
  expect(right.map((each) => typedDecimal(each))).toEqual(['1000', '12345', '1234567.89'])
  const wrong = ['1 00 000', '1  000', '1000 000', '1 0000', '1 000 00', '1 000.5 5']
  expect(wrong.map((each) => typedDecimal(each))).toEqual(wrong)
})

test('one sign and one unit may stand in either order; two of a kind are not an amount', () => {
  const units = ['€', 'EUR']
  const right = ['-€5', '€-5', '- 5 €', '5 eur', 'EUR5', '  -5 EUR ']
  expect(right.map((each) => typedDecimal(each, units))).toEqual(['-5', '-5', '-5', '5', '5', '-5'])
  const wrong = ['--5', '-€-5', '€5€', '€EUR 5', '+5', '5-', '$5', '€', '-', '.', '1.2.3']
  expect(wrong.map((each) => typedDecimal(each, units))).toEqual(wrong)
})

test('an amount of any length that was grouped is read back unchanged', () => {
  const amounts = ['0', '7', '70', '700', '7000', '70000', '700000', '7000000', '-1234567.1234567', '1000.0001']
  expect(amounts.map((each) => typedDecimal(groupedDecimal(each)))).toEqual(amounts)
  expect(groupedDecimal('-1234567.1234567')).toBe('-1,234,567.1234567')
  expect(groupedDecimal('١٢٣٤')).toBe('1,234')
})

test('in languages with decimal commas and grouping spaces, a point is also a decimal separator', async () => {
  await speak('fr')
  const right = ['1250,5', '1 234 567,89', '1\u202f000', '1250.50', ',5', '5,', '1,250', '1.250', '-12,5 €']
  expect(right.map((each) => typedDecimal(each, ['€']))).toEqual([
    '1250.5',
    '1234567.89',
    '1000',
    '1250.50',
    '0.5',
    '5',
    '1.250',
    '1.250',
    '-12.5',
  ])
  const wrong = ['1,250,000', '1.250,50', '1,000.50']
  expect(wrong.map((each) => typedDecimal(each))).toEqual(wrong)
  expect(groupedDecimal('-1234567,5')).toBe('-1\u202f234\u202f567,5')
})

test('in languages with decimal commas and grouping points, a point between groups is not a decimal point', async () => {
  await speak('tr')
  const right = ['1.250', '1.234.567,89', '1250,5', '1250.50', '12,34']
  expect(right.map((each) => typedDecimal(each))).toEqual(['1250', '1234567.89', '1250.5', '1250.50', '12.34'])
  const wrong = ['1,234.50', '1.250.00', '1,250,000']
  expect(wrong.map((each) => typedDecimal(each))).toEqual(wrong)
  expect(groupedDecimal('1234567,5')).toBe('1.234.567,5')
})

test.each(['en', 'fr', 'tr', 'ar', 'hi'])(
  'a stored amount is unchanged after an input shows and reads it in %s',
  async (language) => {
    await speak(language)
    const stored = ['0', '7', '1000', '1250.50', '-1234567.12', '1.250', '1.250000', '1250000', '9999999999999.99']
    expect(stored.map((each) => typedDecimal(writtenDecimal(each)))).toEqual(stored)
    expect(writtenDecimal('no number')).toBe('no number')
  },
)
