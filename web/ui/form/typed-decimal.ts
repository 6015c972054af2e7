import { decimalMarks, exactDecimal } from '#web/ui/format/numbers/decimal-format.ts'
import { latinDigits } from '#web/ui/format/numbers/latin-digits.ts'

const groupedByCommas = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/
const groupedBySpaces = /^\d{1,3}(?:\s\d{3})+(?:\.\d*)?$/
/**
 * The text with a decimal point and grouping commas, whichever marks people here use. Where spaces group, a point can
 * only stand before decimals, and many keyboards have no other key for that.
 */
function withPoint(text: string): string {
  const { group, point } = decimalMarks()
  if (point !== ',') return text
  return text.replaceAll(/[.,]/g, (mark) => (mark === ',' ? '.' : group === '.' ? ',' : '.'))
}

/** The Arabic marks mean the same in every language. */
const withArabicMarks = (text: string): string => text.replaceAll('٬', ',').replaceAll('٫', '.')

/** The text without a unit before or after it. */
function withoutUnit(text: string, units: readonly string[]): string {
  const folded = text.toUpperCase()
  const before = units.find((unit) => folded.startsWith(unit))
  if (before !== undefined) return text.slice(before.length).trim()
  const after = units.find((unit) => folded.endsWith(unit))
  return after === undefined ? text : text.slice(0, -after.length).trim()
}

function unsigned(text: string): string {
  const isGrouped = groupedByCommas.test(text) || groupedBySpaces.test(text)
  const plain = isGrouped ? text.replaceAll(/[,\s]/g, '') : text
  return plain.replace(/^\.(?=\d)/, '0.').replace(/(?<=\d)\.$/, '')
}

const isDecimal = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text)

/**
 * A typed amount as a decimal string: digits become Latin; grouping marks, spaces and a unit that the field implies
 * ("$", "%") are dropped. Any other text stays as typed, so that the error can say what is wrong.
 */
export function typedDecimal(typed: string, units: readonly string[] = []): string {
  const whole = latinDigits(typed.trim())
  const [outer, text] = whole.startsWith('-') ? ['-', whole.slice(1).trim()] : ['', whole]
  const bare = withoutUnit(text, units)
  const [inner, digits] = !outer && bare.startsWith('-') ? ['-', bare.slice(1).trim()] : ['', bare]
  const read = outer + inner + unsigned(withArabicMarks(withPoint(digits)))
  return isDecimal(read) ? read : whole
}

/** A decimal string as a person here would type it, with grouping marks and all its digits; other texts stay. */
export function writtenDecimal(decimal: string): string {
  if (!isDecimal(decimal)) return decimal
  return decimal.startsWith('-') ? `-${exactDecimal(decimal.slice(1))}` : exactDecimal(decimal)
}

/** A typed amount with grouping marks and all its digits; any other text stays as typed. */
export function groupedDecimal(typed: string, units: readonly string[] = []): string {
  const read = typedDecimal(typed, units)
  return isDecimal(read) ? writtenDecimal(read) : typed
}
