import type { ReactNode, Ref, UIEventHandler } from 'react'

interface ScrollRegionProps {
  readonly label: string
  readonly className: string | undefined
  readonly ref?: Ref<HTMLElement>
  readonly onScroll?: UIEventHandler<HTMLElement>
  readonly children: ReactNode
}

/** Scrollable regions must be reachable by keyboard. */
const focusable = { tabIndex: 0 } as const

/** The router restores the scroll position by the label. */
export const ScrollRegion = ({ label, ref, children, ...props }: ScrollRegionProps) => (
  <section {...focusable} {...props} ref={ref} aria-label={label} data-scroll-restoration-id={label}>
    {children}
  </section>
)
