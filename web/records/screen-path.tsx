import { Link, type LinkComponentProps } from '@tanstack/react-router'
import { pathOf } from '#schema/entity.ts'
import { registry } from '#schema/registry.ts'
import type { ListedEntity } from './entity-texts.ts'
import type { RecordSearch } from './record-search.ts'

/** `cashFlows` -> `cash-flows`, as `pathOf` does with values. */
type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${Lowercase<First>}${Rest extends Uncapitalize<Rest> ? '' : '-'}${KebabCase<Rest>}`
  : Name

/** The addresses of the application; a screen of records has the path of its entity's REST routes. */
export type ScreenPath = `/${KebabCase<ListedEntity>}` | '/dashboard' | '/investor-portal' | '/settings'

export const screenPath = (entity: ListedEntity): ScreenPath => `/${pathOf(registry[entity])}` as ScreenPath

interface ScreenLinkProps extends Omit<LinkComponentProps, 'to' | 'search'> {
  readonly to: ScreenPath
  readonly search?: RecordSearch
}

/** A link inside the application. */
export const ScreenLink = ({ to, search, ...props }: ScreenLinkProps) => (
  <Link {...(props as object)} to={to} {...(search && { search: search as never })} />
)
