import { createBrowserHistory, createRouter } from '@tanstack/react-router'
import { lateSearch } from '#web/ui/late-search.ts'
import { type ListSearch, patched } from '#web/ui/list-search.ts'
import { Crashed } from './crashed.tsx'
import { routeTree } from './route-tree.tsx'

const history = createBrowserHistory()
const { push } = history
history.push = (...to) => {
  keepLateSearch()
  push(...to)
}

export const router = createRouter({
  history,
  routeTree,
  context: { prepare: () => {} },
  // What routes prepare stays prepared.
  defaultStaleTime: Infinity,
  defaultPreload: 'intent',
  defaultErrorComponent: Crashed,
  scrollRestoration: true,
})

/** Back finds a list as it was left, also when its address had not followed yet. Only the browser is told: nothing is drawn. */
function keepLateSearch(): void {
  const late = lateSearch()
  if (!late) return
  const { pathname: to, search } = router.latestLocation
  const { href } = router.buildLocation({ to, search: patched(search as ListSearch, late) } as never)
  History.prototype.replaceState.call(window.history, window.history.state, '', href)
}
