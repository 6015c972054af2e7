import { timeZoneOf } from '#schema/rules.ts'
import type { Core } from './core.ts'

/** The time zone that this person chose; undefined when they chose none, so that the device's own applies. */
export const personTimeZone = ({ tables, deps }: Pick<Core, 'tables' | 'deps'>): string | undefined =>
  timeZoneOf(deps.identity.id, (entity) => tables.of(entity).all())
