import type { ChangeState } from '#web/store/base/contract.ts'
import type { Entry } from './outbox-entry.ts'

const dayMs = 24 * 3_600_000
const retentionMs = 90 * dayMs
/** A durable change is in the server's backups; it stays a day for the list of recent actions. */
const durableRetentionMs = dayMs
const maxKept = 5_000

/**
 * Old ones, and the oldest beyond the limit. Changes that backups do not contain yet never count toward the limit, and
 * their age counts from the receipt.
 */
export function entriesToPrune(
  entries: readonly Entry[],
  stateOf: (entry: Entry) => ChangeState,
  now: number,
): ReadonlySet<string> {
  const settled = entries
    .map((entry) => ({ entry, state: stateOf(entry) }))
    .filter(({ entry, state }) => ['settled', 'durable', 'discarded'].includes(state) && !entry.resent)
  const isSafe = ({ entry, state }: (typeof settled)[number]) =>
    state === 'durable' || (entry.verdict?.number ?? null) === null
  let surplus = settled.length - maxKept
  const pruned = settled.filter((each) => {
    const { entry, state } = each
    const age = now - (entry.receivedAt ?? Date.parse(entry.change.at))
    const isSurplus = surplus > 0 && isSafe(each)
    if (isSurplus) surplus--
    return isSurplus || age > (state === 'durable' ? durableRetentionMs : retentionMs)
  })
  return new Set(pruned.map(({ entry }) => entry.change.id))
}
