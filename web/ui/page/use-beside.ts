import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 64em) and (orientation: landscape)')

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

export const useBeside = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
