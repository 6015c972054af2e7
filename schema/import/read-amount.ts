/**
 * A decimal as people type it, in plain digits: a "$" before or after and grouping commas of any width are dropped
 * ("$ 13,00,000.50" -> "1300000.50"). The sign of another currency does not belong to an amount: dropping it would turn euros
 * into the currency of the row. Null for anything else; the field checks bounds and decimals.
 */
export function readAmount(cell: string): string | null {
  const match = /^(-?)(?:\$\s*)?(-?)(\d+(?:,\d+)*(?:\.\d+)?)(?:\s*\$)?$/.exec(cell.trim())
  if (!match || (match[1] && match[2])) return null
  // "1250,50" has a decimal comma: without the comma it would be a hundred times as much.
  if (/,\d{1,2}$/.test(match[3]!)) return null
  return `${match[1]}${match[2]}${match[3]!.replaceAll(',', '')}`
}
