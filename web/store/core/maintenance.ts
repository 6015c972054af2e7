// Housekeeping of the context that holds the lock, between two pulls.
import { compactPages, pagesToCompact } from '#web/store/feed/compact-feed.ts'
import type { Core } from './core.ts'
import { untilDone } from '#web/store/base/time-slicing.ts'
import { entriesToPrune } from '#web/store/outbox/prune-outbox.ts'

export async function tend(core: Core, held: () => boolean): Promise<void> {
  const { feed, outbox, deps } = core
  let wrote = await feed.forgetOthers()
  const set = feed.active
  // Only unpacked rows tell which pages hold superseded ones.
  if (set) await untilDone(core.tables.pace, set.fold.unpacking())
  while (set && set === feed.active && held()) {
    const notes = pagesToCompact(set.pages)
    if (!notes || !(await compactPages(feed, set, notes, deps.newId()))) break
    wrote = true
  }
  if (wrote && held()) await feed.pages.purge()
  const done = entriesToPrune(outbox.entries, (entry) => core.stateOf(entry), deps.now())
  if (done.size > 0 && held()) await outbox.prune(done)
}
