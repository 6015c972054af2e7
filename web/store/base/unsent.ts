import type { SyncStatus } from './contract.ts'

/** Changes and files that are not on the server or need the person's decision. */
export const unsentIn = ({ waiting, attention, unread, files, refusedFiles }: SyncStatus): number =>
  waiting + attention + unread + files + refusedFiles
