import { type RefObject, useEffect } from 'react'

/** The keyboard of a screen takes room away when a field already has the focus: it is then scrolled into what is left. */
export function useFocusInView(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const show = () => {
      const at = document.activeElement
      if (at && within.current?.contains(at)) at.scrollIntoView({ block: 'nearest' })
    }
    addEventListener('resize', show)
    return () => removeEventListener('resize', show)
  }, [within])
}
