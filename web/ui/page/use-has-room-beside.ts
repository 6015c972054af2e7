import { useSyncExternalStore } from 'react'

const hasRoom = matchMedia('(min-width: 64em) and (orientation: landscape)')

const subscribe = (listener: () => void) => {
  hasRoom.addEventListener('change', listener)
  return () => hasRoom.removeEventListener('change', listener)
}

export const useHasRoomBeside = (): boolean => useSyncExternalStore(subscribe, () => hasRoom.matches)
