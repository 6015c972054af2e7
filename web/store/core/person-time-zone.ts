import { timeZoneOf } from '#schema/rules.ts'
import type { Tables } from '#web/store/tables/tables.ts'

/** The person's chosen time zone; undefined to use the device's own. */
export const personTimeZone = (tables: Tables, person: string): string | undefined =>
  timeZoneOf(person, (entity) => tables.of(entity).all())
