import postgres, { type TransactionSql } from 'postgres'
import { setTenant } from '#server/backup/export-tables.ts'
import { type Database, wireTypes } from '#server/db/connect/database.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { withoutRemovals } from '#server/files/removal-lock.ts'
import { csvOf } from './csv.ts'
import { type ExportFolder, withExportFolder } from './export-folder.ts'
import { copyFiles, type ExportedFile, fileNames, pathOf, selectFiles } from './exported-files.ts'
import { exportedEntities, exportedNames, firmFields, firmRow, rowsOf } from './exported-tables.ts'
import { heldChangeNames, heldChangesOf } from './exported-held-changes.ts'
import { chains, endColumns, endsOf, entriesOf, entryNames } from './exported-trail.ts'
import { readmeOf } from './export-readme.ts'

export interface ExportOptions {
  readonly database: Database
  readonly ownerUrl: string
  readonly store: FileStore
  readonly tenantId: string
  readonly to: string
}

export interface ExportedFirm {
  readonly files: number
  readonly missing: readonly ExportedFile[]
}

/** Null while a backup or another export runs. */
export const exportFirm = (options: ExportOptions): Promise<ExportedFirm | null> =>
  withoutRemovals(options.database, (requireLock) =>
    withExportFolder(options.to, async (folder) => {
      const files = await withSnapshot(options, (sql) => exportRows(sql, folder, options))
      const missing = await copyFiles(folder, options.store, options.tenantId, files)
      await requireLock()
      return { files: files.length - missing.length, missing }
    }),
  )

async function exportRows(
  sql: TransactionSql,
  folder: ExportFolder,
  { tenantId, database }: ExportOptions,
): Promise<readonly ExportedFile[]> {
  await setTenant(sql, tenantId)
  const [firm] = await sql<{ name: string }[]>`select name from directory.tenants where id = ${tenantId}`
  const exportedAt = database.clock.now().toISOString()
  await folder.write('README.txt', [Buffer.from(readmeOf({ firm: firm!.name, tenantId, exportedAt }))])
  await folder.write('firm.csv', csvOf(firmFields, firmRow(sql, tenantId)))
  for (const entity of exportedEntities)
    await folder.write(`tables/${entity.name}.csv`, csvOf(exportedNames(entity), rowsOf(sql, entity, tenantId)))
  for (const chain of chains)
    await folder.write(`audit-${chain}.csv`, csvOf(entryNames, entriesOf(sql, tenantId, chain)))
  await folder.write('audit-heads.csv', csvOf(endColumns, endsOf(sql, tenantId)))
  await folder.write('held-changes.csv', csvOf(heldChangeNames, heldChangesOf(sql, tenantId)))
  const files = await selectFiles(sql, tenantId)
  await folder.write('files.csv', csvOf(fileNames, withPaths(files)))
  return files
}

async function* withPaths(files: readonly ExportedFile[]): AsyncGenerator<Readonly<Record<string, unknown>>> {
  for (const file of files) yield { ...file, path: pathOf(file) }
}

/** Long statements and pauses are allowed. */
async function withSnapshot<T>({ ownerUrl }: ExportOptions, work: (sql: TransactionSql) => Promise<T>): Promise<T> {
  const connection = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }
  const owner = postgres(ownerUrl, { max: 1, types: wireTypes, onnotice: () => {}, connection })
  try {
    return (await owner.begin('isolation level repeatable read read only', (sql) =>
      work(sql as unknown as TransactionSql),
    )) as T
  } finally {
    await owner.end({ timeout: 1 })
  }
}
