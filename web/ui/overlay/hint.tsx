import { lazy, type ReactElement, Suspense } from 'react'

const Tooltip = lazy(() => import('./tooltip.tsx').then((each) => ({ default: each.Tooltip })))

interface HintProps {
  readonly text: string
  readonly children: ReactElement
}

/** Explains what is hovered, focused or touched; its code loads after the first picture. */
export const Hint = ({ text, children }: HintProps) => (
  <Suspense fallback={children}>
    <Tooltip label={text}>{children}</Tooltip>
  </Suspense>
)
