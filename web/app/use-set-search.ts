import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { lateSearch } from '#web/ui/late-search.ts'
import { type ListSearch, patched, type SearchPatch, type SetSearch } from '#web/ui/list-search.ts'

type ListPath = '/projects' | '/investors' | '/investments' | '/documents' | '/referrals'

/** Changes the address of a list. Opening a dialog is a step that Back undoes; everything else replaces the address. */
export function useSetSearch<S extends ListSearch>(path: ListPath): SetSearch<S> {
  const navigate = useNavigate()
  return useCallback(
    (patch: SearchPatch<S>) =>
      void navigate({
        to: path,
        search: (search: unknown) =>
          patched(patched(search as S, (lateSearch() ?? {}) as SearchPatch<S>), patch) as never,
        replace: !patch.dialog,
      }),
    [navigate, path],
  )
}
