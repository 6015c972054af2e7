import { createHash } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import type { FileStore } from '#server/files/file-store.ts'
import { storedKey } from '#server/files/uploads.ts'
import { hashInKey } from '#server/files/stored-hash.ts'
import type { SecretKey } from '#server/secrets/keys.ts'
import type { BackupFolder } from './backup-folder.ts'
import { setTenant } from './export-tables.ts'
import type { FirmInBackup, Manifest } from './manifest.ts'
import { sealedSize } from './encrypted-file.ts'

export interface FileInBackup {
  readonly key: string
  readonly size: number
}

export const partOfFiles = 'files'

export async function selectFiles(
  sql: TransactionSql,
  firms: readonly FirmInBackup[],
): Promise<readonly FileInBackup[]> {
  const files: FileInBackup[] = []
  for (const { id: tenantId } of firms) {
    await setTenant(sql, tenantId)
    const rows = await sql<{ id: string; sha256: string; size: number }[]>`
      select id, sha256, size from files where tenant_id = ${tenantId} and state = 'STORED'
      union all select id, sha256, size from held_files where tenant_id = ${tenantId} and state = 'HELD'`
    for (const row of rows) files.push({ key: storedKey(tenantId, row), size: row.size })
  }
  return files
}

export async function copyFiles(
  files: readonly FileInBackup[],
  { store, folder, key, backup }: { store: FileStore; folder: BackupFolder; key: SecretKey; backup: string },
): Promise<Manifest['files']> {
  const missing: string[] = []
  let bytes = 0
  for (const file of files) {
    const sha256 = hashInKey(file.key)
    bytes += file.size
    if ((await folder.sealedContentSize(sha256)) === sealedSize(key, file.size)) continue
    const content = await contentOf(store, file)
    if (content && hashOf(content) === sha256) await folder.writeContent(sha256, once(content))
    else missing.push(file.key)
  }
  const lines = files.map(({ key: name, size }) => `${name} ${size}\n`).join('')
  const part = await folder.writePart(backup, partOfFiles, once(Buffer.from(lines)))
  return { count: files.length, bytes, part, missing }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value
}

async function contentOf(store: FileStore, { key, size }: FileInBackup): Promise<Buffer | null> {
  if (size === 0) return Buffer.of()
  const stream = await store.read(key, 0, size - 1)
  return stream && Buffer.from(await new Response(stream).arrayBuffer())
}

export async function readFileList(folder: BackupFolder, backup: string): Promise<readonly FileInBackup[]> {
  let text = ''
  for await (const piece of folder.readPart(backup, partOfFiles)) text += piece.toString()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ key: line.slice(0, line.lastIndexOf(' ')), size: Number(line.slice(line.lastIndexOf(' ') + 1)) }))
}
