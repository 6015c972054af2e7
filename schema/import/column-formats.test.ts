import { expect, test } from 'vitest'
import { createFormatCounter, formattedColumns, withFormats } from './column-formats.ts'
import type { ImportMap } from './import-map.ts'

const formatOf = (...cells: string[]) => {
  const counter = createFormatCounter()
  for (const cell of cells) counter.add([cell])
  return counter.formats()[0]!
}

test.each([
  ['2020-07-16 in years, months and days', ['2020-07-16'], 'iso'],
  ['a day above 12 in the first place', ['03/04/2020', '16/07/2020'], 'day-first'],
  ['a day above 12 in the second place', ['03/04/2020', '07/16/2020'], 'month-first'],
  ['blank cells beside a date', ['', '16/07/2020', ' '], 'day-first'],
  ['one date that is wrong either way', ['16/07/2020', '31/31/2020', '03/04/2020'], 'day-first'],
  ['dates that are the same either way', ['05/05/2020'], 'day-first'],
  ['dates that fit two orders', ['03/04/2020', '05/05/2020'], undefined],
  ['an ambiguous date beside contradictions', ['03/04/2020', '16/07/2020', '17/07/2020', '07/16/2020'], undefined],
  ['dates that contradict each other', ['16/07/2020', '07/16/2020'], undefined],
  ['no date', ['', 'soon'], 'iso'],
])('the order of dates in a column: %s', (_, cells, order) => expect(formatOf(...cells).dates).toBe(order))

test('a single late cell decides for the whole column', () => {
  expect(formatOf(...Array.from({ length: 5000 }, () => '03/04/2020'), '03/16/2020').dates).toBe('month-first')
})

test.each([
  ['a decimal comma', ['1250', '1250,50'], ','],
  ['groups of both kinds', ['1\u202F250\u202F000', '1.250.000,00'], ','],
  ['a decimal point', ['1250', '1250.50', '1,250'], '.'],
  ['two groups', ['1,234,567', '1,234'], '.'],
  ['whole numbers', ['1250', '99'], '.'],
  ['Arabic digits with one separator', ['١٬٢٥٠'], '.'],
  ['an amount that fits two ways', ['1,234'], undefined],
  ['a point that fits two ways', ['1.250', '12'], undefined],
  ['an ambiguous amount beside contradictions', ['1,234', '1250.50', '1250.60', '1250,50'], undefined],
  ['amounts that contradict each other', ['1250.50', '1250,50'], undefined],
])('the decimal sign of a column: %s', (_, cells, sign) => expect(formatOf(...cells).decimals).toBe(sign))

test('each column has its own format, and a map that names one is followed', () => {
  const map: ImportMap = { columns: { Target: 'targetAmount', IRR: 'expectedIRR', Name: 'name' } }
  const header = ['Name', 'Target', 'IRR']
  const counter = createFormatCounter()
  counter.add(['Pier 7', '1,234', '7,5'])
  const columns = formattedColumns('projects', map, header, counter.formats())
  expect(columns).toEqual([
    { column: 'Target', kind: 'decimals', format: undefined },
    { column: 'IRR', kind: 'decimals', format: { decimals: ',' } },
  ])
  expect(withFormats(map, columns).formats).toEqual({ IRR: { decimals: ',' } })
  const chosen = formattedColumns('projects', { ...map, decimals: '.' }, header, counter.formats())
  expect(withFormats(map, chosen).formats).toEqual({ Target: { decimals: '.' }, IRR: { decimals: '.' } })
})
