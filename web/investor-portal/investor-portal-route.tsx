import { useCallback } from 'react'
import { applyPatch, type SearchPatch } from '#web/ui/search/list-search.ts'
import { useAddressSearch, useNavigateTo } from '#web/ui/search/use-address.ts'
import { InvestorPortalScreen } from './investor-portal-screen.tsx'
import { type PortalSearch, readPortalSearch } from './portal-search.ts'

/** Back closes dialogs, and returns to the previous investor. */
export function InvestorPortalRoute() {
  const navigateTo = useNavigateTo()
  const search = useAddressSearch(readPortalSearch)
  const { statement } = search
  const setSearch = useCallback(
    (patch: SearchPatch<PortalSearch>) => {
      const opensOver = patch.holding ?? patch.figure
      const opens = opensOver ?? patch.investor ?? (statement === undefined ? patch.statement : undefined)
      navigateTo({
        to: '/investor-portal',
        search: (before) => applyPatch(before as PortalSearch, patch),
        replace: opens === undefined,
        // Overlays keep the screen and its scroll position.
        resetScroll: 'statement' in patch || 'investor' in patch,
      })
    },
    [navigateTo, statement],
  )
  return <InvestorPortalScreen search={search} setSearch={setSearch} />
}
