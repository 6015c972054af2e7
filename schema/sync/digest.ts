// Row count and the xor of a hash of (id, number) per row. The server computes it in SQL, so products stay below 2^62.
import type { Entity } from '#schema/kernel/entity.ts'
import type { Digest } from './protocol.ts'

const digestPrime = 2_147_483_647n

/** ((last 31 bits of the id) + 1) x (number mod prime + 1) mod prime, xor the 31 bits before those. */
export function mixOf(id: string, number: number): bigint {
  const tail = BigInt(`0x${id.slice(-8)}`) & 0x7fffffffn
  const before = BigInt(`0x${id.slice(-12, -8)}${id.slice(19, 23)}`) & 0x7fffffffn
  return (((tail + 1n) * ((BigInt(number) % digestPrime) + 1n)) % digestPrime) ^ before
}

/** Clocks differ, so rows that age out are excluded. */
export const isDigested = ({ replicate }: Entity): boolean => replicate !== 'recent'

export function digestOf(rows: Iterable<{ readonly id: string; readonly number: number }>): Digest {
  let count = 0
  let xor = 0n
  for (const { id, number } of rows) {
    count++
    xor ^= mixOf(id, number)
  }
  return { count, xor: xor.toString(16).padStart(8, '0') }
}
