import type { ChangeState } from '#web/store/base/contract.ts'
import type { Entry } from './outbox-entry.ts'

const dayMs = 24 * 3_600_000
const retentionMs = 90 * dayMs
/** A durable change is in the newest backup. An older one may be restored: the server keeps five weekly ones. */
const weeklyBackupsMs = 35 * dayMs
const maxKept = 5_000

/** Old ones, and beyond the limit the oldest that weekly backups contain. The age counts from the receipt. */
export function entriesToPrune(
  entries: readonly Entry[],
  stateOf: (entry: Entry) => ChangeState,
  now: number,
): ReadonlySet<string> {
  const settled = entries
    .map((entry) => ({ entry, state: stateOf(entry) }))
    .filter(({ entry, state }) => ['settled', 'durable', 'discarded'].includes(state) && !entry.resent)
  const isSafe = ({ entry, state }: (typeof settled)[number], age: number) =>
    (state === 'durable' && age > weeklyBackupsMs) || (entry.verdict?.number ?? null) === null
  let surplus = settled.length - maxKept
  const pruned = settled.filter((each) => {
    const { receivedAt, change } = each.entry
    const age = now - (receivedAt ?? Date.parse(change.at))
    const isSurplus = surplus > 0 && isSafe(each, age)
    if (isSurplus) surplus--
    return isSurplus || age > retentionMs
  })
  return new Set(pruned.map(({ entry }) => entry.change.id))
}
