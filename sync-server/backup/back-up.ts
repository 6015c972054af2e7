import postgres, { type Sql } from 'postgres'
import type { Database } from '#server/db/connect/database.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { backupIdOf } from '#server/installation.ts'
import type { SecretKey } from '#server/secrets/keys.ts'
import { type BackupFolder, nameOfBackup } from './backup-folder.ts'
import { withFolderLock } from './backup-lock.ts'
import { copyFiles, readFileList, selectFiles } from './copy-files.ts'
import { recordFinishedBackup } from './durable-changes.ts'
import { exportTables, selectFirms } from './export-tables.ts'
import type { Manifest } from './manifest.ts'
import { version } from '#server/version.ts'
import { hashInKey } from '#server/files/stored-hash.ts'
import { withoutRemovals } from '#server/files/removal-lock.ts'
import { backupsToKeep, type Retention } from './retention.ts'
import { UnreadableBackup } from './encrypted-file.ts'

export interface BackupOptions {
  readonly database: Database
  readonly ownerUrl: string
  readonly store: FileStore
  readonly folder: BackupFolder
  readonly keys: readonly SecretKey[]
  readonly retention: Retention
}

export interface BackedUp {
  readonly manifest: Manifest
  readonly removed: readonly string[]
  /** Older backups whose key is missing: files stay until they can be read or are removed. */
  readonly unreadable: readonly string[]
}

/** Null when another backup of this database runs. */
export const backUp = (options: BackupOptions): Promise<BackedUp | null> =>
  withFolderLock(options.folder.path, async () => {
    const { database, folder, retention } = options
    await folder.claimFor(await backupIdOf(database))
    await folder.removeUnfinished()
    const manifest = await withoutRemovals(database, (requireLock) => make(options, requireLock))
    if (!manifest) return null
    await recordFinishedBackup(database, new Date(manifest.finishedAt), manifest.firms)
    return { manifest, ...(await removeOld(folder, retention)) }
  })

async function make(
  { database, ownerUrl, store, folder, keys }: BackupOptions,
  requireLock: () => Promise<void>,
): Promise<Manifest> {
  const startedAt = database.clock.now()
  const name = await freeName(folder, startedAt)
  const { files, ...snapshot } = await withOwner(ownerUrl, (owner) =>
    owner.begin('isolation level repeatable read read only', async (sql) => {
      const firms = [...(await selectFirms(sql))]
      const [found] = await sql<{ postgres: string; secretKeys: string | null }[]>`
        select current_setting('server_version') as postgres,
          (select value from directory.installation where part = 'keys') as "secretKeys"`
      const migrations = await sql<{ when: string; hash: string }[]>`
        select created_at::text as when, hash from drizzle.__drizzle_migrations order by created_at`
      return {
        firms,
        ...found!,
        migrations: migrations.map(({ when, hash }) => ({ when: Number(when), hash })),
        tables: [...(await exportTables(sql, firms, folder, name))],
        files: await selectFiles(sql, firms),
      }
    }),
  )
  const copied = await copyFiles(files, { store, folder, key: keys[0]!, backup: name })
  await requireLock()
  const finishedAt = database.clock.now().toISOString()
  const manifest = {
    format: 1 as const,
    name,
    startedAt: startedAt.toISOString(),
    finishedAt,
    version,
    ...snapshot,
    files: copied,
  }
  await folder.finish(manifest)
  return manifest
}

/** Long statements and pauses are allowed. After a failure, an unfinished COPY must not keep the connection. */
async function withOwner<T>(ownerUrl: string, work: (owner: Sql) => Promise<T>): Promise<T> {
  const connection = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => {}, connection })
  try {
    return await work(owner)
  } finally {
    await owner.end({ timeout: 1 })
  }
}

async function freeName(folder: BackupFolder, at: Date): Promise<string> {
  const taken = new Set(await folder.finishedNames())
  let ms = at.getTime()
  while (taken.has(nameOfBackup(new Date(ms)))) ms += 1_000
  return nameOfBackup(new Date(ms))
}

/** Contents only when every manifest that stays can be read. */
async function removeOld(folder: BackupFolder, retention: Retention): Promise<Omit<BackedUp, 'manifest'>> {
  const names = await folder.finishedNames()
  const keep = backupsToKeep(names, retention)
  const removed = names.filter((name) => !keep.has(name))
  for (const name of removed) await folder.remove(name)
  const needed = new Set<string>()
  const unreadable: string[] = []
  for (const name of keep)
    try {
      for (const { key } of await readFileList(folder, name)) needed.add(hashInKey(key))
    } catch (error) {
      if (!(error instanceof UnreadableBackup)) throw error
      unreadable.push(name)
    }
  if (!unreadable.length) await folder.removeContentsExcept(needed)
  return { removed, unreadable }
}
