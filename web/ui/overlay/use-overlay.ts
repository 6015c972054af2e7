import { useFocusReturn } from './focus-return.ts'
import { usePressShield } from './press-shield.ts'

export function useOverlay(...overlay: Parameters<typeof useFocusReturn>): void {
  useFocusReturn(...overlay)
  usePressShield(overlay[0])
}
