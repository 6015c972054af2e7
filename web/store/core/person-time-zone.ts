import { timeZoneOf } from '#schema/rules.ts'
import type { Core } from './core.ts'

/** The person's chosen time zone; undefined to use the device's own. */
export const personTimeZone = ({ tables, deps }: Pick<Core, 'tables' | 'deps'>): string | undefined =>
  timeZoneOf(deps.identity.id, (entity) => tables.of(entity).all())
