// Small limits, so that pages, numbers and requests are split often.
import { limits } from '#schema/sync/protocol.ts'
import type { Dice } from '../dice.ts'

const defaultLimits = { ...limits }

export function shrinkLimits(dice: Dice, chance: number): () => void {
  const small = {
    bytesPerPage: dice.pick([1_000, 3_000, 6_000]),
    rowsPerNumber: dice.pick([3, 8, defaultLimits.rowsPerNumber]),
    changesPerRequest: dice.pick([1, 3, defaultLimits.changesPerRequest]),
  }
  Object.assign(limits, dice.chance(chance) ? small : {})
  return () => void Object.assign(limits, defaultLimits)
}
