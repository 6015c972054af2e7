import { addMonths, dateIn, endOfMonth } from '#schema/money/dates.ts'
import { startOf } from '#schema/money/metric-changes.ts'

/** A row of the seed, and the time at which it claims to have been created. */
export interface SeedRow {
  readonly entity: string
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly at: Date
  /** The e-mail of the account that made it; the administrator's when none is named. */
  readonly by?: string
}

/** A row that the server writes itself, such as a notification, or one that names people who cannot sign in yet. */
export interface OwnRow extends Omit<SeedRow, 'entity' | 'by'> {
  readonly entity: 'notifications' | 'documentSignatures'
}

/** A file of a document or an attachment, as what it says. */
export interface SeedFile {
  readonly entity: 'documents' | 'referralAttachments'
  readonly id: string
  readonly name: string
  readonly lines: readonly string[]
}

/** An investment that exits after it was funded. */
export interface SeedExit {
  readonly id: string
  readonly at: Date
  readonly exitedOn: string
}

export interface SeedFirm {
  readonly rows: readonly SeedRow[]
  readonly exits?: readonly SeedExit[]
  readonly files: readonly SeedFile[]
  readonly own: readonly OwnRow[]
  /** The investor record to which each demo account is linked, by e-mail. */
  readonly links: ReadonlyMap<string, string>
}

/** Gives the id of the account with this e-mail. */
export type UserIdOf = (email: string) => string

export const isoDate = (at: Date): string => dateIn('UTC', at)
export const daysBefore = (today: Date, days: number): Date => new Date(today.getTime() - days * 86_400_000)
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00.000Z`)

/** The date where the next day begins first. */
export const latestDay = (now: Date): string => dateIn('Etc/GMT-14', now)

/** The days of a firm's history, counted from the day on which it is seeded. */
export function daysFrom(now: Date) {
  const today = isoDate(now)
  const latest = latestDay(now)
  return {
    now,
    today,
    /** Where it is still the day before, somewhere in the world. */
    earliestToday: dateIn('Etc/GMT+12', now),
    /** The month and the quarter in which people are for whom the next day has begun. */
    latestMonth: startOf('month', latest),
    latestQuarter: startOf('quarter', latest),
    startOfMonth: startOf('month', today),
    startOfQuarter: startOf('quarter', today),
    /** So many days before today; negative for days to come. */
    ago: (days: number): string => isoDate(daysBefore(now, days)),
    /** So many months before today, and so many days before that. */
    monthsAgo: (months: number, days = 0): string => isoDate(daysBefore(noonOf(addMonths(today, -months)), days)),
    /** The last days of so many quarters that are over, oldest first. */
    quarterEnds: (count: number): string[] =>
      Array.from({ length: count }, (_, i) =>
        endOfMonth(addMonths(startOf('quarter', today), -1 - 3 * (count - 1 - i))),
      ),
    /** When somebody enters what happened on this day: at its month's end, at the latest now. */
    booked(day: string): Date {
      const end = noonOf(endOfMonth(day))
      return end < now ? end : now
    },
    /** Noon of the day, at the latest now. */
    on(day: string): Date {
      const noon = noonOf(day)
      return noon < now ? noon : now
    },
  }
}

export type Days = ReturnType<typeof daysFrom>

/** Orders rows so that each comes after the rows to which it points. */
export function inOrder(rows: readonly SeedRow[]): SeedRow[] {
  const madeAt = new Map<unknown, number>()
  return rows.map((row) => {
    const parents = Object.values(row.fields).map((value) => madeAt.get(value) ?? 0)
    const at = new Date(Math.max(row.at.getTime(), ...parents))
    madeAt.set(row.id, at.getTime())
    return { ...row, at }
  })
}
