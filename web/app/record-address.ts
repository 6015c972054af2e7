import type { Role } from '#schema/enumerations.ts'
import type { RecordSearch } from '#web/records/record-search.ts'
import type { ScreenPath } from '#web/records/screen-path.tsx'
import { appRoutes, maySee, pathOfRoute } from './route-table.ts'

export interface RecordAddress {
  readonly to: ScreenPath
  readonly search: RecordSearch
}

/** The address that opens a record on its screen; null where the role has no screen that shows it. */
export function addressOf(role: Role, entity: string, id: string): RecordAddress | null {
  const route = appRoutes.find((each) => 'entity' in each && each.entity === entity)
  return route && maySee(route, role) ? { to: pathOfRoute(route), search: { dialog: 'details', record: id } } : null
}
