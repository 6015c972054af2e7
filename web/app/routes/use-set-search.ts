import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ScreenPath } from '#web/records/names/screen-path.tsx'
import { lateSearch } from '#web/ui/search/late-search.ts'
import { type ListSearch, patched, type SearchPatch, type SetSearch } from '#web/ui/search/list-search.ts'

/**
 * Changes the address of a list. Opening a dialog adds a step that Back undoes; everything else replaces the address.
 */
export function useSetSearch<S extends ListSearch>(path: ScreenPath): SetSearch<S> {
  const navigate = useNavigate()
  const router = useRouter()
  return useCallback(
    (patch: SearchPatch<S>) => {
      // The person is on the way to another screen that is still loading: a change of this list's address would cancel
      // that.
      if (router.latestLocation.pathname !== path) return
      void navigate({
        to: path,
        search: (search: unknown) =>
          patched(patched(search as S, (lateSearch() ?? {}) as SearchPatch<S>), patch) as never,
        replace: !patch.dialog && !patch.part,
        // The screen stays: the router would scroll its parts back to where they were before the person's press.
        resetScroll: false,
      })
    },
    [navigate, router, path],
  )
}
