// What a person chose on this device, the same in all of its windows.
import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Keys outlive a build; they name the person. Empty until something is chosen. */
export function useStoredChoice(key: string): readonly [string, (choice: string) => void] {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(key) ?? '')
  const choose = useCallback(
    (choice: string) => {
      localStorage.setItem(key, choice)
      for (const listener of listeners) listener()
    },
    [key],
  )
  return [stored, choose]
}
