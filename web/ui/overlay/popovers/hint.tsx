import { cloneElement, type ReactElement } from 'react'

interface HintProps {
  readonly text: string
  readonly children: ReactElement
}

/** Explains what is hovered, focused or touched (`hints.tsx`). Only a mark in the page: a table may have hundreds. */
export const Hint = ({ text, children }: HintProps) =>
  cloneElement(children as ReactElement<Record<string, unknown>>, { 'data-hint': text, 'data-hint-touched': true })
