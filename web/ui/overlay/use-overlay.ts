import { useFocusReturn } from './focus-return.ts'
import { usePressShield } from './press-shield.ts'

/** On closing, every overlay returns the focus and shields the page from accidental presses. */
export function useOverlay(...overlay: Parameters<typeof useFocusReturn>): void {
  useFocusReturn(...overlay)
  usePressShield(overlay[0])
}
