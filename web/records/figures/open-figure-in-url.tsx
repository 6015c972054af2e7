import { type ReactNode, useMemo } from 'react'
import { applyPatch } from '#web/ui/search/list-search.ts'
import { useAddressSearch, useNavigateTo } from '#web/ui/search/use-address.ts'
import { type FigureSearch, OpenFigureContext, readFigureSearch } from './open-figure.ts'

/** For screens whose address has no other search. */
export function OpenFigureInUrl({ children }: { readonly children: ReactNode }) {
  const navigateTo = useNavigateTo()
  const { figure } = useAddressSearch(readFigureSearch)
  const value = useMemo(
    () => ({
      ...(figure && { figure }),
      open: (id: string | undefined) =>
        navigateTo({
          to: '.',
          search: (before) => applyPatch(before as FigureSearch, { figure: id }),
          replace: id === undefined,
          // The screen stays beneath the panel.
          resetScroll: false,
        }),
    }),
    [figure, navigateTo],
  )
  return <OpenFigureContext value={value}>{children}</OpenFigureContext>
}
