import { expect, test } from 'vitest'
import { readDate, showDate } from './date-format.ts'
import { typedDecimal } from './typed-decimal.ts'

test('grouping commas go, and digits of other scripts become Latin ones', () => {
  expect(
    ['1,250,000.50', '13,00,000', ' 42 ', '١٢٥٠٫٥', '۱۲۳۴', '१२३', '.5', '7.', '-1,000'].map(typedDecimal),
  ).toEqual(['1250000.50', '1300000', '42', '1250٫5', '1234', '123', '0.5', '7', '-1000'])
})

test('what is no amount stays as it was typed', () => {
  expect(['1,5', '1.000,50', '12 000', 'about 5'].map(typedDecimal)).toEqual(['1,5', '1.000,50', '12 000', 'about 5'])
})

test('a typed date is read month first or as ISO, and one that does not exist stays as typed', () => {
  expect(['07/04/2025', '7/4/2025', '2025-07-04', '02/30/2025', 'soon'].map(readDate)).toEqual([
    '2025-07-04',
    '2025-07-04',
    '2025-07-04',
    '02/30/2025',
    'soon',
  ])
  expect(showDate('2025-07-04')).toBe('07/04/2025')
})
