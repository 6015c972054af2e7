import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { patched } from '#web/ui/search/list-search.ts'
import { type FigureSearch, OpenFigureContext, readFigureSearch } from './open-figure.ts'

/** For screens whose address has no other search. */
export function FiguresInAddress({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate()
  const { figure }: FigureSearch = useSearch({
    strict: false,
    // The router types only the search of known routes.
    select: readFigureSearch as never,
    structuralSharing: true as never,
  })
  const value = useMemo(
    () => ({
      ...(figure && { figure }),
      open: (id: string | undefined) =>
        void navigate({
          to: '.',
          search: (before: unknown) => patched(before as FigureSearch, { figure: id }) as never,
          replace: id === undefined,
          // The screen stays beneath the panel.
          resetScroll: false,
        }),
    }),
    [figure, navigate],
  )
  return <OpenFigureContext value={value}>{children}</OpenFigureContext>
}
