// An audience is a group of devices that see the same rows: every investor, one investor or one user.
import { type Entity, perEntity } from '#schema/kernel/entity.ts'

type StoredValues = Readonly<Record<string, unknown>>

const clausesOf = (entity: Entity) => {
  const rule = entity.access.INVESTOR.read
  return typeof rule === 'string' ? [] : rule
}

const isFixedField = (entity: Entity, column: string): boolean =>
  column === 'id' || entity.fields[column]?.storage.kind === 'user'

/** They decide who sees a row, and their values may change. */
export const audienceColumns = perEntity((entity): readonly string[] =>
  clausesOf(entity)
    .flatMap((clause) => Object.keys(clause))
    .filter((column) => !isFixedField(entity, column)),
)

/** Each names the row's one person and never changes. */
export const personColumns = (entity: Entity): string[] =>
  clausesOf(entity)
    .flatMap((clause) => Object.keys(clause))
    .filter((column) => column !== 'id' && isFixedField(entity, column))

/** The number at which a row entered the audience of `column`. */
export const sinceColumn = (column: string): string => `${column}Since`

/** Read for each row of a large change. */
const conditionsOf = perEntity((entity) => clausesOf(entity).flatMap((clause) => Object.entries(clause)))

export function audiencesOf(entity: Entity, row: StoredValues): Map<string, string> {
  const audiences = new Map<string, string>()
  for (const [column, required] of conditionsOf(entity)) {
    const value = row[column]
    if (required === true) {
      if (value === true) audiences.set('shown', column)
    } else if (typeof value === 'string')
      audiences.set(required === 'viewer.investors' ? investorAudience(value) : `user:${value}`, column)
  }
  return audiences
}

export const belongsToOneInvestor = (entity: Entity, row: StoredValues): boolean =>
  clausesOf(entity).some((clause) =>
    Object.entries(clause).some(
      ([column, required]) => required === 'viewer.investors' && typeof row[column] === 'string',
    ),
  )

export const investorAudience = (investorId: string): string => `investor:${investorId}`
