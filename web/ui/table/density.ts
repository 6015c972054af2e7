// How close the rows of a list stand: as a person chose, else as their pointer needs.
import { createContext, use, useSyncExternalStore } from 'react'
import type { densities } from '#schema/kernel/enumerations.ts'

type Chosen = (typeof densities)[number]

export interface Density {
  readonly name: Chosen
  /** The height of a row in pixels. The windowing counts by it, and the styles follow it. */
  readonly row: number
  /** The height of what is pressed inside a row. */
  readonly target: number
}

const compact: Density = { name: 'COMPACT', row: 40, target: 32 }
const comfortable: Density = { name: 'COMFORTABLE', row: 56, target: 44 }
/** A finger needs 44 pixels, however close a person wants the rows. */
const compactForFingers: Density = { name: 'COMPACT', row: 44, target: 44 }

function densityOf(chosen: Chosen | null, isFinger: boolean): Density {
  if ((chosen ?? (isFinger ? 'COMFORTABLE' : 'COMPACT')) === 'COMFORTABLE') return comfortable
  return isFinger ? compactForFingers : compact
}

/** What the person chose, where the person is known. */
export const ChosenDensity = createContext<Chosen | null>(null)

const finger = matchMedia('(pointer: coarse)')

function followPointer(listener: () => void) {
  finger.addEventListener('change', listener)
  return () => finger.removeEventListener('change', listener)
}

const useIsFinger = (): boolean => useSyncExternalStore(followPointer, () => finger.matches)

export const useDensity = (): Density => densityOf(use(ChosenDensity), useIsFinger())
