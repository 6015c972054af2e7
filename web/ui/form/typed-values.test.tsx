import { expect, test } from 'vitest'
import { readDate, showDate } from '#web/ui/format/dates/date-format.ts'
import { currencyUnits } from '#web/ui/format/numbers/money-format.ts'
import { groupedDecimal, typedDecimal } from './typed-decimal.ts'

test('grouping commas are dropped, and digits of other scripts become Latin ones', () => {
  expect(
    ['1,250,000.50', '13,00,000', ' 42 ', '١٢٥٠٫٥', '۱۲۳۴', '१२३', '.5', '7.', '-1,000'].map((typed) =>
      typedDecimal(typed),
    ),
  ).toEqual(['1250000.50', '1300000', '42', '1250.5', '1234', '123', '0.5', '7', '-1000'])
})

test('text that is not an amount is unchanged', () => {
  const wrong = ['1,5', '1.000,50', '12 00', '1 250,000', 'about 5', '€5', '$', '$$5', '-$-5', '5 USD USD', '']
  expect(wrong.map((typed) => typedDecimal(typed, currencyUnits('USD')))).toEqual(wrong)
  expect(wrong.map((typed) => groupedDecimal(typed, currencyUnits('USD')))).toEqual(wrong)
})

test('an amount may contain spaces and the currency of its form', () => {
  const dollars = ['$1,250,000', '1 250 000.50', '$ 1\u00a0250\u202f000', '1,250 USD', 'usd 7', '-$5', '$-5', '12 000']
  expect(dollars.map((typed) => typedDecimal(typed, currencyUnits('USD')))).toEqual([
    '1250000',
    '1250000.50',
    '1250000',
    '1250',
    '7',
    '-5',
    '-5',
    '12000',
  ])
  expect(typedDecimal('₺1,000', currencyUnits('TRY'))).toBe('1000')
  expect(typedDecimal('AED 1,000', currencyUnits('AED'))).toBe('1000')
  expect(typedDecimal('$1,000', currencyUnits('AED'))).toBe('$1,000')
  expect(typedDecimal('12.5 %', ['%'])).toBe('12.5')
})

test('an amount is grouped up to the last typed digit', () => {
  const typed = ['1250000', '$1250000.5', '999', '-1000', '9999999999999.99', '0001', '12345.678901', '']
  expect(typed.map((each) => groupedDecimal(each, ['$']))).toEqual([
    '1,250,000',
    '1,250,000.5',
    '999',
    '-1,000',
    '9,999,999,999,999.99',
    '0,001',
    '12,345.678901',
    '',
  ])
})

test.each([
  ['MM/DD/YYYY', '07/04/2025', ['7/4/2025', '7.4.2025', '2025-07-04'], ['02/30/2025', '31/2/2025', '7/4/25', 'soon']],
  ['DD/MM/YYYY', '04/07/2025', ['4/7/2025', '4-7-2025', '2025-07-04'], ['30/02/2025', '2/31/2025', '4/7/25', '']],
  ['DD.MM.YYYY', '04.07.2025', ['4.7.2025', '4/7/2025', '2025/7/4'], ['30.02.2025', '2.31.2025']],
  ['YYYY-MM-DD', '2025-07-04', ['2025-7-4', '2025/07/04'], ['07/04/2025', '2025-02-30', '25-07-04']],
] as const)('%s: dates are shown in this order and read in it or year first; other text is unchanged', (...row) => {
  const [format, shown, typed, wrong] = row
  expect(showDate('2025-07-04', format)).toBe(shown)
  expect([shown, ...typed].map((each) => readDate(each, format))).toEqual([shown, ...typed].map(() => '2025-07-04'))
  expect(wrong.map((each) => readDate(each, format))).toEqual(wrong)
})
