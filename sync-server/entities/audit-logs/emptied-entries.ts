// A purge empties earlier entries, and its own entry lists them. The hash of an emptied entry no longer fits it, so the
// entries found empty must be the listed ones. Both sets are added up, and equal sums mean equal sets; a sum needs no
// memory for each entry.
import { createHmac, randomBytes } from 'node:crypto'
import type { EmptiedEntry } from '#server/records/audit/remove-words.ts'

export interface SumOfEmptied {
  add(entry: EmptiedEntry): void
  equals(other: SumOfEmptied): boolean
  readonly total: () => bigint
}

const modulus = 1n << 256n

/** The key is made anew for each check, so that nobody can choose entries whose sums are equal. */
export function sumsOfEmptied(): readonly [SumOfEmptied, SumOfEmptied] {
  const key = randomBytes(32)
  const createSum = (): SumOfEmptied => {
    let sum = 0n
    return {
      add([hash, left]) {
        const term = createHmac('sha256', key).update(`${hash} ${left}`).digest('hex')
        sum = (sum + BigInt(`0x${term}`)) % modulus
      },
      equals: (other) => other.total() === sum,
      total: () => sum,
    }
  }
  return [createSum(), createSum()]
}
