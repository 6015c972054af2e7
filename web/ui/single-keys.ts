// Single keys can be turned off on a device: who speaks to it, or presses keys by mistake, would run commands unawares.
import { create } from 'zustand'

const place = 'single-keys'

export const useSingleKeys = create<{ readonly on: boolean }>(() => ({ on: localStorage.getItem(place) !== 'off' }))

export function chooseSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(place)
  else localStorage.setItem(place, 'off')
  useSingleKeys.setState({ on })
}
