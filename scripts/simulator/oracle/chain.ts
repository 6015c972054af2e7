// Checks that the audit hashes form one chain, and that each number belongs to one change.
import { createHmac, hkdfSync } from 'node:crypto'
import type { ServerState } from './server-state.ts'
import { assert } from './violation.ts'

/** Derived from the simulator's key of zeros. */
const auditKey = Buffer.from(hkdfSync('sha256', Buffer.alloc(32), '', 'holdfast audit chain', 32))

export function checkChain({ tenantId, entries, lastHash, counter }: ServerState, migrated = 0): void {
  let last = '0'.repeat(64)
  const numbers = new Map<number, string>()
  let number = 0
  for (const [index, { hash, ...entry }] of entries.entries()) {
    const { previousHash } = entry
    assert(previousHash === last, () => `The audit chain breaks before ${entry.id}`)
    const sealed = Object.entries({ ...entry, tenantId, chain: 'records' }).filter(([, value]) => value !== null)
    const computedHash = createHmac('sha256', auditKey)
      .update(canonicalJson(Object.fromEntries(sealed)))
      .digest('hex')
    assert(entry.place === index + 1, () => `The audit entry ${entry.id} is out of order`)
    assert(computedHash === hash, () => `The audit entry ${entry.id} differs from what was hashed`)
    last = hash
    assert(entry.number >= number, () => `NUM2: an audit entry at ${entry.number} after one at ${number}`)
    number = entry.number
    const change = numbers.get(number) ?? entry.details.changeId
    assert(change === entry.details.changeId, () => `NUM1: the number ${number} belongs to two changes`)
    numbers.set(number, change)
  }
  assert(last === lastHash, () => 'The audit chain does not end where the counter says')
  assert(Math.max(number, migrated) === counter, () => `The counter is at ${counter}, the last change at ${number}`)
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`)
    .join(',')}}`
}
