import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { maxImportRows } from '#schema/import/import-map.ts'
import { readAmount } from '#schema/import/read-amount.ts'
import { maxCells } from '#schema/import/scan-record.ts'
import { readSheet } from './read-sheet.ts'
import { readXlsx } from './read-xlsx.ts'
import { TooLarge } from './too-large.ts'

const cellsOf = (...options: Parameters<typeof readXlsx>) => readXlsx(...options).rows.map(({ cells }) => cells)
const enough = { unpacked: 1_000_000, cells: 1000, characters: 1000 }

const sheetOf = (rows: string) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`
const book = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="7" r:id="rId3"/><sheet name="Two" sheetId="8" r:id="rId4"/></sheets></workbook>`
const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId3" Target="worksheets/first.xml"/><Relationship Id="rId4" Target="worksheets/second.xml"/></Relationships>`
const texts = `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>Amount</t></si><si><r><t>Da</t></r><r><t>te</t></r><rPh><t>ignored</t></rPh></si></sst>`
const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="&quot;d&quot; 0.00"/><numFmt numFmtId="166" formatCode="0.0\\ %"/><numFmt numFmtId="167" formatCode="0.0&quot; %&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/><xf numFmtId="10"/><xf numFmtId="166"/><xf numFmtId="167"/></cellXfs></styleSheet>`

const xlsx = (rows: string, overrides: Record<string, Uint8Array> = {}) =>
  zipSync({
    'xl/workbook.xml': strToU8(book),
    'xl/_rels/workbook.xml.rels': strToU8(relations),
    'xl/sharedStrings.xml': strToU8(texts),
    'xl/styles.xml': strToU8(styles),
    'xl/worksheets/first.xml': strToU8(sheetOf(rows)),
    'xl/worksheets/second.xml': strToU8(sheetOf('<row><c><v>2</v></c></row>')),
    ...overrides,
  })

test('reads the first sheet of a workbook: text, decimals to 15 digits, and dates', () => {
  const rows = `<row><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>Open</t></is></c></row>
    <row><c r="A2"><v>0.30000000000000004</v></c><c r="B2" s="1"><v>45306</v></c><c r="D2" t="b"><v>1</v></c></row>
    <row><c r="A3"><v>1.2345678E7</v></c><c r="B3" s="2"><v>60.75</v></c></row>
    <row><c r="A4" s="3"><v>100</v></c></row>`
  expect(cellsOf(xlsx(rows))).toEqual([
    ['Amount', 'Date', '', 'Open'],
    ['0.3', '2024-01-15', '', 'true'],
    ['12345678', '1900-02-28'],
    ['100'],
  ])
})

test('reads the sheet that is chosen, with the line numbers of the spreadsheet', () => {
  const rows = '<row r="3"><c><v>1.5</v></c></row><row r="9"><c s="1"><v>45306</v></c></row>'
  expect(readXlsx(xlsx(rows))).toEqual({
    sheets: ['One', 'Two'],
    chosenSheet: 'One',
    rows: [
      { line: 3, cells: ['1.5'] },
      { line: 9, cells: ['2024-01-15'] },
    ],
  })
  expect(readXlsx(xlsx(rows), 'Two')).toMatchObject({ chosenSheet: 'Two', rows: [{ cells: ['2'] }] })
})

test('a number with three decimals is never read as thousands, even in a column with text', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const book = (...cells: readonly string[]) =>
    readSheet(new File([xlsx(cells.map((cell) => `<row>${cell}</row>`).join('')) as BlobPart], 'a.xlsx'))
  const { rows, columnFormats } = await book(text('Amount'), '<c><v>12.375</v></c>', '<c><v>8.5</v></c>')
  expect(columnFormats[0]?.decimals).toBe('.')
  expect(rows.map(({ cells }) => readAmount(cells[0]!, ','))).toEqual([null, null])
  expect(rows.map(({ cells }) => readAmount(cells[0]!, '.'))).toEqual(['12.3750', '8.5'])
  expect((await book(text('Amount'), text('1.234'))).columnFormats[0]?.decimals).toBeUndefined()
})

test('a workbook that would unpack to too much is refused before it is unpacked', () => {
  const bomb = xlsx('', { 'xl/worksheets/large.xml': new Uint8Array(200_000) })
  expect(bomb.length).toBeLessThan(10_000)
  expect(() => readXlsx(bomb, undefined, { ...enough, unpacked: 100_000 })).toThrow(TooLarge)
  expect(cellsOf(bomb, undefined, { ...enough, unpacked: 300_000 })).toEqual([])
})

test('a file with more rows or columns than the server imports is refused before it is sent', async () => {
  const read = (text: string) => readSheet(new File([text], 'people.csv'))
  await expect(read(`A\n${'1\n'.repeat(maxImportRows + 1)}`)).rejects.toThrow(TooLarge)
  await expect(read(`${'A,'.repeat(maxCells)}A\n`)).rejects.toThrow(TooLarge)
  expect((await read(`${'A,'.repeat(maxCells - 1)}A\n`)).header).toHaveLength(maxCells)
})

test('a percentage is the number that its cell shows', () => {
  const cell = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`
  const rows = `<row>${cell(4, '0.12')}${cell(5, '7.0000000000000007E-2')}${cell(6, '-0.155')}${cell(7, '0.12')}${cell(0, '0.12')}</row>`
  expect(cellsOf(xlsx(rows))).toEqual([['12', '7', '-15.5', '0.12', '0.12']])
})

test('a table with too many cells or characters is refused, even if most of them are empty', () => {
  const text = '<c t="s"><v>0</v></c>'
  const rows = `<row>${text.repeat(4)}</row>${`<row>${text}</row>`.repeat(9)}`
  expect(cellsOf(xlsx(rows), undefined, { ...enough, cells: 40, characters: 78 })).toHaveLength(10)
  expect(() => readXlsx(xlsx(rows), undefined, { ...enough, cells: 39 })).toThrow(TooLarge)
  expect(() => readXlsx(xlsx(rows), undefined, { ...enough, characters: 77 })).toThrow(TooLarge)
})

test('cells beside the header and blank rows above it are left out', () => {
  const rows = `<row><c r="A1"/><c r="C1" t="inlineStr"><is><t> </t></is></c></row>
    <row><c r="A2" t="s"><v>0</v></c></row><row><c r="A3"><v>1</v></c><c r="SF3"><v>2</v></c></row>`
  expect(cellsOf(xlsx(rows))).toEqual([['Amount'], ['1']])
})

test.each([
  ['people.csv', 20_000_000],
  ['people.xlsx', 10_000_000],
])('%s is not read when it is larger than %i bytes', async (name, most) => {
  const bytes = new Uint8Array(most + 1).fill(0xff)
  await expect(readSheet(new File([bytes], name))).rejects.toThrow(TooLarge)
  await expect(readSheet(new File([bytes.subarray(1)], name))).rejects.not.toThrow(TooLarge)
})

test('empty rows and columns around a workbook’s table are left out', async () => {
  const rows = `<row><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Note</t></is></c><c r="C1"/></row>
    <row/><row><c r="A3" t="inlineStr"><is><t>=Quay, "north"</t></is></c></row>`
  const sheet = await readSheet(new File([xlsx(rows) as BlobPart], 'Projects.xlsx'))
  expect(sheet).toMatchObject({ name: 'Projects.xlsx', header: ['Name', 'Note'] })
  expect(sheet.rows.map(({ cells }) => cells)).toEqual([['=Quay, "north"', '']])
})

test('CSV is read in the detected or chosen format; a file that is not CSV is refused', async () => {
  const file = new File(['\uFEFFName;x,Mail\nAda,a@example.com\n'], 'people.csv')
  const sheet = await readSheet(file)
  expect(sheet).toMatchObject({ header: ['Name;x', 'Mail'], rows: [{ line: 2, cells: ['Ada', 'a@example.com'] }] })
  expect(sheet.format).toEqual({ delimiter: ',', encoding: 'utf-8' })
  expect((await readSheet(file, { delimiter: ';' })).header).toEqual(['Name', 'x,Mail'])
  const turkish = new File([new Uint8Array([0x41, 0x64, 0x3b, 0xde, 0x69, 0x72, 0x6b, 0x65, 0x74])], 'people.csv')
  expect(await readSheet(turkish)).toMatchObject({
    header: ['Ad', 'Şirket'],
    format: { delimiter: ';', encoding: 'windows-1254' },
  })
  expect((await readSheet(turkish, { encoding: 'windows-1252' })).header).toEqual(['Ad', 'Þirket'])
  await expect(readSheet(turkish, { encoding: 'utf-8' })).rejects.toThrow('UTF-8')
  await expect(readSheet(new File([''], 'people.csv'))).rejects.toThrow('header')
  await expect(readSheet(new File(['PK'], 'people.xlsx'))).rejects.toThrow('zip')
})

test('reading a damaged file does not block the page, and ends with the signal', async () => {
  const file = new File([`a,b\n${'"a"b,c\n'.repeat(200_000)}`], 'people.csv')
  const reading = new AbortController()
  const sheet = readSheet(file, {}, reading.signal)
  await new Promise((resolve) => requestAnimationFrame(resolve))
  reading.abort()
  await expect(sheet).rejects.toThrow('abort')
  const { rows, header } = await readSheet(file)
  expect([rows.length, header]).toEqual([200_000, ['a', 'b']])
})
