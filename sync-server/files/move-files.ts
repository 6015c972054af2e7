// Files stay in the source until their copies are read back and verified, so a move can be interrupted and repeated.
import { createHash } from 'node:crypto'
import type { Database } from '#server/db/connect/database.ts'
import type { Statements } from '#server/db/connect/directory.ts'
import { runningNodes } from '#server/db/nodes.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { firmFiles, hashInKey, hashOfStored } from './stored-hash.ts'

export interface Moved {
  readonly moved: number
  readonly bytes: number
  /** Deleted by the server meanwhile. */
  readonly deleted: number
  /** Keys whose bytes are not those of their hash; they stay where they are. */
  readonly damaged: readonly string[]
  /** Unfinished uploads in the source; they finish there. */
  readonly arriving: number
  /** Files that were stored in the source during the move and not moved yet. */
  readonly remaining: number
  /** Running nodes that may still store files in the source. */
  readonly unsuitableNodes: readonly string[]
}

interface Storages {
  readonly target: FileStore
  readonly source: FileStore
}

interface Move extends Storages {
  readonly onMoved?: (count: number) => void
  /** Called while no other process can move files. */
  readonly onEmptied: () => Promise<void>
}

const lock = 4_103_208
const concurrency = 4
const maxPasses = 3

/** Null when another process moves files. */
export const moveFiles = (
  { directory }: Pick<Database, 'directory'>,
  { target, source, onMoved = () => {}, onEmptied }: Move,
): Promise<Moved | null> =>
  directory.session(async (sql) => {
    const storages = { target, source }
    const [locked] = await sql<{ isMine: boolean }[]>`select pg_try_advisory_lock(${lock}) as "isMine"`
    if (!locked!.isMine) return null
    // Throws when the connection was lost, and the lock with it.
    const requireLock = async () => void (await sql`select 1`)
    const nodes = await findUnsuitableNodes(sql, storages)
    if (nodes.length)
      throw new Error(
        `Nothing was moved, because of these running nodes:\n${nodes.join('\n')}\nRestart them with the settings of this command.`,
      )
    const counts = { moved: 0, bytes: 0, deleted: 0 }
    const damaged = new Set<string>()
    const tally = (outcome: Outcome, { key, size }: StoredFile): void => {
      if (outcome === 'damaged') damaged.add(key)
      else if (outcome === 'deleted') counts.deleted++
      else {
        counts.bytes += size
        onMoved(++counts.moved)
      }
    }
    let arriving = 0
    let remaining = 0
    // Requests that began before the nodes restarted may store files in the source after a listing.
    for (let pass = 0; pass < maxPasses; pass++) {
      await forEachConcurrently(firmFiles(source), async (file) =>
        tally(await moveFile(storages, file, requireLock), file),
      )
      // First, because an upload that finishes in between is then at least listed.
      arriving = await source.countArriving()
      remaining = await countStored(source, damaged)
      if (remaining === 0) break
    }
    const unsuitableNodes = await findUnsuitableNodes(sql, storages)
    if (arriving + remaining + damaged.size + unsuitableNodes.length === 0) await onEmptied()
    return { ...counts, damaged: [...damaged], arriving, remaining, unsuitableNodes }
  })

/** A node that does not use both storages does not find moved files. One that stores files in the source fills it again. */
async function findUnsuitableNodes(sql: Statements, { target, source }: Storages): Promise<readonly string[]> {
  const found: string[] = []
  for (const { id, name, storesFilesIn } of await runningNodes(sql)) {
    for (const storage of [target.id, source.id])
      if (!(await storage.hasMark(id))) found.push(`${name} does not use ${storage.name}`)
    if (storesFilesIn !== target.id.kind) found.push(`${name} does not store new files in ${target.id.name}`)
  }
  return found
}

async function countStored(store: FileStore, except: ReadonlySet<string>): Promise<number> {
  let count = 0
  for await (const { key } of firmFiles(store)) if (!except.has(key)) count++
  return count
}

type Outcome = 'moved' | 'deleted' | 'damaged'

async function moveFile(
  { target, source }: Storages,
  file: StoredFile,
  requireLock: () => Promise<void>,
): Promise<Outcome> {
  const { key } = file
  const bytes = await bytesOf(source, file)
  if (!bytes) return 'deleted'
  const sha256 = hashInKey(key)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) return 'damaged'
  const isWhole = async () => (await hashOfStored(target, key, file.size)) === sha256
  if (!(await isWhole())) await target.keep(key, bytes, (await source.about(key)) ?? undefined)
  const isCopied = await isWhole()
  await requireLock()
  // Servers delete from the source first: what they deleted since it was read must not reappear.
  if ((await source.sizeOf(key)) === null) {
    await target.remove(key)
    return 'deleted'
  }
  if (!isCopied)
    throw new Error(`${target.id.name} does not return the bytes of ${key} as they were written. Nothing was deleted.`)
  await source.remove(key)
  return 'moved'
}

async function bytesOf(store: FileStore, { key, size }: StoredFile): Promise<Buffer | null> {
  if (size === 0) return Buffer.of()
  const stream = await store.read(key, 0, size - 1)
  return stream && Buffer.from(await new Response(stream).arrayBuffer())
}

async function forEachConcurrently<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  const worker = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
