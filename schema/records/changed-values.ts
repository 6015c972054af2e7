// What activities record of a change: values that people set and that all staff may read.
import type { ChangedValue } from '#schema/kernel/field-types.ts'
import { type Entity, perEntity } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { readableFields, ruleOf } from '#schema/kernel/permissions.ts'
import { isSame } from './change.ts'

const isReadByAllStaff = (entity: Entity): boolean =>
  (['ADMIN', 'PORTFOLIO_MANAGER'] as const).every((role) => ruleOf(entity, { role }, 'read') === 'everything')

export const recordedFields = perEntity((entity): readonly string[] =>
  isReadByAllStaff(entity)
    ? readableFields(entity, { role: 'PORTFOLIO_MANAGER' }).filter((name) => {
        const { byServer, isCapability = false } = entity.fields[name]!
        return !byServer && !isCapability
      })
    : [],
)

/** Devices keep 90 days of values, so the ends of long texts are left out. */
const maxTextLength = 1_000

const recorded = (value: unknown): unknown =>
  typeof value === 'string' && value.length > maxTextLength
    ? `${value.slice(0, maxTextLength).toWellFormed()}…`
    : (value ?? null)

export const changedValuesOf = (entity: Entity, before: Values, after: Values): ChangedValue[] =>
  recordedFields(entity)
    .filter((name) => !isSame(before[name], after[name]))
    .map((name) => [name, recorded(before[name]), recorded(after[name])])
