// Can be turned off for people who use speech input or press keys by mistake.
import { create } from 'zustand'

const storageKey = 'single-keys'

export const useSingleKeys = create<{ readonly on: boolean }>(() => ({
  on: localStorage.getItem(storageKey) !== 'off',
}))

export function chooseSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
  useSingleKeys.setState({ on })
}
