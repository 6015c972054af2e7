import { createRootRouteWithContext } from '@tanstack/react-router'
import { NotFound } from '#web/app/not-found.tsx'
import { Root } from '#web/app/root.tsx'
import type { RouteContext } from '#web/app/route-context.ts'

export const Route = createRootRouteWithContext<RouteContext>()({
  component: Root,
  notFoundComponent: () => <NotFound />,
})
