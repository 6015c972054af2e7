// CSV files, RFC 4180, that a spreadsheet shows and does not run.

/**
 * A spreadsheet would run such a cell as a formula, also behind a control character, and some read the wide signs of East
 * Asia alike; a plain number or telephone number is harmless.
 */
const isFormula = (cell: string): boolean => /^[=+\-@＝＋－＠\p{Cc}]/u.test(cell) && !/^[+-][\d\s.,()/-]*$/.test(cell)

/**
 * Where lists are separated by semicolons, a spreadsheet also splits inside of a cell: at these, and at tabs and ends of
 * lines. What follows is then a cell of its own, and a mark of quotation before it is none of its letters.
 */
const laterParts = /([;\t\r\n]"*)([^;\t\r\n"][^;\t\r\n]*)/g

const guarded = (part: string): string => (isFormula(part.replace(/^'+/, '')) ? `'${part}` : part)
const unguarded = (part: string): string =>
  part.startsWith("'") && isFormula(part.replace(/^'+/, '')) ? part.slice(1) : part

const inParts = (cell: string, change: (part: string) => string): string =>
  change(cell.replace(laterParts, (_, before: string, part: string) => before + change(part)))

const harmless = (cell: string): string => inParts(cell, guarded)

/** The cell as it was before it became harmless. */
export const asItWas = (cell: string): string => inParts(cell, unguarded)

const cellText = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** One line with its end, for files that are written in parts. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => cellText(harmless(cell))).join(',')}\r\n`

/** The mark by which spreadsheets recognise UTF-8: the first character of every file. */
export const csvMark = '\uFEFF'

/** What can stand in a cell: null is an empty one, and a decimal string stays the number that it is. */
export type CsvCell = string | number | null | undefined

/** A whole file: heads, then rows. */
export const toCsv = (heads: readonly string[], rows: Iterable<readonly CsvCell[]>): string =>
  csvMark + [heads, ...rows].map((cells) => csvLine(cells.map((cell) => (cell == null ? '' : String(cell))))).join('')
