import type { ChangeState } from '#web/store/base/contract.ts'
import type { Entry } from './outbox-entry.ts'

const day = 24 * 3_600_000
const keptMs = 90 * day
/** A durable change is in the server's backups; it stays a day for the list of recent actions. */
const durableKeptMs = day
const mostKept = 5_000

/**
 * Old ones, and the oldest beyond the limit. Changes that backups do not contain yet never count toward the limit, and
 * their age counts from the receipt.
 */
export function entriesToPrune(
  entries: readonly Entry[],
  stateOf: (entry: Entry) => ChangeState,
  now: number,
): ReadonlySet<string> {
  const done = entries
    .map((entry) => ({ entry, state: stateOf(entry) }))
    .filter(({ entry, state }) => ['settled', 'durable', 'discarded'].includes(state) && !entry.resent)
  const isSafe = ({ entry, state }: (typeof done)[number]) =>
    state === 'durable' || (entry.verdict?.number ?? null) === null
  let surplus = done.length - mostKept
  const gone = done.filter((each) => {
    const { entry, state } = each
    const age = now - (entry.receivedAt ?? Date.parse(entry.change.at))
    const isSurplus = surplus > 0 && isSafe(each)
    if (isSurplus) surplus--
    return isSurplus || age > (state === 'durable' ? durableKeptMs : keptMs)
  })
  return new Set(gone.map(({ entry }) => entry.change.id))
}
