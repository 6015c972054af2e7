import { createContext, use, useSyncExternalStore } from 'react'
import type { densities } from '#schema/kernel/enumerations.ts'

type Chosen = (typeof densities)[number]

export interface Density {
  readonly name: Chosen
  /** In pixels; windowing and styles depend on it. */
  readonly row: number
  readonly target: number
}

const compact: Density = { name: 'COMPACT', row: 40, target: 32 }
const comfortable: Density = { name: 'COMFORTABLE', row: 56, target: 44 }
/** A finger needs 44 pixels. */
const compactForFingers: Density = { name: 'COMPACT', row: 44, target: 44 }

function densityOf(chosen: Chosen | null, isFinger: boolean): Density {
  if ((chosen ?? (isFinger ? 'COMFORTABLE' : 'COMPACT')) === 'COMFORTABLE') return comfortable
  return isFinger ? compactForFingers : compact
}

export const ChosenDensity = createContext<Chosen | null>(null)

const finger = matchMedia('(pointer: coarse)')

function followPointer(listener: () => void) {
  finger.addEventListener('change', listener)
  return () => finger.removeEventListener('change', listener)
}

const useIsFinger = (): boolean => useSyncExternalStore(followPointer, () => finger.matches)

export const useDensity = (): Density => densityOf(use(ChosenDensity), useIsFinger())
