// What both halves of the database have in common when sealed values get the newest key.
import { type Aad, SealBroken, type Seals } from './seal.ts'

export interface Resealed {
  readonly resealed: number
  /** Why values could not be opened: they stay as they are. */
  readonly broken: readonly string[]
}

/** A value sealed anew, or null when it has the newest key already or cannot be opened. */
export function reseal(seals: Seals, value: string | null, place: Aad, broken: string[]): string | null {
  if (value === null || seals.keyOf(value) === seals.newest()) return null
  try {
    return seals.seal(seals.open(value, place), place)
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    broken.push(error.message)
    return null
  }
}
