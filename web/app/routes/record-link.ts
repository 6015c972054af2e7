import type { Role } from '#schema/kernel/enumerations.ts'
import type { RecordLinkTarget } from '#web/records/names/record-link-context.ts'
import { mayOpen } from './record-pages.ts'
import { pathOfRoute, routeOf } from './find-route.ts'

/** Opens a record; null if the role has no screen for it. Roles without the list get the record's page. */
export function recordLink(role: Role, entity: string, id: string): RecordLinkTarget | null {
  const route = routeOf(entity)
  if (!route) return null
  const to = pathOfRoute(route)
  return mayOpen(to, route.entity, role) ? { to, search: { dialog: 'details', record: id } } : null
}
