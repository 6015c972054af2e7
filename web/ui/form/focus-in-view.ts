import { type RefObject, useEffect } from 'react'

export function useFocusInView(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const scrollToFocus = () => {
      const at = document.activeElement
      if (at && within.current?.contains(at)) at.scrollIntoView({ block: 'nearest' })
    }
    addEventListener('resize', scrollToFocus)
    return () => removeEventListener('resize', scrollToFocus)
  }, [within])
}
