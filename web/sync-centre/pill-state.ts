import type { SyncStatus } from '#web/store/contract.ts'

export type PillState = 'starting' | 'live' | 'syncing' | 'offline' | 'attention' | 'signedOut'

/** What the pill says first: what needs the person, then what the connection is, then what is under way. */
export function pillStateOf({ connection, attention, waiting, syncing }: SyncStatus): PillState {
  if (attention > 0) return 'attention'
  if (connection === 'signed-out') return 'signedOut'
  if (connection === 'offline') return 'offline'
  if (waiting > 0 || (syncing && connection === 'starting')) return 'syncing'
  return connection === 'starting' ? 'starting' : 'live'
}
