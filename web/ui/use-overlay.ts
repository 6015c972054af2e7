import { useFocusReturn } from './focus-return.ts'
import { usePressShield } from './press-shield.ts'

/** What every overlay owes the page beneath it when it closes: the focus back, and nothing pressed by accident. */
export function useOverlay(...overlay: Parameters<typeof useFocusReturn>): void {
  useFocusReturn(...overlay)
  usePressShield(overlay[0])
}
