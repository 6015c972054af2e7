// Spreadsheets write semicolons where the comma is the decimal sign.

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

const maxHeaderLength = 65_536

/** The most frequent in the first line outside quotation marks; a comma when none occurs. */
export function guessDelimiter(text: string): Delimiter {
  const [header = ''] = text
    .slice(0, maxHeaderLength)
    .replace(/"[^"]*"?/g, '')
    .replace(/^[\r\n]+/, '')
    .split(/[\r\n]/, 1)
  const countOf = (delimiter: Delimiter): number => header.split(delimiter).length
  return delimiters.reduce((best, each) => (countOf(each) > countOf(best) ? each : best))
}
