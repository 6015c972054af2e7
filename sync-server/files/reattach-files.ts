// After a restore the backup may lack rows of stored files. A record that a device brings back gets its file again.
import { entityNamed } from '#schema/registry.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import type { Actor } from '#server/records/actor.ts'
import type { Batch } from '#server/records/write/batch.ts'
import { transact } from '#server/records/write/transact.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { type AboutFile, readAbout } from './about-file.ts'
import { describeNewest, type FileDeps } from './end-upload.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { uploadIn, findOrphaned } from './orphaned-files.ts'
import { hashInKey, hashOfStored } from './stored-hash.ts'
import { insertUpload, openSql } from './uploads.ts'

const day = 86_400_000
/** Devices bring back records for as long (BACK16). */
const returnMs = 90 * day

export interface OrphanedFile {
  readonly key: string
  readonly size: number
  readonly about: AboutFile | null
}

export async function orphanedFiles(
  { database, files }: { database: Pick<FileDeps['database'], 'tenant'>; files: FileStore },
  tenantId: string,
): Promise<readonly OrphanedFile[]> {
  const stored: StoredFile[] = []
  for await (const file of files.stored(tenantId)) stored.push(file)
  const orphaned: OrphanedFile[] = []
  for (const file of await findOrphaned(database, tenantId, stored))
    orphaned.push({ ...file, about: readAbout(await files.about(file.key)) })
  return orphaned.toSorted((a, b) => ((a.about?.createdAt ?? '') < (b.about?.createdAt ?? '') ? -1 : 1))
}

export async function mayReturn(tx: TenantTx, now: Date): Promise<boolean> {
  const [epoch] = await tx.query<{ at: string | null }>(
    'select case when recovery_at is not null then created_at end as at from epochs where tenant_id = $1 order by ordinal desc limit 1',
    [tx.tenantId],
  )
  return epoch?.at != null && now.getTime() - Date.parse(epoch.at) < returnMs
}

export async function reattachFiles(deps: FileDeps, actor: Actor, tenantId: string): Promise<number> {
  let count = 0
  for (const { key, size, about } of await orphanedFiles(deps, tenantId)) {
    if (about === null || !(await deps.database.tenant(tenantId, (tx) => isAwaited(tx, about, key)))) continue
    if ((await hashOfStored(deps.files, key, size)) !== hashInKey(key)) continue
    if (await reattach(deps, actor, about, key, size)) count++
  }
  return count
}

async function isAwaited(tx: TenantTx, { entity, recordId, createdAt }: AboutFile, key: string): Promise<boolean> {
  const [found] = await tx.query<{ isAwaited: boolean }>(
    `select exists (select from ${entityNamed(entity)!.table} where tenant_id = $1 and id = $3 and deleted_at is null)
  and not exists (select from files where tenant_id = $1 and entity = $2 and record_id = $3
    and (${openSql} or state = 'STORED' and (created_at > $4::timestamptz or sha256 = $5))) as "isAwaited"`,
    [tx.tenantId, entity, recordId, createdAt, hashInKey(key)],
  )
  return found!.isAwaited
}

async function reattach(deps: FileDeps, actor: Actor, about: AboutFile, key: string, size: number): Promise<boolean> {
  const { entity, recordId } = about
  try {
    return await transact(deps, actor, (batch) => store(batch, about, key, size), {
      act: { entity, verb: 'upload', id: recordId },
      withoutActivities: true,
    })
  } catch (error) {
    if (error instanceof CodedError) return false
    throw error
  }
}

async function store(batch: Batch, about: AboutFile, key: string, size: number): Promise<boolean> {
  const { entity, recordId } = about
  const record = await batch.get(entity, recordId)
  // Someone may have uploaded it in the meantime.
  if (!record || !(await isAwaited(batch.tx, about, key))) return false
  const version = record.version + 1
  const upload = { ...about, id: uploadIn(key), size, sha256: hashInKey(key), version }
  await insertUpload(batch.tx, { ...upload, state: 'STORED', issues: null })
  await describeNewest(batch, upload)
  return true
}
