import { expect, it } from 'vitest'
import { screens } from '../../e2e/support/screens.ts'

interface RouteTable {
  readonly appRoutes: readonly object[]
  readonly pathOfRoute: (route: object) => string
}

const routeTable = '../../web/app/routes/route-table.ts'

it('tests and pictures cover exactly the screens of the route table', async () => {
  const { appRoutes, pathOfRoute } = (await import(/* @vite-ignore */ routeTable)) as RouteTable
  expect(screens.toSorted()).toEqual(appRoutes.map(pathOfRoute).toSorted())
})
