// Where the bytes of files are: a folder, which several nodes may share, or a bucket (s3-store.ts).
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { FileStore as ArrivingFiles } from '@tus/file-store'
import { type DataStore, ERRORS } from '@tus/server'

/** A key is `<tenant>/<id>`, both chosen by the server. */
export interface FileStore {
  /** The parts of unfinished uploads. What it says has arrived survives a crash. */
  readonly arriving: DataStore
  /** All that has arrived of an upload; null when it is gone. */
  arrived(key: string): Promise<Buffer | null>
  /** Forgets what has arrived of an upload; nothing happens when it is gone already. */
  forget(key: string): Promise<void>
  /** The same, and removes the whole files whose keys are the upload's with an ending, also those half written. */
  discard(key: string): Promise<void>
  /** Keeps a whole file; it is durable when this resolves, and never changes. */
  keep(key: string, bytes: Buffer): Promise<void>
  /** The bytes from `start` to `end`, both included; null when there is no such file. */
  read(key: string, start: number, end: number): Promise<ReadableStream<Uint8Array> | null>
  remove(key: string): Promise<void>
  /** Removes what uploads of a firm have left behind, if nobody has written to it since that time. */
  sweep(tenantId: string, before: Date): Promise<void>
}

class DurableFiles extends ArrivingFiles {
  override async write(...given: Parameters<ArrivingFiles['write']>): Promise<number> {
    const path = join(this.directory, given[1])
    try {
      const end = await super.write(...given)
      await syncToDisk(path)
      return end
    } catch (error) {
      // Its person has taken it back while this part was on the way.
      if ((await stat(path).catch(nullIfMissing)) === null) throw ERRORS.FILE_NO_LONGER_EXISTS
      throw error
    }
  }
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

export function folderStore(folder: string): FileStore {
  const arrivingIn = join(folder, 'arriving')
  const keptAt = (key: string): string => join(folder, 'kept', key)
  let arriving: DataStore | undefined
  async function forget(key: string): Promise<void> {
    await rm(join(arrivingIn, key), { force: true })
    await rm(join(arrivingIn, `${key}.json`), { force: true })
  }
  async function removeOld(inFolder: string, before: Date, isMeant: (name: string) => boolean): Promise<void> {
    const names = (await readdir(inFolder).catch(nullIfMissing)) ?? []
    for (const name of names.filter(isMeant)) {
      const found = await stat(join(inFolder, name)).catch(nullIfMissing)
      if (found && found.mtime < before) await rm(join(inFolder, name), { force: true })
    }
  }
  return {
    get arriving() {
      return (arriving ??= new DurableFiles({ directory: arrivingIn }))
    },
    arrived: (key) => readFile(join(arrivingIn, key)).catch(nullIfMissing),
    forget,
    async discard(key) {
      await forget(key)
      const folderOfKey = dirname(keptAt(key))
      const names = (await readdir(folderOfKey).catch(nullIfMissing)) ?? []
      for (const name of names)
        if (name.startsWith(`${basename(key)}-`)) await rm(join(folderOfKey, name), { force: true })
    },
    async keep(key, bytes) {
      const path = keptAt(key)
      const fresh = `${path}.${randomUUID()}`
      await mkdir(dirname(path), { recursive: true })
      const handle = await open(fresh, 'wx')
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(fresh, path)
      await syncToDisk(dirname(path))
    },
    async read(key, start, end) {
      const handle = await open(keptAt(key)).catch(nullIfMissing)
      return handle && (Readable.toWeb(handle.createReadStream({ start, end })) as ReadableStream<Uint8Array>)
    },
    remove: (key) => rm(keptAt(key), { force: true }),
    async sweep(tenantId, before) {
      await removeOld(join(arrivingIn, tenantId), before, () => true)
      // Half written, and never given their name.
      await removeOld(keptAt(tenantId), before, (name) => name.includes('.'))
    },
  }
}
