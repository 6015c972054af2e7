// Some firms' server and devices work with limits that are reached all the time: pages, numbers and requests are cut often.
import { limits } from '#schema/protocol.ts'
import type { Dice } from './dice.ts'

const usual = { ...limits }

/** Returns how to have the usual limits again. */
export function shrinkLimits(dice: Dice): () => void {
  const small = {
    bytesPerPage: dice.pick([600, 1_500, 4_000]),
    rowsPerNumber: dice.pick([3, 8, usual.rowsPerNumber]),
    changesPerRequest: dice.pick([1, 3, usual.changesPerRequest]),
  }
  Object.assign(limits, dice.chance(0.5) ? small : {})
  return () => void Object.assign(limits, usual)
}
