import type { EntityName } from '#schema/registry.ts'

/** What routes know besides the address. */
export interface RouteContext {
  /** Somebody points at a link to these records, or goes there: they are read before the screen is drawn. */
  readonly prepare: (names: readonly EntityName[]) => void
}
