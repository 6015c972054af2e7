import type { Identity } from '#web/store/base/contract.ts'
import { channelNameOf } from '#web/store/disk/database-name.ts'
import { respondFromCache, cacheOpenedFile, type OpenedFileDeps } from '#web/store/files/open-cached-file.ts'
import { currentPerson } from '#web/store/disk/current-person.ts'
import { Tabs } from '#web/store/core/tabs.ts'
import type { FileOwner } from '#web/store/base/pending-upload.ts'
import { readCookies } from './cookies.ts'

const deps: OpenedFileDeps = {
  idb: { indexedDB, IDBKeyRange },
  cookies: readCookies,
  locks: navigator.locks,
  now: Date.now,
  notify: (database) => {
    const tabs = new Tabs(new BroadcastChannel(channelNameOf(database)))
    tabs.send({ kind: 'kept' })
    tabs.close()
  },
}

export const signedInPerson = (): Promise<Identity | null> => currentPerson(deps)
export const cacheFile = (person: Identity, owner: FileOwner, response: Response): Promise<void> =>
  cacheOpenedFile(deps, person, owner, response)
export const cachedFile = (owner: FileOwner): Promise<Response | null> => respondFromCache(deps, owner)
