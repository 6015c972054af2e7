import { decimalSeparators, exactDecimal } from '#web/ui/format/numbers/decimal-format.ts'
import { latinDigits } from '#schema/kernel/fold-text.ts'

const groupedByCommas = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/
const groupedBySpaces = /^\d{1,3}(?:\s\d{3})+(?:\.\d*)?$/
/** Normalizes to a decimal point and grouping commas. Where spaces group, a point means decimals. */
function withDecimalPoint(text: string): string {
  const { group, point } = decimalSeparators()
  if (point !== ',') return text
  return text.replaceAll(/[.,]/g, (mark) => (mark === ',' ? '.' : group === '.' ? ',' : '.'))
}

const withLatinSeparators = (text: string): string => text.replaceAll('٬', ',').replaceAll('٫', '.')

function withoutUnit(text: string, units: readonly string[]): string {
  const folded = text.toUpperCase()
  const before = units.find((unit) => folded.startsWith(unit))
  if (before !== undefined) return text.slice(before.length).trim()
  const after = units.find((unit) => folded.endsWith(unit))
  return after === undefined ? text : text.slice(0, -after.length).trim()
}

function ungrouped(text: string): string {
  const isGrouped = groupedByCommas.test(text) || groupedBySpaces.test(text)
  const withoutGroups = isGrouped ? text.replaceAll(/[,\s]/g, '') : text
  return withoutGroups.replace(/^\.(?=\d)/, '0.').replace(/(?<=\d)\.$/, '')
}

const isDecimal = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text)

/** Latin digits, without grouping and units ("$", "%"). Other text stays as typed, so that the error can quote it. */
export function typedDecimal(typed: string, units: readonly string[] = []): string {
  const whole = latinDigits(typed.trim())
  const [outerSign, text] = whole.startsWith('-') ? ['-', whole.slice(1).trim()] : ['', whole]
  const bare = withoutUnit(text, units)
  const [innerSign, digits] = !outerSign && bare.startsWith('-') ? ['-', bare.slice(1).trim()] : ['', bare]
  const read = outerSign + innerSign + ungrouped(withLatinSeparators(withDecimalPoint(digits)))
  return isDecimal(read) ? read : whole
}

export function writtenDecimal(decimal: string): string {
  if (!isDecimal(decimal)) return decimal
  return decimal.startsWith('-') ? `-${exactDecimal(decimal.slice(1))}` : exactDecimal(decimal)
}

export function groupedDecimal(typed: string, units: readonly string[] = []): string {
  const read = typedDecimal(typed, units)
  return isDecimal(read) ? writtenDecimal(read) : typed
}
