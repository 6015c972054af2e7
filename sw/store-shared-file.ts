import { v7 as newId } from 'uuid'
import type { UnsharedReason } from '#schema/app/shared-files.ts'
import { keepShared } from '#web/store/files/shared-files.ts'
import { readCookies } from './cookies.ts'

export const storeForPerson = (files: readonly File[]): Promise<'kept' | UnsharedReason> =>
  keepShared({ idb: { indexedDB, IDBKeyRange }, newId, cookies: readCookies, isUnconfirmed: true }, files)
