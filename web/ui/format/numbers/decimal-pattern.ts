// Taken from Intl once: lists write tens of thousands of amounts, and joining strings is many times faster.

export interface DecimalPattern {
  write(decimal: string, unit?: string): string
}

const sample = 12_345_678_901.5

export function decimalPattern(format: Intl.NumberFormat): DecimalPattern {
  const [positive, negative] = [affixesOf(format.formatToParts(sample)), affixesOf(format.formatToParts(-sample))]
  const parts = format.formatToParts(sample)
  const textOf = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  const [separator, point] = [textOf('group'), textOf('decimal') || '.']
  const lengths = parts.filter(({ type }) => type === 'integer').map(({ value }) => value.length)
  const groupLength = separator ? lengths.at(-1)! : 0
  /** Spanish does not group four digits. */
  const minGrouped = [1_000, 10_000].find((each) => format.formatToParts(each).some(({ type }) => type === 'group'))
  const minGroupedLength = minGrouped === undefined ? Infinity : String(minGrouped).length

  return {
    write(decimal, unit = '') {
      const isNegative = decimal.startsWith('-')
      const at = decimal.indexOf('.')
      const whole = decimal.slice(isNegative ? 1 : 0, at < 0 ? undefined : at)
      const grouped = whole.length < minGroupedLength ? whole : group(whole, separator, groupLength)
      const [before, after] = isNegative ? negative : positive
      return `${before}${grouped}${at < 0 ? '' : point + decimal.slice(at + 1)}${unit}${after}`
    },
  }
}

function affixesOf(parts: readonly Intl.NumberFormatPart[]): readonly [before: string, after: string] {
  const isDigits = ({ type }: Intl.NumberFormatPart) => type === 'integer' || type === 'fraction'
  const text = (some: readonly Intl.NumberFormatPart[]) => some.map(({ value }) => value).join('')
  return [text(parts.slice(0, parts.findIndex(isDigits))), text(parts.slice(parts.findLastIndex(isDigits) + 1))]
}

/** One group length: Hindi groups rupees by lakh, but the currencies of funds by thousands. */
function group(digits: string, separator: string, length: number): string {
  let end = digits.length - length
  if (length === 0 || end <= 0) return digits
  let grouped = separator + digits.slice(end)
  for (; end > length; end -= length) grouped = separator + digits.slice(end - length, end) + grouped
  return digits.slice(0, end) + grouped
}
