// They read the command line themselves: a restore runs before the database is migrated.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp } from '#server/backup/back-up.ts'
import { type BackupFolder, openBackupFolder } from '#server/backup/backup-folder.ts'
import { openBackupKeys } from '#server/backup/backup-keys.ts'
import { recordBackupStart, recordBackupEnd } from '#server/backup/durable-changes.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { restore } from '#server/backup/restore.ts'
import { findReturned } from '#server/backup/returned.ts'
import { UnreadableBackup } from '#server/backup/encrypted-file.ts'
import { verifyBackup } from '#server/backup/verify-backup.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/connect/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startEmbeddedPostgres } from '#server/db/postgres/embedded.ts'
import { openFiles } from '#server/files/open-files.ts'
import { requireStorage } from '#server/installation.ts'
import { bytesText } from './bytes-text.ts'
import { type CommandResult, CommandError } from './command.ts'
import { describeLostIn, describeReturned, unknownLost } from './lost-changes.ts'

export const backupUsage = `  npm run admin -- backup [--to FOLDER]                    backs up database and files of one moment while servers run
  npm run admin -- backups [--from FOLDER]                 lists the backups
  npm run admin -- backup --verify NAME [--from FOLDER]    reads everything of a backup once; NAME may be “latest”
  npm run admin -- restore NAME [--from FOLDER] [--to-url URL] [--from-old URL] [--list-to FILE] [--replace] [--keep-files]
                                                           restores a backup into an empty database and storage, and lists what no device brings back
  npm run admin -- recovery                                shows what devices have brought back since a restore
  npm run admin -- record-backup [--begin]                 for backups made otherwise: with --begin before each, without after it`

type Options = ReturnType<typeof readArguments>['values']

const option = { type: 'string', default: '' } as const
const flag = { type: 'boolean', default: false } as const

const readArguments = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      to: option,
      from: option,
      verify: option,
      'to-url': option,
      'from-old': option,
      'list-to': option,
      begin: flag,
      replace: flag,
      'keep-files': flag,
    },
  })

const commands: Readonly<Record<string, (config: Config, options: Options, name: string) => Promise<CommandResult>>> = {
  backup: (config, options) => (options.verify ? verifyCommand(config, options) : backupCommand(config, options)),
  backups: listCommand,
  restore: restoreCommand,
  'record-backup': (config, options) => recordCommand(config, options),
  recovery: (config) => withDatabase(config, async (database) => describeReturned(await findReturned(database))),
}

/** Undefined when the command is another one. */
export async function runBackupCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<CommandResult | undefined> {
  const command = Object.hasOwn(commands, args[0] ?? '') ? commands[args[0]!] : undefined
  if (!command) return undefined
  const { values, positionals } = readArguments(args)
  return command(readConfig(env), values, positionals[1] ?? '')
}

function openFolder(config: Config, path: string): BackupFolder {
  const folder = path || config.BACKUP_DIR
  if (!folder) throw new CommandError('Set BACKUP_DIR, or name the folder of the backups.')
  return openBackupFolder(resolve(folder), openBackupKeys(config))
}

async function withDatabaseUrl<T>(
  { DATABASE_URL, DATA_DIR }: Config,
  givenUrl: string,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  const url = givenUrl || DATABASE_URL
  if (url) return work(url)
  const embedded = await startEmbeddedPostgres({ dataDir: resolve(DATA_DIR) })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

const warn = (message: string): void => console.error(message)

const withDatabase = <T>(config: Config, work: (database: Database, ownerUrl: string) => Promise<T>): Promise<T> =>
  withDatabaseUrl(config, '', async (ownerUrl) => {
    await migrate(ownerUrl)
    const database = await openDatabase(ownerUrl, 2)
    try {
      return await work(database, ownerUrl)
    } finally {
      await database.close()
    }
  })

const recordCommand = (config: Config, { begin }: Options): Promise<CommandResult> =>
  withDatabase(config, async (database) => {
    if (begin) {
      const count = await recordBackupStart(database)
      return `The changes of ${count} firms are noted. Make the backup now, and run npm run admin -- record-backup when it has finished.`
    }
    const count = await recordBackupEnd(database)
    return count === null
      ? 'The time of the backup is recorded. Which changes it holds is not known: run npm run admin -- record-backup --begin before each backup.'
      : `The backup is recorded, with the changes that ${count} firms had when it began.`
  })

function backupCommand(config: Config, { to }: Options): Promise<CommandResult> {
  const folder = openFolder(config, to)
  return withDatabase(config, async (database, ownerUrl) => {
    const store = await openFiles(config, warn)
    await requireStorage(database, store.id)
    const retention = {
      daily: config.BACKUP_KEEP_DAILY,
      weekly: config.BACKUP_KEEP_WEEKLY,
      monthly: config.BACKUP_KEEP_MONTHLY,
    }
    const keys = openBackupKeys(config)
    const done = await backUp({ database, ownerUrl, store, folder, keys, retention })
    if (!done) throw new CommandError('Another backup of this database runs at the moment.')
    const { manifest, removed, unreadable } = done
    const { missing } = manifest.files
    const text = [
      ...missing.map((key) => `${key}: the storage does not have the bytes of this file.`),
      `${describeBackup(manifest)} It is in ${folder.path}.`,
      ...(removed.length ? [`Removed by age: ${removed.join(', ')}.`] : []),
      ...unreadable.map((old) => `${old} cannot be read with these keys, so files that only it needs stay.`),
      ...(missing.length ? [`${missing.length} files are missing from it. See npm run admin -- check-files.`] : []),
    ]
    return { text: text.join('\n'), exitCode: missing.length ? 1 : 0 }
  })
}

const sizeOf = ({ tables, files }: Manifest): number =>
  tables.reduce((sum, { part }) => sum + part.sealedBytes, files.part.sealedBytes)

function describeBackup({ name, firms, tables, files, ...manifest }: Manifest): string {
  const rows = tables.reduce((sum, each) => sum + each.rows, 0)
  const size = bytesText(sizeOf({ name, firms, tables, files, ...manifest }))
  return `${name}: ${firms.length} firms, ${rows} rows (${size}) and ${files.count} files (${bytesText(files.bytes)}).`
}

function describeUnreadable(error: unknown): string {
  if (error instanceof UnreadableBackup) return `${error.message}.`
  throw error
}

async function listCommand(config: Config, { from }: Options): Promise<CommandResult> {
  const folder = openFolder(config, from)
  const names = await folder.finishedNames()
  if (!names.length) return `${folder.path} holds no backups.`
  const lines: string[] = []
  for (const name of names) {
    const verifiedAt = await folder.verifiedAt(name)
    const text = await folder.readManifest(name).then(describeBackup, describeUnreadable)
    lines.push(`${text} ${verifiedAt ? `Verified at ${verifiedAt}.` : 'Not verified.'}`)
  }
  return lines.join('\n')
}

async function requireName(folder: BackupFolder, name: string): Promise<string> {
  const names = await folder.finishedNames()
  const found = name === 'latest' ? names.at(-1) : names.find((each) => each === name)
  if (!found) throw new CommandError(`${folder.path} has no backup “${name}”. See npm run admin -- backups.`)
  return found
}

async function verifyCommand(config: Config, { verify, from }: Options): Promise<CommandResult> {
  const folder = openFolder(config, from)
  const name = await requireName(folder, verify)
  const { manifest } = await verifyBackup(folder, name)
  await folder.markVerified(name, new Date())
  return `${describeBackup(manifest)} All of it was read, and it is as it was written.`
}

function restoreCommand(config: Config, options: Options, argument: string): Promise<CommandResult> {
  if (!argument) throw new CommandError('Name the backup, or “latest”. See npm run admin -- backups.')
  return withDatabaseUrl(config, options['to-url'], async (ownerUrl) => {
    const folder = openFolder(config, options.from)
    const name = await requireName(folder, argument)
    // Before anything is replaced: it may be the same database.
    const oldUrl = options['from-old'] || (options.replace ? ownerUrl : '')
    const lost = oldUrl && (await describeLostIn(oldUrl, await folder.readManifest(name), options['list-to']))
    const { manifest, keptFiles } = await restore({
      folder,
      name,
      ownerUrl,
      store: await openFiles(config, warn),
      replacesDatabase: options.replace,
      keepsFiles: options['keep-files'],
      onStep: warn,
    })
    return [
      `${describeBackup(manifest)} All of it was restored.`,
      ...(keptFiles ? [`${keptFiles} files of the storage belong to no row. See npm run admin -- check-files.`] : []),
      lost || unknownLost(manifest.startedAt),
      'Start the servers now. For 72 hours devices send again what the backup lacks.',
    ].join('\n')
  })
}
