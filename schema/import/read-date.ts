import { calendarDate } from '#schema/money/dates.ts'
import { plainDigits } from './plain-digits.ts'

export const dateOrders = ['iso', 'day-first', 'month-first'] as const
export type DateOrder = (typeof dateOrders)[number]

const groupIndexes: Record<DateOrder, readonly [year: number, month: number, day: number]> = {
  iso: [1, 3, 4],
  'day-first': [4, 3, 1],
  'month-first': [4, 1, 3],
}
const yearFirst = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/
const yearLast = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/

/** An ISO timestamp is cut to its date. Null if it is unreadable or does not exist. */
export function readDate(cell: string, order: DateOrder): string | null {
  const text = plainDigits(cell)
  const parts = (order === 'iso' ? yearFirst : yearLast).exec(
    order === 'iso' ? text.replace(/T[\d:.,]+(Z|[+-]\d\d:?\d\d)?$/, '') : text,
  )
  if (!parts) return null
  const [year, month, day] = groupIndexes[order].map((index) => Number(parts[index])) as [number, number, number]
  return calendarDate(year, month, day)
}
