// The audit trail is one unbroken chain of hashes, and each number belongs to one change.
import { createHash } from 'node:crypto'
import type { Written } from './written.ts'
import { hold } from './violation.ts'

/** `migrated`: the number that a migration took for the rows that it filled in. */
export function checkChain({ entries, lastHash, counter }: Written, migrated = 0): void {
  let last = '0'.repeat(64)
  const numbers = new Map<number, string>()
  let number = 0
  for (const { hash, previousHash, ...entry } of entries) {
    hold(previousHash === last, () => `The audit chain breaks before ${entry.id}`)
    const own = createHash('sha256').update(previousHash).update(sorted(entry)).digest('hex')
    hold(own === hash, () => `The audit entry ${entry.id} is not what was hashed`)
    last = hash
    hold(entry.number >= number, () => `NUM2: an audit entry at ${entry.number} after one at ${number}`)
    number = entry.number
    const change = numbers.get(number) ?? entry.details.changeId
    hold(change === entry.details.changeId, () => `NUM1: the number ${number} belongs to two changes`)
    numbers.set(number, change)
  }
  hold(last === lastHash, () => 'The audit chain does not end where the counter says')
  hold(Math.max(number, migrated) === counter, () => `The counter is at ${counter}, the last change at ${number}`)
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${sorted(each)}`)
    .join(',')}}`
}
