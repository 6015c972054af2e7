import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { FileConfigstore, FileStore as ArrivingFiles } from '@tus/file-store'
import { type DataStore, ERRORS } from '@tus/server'
import type { StorageId } from '#server/db/storage-id.ts'
import { Unavailable } from '#server/db/connect/unavailable.ts'

export const storageIdName = 'storage-id'

export interface StoredFile {
  readonly key: string
  readonly size: number
}

/** A key is `<tenant>/<id>`. */
export interface FileStore {
  readonly id: StorageId
  /** Reported offsets survive a crash. */
  readonly arriving: DataStore
  arrived(key: string): Promise<Buffer | null>
  forget(key: string): Promise<void>
  /** Also completed and partial files. */
  discard(key: string): Promise<void>
  /** Durable when it resolves. `about` leads to its record, for a database that has lost the row. */
  keep(key: string, bytes: Buffer, about?: string): Promise<void>
  about(key: string): Promise<string | null>
  read(key: string, start: number, end: number): Promise<ReadableStream<Uint8Array> | null>
  sizeOf(key: string): Promise<number | null>
  remove(key: string): Promise<void>
  /** Complete files, of one firm or all. */
  stored(tenantId?: string): AsyncIterable<StoredFile>
  countArriving(): Promise<number>
  /** Unchanged since `before`. */
  sweep(tenantId: string, before: Date): Promise<void>
}

/** tus reads `status_code` and `body`. */
class DiskUnavailable extends Unavailable {
  readonly status_code = 503
  readonly body: string
  constructor(cause: NodeJS.ErrnoException) {
    super(`The folder of files cannot be used (${cause.message})`, { cause })
    this.body = this.message
  }
}

const isDiskError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error

/** Disk errors may pass; others do not. */
async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isDiskError(error) ? new DiskUnavailable(error) : error
  }
}

class DurableFiles extends ArrivingFiles {
  constructor(directory: string) {
    // The library exits if it cannot create its folder.
    super({ directory: '/', configstore: new FileConfigstore(directory) })
    this.directory = directory
  }

  override create(...args: Parameters<ArrivingFiles['create']>): ReturnType<ArrivingFiles['create']> {
    return onDisk(() => super.create(...args))
  }

  override getUpload(...args: Parameters<ArrivingFiles['getUpload']>): ReturnType<ArrivingFiles['getUpload']> {
    return onDisk(() => super.getUpload(...args))
  }

  /** The library hides why a write failed. */
  override async write(...[bytes, id, offset]: Parameters<ArrivingFiles['write']>): Promise<number> {
    const path = join(this.directory, id)
    try {
      return await onDisk(() => writeAt(path, offset, bytes))
    } catch (error) {
      // Withdrawn while this part arrived.
      if ((await onDisk(() => stat(path).catch(nullIfMissing))) === null) throw ERRORS.FILE_NO_LONGER_EXISTS
      throw error
    }
  }
}

async function writeAt(path: string, offset: number, bytes: AsyncIterable<Buffer>): Promise<number> {
  const handle = await open(path, 'r+')
  try {
    let end = offset
    for await (const piece of bytes)
      for (let written = 0; written < piece.length;) {
        const { bytesWritten } = await handle.write(piece, written, piece.length - written, end)
        written += bytesWritten
        end += bytesWritten
      }
    await handle.sync()
    return end
  } finally {
    await handle.close()
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

async function keep(path: string, bytes: Buffer): Promise<void> {
  const fresh = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true })
  try {
    const handle = await open(fresh, 'wx')
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(fresh, path)
  } catch (error) {
    // Leave no partial file on a full disk.
    await rm(fresh, { force: true }).catch(() => {})
    throw error
  }
  await syncToDisk(dirname(path))
}

const namesIn = (folder: string): Promise<string[]> =>
  onDisk(async () => (await readdir(folder).catch(nullIfMissing)) ?? [])

function idOfFolder(folder: string): StorageId {
  const path = join(folder, storageIdName)
  return {
    kind: 'folder',
    name: `the folder ${folder}`,
    read: async () => (await readFile(path, 'utf8').catch(nullIfMissing))?.trim() ?? null,
    write: (id) => keep(path, Buffer.from(`${id}\n`)),
    mark: (nodeId) => onDisk(() => keep(join(folder, 'nodes', nodeId), Buffer.of())),
    hasMark: (nodeId) => onDisk(async () => (await stat(join(folder, 'nodes', nodeId)).catch(nullIfMissing)) !== null),
    unmark: (nodeId) => onDisk(() => rm(join(folder, 'nodes', nodeId), { force: true })),
  }
}

export function folderStore(folder: string): FileStore {
  const arrivingIn = join(folder, 'arriving')
  const storedPath = (key: string): string => join(folder, 'kept', key)
  const aboutPath = (key: string): string => join(folder, 'about', key)
  let arriving: DataStore | undefined
  async function forget(key: string): Promise<void> {
    await rm(join(arrivingIn, key), { force: true })
    await rm(join(arrivingIn, `${key}.json`), { force: true })
  }
  async function removeOld(inFolder: string, before: Date, matches: (name: string) => boolean): Promise<void> {
    for (const name of (await namesIn(inFolder)).filter(matches)) {
      const found = await stat(join(inFolder, name)).catch(nullIfMissing)
      if (found && found.mtime < before) await rm(join(inFolder, name), { force: true })
    }
  }
  return {
    id: idOfFolder(folder),
    get arriving() {
      return (arriving ??= new DurableFiles(arrivingIn))
    },
    arrived: (key) => onDisk(() => readFile(join(arrivingIn, key)).catch(nullIfMissing)),
    forget: (key) => onDisk(() => forget(key)),
    discard: (key) =>
      onDisk(async () => {
        await forget(key)
        for (const folderOfKey of [dirname(storedPath(key)), dirname(aboutPath(key))])
          for (const name of await namesIn(folderOfKey))
            if (name.startsWith(`${basename(key)}-`)) await rm(join(folderOfKey, name), { force: true })
      }),
    keep: (key, bytes, about) =>
      onDisk(async () => {
        if (about !== undefined) await keep(aboutPath(key), Buffer.from(about))
        await keep(storedPath(key), bytes)
      }),
    about: (key) => onDisk(() => readFile(aboutPath(key), 'utf8').catch(nullIfMissing)),
    async read(key, start, end) {
      const handle = await onDisk(() => open(storedPath(key)).catch(nullIfMissing))
      return handle && (Readable.toWeb(handle.createReadStream({ start, end })) as ReadableStream<Uint8Array>)
    },
    sizeOf: (key) => onDisk(async () => (await stat(storedPath(key)).catch(nullIfMissing))?.size ?? null),
    remove: (key) =>
      onDisk(async () => {
        await rm(storedPath(key), { force: true })
        await rm(aboutPath(key), { force: true })
      }),
    async *stored(tenantId) {
      for (const owner of tenantId === undefined ? await namesIn(join(folder, 'kept')) : [tenantId])
        for (const name of await namesIn(storedPath(owner))) {
          const key = `${owner}/${name}`
          const found = name.includes('.') ? null : await onDisk(() => stat(storedPath(key)).catch(nullIfMissing))
          if (found?.isFile()) yield { key, size: found.size }
        }
    },
    async countArriving() {
      const folders = await Promise.all((await namesIn(arrivingIn)).map((each) => namesIn(join(arrivingIn, each))))
      return folders.flat().filter((name) => !name.endsWith('.json')).length
    },
    async sweep(tenantId, before) {
      await removeOld(join(arrivingIn, tenantId), before, () => true)
      // Partial files keep their temporary name.
      await removeOld(storedPath(tenantId), before, (name) => name.includes('.'))
    },
  }
}
