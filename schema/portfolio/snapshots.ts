// Rows of analyticsData, one for each firm and month.
export const snapshotType = 'METRICS'

export interface Snapshot {
  /** `YYYY-MM`. */
  readonly month: string
  readonly currency: string
  /** Percent with six decimals. */
  readonly averageIRR: string | null
  readonly totalAUM?: string
  readonly activeProjects?: number
  readonly totalInvestors?: number
}

/** The average IRR at the end of a month; null without a snapshot. */
export function averageIrrIn(
  rows: Iterable<{ readonly type: string; readonly data: unknown }>,
  month: string,
): string | null {
  for (const { type, data } of rows) {
    if (type === snapshotType && (data as Snapshot).month === month) return (data as Snapshot).averageIRR
  }
  return null
}
