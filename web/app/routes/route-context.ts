import type { EntityName } from '#schema/registry.ts'

export interface RouteContext {
  /** Called when someone hovers over or opens a link: the records are read before the screen is rendered. */
  readonly prepare: (names: readonly EntityName[]) => void
}
