import type { ReactNode, Ref } from 'react'

interface ScrollRegionProps {
  readonly label: string
  readonly className: string | undefined
  readonly ref?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** Scrollable regions must be reachable by keyboard. */
const reachable = { tabIndex: 0 } as const

/** The router tells the scroll positions of two screens apart by the label. */
export const ScrollRegion = ({ label, className, ref, children }: ScrollRegionProps) => (
  <section {...reachable} ref={ref} className={className} aria-label={label} data-scroll-restoration-id={label}>
    {children}
  </section>
)
