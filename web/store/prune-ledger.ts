// How long the ledger remembers what is done with.
import type { ChangeState } from './contract.ts'
import type { Entry } from './ledger-entry.ts'

const day = 24 * 3_600_000
const keptMs = 90 * day
/** A durable change is safe in the server's backups; it stays a day for the list of recent actions. */
const durableKeptMs = day
const mostKept = 5_000

/** The changes that may be forgotten: done with, and durable, old or too many. Oldest first go first. */
export function entriesToPrune(
  entries: readonly Entry[],
  stateOf: (entry: Entry) => ChangeState,
  now: number,
): ReadonlySet<string> {
  const done = entries.filter((entry) => ['settled', 'durable', 'discarded'].includes(stateOf(entry)))
  const surplus = done.length - mostKept
  const gone = done.filter((entry, index) => {
    const age = now - Date.parse(entry.change.at)
    return index < surplus || age > (stateOf(entry) === 'durable' ? durableKeptMs : keptMs)
  })
  return new Set(gone.map(({ change }) => change.id))
}
