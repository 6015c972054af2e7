import type { SyncStatus } from './contract.ts'

export const unsentIn = ({ waiting, attention, unread, files, refusedFiles }: SyncStatus): number =>
  waiting + attention + unread + files + refusedFiles
