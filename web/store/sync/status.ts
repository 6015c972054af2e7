import type { SyncStatus } from '#web/store/base/contract.ts'
import type { ShownRows } from '#web/store/core/shown-rows.ts'
import type { SharedStatus } from '#web/store/core/tabs.ts'
import type { Feed } from '#web/store/feed/feed.ts'
import type { PendingUploads } from '#web/store/files/pending-uploads.ts'
import type { LostWork } from '#web/store/outbox/lost-work.ts'
import type { Outbox } from '#web/store/outbox/outbox.ts'
import { causeIdOf } from '#web/store/outbox/outbox-entry.ts'

interface StatusDeps {
  readonly outbox: Outbox
  readonly rows: ShownRows
  readonly feed: Pick<Feed, 'active' | 'target'>
  readonly lostWork: LostWork
  readonly files: Pick<PendingUploads, 'waiting' | 'refused'>
}

export function statusOf(deps: StatusDeps, shared: SharedStatus): SyncStatus {
  const { outbox, rows, feed, lostWork } = deps
  let waiting = 0
  let attention = 0
  let resent = 0
  for (const entry of outbox.entries) {
    const state = rows.stateOf(entry)
    if (entry.resent) resent++
    if (state === 'waiting' || state === 'sent') waiting++
    else if (state === 'attention' && causeIdOf(entry) === null) attention++
  }
  const { active, target } = feed
  const total = target?.total ?? null
  const progress =
    target && !target.complete && total !== null ? { have: Math.min(target.fold.count, total), total } : null
  const hasAllRows = active?.complete ?? false
  const recovering = shared.recovering && waiting > 0
  const throttled = shared.throttled && waiting > 0
  const retryAt = waiting > 0 ? (shared.retryAt ?? null) : null
  const unread = outbox.unread.unsent
  const { lost, lostLately } = lostWork
  const { waiting: files, refused: refusedFiles } = deps.files
  return {
    ...shared,
    recovering,
    throttled,
    retryAt,
    suspended: shared.suspended ?? false,
    parked: parkedIn(deps, shared),
    hasAllRows,
    progress,
    waiting,
    attention,
    unread,
    resent,
    lost,
    lostLately,
    files,
    refusedFiles,
  }
}

function parkedIn({ outbox, rows }: StatusDeps, { parked = {} }: SharedStatus): SyncStatus['parked'] {
  const isWaiting = ([id]: [string, number]) => {
    const entry = outbox.find(id)
    return entry !== undefined && ['waiting', 'sent'].includes(rows.stateOf(entry))
  }
  return Object.fromEntries(Object.entries(parked).filter(isWaiting))
}

export const isSameStatus = (a: SyncStatus, b: SyncStatus): boolean => JSON.stringify(a) === JSON.stringify(b)

export const statusBeforeSync = (lastSync: number | null): SharedStatus => ({
  connection: 'starting',
  syncing: false,
  lastSync,
  full: false,
  recovering: false,
  throttled: false,
  unsteady: false,
  withdrawn: false,
})
