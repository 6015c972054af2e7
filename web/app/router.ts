import { createRouter } from '@tanstack/react-router'
import { Crashed } from './crashed.tsx'
import { routeTree } from './route-tree.gen.ts'

export const router = createRouter({
  routeTree,
  context: { prepare: () => {} },
  // What routes prepare stays prepared.
  defaultStaleTime: Infinity,
  defaultPreload: 'intent',
  defaultErrorComponent: Crashed,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
