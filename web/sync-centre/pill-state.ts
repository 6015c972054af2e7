import type { SyncStatus } from '#web/store/base/contract.ts'

export type PillState =
  | 'starting'
  | 'live'
  | 'loading'
  | 'syncing'
  | 'recovering'
  /** Waiting changes are sent later, because the server limits requests, cannot write or fails. */
  | 'throttled'
  | 'unsteady'
  | 'suspended'
  | 'slow'
  | 'checking'
  | 'offline'
  | 'attention'
  | 'full'
  | 'signedOut'
  | 'tooOld'

const stateOf = {
  offline: 'offline',
  slow: 'slow',
  checking: 'checking',
  'signed-out': 'signedOut',
  'other-person': 'signedOut',
  'too-old': 'tooOld',
} as const

/** In this order: work for the person, the connection, progress. */
export function pillStateOf(status: SyncStatus): PillState {
  const { connection, attention, unread, full, recovering, throttled, unsteady, suspended, retryAt, parked } = status
  const { hasAllRows, progress, syncing } = status
  const waiting = status.waiting + status.files
  if (attention + status.refusedFiles > 0) return 'attention'
  if (full) return 'full'
  if (connection !== 'online' && connection !== 'starting') return stateOf[connection]
  if (suspended) return 'suspended'
  if (unread > 0) return 'tooOld'
  if (unsteady) return 'unsteady'
  if (recovering) return 'recovering'
  if (throttled || retryAt !== null) return 'throttled'
  const isReached = connection === 'online' || syncing
  if (!hasAllRows && isReached) return 'loading'
  if (waiting > 0) return Object.keys(parked).length > 0 && !syncing ? 'throttled' : 'syncing'
  if (progress) return 'loading'
  if (connection === 'online') return 'live'
  return syncing ? 'syncing' : 'starting'
}
