/**
 * A typed decimal: a "$" and grouping commas are dropped ("$ 13,00,000.50" -> "1300000.50"). Other currency signs are
 * refused, because the row's currency would replace theirs. Null if unreadable; the field checks bounds.
 */
export function readAmount(cell: string): string | null {
  const match = /^(-?)(?:\$\s*)?(-?)(\d+(?:,\d+)*(?:\.\d+)?)(?:\s*\$)?$/.exec(cell.trim())
  if (!match || (match[1] && match[2])) return null
  // "1250,50" has a decimal comma: without the comma it would be a hundred times as much.
  if (/,\d{1,2}$/.test(match[3]!)) return null
  return `${match[1]}${match[2]}${match[3]!.replaceAll(',', '')}`
}
