const grouped = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/

const toLatin = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => String((digit.codePointAt(0)! - (digit >= '\u0966' ? 0x966 : digit >= '\u06f0' ? 0x6f0 : 0x660)) % 16))

/**
 * A typed amount as a decimal string: digits of other scripts become Latin ones and grouping commas go. Anything else
 * stays as it was typed, so that the answer can say what is wrong with it.
 */
export function typedDecimal(typed: string): string {
  const text = toLatin(typed.trim())
  const sign = text.startsWith('-') ? '-' : ''
  const digits = sign ? text.slice(1) : text
  const plain = grouped.test(digits) ? digits.replaceAll(',', '') : digits
  return sign + plain.replace(/^\./, '0.').replace(/\.$/, '')
}
