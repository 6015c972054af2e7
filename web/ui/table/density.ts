import { createContext, use, useSyncExternalStore } from 'react'
import type { densities } from '#schema/kernel/enumerations.ts'

type DensityName = (typeof densities)[number]

export interface Density {
  readonly name: DensityName
  /** In pixels; windowing and styles depend on it. */
  readonly row: number
  readonly head: number
  readonly target: number
}

const compact: Density = { name: 'COMPACT', row: 40, head: 32, target: 32 }
const comfortable: Density = { name: 'COMFORTABLE', row: 56, head: 46, target: 44 }
/** A finger needs 44 pixels. */
const touch: Density = { name: 'COMPACT', row: 48, head: 46, target: 44 }

/** In pixels, what rows of phones have more. */
export const secondLine = 16

function densityOf(preferred: DensityName | null, isTouch: boolean): Density {
  if (preferred === 'COMFORTABLE') return comfortable
  return isTouch ? touch : compact
}

export const ChosenDensity = createContext<DensityName | null>(null)

const coarsePointer = matchMedia('(pointer: coarse)')

function subscribeToPointer(listener: () => void) {
  coarsePointer.addEventListener('change', listener)
  return () => coarsePointer.removeEventListener('change', listener)
}

const useIsTouch = (): boolean => useSyncExternalStore(subscribeToPointer, () => coarsePointer.matches)

export const useDensity = (): Density => densityOf(use(ChosenDensity), useIsTouch())
