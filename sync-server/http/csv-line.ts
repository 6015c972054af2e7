// A line of a CSV file, RFC 4180, that a spreadsheet shows and does not run.

/**
 * A spreadsheet would run such a cell as a formula, also behind a control character, and some read the wide signs of East
 * Asia alike; a plain number or telephone number is harmless.
 */
const isFormula = (cell: string): boolean => /^[=+\-@＝＋－＠\p{Cc}]/u.test(cell) && !/^[+-][\d\s.,()/-]*$/.test(cell)

const harmless = (cell: string): string => (isFormula(cell) ? `'${cell}` : cell)

/** The cell as it was before it became harmless. */
export const asItWas = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell

const cellText = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => cellText(harmless(cell))).join(',')}\r\n`
