import { type EntityName, registry, type Row } from '#schema/registry.ts'
import { addMonths, dateIn, endOfMonth } from '#schema/money/dates.ts'
import { startOf } from '#schema/money/metric-changes.ts'

export interface SeedRow {
  readonly entity: string
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly at: Date
  /** E-mail; defaults to the administrator. */
  readonly by?: string
}

/** Absent fields are null. */
export const seededRows = <Name extends EntityName>(rows: readonly SeedRow[], name: Name): Row<Name>[] =>
  rows
    .filter(({ entity }) => entity === name)
    .map(({ id, fields }) => {
      const values = Object.keys(registry[name].fields).map((field) => [field, fields[field] ?? null])
      return { id, ...Object.fromEntries(values) } as Row<Name>
    })

/** The server's own, or naming people who cannot sign in yet. */
export interface ServerRow extends Omit<SeedRow, 'entity' | 'by'> {
  readonly entity: 'notifications' | 'documentSignatures'
}

export interface SeedFile {
  readonly entity: 'documents' | 'referralAttachments'
  readonly id: string
  readonly name: string
  readonly lines: readonly string[]
}

export interface SeedExit {
  readonly id: string
  readonly at: Date
  readonly exitedOn: string
}

export interface SeedFirm {
  readonly rows: readonly SeedRow[]
  readonly exits?: readonly SeedExit[]
  readonly files: readonly SeedFile[]
  readonly serverRows: readonly ServerRow[]
  readonly links: ReadonlyMap<string, string>
}

export type UserIdOf = (email: string) => string

export const isoDate = (at: Date): string => dateIn('UTC', at)
export const daysBefore = (today: Date, days: number): Date => new Date(today.getTime() - days * 86_400_000)
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00.000Z`)

/** In the earliest time zone. */
export const latestDay = (now: Date): string => dateIn('Etc/GMT-14', now)

export function daysFrom(now: Date) {
  const today = isoDate(now)
  const latest = latestDay(now)
  return {
    now,
    today,
    /** In the latest time zone. */
    earliestToday: dateIn('Etc/GMT+12', now),
    latestMonth: startOf('month', latest),
    latestQuarter: startOf('quarter', latest),
    startOfMonth: startOf('month', today),
    startOfQuarter: startOf('quarter', today),
    /** Negative for future days. */
    ago: (days: number): string => isoDate(daysBefore(now, days)),
    monthsAgo: (months: number, days = 0): string => isoDate(daysBefore(noonOf(addMonths(today, -months)), days)),
    quarterEnds: (count: number): string[] =>
      Array.from({ length: count }, (_, i) =>
        endOfMonth(addMonths(startOf('quarter', today), -1 - 3 * (count - 1 - i))),
      ),
    booked(day: string): Date {
      const end = noonOf(endOfMonth(day))
      return end < now ? end : now
    },
    /** Noon, or now if earlier. */
    on(day: string): Date {
      const noon = noonOf(day)
      return noon < now ? noon : now
    },
  }
}

export type Days = ReturnType<typeof daysFrom>

export function sortByReference(rows: readonly SeedRow[]): SeedRow[] {
  const madeAt = new Map<unknown, number>()
  return rows.map((row) => {
    const parents = Object.values(row.fields).map((value) => madeAt.get(value) ?? 0)
    const at = new Date(Math.max(row.at.getTime(), ...parents))
    madeAt.set(row.id, at.getTime())
    return { ...row, at }
  })
}
