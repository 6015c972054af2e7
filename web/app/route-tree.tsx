import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Entity } from '#schema/kernel/entity.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import type { ListedEntity } from '#web/records/names/entity-texts.ts'
import { readRecordSearch, type RecordSearch } from '#web/records/names/record-search.ts'
import { screenPath } from '#web/records/names/screen-path.tsx'
import { useAddressSearch, useNavigateTo } from '#web/ui/search/use-address.ts'
import { useStore } from '#web/ui/store-context.ts'
import { NotFound } from './notices/not-found.tsx'
import { Root } from './root.tsx'
import { pageInPlaceOf, recordPages } from './routes/record-pages.ts'
import type { RouteContext } from './routes/route-context.ts'
import { appRoutes, type EntityRoute, pathOfRoute, routeAt } from './routes/route-table.ts'
import { useSetSearch } from './routes/use-set-search.ts'

const root = createRootRouteWithContext<RouteContext>()({
  component: Root,
  notFoundComponent: () => <NotFound />,
})

const readBy = (entity: EntityName): readonly EntityName[] => {
  const references = Object.values((registry[entity] as Entity).fields).flatMap(({ storage }) =>
    storage.kind === 'reference' ? [storage.to as EntityName] : [],
  )
  return [...new Set([entity, ...references])]
}

function screenAt(route: EntityRoute) {
  const Screen = route.screen
  const path = pathOfRoute(route)
  const read = readRecordSearch(route.entity)
  function RecordRoute() {
    const navigateTo = useNavigateTo()
    const { role } = useStore().identity
    const go = useCallback(
      (entity: ListedEntity, search: RecordSearch) => {
        const to = screenPath(entity)
        const page = search.record === undefined ? undefined : pageInPlaceOf(to, entity, role)
        if (page) navigateTo({ to: page.path, params: { id: search.record } })
        else navigateTo({ to, search })
      },
      [navigateTo, role],
    )
    return <Screen search={useAddressSearch(read)} setSearch={useSetSearch(path)} go={go} />
  }
  return Object.assign(RecordRoute, { preload: Screen.preload })
}

const routes = appRoutes.map((route) =>
  'entity' in route
    ? createRoute({
        getParentRoute: () => root,
        path: pathOfRoute(route),
        validateSearch: readRecordSearch(route.entity),
        loader: ({ context }) => context.prepare(readBy(route.entity)),
        component: screenAt(route) as never,
      })
    : createRoute({ getParentRoute: () => root, path: pathOfRoute(route), component: route.screen as never }),
)

const pages = recordPages.map(({ entity, path, screen }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    loader: ({ context }) => context.prepare(readBy(entity)),
    component: screen as never,
  }),
)

const first = routeAt('/')!
const index = createRoute({ getParentRoute: () => root, path: '/', component: first.screen as never })

export const routeTree = root.addChildren([index, ...routes, ...pages])
