import { plainDigits } from './plain-digits.ts'

export const decimalSigns = ['.', ','] as const
export type DecimalSign = (typeof decimalSigns)[number]

/** A decimal comma goes with one grouping sign throughout; a decimal point also with groups of two, as in India. */
const digits: Record<DecimalSign, RegExp> = {
  '.': /^(?:\d+|[1-9]\d{0,2}(?:,\d{2,3})*,\d{3})(?:\.\d+)?$/,
  ',': /^(?:\d+|[1-9]\d{0,2}([. \u00A0\u202F])\d{3}(?:\1\d{3})*)(?:,\d+)?$/,
}

const latinSeparators: Record<DecimalSign, Readonly<Record<string, string>>> = {
  '.': { '٬': ',', '٫': '.' },
  ',': { '٬': '.', '٫': ',' },
}

const latinText = (cell: string, sign: DecimalSign): string =>
  plainDigits(cell).replaceAll(/[٬٫]/g, (separator) => latinSeparators[sign][separator]!)

/**
 * Drops "$" and grouping signs ("$ 13,00,000.50" -> "1300000.50", "1.250,50" -> "1250.50"). Refuses other currency
 * signs, because the row's currency would replace theirs. Null if unreadable; the field checks bounds.
 */
export function readAmount(cell: string, sign: DecimalSign): string | null {
  const match = /^(-?)(?:\$\s*)?(-?)(\d[\d.,\s]*)\$?$/.exec(latinText(cell, sign))
  const [, minus = '', secondMinus = '', rest = ''] = match ?? []
  const number = rest.trimEnd()
  if ((minus && secondMinus) || !digits[sign].test(number)) return null
  const [integerPart, decimals] = number.split(sign) as [string, string?]
  return `${minus}${secondMinus}${integerPart.replaceAll(/\D/g, '')}${decimals === undefined ? '' : `.${decimals}`}`
}
