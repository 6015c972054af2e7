// How long the outbox remembers what is done with.
import type { ChangeState } from './contract.ts'
import type { Entry } from './outbox-entry.ts'

const day = 24 * 3_600_000
const keptMs = 90 * day
/** A durable change is safe in the server's backups; it stays a day for the list of recent actions. */
const durableKeptMs = day
const mostKept = 5_000

/**
 * The changes that may be forgotten: done with, and durable, old or too many; oldest first. What the server's backups do
 * not hold yet is never too many, and its age is counted from its receipt. What the person is to hear of stays.
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
