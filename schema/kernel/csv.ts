// RFC 4180, safe from formula injection in spreadsheets.

/**
 * Cells that a spreadsheet would run as a formula, also after a control character or with full-width signs. Plain
 * numbers and telephone numbers are safe.
 */
const isFormula = (cell: string): boolean => /^[=+\-@＝＋－＠\p{Cc}]/u.test(cell) && !/^[+-][\d\s.,()/-]*$/.test(cell)

/** Spreadsheets with semicolons as separator also split inside of a cell, so each part needs protection. */
const laterParts = /([;\t\r\n]"*)([^;\t\r\n"][^;\t\r\n]*)/g

const guarded = (part: string): string => (isFormula(part.replace(/^'+/, '')) ? `'${part}` : part)
const unguarded = (part: string): string =>
  part.startsWith("'") && isFormula(part.replace(/^'+/, '')) ? part.slice(1) : part

const inParts = (cell: string, change: (part: string) => string): string =>
  change(cell.replace(laterParts, (_, before: string, part: string) => before + change(part)))

const harmless = (cell: string): string => inParts(cell, guarded)

export const asItWas = (cell: string): string => inParts(cell, unguarded)

const cellText = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => cellText(harmless(cell))).join(',')}\r\n`

/** Byte order mark, by which spreadsheets recognise UTF-8. */
export const csvMark = '\uFEFF'

/** Decimal strings stay exact. */
export type CsvCell = string | number | null | undefined

export const toCsv = (heads: readonly string[], rows: Iterable<readonly CsvCell[]>): string =>
  csvMark + [heads, ...rows].map((cells) => csvLine(cells.map((cell) => (cell == null ? '' : String(cell))))).join('')
