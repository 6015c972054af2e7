import { createRootRouteWithContext, createRoute, useParams } from '@tanstack/react-router'
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
import { pageInsteadOf, recordPages } from './routes/record-pages.ts'
import { maySee } from './routes/route-access.ts'
import type { RouteContext } from './routes/route-context.ts'
import { listOfPageAt, pathOfRoute, routeAt } from './routes/find-route.ts'
import { type AppRoute, appRoutes, type EntityRoute } from './routes/route-table.ts'
import { useSetSearch } from './routes/use-set-search.ts'

const root = createRootRouteWithContext<RouteContext>()({
  component: Root,
  notFoundComponent: () => <NotFound />,
})

const entitiesReadBy = (entity: EntityName): readonly EntityName[] => {
  const references = Object.values((registry[entity] as Entity).fields).flatMap(({ storage }) =>
    storage.kind === 'reference' ? [storage.to as EntityName] : [],
  )
  return [...new Set([entity, ...references])]
}

function useGo() {
  const navigateTo = useNavigateTo()
  const { role } = useStore().identity
  return useCallback(
    (entity: ListedEntity, search: RecordSearch) => {
      const to = screenPath(entity)
      const page = search.record === undefined ? undefined : pageInsteadOf(to, entity, role)
      if (page) navigateTo({ to: page.path, params: { id: search.record } })
      else navigateTo({ to, search })
    },
    [navigateTo, role],
  )
}

function createScreen(route: EntityRoute) {
  const Screen = route.screen
  const path = pathOfRoute(route)
  const read = readRecordSearch(route.entity)
  const RecordRoute = () => <Screen search={useAddressSearch(read)} setSearch={useSetSearch(path)} go={useGo()} />
  return Object.assign(RecordRoute, Screen.preload && { preload: Screen.preload })
}

/** People without the list have another page, or none. */
function createPage(route: EntityRoute) {
  const Screen = route.screen
  const Other = recordPages.find(({ path }) => path === `${pathOfRoute(route)}/$id`)?.screen
  const read = readRecordSearch(route.entity)
  function WithList() {
    const { id = '' }: { readonly id?: string } = useParams({ strict: false })
    const setSearch = useSetSearch<RecordSearch>(`${pathOfRoute(route)}/${id}`)
    return <Screen page={id} search={useAddressSearch(read)} setSearch={setSearch} go={useGo()} />
  }
  const RecordRoute = () => (maySee(route, useStore().identity.role) || !Other ? <WithList /> : <Other />)
  const preload = async () => void (await Promise.all([Screen.preload?.(), Other?.preload?.()]))
  return Object.assign(RecordRoute, { preload })
}

const componentOf = (route: AppRoute) => ('entity' in route ? createScreen(route) : route.screen)

const routes = appRoutes.map((route) =>
  createRoute({
    getParentRoute: () => root,
    path: pathOfRoute(route),
    component: componentOf(route),
    ...('entity' in route && {
      validateSearch: readRecordSearch(route.entity),
      loader: ({ context }) => context.prepare(entitiesReadBy(route.entity)),
    }),
  }),
)

const pages = appRoutes.flatMap((route) =>
  'entity' in route && route.hasPages
    ? [
        createRoute({
          getParentRoute: () => root,
          path: `${pathOfRoute(route)}/$id`,
          validateSearch: readRecordSearch(route.entity),
          loader: ({ context }) => context.prepare(entitiesReadBy(route.entity)),
          component: createPage(route),
        }),
      ]
    : [],
)

const otherPages = recordPages
  .filter(({ path }) => !listOfPageAt(path))
  .map(({ entity, path, screen }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      loader: ({ context }) => context.prepare(entitiesReadBy(entity)),
      component: screen,
    }),
  )

const index = createRoute({ getParentRoute: () => root, path: '/', component: componentOf(routeAt('/')!) })

export const routeTree = root.addChildren([index, ...routes, ...pages, ...otherPages])
