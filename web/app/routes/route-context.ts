import type { EntityName } from '#schema/registry.ts'

/** What routes know besides the address. */
export interface RouteContext {
  /**
   * Called when somebody points at a link to these records or opens it: the records are read before the screen is
   * drawn.
   */
  readonly prepare: (names: readonly EntityName[]) => void
}
