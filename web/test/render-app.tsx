import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { Crashed } from '#web/app/notices/crashed.tsx'
import { routeTree } from '#web/app/route-tree.tsx'
import { SessionContext } from '#web/session/session-context.ts'
import { createSession } from '#web/session/session.ts'
import { render } from './render.tsx'
import { sessionDeps } from './fake-session.ts'
import type { TestStore } from './test-store.ts'

export async function renderApp(store: TestStore, at = '/') {
  const session = createSession(sessionDeps(store, { open: async () => store }))
  await session.start()
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [at] }),
    context: { prepare: (names) => store.prepare(names) },
    defaultErrorComponent: Crashed,
  })
  const rendered = await render(
    store,
    <SessionContext value={session}>
      <RouterProvider router={router} />
    </SessionContext>,
  )
  return { ...rendered, session, router, goTo: (path: string) => router.navigate({ to: path }) }
}
