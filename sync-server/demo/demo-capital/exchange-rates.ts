// The dirham is pegged to the dollar.
import { v7 as uuidv7 } from 'uuid'
import { addMonths } from '#schema/money/dates.ts'
import { difference, multiply, quotient, round } from '#schema/money/money.ts'
import { perDollar } from './projects.ts'
import { type Days, noonOf, type SeedRow } from '#server/demo/seed-parts.ts'

const months = 36
const liraThen = '28.750000'

/** A rate that is constant around a year ago gives the same yearly growth in every time zone. */
const steady = [11, 12, 13]

/** The last rate is exact, because holdings are converted by it. */
function liraAgo(monthsAgo: number): string {
  const depreciation = difference(perDollar.TRY, liraThen)
  const ago = steady.includes(monthsAgo) ? 12 : monthsAgo
  return round(difference(perDollar.TRY, quotient(multiply(depreciation, String(ago)), String(months))), 6)
}

export function ratesOf(days: Days): SeedRow[] {
  const rate = (toCurrency: string, value: string, date: string, at: Date): SeedRow => ({
    entity: 'exchangeRates',
    id: uuidv7(),
    at,
    fields: { fromCurrency: 'USD', toCurrency, rate: value, date, source: 'MANUAL' },
  })
  const earlier = Array.from({ length: months }, (_, i) => months - i).flatMap((ago) => {
    const date = addMonths(days.startOfMonth, -ago)
    return [rate('AED', perDollar.AED, date, noonOf(date)), rate('TRY', liraAgo(ago), date, noonOf(date))]
  })
  const latest = days.ago(1)
  return [
    ...earlier,
    rate('AED', perDollar.AED, latest, days.on(latest)),
    rate('TRY', perDollar.TRY, latest, days.on(latest)),
  ]
}
