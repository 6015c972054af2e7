// Fetched in bulk, because a system call costs more than the use of the bytes.
import { randomFillSync } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'

const pool = Buffer.alloc(4_096)
let used = pool.length

/** They stay valid until 4,096 more were taken. */
export function nextRandomBytes(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}

let [msecs, seq] = [0, 0]

/** Higher than every one before. */
export function newId(): string {
  const [now, random] = [Date.now(), nextRandomBytes(16)]
  if (now > msecs) [msecs, seq] = [now, random.readUInt32BE(0) >>> 1]
  else seq++
  return uuidv7({ random, msecs, seq })
}
