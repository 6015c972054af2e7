import { cloneElement, type ReactElement } from 'react'

interface HintProps {
  readonly text: string
  readonly children: ReactElement
}

/** Only sets attributes for hints.tsx: a table may have hundreds of hints. */
export const Hint = ({ text, children }: HintProps) =>
  cloneElement(children as ReactElement<Record<string, unknown>>, { 'data-hint': text, 'data-hint-touched': true })
