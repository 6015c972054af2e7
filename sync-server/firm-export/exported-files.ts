import { createHash } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import type { FileStore } from '#server/files/file-store.ts'
import { storedKey } from '#server/files/uploads.ts'
import type { ExportFolder } from './export-folder.ts'

export interface ExportedFile {
  readonly id: string
  readonly entity: string
  readonly recordId: string
  readonly userId: string
  readonly fileName: string
  readonly mimeType: string
  readonly size: number
  readonly sha256: string
  readonly version: number | null
  /** Sent by a revoked device and not decided yet. */
  readonly isHeld: boolean
  readonly createdAt: string
  /** The device’s own id for it. */
  readonly file: string | null
  /** The session of the revoked device that sent a held file. */
  readonly sessionId: string | null
  readonly device: string | null
}

export const fileNames = [
  'id',
  'entity',
  'recordId',
  'userId',
  'fileName',
  'mimeType',
  'size',
  'sha256',
  'version',
  'isHeld',
  'createdAt',
  'file',
  'sessionId',
  'device',
  'path',
] as const

const columns = `id, entity, record_id as "recordId", user_id as "userId", file_name as "fileName",
  mime_type as "mimeType", size, sha256, created_at as "createdAt", file`

export const selectFiles = (sql: TransactionSql, tenantId: string): Promise<readonly ExportedFile[]> =>
  sql.unsafe<ExportedFile[]>(
    `select ${columns}, version, false as "isHeld", null::uuid as "sessionId", null as device from files where tenant_id = $1 and state = 'STORED'
union all select ${columns}, null, true, session_id, device from held_files where tenant_id = $1 and state = 'HELD' order by id`,
    [tenantId],
  )

/** The original name in a folder of its own; a name cannot leave it. */
export const pathOf = ({ id, fileName }: ExportedFile): string =>
  `files/${id}/${fileName.replace(/[/\\\0]/g, '_').replace(/^\.{1,2}$/, 'file')}`

/** Returns the files that the storage has lost or altered. */
export async function copyFiles(
  folder: ExportFolder,
  store: FileStore,
  tenantId: string,
  files: readonly ExportedFile[],
): Promise<readonly ExportedFile[]> {
  const missing: ExportedFile[] = []
  for (const file of files) {
    const content = await contentOf(store, storedKey(tenantId, file), file.size)
    if (content && createHash('sha256').update(content).digest('hex') === file.sha256)
      await folder.write(pathOf(file), [content])
    else missing.push(file)
  }
  return missing
}

async function contentOf(store: FileStore, key: string, size: number): Promise<Buffer | null> {
  if (size === 0) return Buffer.of()
  const stream = await store.read(key, 0, size - 1)
  return stream && Buffer.from(await new Response(stream).arrayBuffer())
}
