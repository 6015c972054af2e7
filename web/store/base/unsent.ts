import type { SyncStatus } from './contract.ts'

/** How much of what the person entered is not on the server, or waits for their decision: changes and files. */
export const unsentIn = ({ waiting, attention, unread, files, refusedFiles }: SyncStatus): number =>
  waiting + attention + unread + files + refusedFiles
