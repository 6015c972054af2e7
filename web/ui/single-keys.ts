// Can be turned off for people who use speech input or press keys by mistake.
import { create } from 'zustand'

const place = 'single-keys'

export const useSingleKeys = create<{ readonly on: boolean }>(() => ({ on: localStorage.getItem(place) !== 'off' }))

export function chooseSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(place)
  else localStorage.setItem(place, 'off')
  useSingleKeys.setState({ on })
}
