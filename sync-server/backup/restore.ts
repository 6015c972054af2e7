// Can be interrupted at any moment and run again.
import { pipeline } from 'node:stream/promises'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { v7 as uuidv7 } from 'uuid'
import { appRole, directoryRole, ensureRoles, upkeepRole } from '#server/db/connect/roles.ts'
import { openDatabase } from '#server/db/connect/database.ts'
import { migrate } from '#server/db/migrate.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { firmFiles, hashInKey, hashOfStored } from '#server/files/stored-hash.ts'
import type { BackupFolder } from './backup-folder.ts'
import { withLockIfWritable } from './backup-lock.ts'
import type { FileInBackup } from './copy-files.ts'
import { recordFinishedBackup } from './durable-changes.ts'
import type { Manifest, TableInBackup } from './manifest.ts'
import { type Migration, requireMigrations, RestoreRefused, runMigrations } from './migrations-of-backup.ts'
import { fullName, quoteName, selectTables } from './select-tables.ts'
import { readRows, type VerifiedBackup, verifyBackup } from './verify-backup.ts'

export interface RestoreOptions {
  readonly folder: BackupFolder
  readonly name: string
  readonly ownerUrl: string
  readonly store: FileStore
  readonly replacesDatabase: boolean
  /** Files of the storage that the backup does not name stay. */
  readonly keepsFiles: boolean
  readonly onStep: (text: string) => void
}

export interface Restored {
  readonly manifest: Manifest
  /** Files of the storage that no row names. */
  readonly keptFiles: number
}

export const restore = (options: RestoreOptions): Promise<Restored> =>
  withLockIfWritable(options.folder.path, async () => {
    const { folder, name, ownerUrl, store, onStep } = options
    onStep(`Every part of ${name} is read and compared with its hash …`)
    const backup = await verifyBackup(folder, name)
    const migrations = requireMigrations(backup.manifest)
    const keptFiles = await requireStorage(options, backup.files)
    return withOwner(ownerUrl, async (owner) => {
      await requireDatabase(owner, options)
      onStep(`${backup.files.length} files are written to ${store.id.name} …`)
      await restoreFiles(folder, store, backup)
      onStep(`${backup.manifest.tables.length} tables are written to the database …`)
      const storageId = await storageIdOf(store)
      await ensureRoles(owner, ownerUrl)
      await owner.begin((sql) => restoreDatabase(sql, folder, backup.manifest, { migrations, storageId }))
      await migrate(ownerUrl)
      // Opening it begins the new epochs, because the database has no recorded home.
      const database = await openDatabase(ownerUrl, 2)
      try {
        await recordFinishedBackup(database, new Date(backup.manifest.finishedAt), backup.manifest.firms)
      } finally {
        await database.close()
      }
      return { manifest: backup.manifest, keptFiles }
    })
  })

async function withOwner<T>(ownerUrl: string, work: (owner: Sql) => Promise<T>): Promise<T> {
  const owner = postgres(ownerUrl, {
    max: 1,
    onnotice: () => {},
    connection: { statement_timeout: 0, lock_timeout: 10_000 },
  })
  try {
    return await work(owner)
  } finally {
    await owner.end({ timeout: 1 })
  }
}

async function requireStorage({ store, keepsFiles }: RestoreOptions, files: readonly FileInBackup[]): Promise<number> {
  const named = new Set(files.map(({ key }) => key))
  let others = 0
  for await (const { key } of firmFiles(store)) if (!named.has(key)) others++
  if (others > 0 && !keepsFiles)
    throw new RestoreRefused(
      `${store.id.name} holds ${others} files that the backup does not name. With --keep-files they stay there, and records that devices bring back take theirs again.`,
    )
  return others
}

async function requireDatabase(owner: Sql, { replacesDatabase }: RestoreOptions): Promise<void> {
  const roles = [appRole, upkeepRole, directoryRole]
  const [found] = await owner<{ nodes: number; hasFirms: boolean }[]>`
    select (select count(*)::int from pg_stat_activity
        where datname = current_database() and usename = any(${roles})) as nodes,
      to_regclass('directory.tenants') is not null as "hasFirms"`
  if (found!.nodes > 0) throw new RestoreRefused('A server uses this database at the moment. Stop every node first.')
  if (!found!.hasFirms || replacesDatabase) return
  const [firms] = await owner<{ count: number }[]>`select count(*)::int as count from directory.tenants`
  if (firms!.count > 0)
    throw new RestoreRefused(
      `The database holds ${firms!.count} firms. Restore into an empty one (--to-url), or delete what this one holds with --replace.`,
    )
}

async function restoreFiles(
  folder: BackupFolder,
  store: FileStore,
  { manifest, files }: VerifiedBackup,
): Promise<void> {
  const missing = new Set(manifest.files.missing)
  for (const { key, size } of files) {
    const sha256 = hashInKey(key)
    if (missing.has(key) || (await hashOfStored(store, key, size)) === sha256) continue
    const pieces: Buffer[] = []
    for await (const piece of (await folder.readContent(sha256))!) pieces.push(piece)
    await store.keep(key, Buffer.concat(pieces))
  }
}

/** The first start of a node would give a new storage an id of its own. */
async function storageIdOf(store: FileStore): Promise<string> {
  const found = await store.id.read()
  if (found !== null) return found
  const id = uuidv7()
  await store.id.write(id)
  return id
}

interface RestoreTarget {
  readonly migrations: readonly Migration[]
  readonly storageId: string
}

async function restoreDatabase(
  sql: TransactionSql,
  folder: BackupFolder,
  manifest: Manifest,
  { migrations, storageId }: RestoreTarget,
): Promise<void> {
  await dropAll(sql)
  // Otherwise Citus repeats the statements on its workers, which need them only for distributed tables.
  await sql`set local citus.enable_ddl_propagation = off`
  await runMigrations(sql, migrations)
  const tables = await selectTables(sql)
  for (const table of tables) {
    // The owner, too, is subject to the policies, and COPY does not work with them.
    if (table.isOfFirms) await sql.unsafe(`alter table ${fullName(table)} no force row level security`)
    // Migrations insert rows, which the backup has too.
    await sql.unsafe(`delete from ${fullName(table)}`)
  }
  for (const table of tables) {
    const saved = manifest.tables.find(({ schema, name }) => schema === table.schema && name === table.name)
    if (saved) await restoreTable(sql, folder, manifest.name, saved)
  }
  // A table whose references are not checked yet cannot be altered.
  await sql`set constraints all immediate`
  for (const table of tables.filter(({ isOfFirms }) => isOfFirms))
    await sql.unsafe(`alter table ${fullName(table)} force row level security`)
  // A server that finds no home begins new epochs.
  await sql`delete from directory.home`
  await sql`delete from directory.installation where part like 'node %' or part = 'fileStorage'`
  await sql`insert into directory.installation (part, value) values ('fileStorage', ${storageId})`
}

async function restoreTable(
  sql: TransactionSql,
  folder: BackupFolder,
  backup: string,
  table: TableInBackup,
): Promise<void> {
  const columns = table.columns.map(quoteName).join(', ')
  const target = await sql.unsafe(`copy ${fullName(table)} (${columns}) from stdin`).writable()
  await pipeline(readRows(folder, backup, table), target)
  const [found] = await sql.unsafe<{ rows: number }[]>(`select count(*)::int as rows from ${fullName(table)}`)
  if (found!.rows !== table.rows)
    throw new Error(`${fullName(table)} has ${found!.rows} rows after the restore, and the backup has ${table.rows}`)
}

async function dropAll(sql: TransactionSql): Promise<void> {
  const before = await selectTables(sql)
  for (const table of before.filter(({ schema }) => schema === 'public'))
    await sql.unsafe(`drop table ${fullName(table)} cascade`)
  await sql`drop schema if exists directory cascade`
  await sql`drop schema if exists drizzle cascade`
}
