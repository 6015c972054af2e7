import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { shouldReturnOnClose } from '#web/ui/search/return-on-close.ts'
import { pendingSearch } from '#web/ui/search/pending-search.ts'
import { type ListSearch, applyPatch, type SearchPatch, type SetSearch } from '#web/ui/search/list-search.ts'
import { useNavigateTo } from '#web/ui/search/use-address.ts'

/** Opening a dialog adds a history entry that Back undoes; everything else replaces the address. */
export function useSetSearch<S extends ListSearch>(path: string): SetSearch<S> {
  const navigateTo = useNavigateTo()
  const router = useRouter()
  return useCallback(
    (patch: SearchPatch<S>) => {
      // The next screen is still loading: changing this list's address would cancel the navigation.
      if (router.latestLocation.pathname !== path) return
      if ('dialog' in patch && !patch.dialog && shouldReturnOnClose(router.latestLocation.state))
        return router.history.back()
      navigateTo({
        to: path,
        search: (search) => applyPatch(applyPatch(search as S, (pendingSearch() ?? {}) as SearchPatch<S>), patch),
        replace: !patch.dialog && !patch.part,
        // The router would scroll back to the position before the click.
        resetScroll: false,
      })
    },
    [navigateTo, router, path],
  )
}
