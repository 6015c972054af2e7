import { Link, type LinkComponentProps } from '@tanstack/react-router'
import type { ListedEntity } from './entity-texts.ts'
import type { RecordSearch } from './record-search.ts'

/** The addresses of the application; a screen of records has its entity's name. */
export type ScreenPath = `/${ListedEntity}` | '/dashboard' | '/investor-portal' | '/settings'

interface ScreenLinkProps extends Omit<LinkComponentProps, 'to' | 'search'> {
  readonly to: ScreenPath
  readonly search?: RecordSearch
}

/** A link inside the application. */
export const ScreenLink = ({ to, search, ...props }: ScreenLinkProps) => (
  <Link {...(props as object)} to={to} {...(search && { search: search as never })} />
)
