import { type Aad, SealBroken, type Seals } from './seal.ts'

export interface Resealed {
  readonly resealed: number
  /** They stay as they are. */
  readonly broken: readonly string[]
}

/** Null when it has the newest key, or cannot be opened. */
export function reseal(seals: Seals, value: string | null, aad: Aad, broken: string[]): string | null {
  if (value === null || seals.keyOf(value) === seals.newest()) return null
  try {
    return seals.seal(seals.open(value, aad), aad)
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    broken.push(error.message)
    return null
  }
}
