// RFC 4180, safe from formula injection in spreadsheets.

/**
 * Cells that a spreadsheet would run as a formula, even after a control character or with full-width signs. Plain
 * numbers and telephone numbers are safe.
 */
const isFormula = (cell: string): boolean => /^[=+\-@＝＋－＠\p{Cc}]/u.test(cell) && !/^[+-][\d\s.,()/-]*$/.test(cell)

/** Spreadsheets with semicolons as separator also split inside a cell, so each part needs protection. */
const partsAfterSeparators = /([;\t\r\n]"*)([^;\t\r\n"][^;\t\r\n]*)/g

const escapePart = (part: string): string => (isFormula(part.replace(/^'+/, '')) ? `'${part}` : part)
const unescapePart = (part: string): string =>
  part.startsWith("'") && isFormula(part.replace(/^'+/, '')) ? part.slice(1) : part

const mapParts = (cell: string, change: (part: string) => string): string =>
  change(cell.replace(partsAfterSeparators, (_, before: string, part: string) => before + change(part)))

const escapeFormulas = (cell: string): string => mapParts(cell, escapePart)

export const unescapeFormulas = (cell: string): string => mapParts(cell, unescapePart)

const quoteIfNeeded = (cell: string): string =>
  /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoteIfNeeded(escapeFormulas(cell))).join(',')}\r\n`

/** Byte order mark, by which spreadsheets recognize UTF-8. */
export const byteOrderMark = '\uFEFF'

export type CsvCell = string | number | null | undefined

export const toCsv = (headers: readonly string[], rows: Iterable<readonly CsvCell[]>): string =>
  byteOrderMark +
  [headers, ...rows].map((cells) => csvLine(cells.map((cell) => (cell == null ? '' : String(cell))))).join('')
