// Housekeeping of the syncing context between two pulls.
import { compactPages, pagesToCompact } from '#web/store/feed/compact-feed.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import type { Feed } from '#web/store/feed/feed.ts'
import type { Outbox } from '#web/store/outbox/outbox.ts'
import type { ShownRows } from './shown-rows.ts'
import { untilDone } from '#web/store/base/time-slicing.ts'
import { entriesToPrune } from '#web/store/outbox/prune-outbox.ts'

export interface MaintenanceDeps extends Pick<StoreDeps, 'newId' | 'now'> {
  readonly feed: Feed
  readonly outbox: Outbox
  readonly rows: ShownRows
  readonly maySync: () => boolean
}

export async function runMaintenance({ feed, outbox, rows, newId, now, maySync }: MaintenanceDeps): Promise<void> {
  let hasDeleted = await feed.deleteOtherSets()
  const set = feed.active
  // Superseded rows are only known once all rows are unpacked.
  if (set) await untilDone(rows.tables.scheduler, set.fold.unpacking())
  while (set && set === feed.active && maySync()) {
    const notes = pagesToCompact(set.pages)
    if (!notes || !(await compactPages(feed.pages, set, notes, newId()))) break
    hasDeleted = true
  }
  if (hasDeleted && maySync()) await feed.pages.purge()
  const prunable = entriesToPrune(outbox.entries, (entry) => rows.stateOf(entry), now())
  if (prunable.size > 0 && maySync()) await outbox.prune(prunable)
}
