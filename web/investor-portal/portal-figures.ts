// An investor's holdings, computed from their own rows. Values follow the share of the project's latest valuation; a
// project without one grows by an assumed quarter, and the figure says that it is illustrative.
import { type InvestmentStatus, statusClass } from '#schema/enumerations.ts'
import { divide, multiply, round, subtract, sum } from '#schema/money.ts'
import { isPaidIn } from '#schema/investments.ts'

export interface Holding {
  readonly amount: string
  readonly currency: string
  readonly status: InvestmentStatus
  readonly valueRatio: string | null
}

const assumedRatio = '1.25'

export const valueOf = ({ amount, valueRatio }: Holding): string => round(multiply(amount, valueRatio ?? assumedRatio))

export interface PortalFigures {
  readonly invested: string
  readonly value: string
  readonly gain: string
  /** In percent; null where nothing is invested. */
  readonly rate: string | null
  readonly activeCount: number
  readonly isIllustrative: boolean
}

/** USD holdings; the value is of what is paid in. */
export function portalFigures(holdings: readonly Holding[]): PortalFigures {
  const inUsd = holdings.filter(({ currency }) => currency === 'USD')
  const invested = sum(inUsd.map(({ amount }) => amount))
  const value = sum(inUsd.map((holding) => (isPaidIn(holding.status) ? valueOf(holding) : holding.amount)))
  const gain = subtract(value, invested)
  return {
    invested,
    value,
    gain,
    rate: divide(multiply(gain, '100'), invested, 2),
    activeCount: holdings.filter(({ status }) => statusClass(status) === 'ACTIVE').length,
    isIllustrative: inUsd.some(({ valueRatio, status }) => valueRatio === null && isPaidIn(status)),
  }
}
