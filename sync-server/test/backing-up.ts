import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { backUp } from '#server/backup/back-up.ts'
import { type BackupFolder, openBackupFolder } from '#server/backup/backup-folder.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { restore, type RestoreOptions } from '#server/backup/restore.ts'
import { folderStore } from '#server/files/file-store.ts'
import { createEmptyDatabase } from './database.ts'
import { openServer, type TestServer } from './server.ts'

const backupKeys = [{ id: 'test', bytes: Buffer.alloc(32, 7) }]

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const usualRetention = { daily: 7, weekly: 5, monthly: 12 }

export const newBackupFolder = (): BackupFolder => openBackupFolder(temporaryFolder(), backupKeys)

export async function makeBackup(
  { database, ownerUrl, files }: TestServer,
  folder: BackupFolder,
  retention = usualRetention,
): Promise<Manifest> {
  const done = await backUp({ database, ownerUrl, store: files, folder, keys: backupKeys, retention })
  return done!.manifest
}

async function createTarget() {
  const target = await createEmptyDatabase()
  onTestFinished(target.drop)
  return target
}

/** Into an empty database and storage, with a server that uses them. */
export async function restoreBackup(
  folder: BackupFolder,
  { name }: Pick<Manifest, 'name'>,
  options: Partial<RestoreOptions> = {},
) {
  const { ownerUrl } = options.ownerUrl === undefined ? await createTarget() : { ownerUrl: options.ownerUrl }
  const store = folderStore(temporaryFolder())
  const restored = await restore({
    folder,
    name,
    ownerUrl,
    store,
    replacesDatabase: false,
    keepsFiles: false,
    onStep: () => {},
    ...options,
  })
  const server = await openServer(ownerUrl, { files: options.store ?? store })
  onTestFinished(() => server.close())
  return { restored, server }
}
