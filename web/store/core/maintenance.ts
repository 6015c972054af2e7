// Housekeeping of the syncing context between two pulls.
import { compactPages, pagesToCompact } from '#web/store/feed/compact-feed.ts'
import type { Core } from './core.ts'
import { untilDone } from '#web/store/base/time-slicing.ts'
import { entriesToPrune } from '#web/store/outbox/prune-outbox.ts'

export async function runMaintenance(core: Core, maySync: () => boolean): Promise<void> {
  const { feed, outbox, deps } = core
  let wrote = await feed.forgetOthers()
  const set = feed.active
  // Superseded rows are only known once all rows are unpacked.
  if (set) await untilDone(core.tables.scheduler, set.fold.unpacking())
  while (set && set === feed.active && maySync()) {
    const notes = pagesToCompact(set.pages)
    if (!notes || !(await compactPages(feed, set, notes, deps.newId()))) break
    wrote = true
  }
  if (wrote && maySync()) await feed.pages.purge()
  const done = entriesToPrune(outbox.entries, (entry) => core.stateOf(entry), deps.now())
  if (done.size > 0 && maySync()) await outbox.prune(done)
}
