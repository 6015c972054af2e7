// Compares the entries that purges emptied with those that they list, by keyed sums, which need no memory per entry.
import { createHmac, randomBytes } from 'node:crypto'
import type { EmptiedEntry } from '#server/records/audit/remove-words.ts'

export interface SumOfEmptied {
  add(entry: EmptiedEntry): void
  equals(other: SumOfEmptied): boolean
  readonly total: () => bigint
}

const modulus = 1n << 256n

/** A fresh key, so that nobody can construct entries with equal sums. */
export function sumsOfEmptied(): readonly [SumOfEmptied, SumOfEmptied] {
  const key = randomBytes(32)
  const createSum = (): SumOfEmptied => {
    let sum = 0n
    return {
      add([hash, remaining]) {
        const term = createHmac('sha256', key).update(`${hash} ${remaining}`).digest('hex')
        sum = (sum + BigInt(`0x${term}`)) % modulus
      },
      equals: (other) => other.total() === sum,
      total: () => sum,
    }
  }
  return [createSum(), createSum()]
}
