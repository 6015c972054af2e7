const grouped = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/
const zeros = [0x660, 0x6f0, 0x966]

/** Digits of Arabic, Persian and Devanagari as Latin ones. */
const toLatin = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
    const code = digit.codePointAt(0)!
    return String(code - zeros.findLast((zero) => zero <= code)!)
  })

/**
 * A typed amount as a decimal string: digits of other scripts become Latin ones and grouping commas go. Anything else
 * stays as it was typed, so that the answer can say what is wrong with it.
 */
export function typedDecimal(typed: string): string {
  const text = toLatin(typed.trim())
  const sign = text.startsWith('-') ? '-' : ''
  const digits = text.slice(sign.length)
  const plain = grouped.test(digits) ? digits.replaceAll(',', '') : digits
  return sign + plain.replace(/^\.(?=\d)/, '0.').replace(/(?<=\d)\.$/, '')
}
