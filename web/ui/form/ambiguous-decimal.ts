// A likely meaning is offered, never applied silently.
import { latinDigits } from '#schema/kernel/fold-text.ts'
import { typedDecimal } from './typed-decimal.ts'

interface Size {
  readonly whole: number
  readonly scale: number
}

const isDecimal = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text)

function fits(decimal: string, { whole, scale }: Size): boolean {
  const [before = '', after = ''] = decimal.replace('-', '').split('.')
  return before.replace(/^0+(?=\d)/, '').length <= whole && after.length <= scale
}

const powers: Readonly<Record<string, number>> = { k: 3, m: 6, mn: 6, mio: 6, b: 9, bn: 9 }

/** `1.5` with three places is `1500`. */
function scaled(decimal: string, places: number): string {
  const [before = '', after = ''] = decimal.split('.')
  const digits = before + after.padEnd(places, '0')
  const at = before.length + places
  const [whole, rest] = [digits.slice(0, at).replace(/^0+(?=\d)/, ''), digits.slice(at)]
  return rest ? `${whole}.${rest}` : whole
}

const areGroups = (parts: readonly string[]): boolean =>
  parts.length > 1 &&
  /^\d{1,3}$/.test(parts[0]!) &&
  parts.slice(1, -1).every((each) => /^\d{2,3}$/.test(each)) &&
  /^\d{3}$/.test(parts.at(-1)!)

/** Reads points and commas by the grouping of any country; null if none fits. */
function readSeparators(text: string, { scale }: Size): string | null {
  const point = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (point < 0) return text
  const other = text[point] === '.' ? ',' : '.'
  const parts = text.split(text[point]!)
  if (text.includes(other)) {
    const groups = text.slice(0, point).split(other)
    return parts.length === 2 && areGroups(groups) ? `${groups.join('')}.${text.slice(point + 1)}` : null
  }
  if (areGroups(parts)) return parts.join('')
  return parts.length === 2 && parts[1]!.length <= scale ? `${parts[0] || '0'}.${parts[1]}` : null
}

/** Null if the text is clear or cannot be guessed. */
export function probableDecimal(typed: string, units: readonly string[], size: Size): string | null {
  const text = typed.trim()
  const read = typedDecimal(text, units)
  if (text === '' || (isDecimal(read) && fits(read, size))) return null
  // Longest first: "US$" ends with "$", and the "D" of "AED" is not a unit.
  const unitsByLength = [...units].toSorted((one, other) => other.length - one.length)
  const bare = unitsByLength.reduce((rest, unit) => rest.toUpperCase().replaceAll(unit, ''), latinDigits(text)).trim()
  const [, sign = '', digitsAndSeparators = '', power = ''] =
    /^([-−]?)\s*(\d[\d.,'’_\s]*?)\s*(k|m|mn|mio|b|bn)?$/i.exec(bare) ?? []
  const number = readSeparators(digitsAndSeparators.replaceAll(/['’_\s]/g, ''), power ? { ...size, scale: 3 } : size)
  if (number === null || !isDecimal(number)) return null
  const meant = (sign ? '-' : '') + (power ? scaled(number, powers[power.toLowerCase()]!) : number)
  return fits(meant, size) && meant !== read ? meant : null
}
