import { IconFileText, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { EntityName } from '#schema/registry.ts'
import { type ScreenPath, screenPath } from '#web/records/names/screen-path.tsx'
import { type AppRoute, appRoutes, type EntityRoute } from './route-table.ts'

export const iconOf = (entity: EntityName): ComponentType<IconProps> => routeOf(entity)?.icon ?? IconFileText

export const routeOf = (entity: string): EntityRoute | undefined =>
  appRoutes.find((route): route is EntityRoute => 'entity' in route && route.entity === entity)

export const pathOfRoute = (route: AppRoute): ScreenPath => ('entity' in route ? screenPath(route.entity) : route.path)

export function routeAt(pathname: string): AppRoute | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : '/dashboard'
  return appRoutes.find((route) => pathOfRoute(route) === path)
}

export const listOfPageAt = (pathname: string): EntityRoute | undefined =>
  appRoutes.find(
    (route): route is EntityRoute =>
      'entity' in route &&
      route.hasPages === true &&
      pathname.startsWith(`${pathOfRoute(route)}/`) &&
      /^[^/]+\/?$/.test(pathname.slice(pathOfRoute(route).length + 1)),
  )

export const recordPagePath = (entity: string, id: string): string | undefined => {
  const route = routeOf(entity)
  return route?.hasPages && `${pathOfRoute(route)}/${id}`
}
