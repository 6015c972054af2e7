import { createBrowserHistory, createRouter } from '@tanstack/react-router'
import { pendingSearch } from '#web/ui/search/pending-search.ts'
import { type ListSearch, applyPatch } from '#web/ui/search/list-search.ts'
import { Crashed } from './notices/crashed.tsx'
import { routeTree } from './route-tree.tsx'

const history = createBrowserHistory()
const { push } = history
history.push = (...to) => {
  writePendingSearch()
  push(...to)
}

export const router = createRouter({
  history,
  routeTree,
  context: { prepare: () => {} },
  // Prepared data never goes stale: tables follow every change.
  defaultStaleTime: Infinity,
  defaultPreload: 'intent',
  defaultErrorComponent: Crashed,
  scrollRestoration: true,
})

/** Writes a list's pending search to the URL for Back. Bypasses the router, so nothing is redrawn. */
function writePendingSearch(): void {
  const pending = pendingSearch()
  if (!pending) return
  const { pathname: to, search } = router.latestLocation
  const { href } = router.buildLocation({ to, search: applyPatch(search as ListSearch, pending) })
  History.prototype.replaceState.call(window.history, window.history.state, '', href)
}
