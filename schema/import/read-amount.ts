/**
 * A decimal as people type it, in plain digits: a currency sign before or after and grouping commas of any width are
 * dropped ("₹ 13,00,000.50" -> "1300000.50"). Null for anything else; the field checks bounds and decimals.
 */
export function readAmount(cell: string): string | null {
  const match = /^(-?)(?:\p{Sc}\s*)?(-?)(\d+(?:,\d+)*(?:\.\d+)?)(?:\s*\p{Sc})?$/u.exec(cell.trim())
  if (!match || (match[1] && match[2])) return null
  return `${match[1]}${match[2]}${match[3]!.replaceAll(',', '')}`
}
