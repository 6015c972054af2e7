import type { ReactNode, Ref } from 'react'

interface ScrollRegionProps {
  readonly label: string
  readonly className: string | undefined
  readonly ref?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** Scrollable regions must be reachable by keyboard. */
const focusable = { tabIndex: 0 } as const

/** The router restores the scroll position by the label. */
export const ScrollRegion = ({ label, className, ref, children }: ScrollRegionProps) => (
  <section {...focusable} ref={ref} className={className} aria-label={label} data-scroll-restoration-id={label}>
    {children}
  </section>
)
