import { describe, expect, it } from 'vitest'
import { registry } from '#schema/registry.ts'
import { decimalSigns, readAmount } from './read-amount.ts'
import { readCell } from './read-cell.ts'
import { readDate } from './read-date.ts'
import { splitFullName } from './split-full-name.ts'

describe('amounts with a decimal point', () => {
  it.each([
    ['1000', '1000'],
    ['100000000.00', '100000000.00'],
    ['13,00,000', '1300000'],
    ['1,234,567.89', '1234567.89'],
    ['$1,250.50', '1250.50'],
    ['$ 13,00,000', '1300000'],
    ['99.5 $', '99.5'],
    [' 12 ', '12'],
    ['-5', '-5'],
    ['-$5', '-5'],
    ['$-5', '-5'],
    ['٣', '3'],
    ['\u200F١٬٢٥٠٫٥٠', '1250.50'],
    ['१२,५०,०००.५०', '1250000.50'],
  ])('%s is %s', (cell, amount) => expect(readAmount(cell, '.')).toBe(amount))

  it.each([
    '',
    'n/a',
    '1.000,50',
    '250000,50',
    '1,5',
    '$1,000,5',
    '1,',
    ',1',
    '1,,000',
    '0,125',
    '1250,500',
    '1.250,50',
    '1.2.3',
    '1e6',
    '+5',
    '(500)',
    '12k',
    'USD 5',
    '€500',
    '₹ 13,00,000',
    '99.5 ₺',
    '--5',
    '-$-5',
    '5.',
    '.5',
    '1 000',
  ])('%j is not an amount', (cell) => expect(readAmount(cell, '.')).toBeNull())
})

describe('amounts with a decimal comma', () => {
  it.each([
    ['1250', '1250'],
    ['1250,50', '1250.50'],
    ['0,125', '0.125'],
    ['1.250', '1250'],
    ['1.250.000,00', '1250000.00'],
    ['1 250 000,00', '1250000.00'],
    ['۱٬۲۵۰٫۵۰', '1250.50'],
    ['1\u00A0250\u00A0000,5', '1250000.5'],
    ['1\u202F250,50', '1250.50'],
    ['-$ 1.250,50', '-1250.50'],
    ['99,5\u00A0$', '99.5'],
  ])('%j is %s', (cell, amount) => expect(readAmount(cell, ',')).toBe(amount))

  it.each([
    '1250.50',
    '1,250.50',
    '1,250,000',
    '1.25',
    '1250.500',
    '0.125',
    '1.250 000',
    '1  250',
    '13.00.000',
    '1,',
    '5 €',
  ])('%j is not an amount', (cell) => expect(readAmount(cell, ',')).toBeNull())
})

describe('dates', () => {
  it.each([
    ['16/07/2020', 'day-first', '2020-07-16'],
    ['5/7/2020', 'day-first', '2020-07-05'],
    ['5-7-2020', 'day-first', '2020-07-05'],
    ['05.07.2020', 'day-first', '2020-07-05'],
    ['7/5/2020', 'month-first', '2020-07-05'],
    ['2020-07-05', 'iso', '2020-07-05'],
    ['2020/7/5', 'iso', '2020-07-05'],
    ['2020-07-05T10:30:00.000Z', 'iso', '2020-07-05'],
    ['29/02/2016', 'day-first', '2016-02-29'],
    [' 5/7/2020 ', 'day-first', '2020-07-05'],
    ['\u200F١٦/٠٧/٢٠٢٠', 'day-first', '2020-07-16'],
    ['०५-०७-२०२०', 'day-first', '2020-07-05'],
  ] as const)('%s, %s, is %s', (cell, order, date) => expect(readDate(cell, order)).toBe(date))

  it.each([
    ['05/072018', 'day-first'],
    ['01/07/015', 'day-first'],
    ['12/05.2015', 'day-first'],
    ['31/04/2020', 'day-first'],
    ['29/02/2015', 'day-first'],
    ['16/07/2020', 'month-first'],
    ['2020-07-05', 'day-first'],
    ['05/07/2020', 'iso'],
    ['5/7/20', 'day-first'],
    ['5 July 2020', 'day-first'],
    ['', 'iso'],
  ] as const)('%s is not a date %s', (cell, order) => expect(readDate(cell, order)).toBeNull())
})

describe('full names', () => {
  it.each([
    ['Ines Okafor', 'Ines', 'Okafor'],
    ['Layla Al Mansoori', 'Layla', 'Al Mansoori'],
    ['Sequoia', 'Sequoia', null],
    [' Sequoia ', 'Sequoia', null],
    ['Jean  Luc', 'Jean', ' Luc'],
  ])('%j is split at the first space', (name, firstName, lastName) =>
    expect(splitFullName(name)).toEqual({ firstName, lastName }),
  )
})

describe('cells', () => {
  const { name, type, isVisibleToInvestors, targetAmount } = registry.projects.fields

  it('text is kept exactly', () => {
    expect(readCell(name, ' BYJU’S ', {})).toEqual({ value: ' BYJU’S ' })
  })
  it('a choice may be in any letter case', () => {
    expect(readCell(type, 'Venture_capital', {})).toEqual({ value: 'VENTURE_CAPITAL' })
    expect(readCell(type, 'Seed', {})).toMatchObject({ reason: { key: 'choice' } })
  })
  it('yes and no have several spellings', () => {
    expect(['yes', 'TRUE', '1', 'no', 'False', '0'].map((cell) => readCell(isVisibleToInvestors, cell, {}))).toEqual(
      [true, true, true, false, false, false].map((value) => ({ value })),
    )
    expect(readCell(isVisibleToInvestors, 'perhaps', {})).toEqual({ reason: { key: 'yesNo' } })
  })
  it('bounds and decimals of money are the field’s', () => {
    expect(readCell(targetAmount, '$1,000', {})).toEqual({ value: '1000.00' })
    expect(readCell(targetAmount, '1.005', {})).toMatchObject({ reason: { key: 'decimals' } })
    expect(readCell(targetAmount, '-1', {})).toMatchObject({ reason: { key: 'low' } })
  })
  it('a refused number has an example in the notation of the file', () => {
    for (const decimals of decimalSigns) {
      const read = readCell(targetAmount, 'much', { decimals })
      expect(read).toMatchObject({ reason: { key: 'decimal' } })
      const example = 'reason' in read ? String(read.reason.params?.['example']) : ''
      expect(readCell(targetAmount, example, { decimals })).toEqual({ value: '1250.00' })
    }
  })
})
