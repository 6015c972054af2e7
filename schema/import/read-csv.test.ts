import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvRecord, readCsv } from './read-csv.ts'

async function* inPieces(text: string, sizes: readonly number[]): AsyncGenerator<string> {
  for (let at = 0, i = 0; at < text.length; i++) {
    const size = sizes[i % sizes.length]!
    yield text.slice(at, at + size)
    at += size
  }
}

async function read(text: string, sizes: readonly number[] = [text.length || 1]): Promise<CsvRecord[]> {
  const records: CsvRecord[] = []
  for await (const record of readCsv(inPieces(text, sizes))) records.push(record)
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

  it('a quotation mark that never closes costs its own line only', async () => {
    const records = await read('a,b\n1,"2\n3,4\n5,6\n', [3])
    expect(lines(records)).toEqual([
      [1, 'a', 'b'],
      [2, '1', '"2'],
      [3, '3', '4'],
      [4, '5', '6'],
    ])
    expect(records.map(({ isBroken }) => isBroken)).toEqual([false, true, false, false])
  })

  it('a quotation mark in the middle of a quoted cell costs its own line only', async () => {
    const records = await read('a,b\n"1" x,2\n3,"4"\n')
    expect(records.map(({ line, isBroken }) => [line, isBroken])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ])
  })

  it('a file without any end of line does not fill the memory', async () => {
    const records = await read(`a,b\n1,"${'x'.repeat(400_000)}\n3,4`, [50_000])
    expect(records.map(({ line, isBroken }) => [line, isBroken])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ])
  })

  it('cells come back as they were and begin on their line, however the file comes in pieces', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', 'é', '😀'), maxLength: 6 })
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(rows, sizes, fc.constantFrom('\n', '\r\n'), async (given, pieces, end) => {
        let line = 1
        const expected = given.map((cells) => {
          const at = line
          line += 1 + cells.join('').split('\n').length - 1
          return { line: at, cells, isBroken: false }
        })
        const text = given.map((cells) => cells.map(quoted).join(',') + end).join('')
        expect(await read(text, pieces)).toEqual(expected)
      }),
      { numRuns: 200 },
    )
  })
})
