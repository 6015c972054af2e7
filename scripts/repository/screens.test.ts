import { expect, it } from 'vitest'
import { screens } from '../../e2e/support/screens.ts'

interface RouteTable {
  readonly appRoutes: readonly object[]
}

interface FindRoute {
  readonly pathOfRoute: (route: object) => string
}

const routeTable = '../../web/app/routes/route-table.ts'
const findRoute = '../../web/app/routes/find-route.ts'

it('tests and pictures cover exactly the screens of the route table', async () => {
  const { appRoutes } = (await import(/* @vite-ignore */ routeTable)) as RouteTable
  const { pathOfRoute } = (await import(/* @vite-ignore */ findRoute)) as FindRoute
  expect(screens.toSorted()).toEqual(appRoutes.map(pathOfRoute).toSorted())
})
