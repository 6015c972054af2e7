import type { Role } from '#schema/kernel/enumerations.ts'
import type { ScreenPath } from '#web/records/names/screen-path.tsx'
import { maySee } from './route-access.ts'
import { pathOfRoute } from './find-route.ts'
import { type AppRoute, appRoutes } from './route-table.ts'

export const menuOf = (role: Role): readonly AppRoute[] =>
  appRoutes.filter(
    (route) => !route.parent && ('menu' in route && route.menu ? route.menu.includes(role) : maySee(route, role)),
  )

const barSize = 4

export const barOf = (role: Role): readonly AppRoute[] => menuOf(role).slice(0, barSize)

export const menuPathOf = (route: AppRoute): ScreenPath => route.parent ?? pathOfRoute(route)

export function siblingRoutes(route: AppRoute, role: Role): readonly AppRoute[] {
  const menuPath = menuPathOf(route)
  const siblings = appRoutes.filter((each) => menuPathOf(each) === menuPath && !each.hasNoTab && maySee(each, role))
  return siblings.length > 1 ? siblings : []
}
