import { timeZoneOf } from '#schema/rules.ts'
import type { Tables } from '#web/store/tables/tables.ts'

export const personTimeZone = (tables: Tables, person: string): string | undefined =>
  timeZoneOf(person, (entity) => tables.of(entity).all())
