import type { Role } from '#schema/kernel/enumerations.ts'
import { mayEver } from '#schema/kernel/permissions.ts'
import { registry } from '#schema/registry.ts'
import { identityMay } from '#web/records/data/use-may.ts'
import type { ScreenPath } from '#web/records/names/screen-path.tsx'
import { pathOfRoute } from './find-route.ts'
import { type AppRoute, appRoutes } from './route-table.ts'

export function maySee(route: AppRoute, role: Role): boolean {
  if ('entity' in route) return identityMay({ role }, route.entity, route.needs)
  return 'entity' in route.allowed
    ? mayEver(registry[route.allowed.entity], { role }, route.allowed.needs)
    : route.allowed.includes(role)
}

export function parentList(pathname: string, role: Role): ScreenPath | undefined {
  const list = appRoutes.find((route) => 'entity' in route && pathname.startsWith(`${pathOfRoute(route)}/`))
  return list && maySee(list, role) ? pathOfRoute(list) : undefined
}
