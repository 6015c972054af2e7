import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { patched, type SearchPatch } from '#web/ui/search/list-search.ts'
import { InvestorPortalScreen } from './investor-portal-screen.tsx'
import { type PortalSearch, readPortalSearch } from './portal-search.ts'

/** Back closes dialogs, and returns to the previous investor. */
export function InvestorPortalRoute() {
  const navigate = useNavigate()
  const search: PortalSearch = useSearch({
    strict: false,
    select: readPortalSearch as never,
    structuralSharing: true as never,
  })
  const { statement } = search
  const setSearch = useCallback(
    (patch: SearchPatch<PortalSearch>) => {
      const opensOver = patch.holding ?? patch.figure
      const opens = opensOver ?? patch.investor ?? (statement === undefined ? patch.statement : undefined)
      void navigate({
        to: '/investor-portal',
        search: (before: unknown) => patched(before as PortalSearch, patch) as never,
        replace: opens === undefined,
        // Overlays keep the screen and its scroll position.
        resetScroll: 'statement' in patch || 'investor' in patch,
      })
    },
    [navigate, statement],
  )
  return <InvestorPortalScreen search={search} setSearch={setSearch} />
}
