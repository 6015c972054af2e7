import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { type CsvRecord, readCsv } from './read-csv.ts'

async function* inChunks(text: string, sizes: readonly number[]): AsyncGenerator<string> {
  for (let offset = 0, i = 0; offset < text.length; i++) {
    const size = sizes[i % sizes.length]!
    yield text.slice(offset, offset + size)
    offset += size
  }
}

async function read(
  text: string,
  sizes: readonly number[] = [text.length || 1],
  options?: Parameters<typeof readCsv>[1],
): Promise<CsvRecord[]> {
  const records: CsvRecord[] = []
  for await (const record of readCsv(inChunks(text, sizes), options)) records.push(record)
  return records
}

const lines = (records: readonly CsvRecord[]) => records.map(({ line, cells }) => [line, ...cells])
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

describe('the records of a CSV file', () => {
  it('a line break inside quotes is part of the cell and counts as a line', async () => {
    expect(lines(await read('a,b\n"1\n2",x\ny,z\n'))).toEqual([
      [1, 'a', 'b'],
      [2, '1\n2', 'x'],
      [4, 'y', 'z'],
    ])
  })

  it.each(['\n', '\r\n', '\r'])('lines may end with %j, the last one with nothing', async (end) => {
    expect(lines(await read(`a,b${end}"x, ""y""",1${end}z,`, [1]))).toEqual([
      [1, 'a', 'b'],
      [2, 'x, "y"', '1'],
      [3, 'z', ''],
    ])
  })

  it('a blank line is not a record but is counted', async () => {
    expect(lines(await read('a\n\nb\n\n'))).toEqual([
      [1, 'a'],
      [3, 'b'],
    ])
  })

  it('an empty text has no records', async () => expect(await read('')).toEqual([]))

  it('an unclosed quotation mark breaks only its own line', async () => {
    const records = await read('a,b\n1,"2\n3,4\n5,6\n', [3])
    expect(lines(records)).toEqual([
      [1, 'a', 'b'],
      [2, '1', '"2'],
      [3, '3', '4'],
      [4, '5', '6'],
    ])
    expect(records.map(({ isBroken }) => isBroken)).toEqual([false, true, false, false])
  })

  it('a quotation mark inside a quoted cell breaks only its own line', async () => {
    const records = await read('a,b\n"1" x,2\n3,"4"\n')
    expect(records.map(({ line, isBroken }) => [line, isBroken])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ])
  })

  it('a file without line ends does not fill the memory', async () => {
    const records = await read(`a,b\n1,"${'x'.repeat(400_000)}\n3,4`, [50_000])
    expect(records.map(({ line, isBroken }) => [line, isBroken])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ])
  })

  it.each([
    ['Name;Amount\nOla;"1;5"\n', ';'],
    ['Name\tAmount\nOla\t"1\t5"\n', '\t'],
    ['"Name; first","a; b"\nOla,"1,5"\n', ','],
    ['Name;City, country\nOla;"1;5"\n', ';', ';'],
  ] as const)('%j is separated by %j', async (text, separator, delimiter?: ';') => {
    const [header, row] = await read(text, [3], delimiter ? { delimiter } : {})
    expect(header!.cells).toHaveLength(2)
    expect(row!.cells).toEqual(['Ola', `1${separator}5`])
  })

  it('columns beyond 500 are one cell', async () => {
    const [record] = await read(`${'a,'.repeat(502)}"b"\n`)
    expect(record!.cells).toHaveLength(501)
    expect(record!.cells.at(-1)).toBe('a,a,"b"')
  })

  it.each<[name: string, text: string]>([
    ['text after a quoted name', `a,b\n${'"Alpha" Fund,REAL_ESTATE,x,y,1\n'.repeat(8_000)}`],
    ['short broken rows', `a,b\n${'"a"b,c\n'.repeat(15_000)}`],
    ['one long cell', `a,b\n${'x'.repeat(600_000)}\n`],
    ['one long quoted cell', `a,b\n"${'x'.repeat(600_000)}"\n`],
    ['quotation marks alone', `a,b\n${'"'.repeat(600_001)}\n`],
    ['quotation marks on lines of their own', `a,b\n${'"\n'.repeat(60_001)}`],
    ['rows after an open quote', `a,b\n"${'a,b\n'.repeat(60_000)}`],
    ['broken rows after an open quote', `a,b\n"${'"a"b,c\n'.repeat(15_000)}`],
    ['pairs of marks after an open quote', `a,b\n"${'a"",""b\n'.repeat(15_000)}`],
    ['delimiters alone', `a,b\n${','.repeat(600_000)}\n`],
    ['spaces after a quoted cell', `a,b\n${'"a"      x\n'.repeat(15_000)}`],
    ['returns without line feeds', `a,b\r\n${'"a\r'.repeat(60_000)}`],
  ])('the work grows with the length of the file: %s', async (_, text) => {
    for (const size of [text.length, 65_536, 1_000]) {
      const work = { characters: 0 }
      await read(text, [size], { work })
      expect(work.characters / text.length).toBeLessThan(5)
    }
  })

  it('a file without misplaced quotation marks has the same cells as with another parser', async () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', ' ', ';', "'", '"', '\t', '\n'), maxLength: 6 }).map(quoted),
      fc.stringMatching(/^[a ;'][a "']{0,5}$/),
      fc.constant(''),
    )
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom('\n', '\r\n'), async (given, end) => {
        const text = ['head', ...given.map((cells) => cells.join(','))].join(end)
        const found = await read(text, [7], { delimiter: ',' })
        expect(found.map(({ cells }) => cells)).toEqual(Papa.parse(text, { delimiter: ',', newline: end }).data)
      }),
      { numRuns: 300 },
    )
  })

  it('cells and line numbers are the same for any chunking of the file', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', 'é', '😀'), maxLength: 6 })
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(rows, sizes, fc.constantFrom('\n', '\r\n'), async (given, pieces, end) => {
        let line = 1
        const expected = given.map((cells) => {
          const offset = line
          line += 1 + cells.join('').split('\n').length - 1
          return { line: offset, cells, isBroken: false }
        })
        const text = given.map((cells) => cells.map(quoted).join(',') + end).join('')
        expect(await read(text, pieces)).toEqual(expected)
      }),
      { numRuns: 200 },
    )
  })
})
