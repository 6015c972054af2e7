import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unescapeFormulas, csvLine, toCsv } from './csv.ts'
import { readCsv } from '#schema/import/read-csv.ts'

async function* readAll(text: string): AsyncGenerator<string> {
  yield text
}

it.each(['=1+1', '+A1', '-A1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\u0000=1', '＝1+1', '＠SUM(A1)'])(
  'a cell that begins as %j is not run by a spreadsheet, and is read back unchanged',
  (cell) => {
    expect(csvLine([cell])).toMatch(/^"?'/)
    expect(unescapeFormulas(`'${cell}`)).toBe(cell)
  },
)

it.each([
  ['a;=1+1', "a;'=1+1"],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['a\n-B1', "a\n'-B1"],
  ['a;"=1+1"', 'a;"\'=1+1"'],
  ['=1;=2', "'=1;'=2"],
  ["'=1", "''=1"],
  ["a;'=1", "a;''=1"],
  ['5;-12.50;+44 20\t-3', '5;-12.50;+44 20\t-3'],
  ['tel;fax', 'tel;fax'],
])('%j is also escaped where a spreadsheet splits cells at semicolons, tabs and line breaks', async (cell, safe) => {
  const read: (readonly string[])[] = []
  for await (const { cells } of readCsv(readAll(`head\r\n${csvLine([cell])}`))) read.push(cells)
  expect(read).toEqual([['head'], [safe]])
  expect(unescapeFormulas(safe)).toBe(cell)
})

it.each(['-12.50', '+44 (0) 20 7946 0000', '1815', 'Ada', "O'Neill", "'tis", ''])('%j is unchanged', (cell) => {
  expect(csvLine([cell])).toBe(`${cell}\r\n`)
  expect(unescapeFormulas(cell)).toBe(cell)
})

it('separators, quotes, line breaks and outer spaces stay inside their cell', () => {
  expect(csvLine([' a', 'b ', 'c d'])).toBe('" a","b ",c d\r\n')
  expect(csvLine(['a,b', 'say "x"', 'two\nlines'])).toBe('"a,b","say ""x""","two\nlines"\r\n')
})

it('a file begins with a byte order mark and the headers; numbers stay numbers, and null is an empty cell', () => {
  expect(
    toCsv(
      ['name', 'amount', 'n', 'note'],
      [
        ['Quay', '-1250.50', 3, null],
        ['=cmd()', '0.00', 0, undefined],
      ],
    ),
  ).toBe("\uFEFFname,amount,n,note\r\nQuay,-1250.50,3,\r\n'=cmd(),0.00,0,\r\n")
  expect(toCsv(['name'], [])).toBe('\uFEFFname\r\n')
})

it('any cells are read back unchanged', async () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', '1', ' ', ',', '"', '\n', '\r', '=', '-', '+', '@', '\t', ';', "'", 'é') })
    .map((text) => `${text}x`)
  const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const read: (readonly string[])[] = []
      for await (const { cells } of readCsv(readAll(toCsv(['a', 'b', 'c'], given).slice(1)))) read.push(cells)
      expect(read.map((cells) => cells.map(unescapeFormulas))).toEqual([['a', 'b', 'c'], ...given])
    }),
  )
})
