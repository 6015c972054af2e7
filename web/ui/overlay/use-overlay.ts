import { useFocusReturn } from './focus-return.ts'
import { usePressShield } from './press-shield.ts'

/** Every overlay's duties when it closes: return the focus, and shield the page from accidental presses. */
export function useOverlay(...overlay: Parameters<typeof useFocusReturn>): void {
  useFocusReturn(...overlay)
  usePressShield(overlay[0])
}
