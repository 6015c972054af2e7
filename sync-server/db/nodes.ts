// Heartbeats show which nodes run; an id in the file storage shows whether they share it.
import { version } from '#server/version.ts'
import type { Statements } from './connect/directory.ts'
import { recordFinishedUpgrade } from './finished-upgrade.ts'
import { newestMigration } from './migration-state.ts'
import type { StorageId, StorageKind } from './storage-id.ts'

export interface RunningNode {
  readonly id: string
  /** Machine and port. */
  readonly name: string
  readonly seenAt: string
  /** The node's clock minus the database's. */
  readonly clockSkewMs: number
  readonly pushKey: string
  /** Missing on nodes of an older version. */
  readonly storesFilesIn?: StorageKind
  readonly version?: string
  readonly migration?: number
}

const everyMs = 30_000
const nodeTimeoutMs = 3 * everyMs
const forgetMs = 24 * 60 * 60_000
const partOf = (id: string): string => `node ${id}`

interface AnnouncedNode {
  readonly directory: Statements
  readonly storage: StorageId
  readonly now: () => Date
  readonly node: Omit<RunningNode, 'seenAt' | 'clockSkewMs' | 'storesFilesIn' | 'version' | 'migration'>
}

/** Best effort. Resolves after the first attempt. */
export async function announceNode({ directory, storage, now, node }: AnnouncedNode): Promise<() => Promise<void>> {
  const parts = storage.parts ?? [storage]
  const unmarked = new Set(parts)
  async function announce(): Promise<void> {
    const at = now()
    const value: RunningNode = {
      ...node,
      seenAt: at.toISOString(),
      clockSkewMs: Date.now() - at.getTime(),
      storesFilesIn: storage.kind,
      version,
      migration: newestMigration,
    }
    await directory`
      insert into directory.installation (part, value) values (${partOf(node.id)}, ${JSON.stringify(value)})
      on conflict (part) do update set value = excluded.value`
    for (const part of unmarked) {
      await part.mark(node.id)
      unmarked.delete(part)
    }
    const known = await listNodes(directory)
    for (const { id, seenAt } of known) if (at.getTime() - Date.parse(seenAt) > forgetMs) await forget(id)
    await recordFinishedUpgrade(directory, await runningNodes(directory))
  }
  async function forget(id: string): Promise<void> {
    for (const part of parts) await part.unmark(id)
    await directory`delete from directory.installation where part = ${partOf(id)}`
  }
  const quietly = (work: Promise<void>): Promise<void> => work.catch(() => {})
  await quietly(announce())
  let announcing: Promise<void> | undefined
  const timer = setInterval(() => {
    announcing ??= quietly(announce()).finally(() => (announcing = undefined))
  }, everyMs)
  return async () => {
    clearInterval(timer)
    // It would insert the row again.
    await announcing
    await quietly(forget(node.id))
  }
}

/** Also nodes that have crashed. */
async function listNodes(sql: Statements): Promise<RunningNode[]> {
  const rows = await sql<{ value: string }[]>`
    select value from directory.installation where part like 'node %' order by part`
  return rows.map(({ value }) => JSON.parse(value) as RunningNode)
}

export async function runningNodes(sql: Statements): Promise<RunningNode[]> {
  const [found] = await sql<{ at: string }[]>`select clock_timestamp() as at`
  const at = new Date(found!.at).getTime()
  return (await listNodes(sql)).filter(({ seenAt }) => at - Date.parse(seenAt) < nodeTimeoutMs)
}
