// In a separate chunk. Numbers stay decimals as stored; dates become YYYY-MM-DD.
import Big from 'big.js'
import { strFromU8, unzipSync } from 'fflate'
import { TooLarge } from './too-large.ts'

/** Limits against zip bombs: unpacked bytes, cells, and characters after texts are repeated. */
const mostOf = { unpacked: 30 * 1024 * 1024, cells: 2_000_000, characters: 20_000_000 }
const maxColumns = 500

const parts = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/

export interface Workbook {
  readonly sheets: readonly string[]
  readonly chosenSheet: string
  readonly rows: readonly BookRow[]
}

export interface BookRow {
  /** As in the spreadsheet, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Rows of the named sheet, else of the first one. Ignores blank rows, trailing blank cells and cells beyond the header.
 * Throws on files that are not workbooks or too large.
 */
export function readXlsx(bytes: Uint8Array, name?: string, most = mostOf): Workbook {
  let unpacked = 0
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!parts.test(name)) return false
      unpacked += originalSize
      if (unpacked > most.unpacked) throw new TooLarge('The workbook is too large')
      return true
    },
  })
  const xml = (name: string): Document | undefined => {
    const file = files[name]
    if (!file) return undefined
    const parsed = new DOMParser().parseFromString(strFromU8(file), 'application/xml')
    if (parsed.querySelector('parsererror')) throw new Error(`${name} is damaged`)
    return parsed
  }
  const workbook = xml('xl/workbook.xml')
  const sheets = all(workbook, 'sheet')
  const chosen = sheets.find((each) => each.getAttribute('name') === name) ?? sheets[0]
  const sheet = workbook && xml(pathOf(chosen, xml('xl/_rels/workbook.xml.rels')))
  if (!workbook || !sheet) throw new Error('There is no sheet in the file')
  const texts = all(xml('xl/sharedStrings.xml'), 'si').map(textOf)
  const styles = stylesOf(xml('xl/styles.xml'))
  const is1904 = ['1', 'true'].includes(all(workbook, 'workbookPr')[0]?.getAttribute('date1904') ?? '')
  const nameOf = (each: Element | undefined): string => each?.getAttribute('name') ?? ''
  return {
    sheets: sheets.map(nameOf),
    chosenSheet: nameOf(chosen),
    rows: rowsOf(sheet, (cell) => valueOf(cell, { texts, styles, is1904 }), most),
  }
}

const all = (node: Document | Element | undefined, name: string): Element[] => [
  ...(node?.getElementsByTagNameNS('*', name) ?? []),
]

function pathOf(sheet: Element | undefined, relations: Document | undefined): string {
  const id = [...(sheet?.attributes ?? [])].find(({ localName, prefix }) => prefix && localName === 'id')
  const target = all(relations, 'Relationship').find((each) => each.getAttribute('Id') === id?.value)
  const path = target?.getAttribute('Target') ?? 'worksheets/sheet1.xml'
  return path.startsWith('/') ? path.slice(1) : `xl/${path}`
}

const textOf = (item: Element): string =>
  all(item, 't')
    .filter((each) => each.parentElement?.localName !== 'rPh')
    .map((each) => each.textContent ?? '')
    .join('')

type NumberFormat = 'day' | 'percent' | 'number'

interface Book {
  readonly texts: readonly string[]
  readonly styles: readonly NumberFormat[]
  readonly is1904: boolean
}

function rowsOf(sheet: Document, read: (cell: Element) => string, most: typeof mostOf): BookRow[] {
  const rows: BookRow[] = []
  let [line, width, cells, characters] = [0, maxColumns, 0, 0]
  for (const row of all(sheet, 'row')) {
    line = Number(row.getAttribute('r') ?? line + 1)
    const found = cellsOf(row, width, read)
    if (found.length === 0) continue
    if (rows.length === 0) width = found.length
    rows.push({ line, cells: found })
    cells += width
    for (const cell of found) characters += cell.length
    if (cells > most.cells || characters > most.characters) throw new TooLarge('The sheet is too large')
  }
  return rows
}

function cellsOf(row: Element, width: number, read: (cell: Element) => string): string[] {
  const cells: string[] = []
  let next = 0
  for (const cell of all(row, 'c')) {
    const letters = /^[A-Z]+/.exec(cell.getAttribute('r') ?? '')?.[0]
    const at = letters ? columnOf(letters) : next
    next = at + 1
    if (at >= width) continue
    const value = read(cell)
    if (value.trim() === '' && at >= cells.length) continue
    while (cells.length < at) cells.push('')
    cells[at] = value
  }
  return cells
}

const columnOf = (letters: string): number =>
  Array.from(letters).reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0) - 1

function valueOf(cell: Element, { texts, styles, is1904 }: Book): string {
  const type = cell.getAttribute('t') ?? 'n'
  if (type === 'inlineStr') return textOf(cell)
  const value = all(cell, 'v')[0]?.textContent ?? ''
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type !== 'n' || value === '') return type === 'd' ? value.slice(0, 10) : value
  const shown = styles[Number(cell.getAttribute('s') ?? 0)]
  return shown === 'day' ? dayOf(value, is1904) : decimalOf(value, shown === 'percent' ? 100 : 1)
}

/**
 * Spreadsheets show 15 digits; further ones are floating-point noise. Three decimals get a zero, because "12.375" could
 * also be read as twelve thousand.
 */
function decimalOf(value: string, times: number): string {
  try {
    const exact = new Big(value).times(times)
    if (exact.eq(0)) return '0'
    return new Big(exact.toPrecision(15)).toFixed().replace(/\.\d{3}$/, '$&0')
  } catch {
    return value
  }
}

/** Days since the end of 1899, or since 1904; the time of day is ignored. */
function dayOf(value: string, is1904: boolean): string {
  const days = Math.floor(Number(value)) + (is1904 ? 1462 : 0)
  const day = new Date(Date.UTC(1899, 11, 30) + days * 86_400_000)
  return Number.isNaN(day.getTime()) ? value : day.toISOString().slice(0, 10)
}

/** Built-in and custom formats: with a day, month or year, or a percent sign. */
function stylesOf(styles: Document | undefined): readonly NumberFormat[] {
  const written = new Map(
    all(styles, 'numFmt').map(
      (each) => [each.getAttribute('numFmtId'), each.getAttribute('formatCode') ?? ''] as const,
    ),
  )
  const shownBy = (id: string): NumberFormat => {
    const code = written.get(id)?.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '')
    const n = Number(id)
    if (code === undefined) {
      if ((n >= 14 && n <= 17) || n === 22 || (n >= 27 && n <= 36) || (n >= 50 && n <= 58)) return 'day'
      return n === 9 || n === 10 ? 'percent' : 'number'
    }
    if (/[dy]|m(?![^d]*s)/i.test(code)) return 'day'
    return code.includes('%') ? 'percent' : 'number'
  }
  const [cellFormats] = all(styles, 'cellXfs')
  return all(cellFormats, 'xf').map((each) => shownBy(each.getAttribute('numFmtId') ?? '0'))
}
