import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { hashInKey } from '#server/files/stored-hash.ts'
import type { BackupFolder } from './backup-folder.ts'
import { type FileInBackup, partOfFiles, readFileList } from './copy-files.ts'
import { type Manifest, partOf, type SealedPart, type TableInBackup } from './manifest.ts'
import { UnreadableBackup } from './encrypted-file.ts'

export interface VerifiedBackup {
  readonly manifest: Manifest
  readonly files: readonly FileInBackup[]
}

/** Throws UnreadableBackup, or an error of the disk. */
export async function verifyBackup(folder: BackupFolder, name: string): Promise<VerifiedBackup> {
  const manifest = await folder.readManifest(name)
  if (manifest.name !== name) throw new UnreadableBackup(`The backup ${name} holds the manifest of ${manifest.name}`)
  for (const table of manifest.tables) await verifyPart(folder, name, partOf(table), table.part)
  await verifyPart(folder, name, partOfFiles, manifest.files.part)
  const files = await readFileList(folder, name)
  const missing = new Set(manifest.files.missing)
  const read = new Set<string>()
  for (const { key, size } of files) {
    const sha256 = hashInKey(key)
    if (missing.has(key) || read.has(sha256)) continue
    await verifyContent(folder, sha256, size)
    read.add(sha256)
  }
  return { manifest, files }
}

async function verifyPart(folder: BackupFolder, name: string, part: string, expected: SealedPart): Promise<void> {
  const found = await summaryOf(folder.readPart(name, part))
  if (found.size !== expected.size || found.sha256 !== expected.sha256)
    throw new UnreadableBackup(`${name}/${part} is not what the manifest describes`)
}

async function verifyContent(folder: BackupFolder, sha256: string, size: number): Promise<void> {
  const content = await folder.readContent(sha256)
  if (!content) throw new UnreadableBackup(`The bytes of a file are missing from ${folder.path} (${sha256})`)
  const found = await summaryOf(content)
  if (found.size !== size || found.sha256 !== sha256)
    throw new UnreadableBackup(`The bytes of a file in ${folder.path} are not those of its hash (${sha256})`)
}

async function summaryOf(source: AsyncIterable<Buffer>): Promise<{ readonly size: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of source) {
    hash.update(piece)
    size += piece.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** As COPY reads them. */
export function readRows(folder: BackupFolder, backup: string, table: TableInBackup): AsyncIterable<Buffer> {
  const gunzip = createGunzip()
  pipeline(folder.readPart(backup, partOf(table)), gunzip, () => {})
  return gunzip
}
