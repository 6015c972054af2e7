import type { ReactNode, Ref } from 'react'

interface ScrollRegionProps {
  readonly label: string
  readonly className: string | undefined
  readonly ref?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** A region with its own scrolling must be reachable with the keyboard. */
const reachable = { tabIndex: 0 } as const

/** The router keeps the scroll positions of two screens apart by the label: their regions have the same place in the page. */
export const ScrollRegion = ({ label, className, ref, children }: ScrollRegionProps) => (
  <section {...reachable} ref={ref} className={className} aria-label={label} data-scroll-restoration-id={label}>
    {children}
  </section>
)
