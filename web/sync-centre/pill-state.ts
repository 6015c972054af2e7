import type { SyncStatus } from '#web/store/contract.ts'

export type PillState =
  | 'starting'
  | 'live'
  | 'syncing'
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

/** What the pill says first: what needs the person, then what the connection is, then what is under way. */
export function pillStateOf({ connection, attention, full, waiting, syncing }: SyncStatus): PillState {
  if (attention > 0) return 'attention'
  if (full) return 'full'
  if (connection !== 'online' && connection !== 'starting') return stateOf[connection]
  if (waiting > 0 || (syncing && connection === 'starting')) return 'syncing'
  return connection === 'starting' ? 'starting' : 'live'
}
