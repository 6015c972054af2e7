// The address names it: Back closes it, and links can open it.
import { createContext, use } from 'react'
import { addressText, present } from '#web/ui/search/list-search.ts'

export interface FigureSearch {
  readonly figure?: string
}

export interface OpenFigure extends FigureSearch {
  readonly open: (figure: string | undefined) => void
}

export const OpenFigureContext = createContext<OpenFigure | null>(null)

export function useOpenFigure(): OpenFigure {
  const figure = use(OpenFigureContext)
  if (!figure) throw new Error('A figure was rendered outside of a screen that keeps the open one in its address')
  return figure
}

export const readFigureSearch = (input: Record<string, unknown>): FigureSearch =>
  present<Required<FigureSearch>>({ figure: addressText(input['figure']) })
