import { expect, it } from 'vitest'
import { asItWas, csvLine } from './csv-line.ts'

it.each(['=1+1', '+A1', '-A1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\u0000=1', '＝1+1', '＠SUM(A1)'])(
  'a cell that begins as %j is not run by a spreadsheet, and is read back as it was',
  (cell) => {
    expect(csvLine([cell])).toMatch(/^"?'/)
    expect(asItWas(`'${cell}`)).toBe(cell)
  },
)

it.each(['-12.50', '+44 (0) 20 7946 0000', '1815', 'Ada', "O'Neill", ''])('%j stays as it is', (cell) => {
  expect(csvLine([cell])).toBe(`${cell}\r\n`)
  expect(asItWas(cell)).toBe(cell)
})

it('separators, quotes and ends of lines stay inside of their cell', () => {
  expect(csvLine(['a,b', 'say "x"', 'two\nlines'])).toBe('"a,b","say ""x""","two\nlines"\r\n')
})
