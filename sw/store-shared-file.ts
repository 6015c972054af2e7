import { v7 as newId } from 'uuid'
import type { UnsharedReason } from '#schema/app/shared-files.ts'
import { storeSharedFiles } from '#web/store/files/shared-files.ts'
import { readCookies } from './cookies.ts'

export const storeForPerson = (files: readonly File[]): Promise<'stored' | UnsharedReason> =>
  storeSharedFiles({ idb: { indexedDB, IDBKeyRange }, newId, cookies: readCookies, isUnconfirmed: true }, files)
