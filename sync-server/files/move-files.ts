// Moves files to another storage while servers run. A file is in the old storage until its copy was read back and has
// the right hash, so it can be interrupted and repeated at any moment.
import { createHash } from 'node:crypto'
import type { Database } from '#server/db/connect/database.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { hashInKey, hashOfStored } from './stored-hash.ts'

export interface Moved {
  readonly moved: number
  readonly bytes: number
  /** Deleted by the server meanwhile. */
  readonly deleted: number
  /** Keys whose bytes are not those of their hash; they stay where they are. */
  readonly damaged: readonly string[]
  /** In the old storage, where they will end. */
  readonly arriving: number
}

const lock = 4_103_208
const atOnce = 4

/** Null when another process moves files. `onMoved` is called with the number so far. */
export const moveFiles = (
  { directory }: Pick<Database, 'directory'>,
  { now, before }: { readonly now: FileStore; readonly before: FileStore },
  onMoved: (count: number) => void = () => {},
): Promise<Moved | null> =>
  directory.session(async (sql) => {
    const [locked] = await sql<{ isMine: boolean }[]>`select pg_try_advisory_lock(${lock}) as "isMine"`
    if (!locked!.isMine) return null
    // Throws when the connection was lost, and the lock with it.
    const requireLock = async () => void (await sql`select 1`)
    const counts = { moved: 0, bytes: 0, deleted: 0, damaged: [] as string[] }
    await forEachAtOnce(before.stored(), async (file) => {
      const outcome = await moveFile(now, before, file, requireLock)
      if (outcome === 'damaged') counts.damaged.push(file.key)
      else if (outcome === 'deleted') counts.deleted++
      else {
        counts.bytes += file.size
        onMoved(++counts.moved)
      }
    })
    const arriving = await before.countArriving()
    // A node that has only the old settings is refused from now on.
    if (arriving === 0 && !counts.damaged.length) await before.id.remove()
    return { ...counts, arriving }
  })

async function moveFile(
  now: FileStore,
  before: FileStore,
  file: StoredFile,
  requireLock: () => Promise<void>,
): Promise<'moved' | 'deleted' | 'damaged'> {
  const { key } = file
  const bytes = await bytesOf(before, file)
  if (!bytes) return 'deleted'
  const sha256 = hashInKey(key)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) return 'damaged'
  const isWhole = async () => (await hashOfStored(now, key, file.size)) === sha256
  if (!(await isWhole())) await now.keep(key, bytes)
  const isCopied = await isWhole()
  await requireLock()
  // Servers delete from the old storage first: what they deleted since it was read must not return.
  if ((await before.sizeOf(key)) === null) {
    await now.remove(key)
    return 'deleted'
  }
  if (!isCopied)
    throw new Error(`${now.id.name} does not return the bytes of ${key} as they were written. Nothing was deleted.`)
  await before.remove(key)
  return 'moved'
}

async function bytesOf(store: FileStore, { key, size }: StoredFile): Promise<Buffer | null> {
  if (size === 0) return Buffer.of()
  const stream = await store.read(key, 0, size - 1)
  return stream && Buffer.from(await new Response(stream).arrayBuffer())
}

async function forEachAtOnce<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  const workOff = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, workOff))
}
