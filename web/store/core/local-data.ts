// What a device knows without a network. Pages, other tabs and the service worker all open the same data.
import { plain } from '#web/store/base/codec.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import { schedulerOf } from '#web/store/base/time-slicing.ts'
import { type Database, openDatabase } from '#web/store/disk/database.ts'
import {
  cachedFilesDatabaseName,
  databaseNameOf,
  filesDatabaseName,
  sharedDatabaseName,
} from '#web/store/disk/database-name.ts'
import { DeviceNotes } from '#web/store/disk/device-notes.ts'
import { Aging } from '#web/store/feed/aging.ts'
import { Feed } from '#web/store/feed/feed.ts'
import { FeedPages } from '#web/store/feed/feed-pages.ts'
import { HiddenSets } from '#web/store/feed/hidden-sets.ts'
import { CachedFiles, maxCachedBytes } from '#web/store/files/cached-files.ts'
import { FileDisk } from '#web/store/files/file-disk.ts'
import { PendingUploads } from '#web/store/files/pending-uploads.ts'
import { SharedFiles } from '#web/store/files/shared-files.ts'
import { createCancelUpload } from '#web/store/files/cancel-upload.ts'
import { LostWork } from '#web/store/outbox/lost-work.ts'
import { Outbox } from '#web/store/outbox/outbox.ts'
import type { RefusedEntry } from '#web/store/outbox/outbox-entry.ts'
import { Tables } from '#web/store/tables/tables.ts'
import { createPersonFetch } from '#web/store/wire/person-fetch.ts'
import { CurrentEpoch } from './current-epoch.ts'
import { ShownRows } from './shown-rows.ts'
import type { Tabs } from './tabs.ts'

export interface LocalDataListener {
  readonly changed: () => void
  readonly refused: (refusal: RefusedEntry) => void
  readonly filesChanged: () => void
}

export interface LocalData {
  readonly tab: string
  readonly database: Database
  readonly notes: DeviceNotes
  readonly feed: Feed
  readonly outbox: Outbox
  readonly lostWork: LostWork
  readonly rows: ShownRows
  readonly epoch: CurrentEpoch
  readonly files: PendingUploads
  readonly shared: SharedFiles
  readonly cachedFiles: CachedFiles
  readonly close: () => Promise<void>
}

export async function openLocalData(deps: StoreDeps, tabs: Tabs, listener: LocalDataListener): Promise<LocalData> {
  const { identity, idb, locks, now, newId, freeBytes, localStorage, codec = plain, report } = deps
  const { changed, refused } = listener
  const tab = newId()
  const name = databaseNameOf(identity, deps.databasePrefix)
  const database = openDatabase(name, idb, tab, codec)
  const [disk, sharedDisk, cachedFilesDisk] = [filesDatabaseName, sharedDatabaseName, cachedFilesDatabaseName].map(
    (nameOf) => new FileDisk(nameOf(name), idb, codec),
  ) as [FileDisk, FileDisk, FileDisk]
  const closeDisks = async () =>
    void (await Promise.all([database, disk, sharedDisk, cachedFilesDisk].map((each) => each.close())))

  const notes = new DeviceNotes(database.device, newId, now)
  const outbox = new Outbox(database.outbox, tab, now, (documents) => tabs.send({ kind: 'outbox', documents }))
  const files = new PendingUploads({
    disk,
    database: name,
    locks,
    now,
    newId,
    freeBytes,
    cancelUpload: createCancelUpload(createPersonFetch(identity.id, deps.fetch, deps.signedIn)),
    changed,
    notify: (message) => {
      tabs.send(message)
      if (message.kind === 'files') listener.filesChanged()
    },
  })
  const notify = () => {
    tabs.send({ kind: 'kept' })
    changed()
  }
  const maxBytes = maxCachedBytes
  const cachedFiles = new CachedFiles({
    disk: cachedFilesDisk,
    database: name,
    locks,
    now,
    maxBytes,
    freeBytes,
    notify,
  })
  const tables = new Tables(schedulerOf(deps))
  const rows = new ShownRows({ tables, outbox, cachedFiles, identity, changed, refused, report })
  const feed = new Feed(new FeedPages(database.feed), new HiddenSets(localStorage, name), new Aging(now), rows)
  try {
    await Promise.all([notes.open(), outbox.catchUp(), feed.open(), files.catchUp(), cachedFiles.catchUp()])
  } catch (error) {
    await closeDisks()
    throw error
  }
  const lostWork = new LostWork(localStorage, name)
  if (notes.isFirst) lostWork.begin()
  else lostWork.compare((order) => outbox.has(order), outbox.countUnsent() + files.all.length)
  rows.begin(feed)
  return {
    tab,
    database,
    notes,
    feed,
    outbox,
    lostWork,
    rows,
    epoch: new CurrentEpoch({ feed, outbox, notes, rows }),
    files,
    shared: new SharedFiles(sharedDisk),
    cachedFiles,
    close: async () => {
      await outbox.idle()
      await closeDisks()
    },
  }
}
