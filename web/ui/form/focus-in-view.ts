import { type RefObject, useEffect } from 'react'

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
