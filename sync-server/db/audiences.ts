// Who else than staff a row is for, read off the entity's read rule for investors. An audience is a group of devices that
// see the same: `shown` to every investor, one investor's own, or one user's own.
import type { Entity } from '#schema/entity.ts'

type Stored = Readonly<Record<string, unknown>>

const clausesOf = (of: Entity) => {
  const rule = of.access.INVESTOR.read
  return typeof rule === 'string' ? [] : rule
}

/** What is read off a definition is found once: rows ask for it by the thousand. */
function perEntity<T>(find: (of: Entity) => T): (of: Entity) => T {
  const found = new Map<Entity, T>()
  return (of) => {
    if (!found.has(of)) found.set(of, find(of))
    return found.get(of)!
  }
}

const isFixed = (of: Entity, column: string): boolean => column === 'id' || of.fields[column]?.storage.kind === 'user'

/** The columns that decide who sees a row and that may change. */
export const audienceColumns = perEntity((of): readonly string[] =>
  clausesOf(of)
    .flatMap((clause) => Object.keys(clause))
    .filter((column) => !isFixed(of, column)),
)

/** The columns that name the one person whom a row is for, for good. */
export const personColumns = (of: Entity): string[] =>
  clausesOf(of)
    .flatMap((clause) => Object.keys(clause))
    .filter((column) => column !== 'id' && isFixed(of, column))

/** Where a row keeps the number at which it entered the audience of a column. */
export const sinceColumn = (column: string): string => `${column}Since`

/** The audiences of a row, each with the column that put it there. */
export function audiencesOf(of: Entity, row: Stored): Map<string, string> {
  const audiences = new Map<string, string>()
  for (const clause of clausesOf(of)) {
    for (const [column, wanted] of Object.entries(clause)) {
      const value = row[column]
      if (wanted === true && value === true) audiences.set('shown', column)
      if (wanted === 'viewer.investors' && typeof value === 'string') audiences.set(investorAudience(value), column)
      if (wanted === 'viewer.user' && typeof value === 'string') audiences.set(`user:${value}`, column)
    }
  }
  return audiences
}

export const investorAudience = (investorId: string): string => `investor:${investorId}`
