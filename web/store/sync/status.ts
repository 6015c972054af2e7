import type { SyncStatus } from '#web/store/base/contract.ts'
import type { Core } from '#web/store/core/core.ts'
import { becauseOf } from '#web/store/outbox/outbox-entry.ts'
import type { SharedStatus } from './tabs.ts'

/** Combines this device's outbox and rows with the syncing context's state. */
export function statusOf(core: Core, shared: SharedStatus): SyncStatus {
  let waiting = 0
  let attention = 0
  let resent = 0
  for (const entry of core.outbox.entries) {
    const state = core.stateOf(entry)
    if (entry.resent) resent++
    if (state === 'waiting' || state === 'sent') waiting++
    else if (state === 'attention' && becauseOf(entry) === null) attention++
  }
  const { active, target } = core.feed
  const total = target?.total ?? null
  const progress =
    target && !target.complete && total !== null ? { have: Math.min(target.fold.count, total), total } : null
  const hasAllRows = active?.complete ?? false
  const recovering = shared.recovering && waiting > 0
  const throttled = shared.throttled && waiting > 0
  const retryAt = waiting > 0 ? (shared.retryAt ?? null) : null
  const unread = core.outbox.unread.unsent
  const { lost, lostLately } = core.lostWork
  const { waiting: files, refused: refusedFiles } = core.files
  return {
    ...shared,
    recovering,
    throttled,
    retryAt,
    parked: parkedIn(core, shared),
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

/** Another tab's message may be outdated. */
function parkedIn(core: Core, { parked = {} }: SharedStatus): SyncStatus['parked'] {
  const isWaiting = ([id]: [string, number]) => {
    const entry = core.outbox.find(id)
    return entry !== undefined && ['waiting', 'sent'].includes(core.stateOf(entry))
  }
  return Object.fromEntries(Object.entries(parked).filter(isWaiting))
}

export const isSameStatus = (a: SyncStatus, b: SyncStatus): boolean => JSON.stringify(a) === JSON.stringify(b)
