import { useSyncExternalStore } from 'react'

/** The width below which the bar at the bottom replaces the sidebar. */
const phone = matchMedia('(max-width: 47.99em)')

const subscribe = (listener: () => void) => {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches)
