import { createHash } from 'node:crypto'
import { filePathOf } from '#schema/kernel/files.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { type Actor, asPerson } from '#server/records/actor.ts'
import type { Batch } from '#server/records/write/batch.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { transact } from '#server/records/write/transact.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { aboutText } from './about-file.ts'
import { isOfType } from './check-content.ts'
import type { FileStore } from './file-store.ts'
import {
  addressField,
  arrivingKey,
  findUpload,
  isOpen,
  storedKey,
  openSql,
  selectUploads,
  type Upload,
  type WithFile,
} from './uploads.ts'

export interface FileDeps extends WriteDeps {
  readonly files: FileStore
}

const actionOf = ({ entity, recordId }: Upload) => ({ entity, verb: 'upload', id: recordId }) as const

export const markUploading = (deps: WriteDeps, viewer: Viewer, upload: Upload): Promise<void> =>
  transact(
    deps,
    asPerson(viewer),
    async (batch) => {
      const now = await lockUpload(batch, upload.id)
      if (now?.state !== 'WAITING') return
      await setState(batch, upload.id, 'UPLOADING')
      await batch.update(upload.entity, upload.recordId, { fileState: 'UPLOADING' })
    },
    { act: actionOf(upload), withoutActivities: true },
  )

/** Idempotent, even across nodes. Throws CodedError if the person has lost write access. */
export async function finishUpload(deps: FileDeps, viewer: Viewer, upload: Upload): Promise<Upload> {
  const { files } = deps
  const from = arrivingKey(viewer.tenantId, upload.id)
  const bytes = await files.arrived(from)
  // Another node has ended it.
  if (!bytes) return (await findAgain(deps, viewer, upload)) ?? upload
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const issues = issuesOf(upload, bytes, sha256)
  const key = storedKey(viewer.tenantId, { id: upload.id, sha256 })
  if (!issues) await files.keep(key, bytes, aboutText(upload))
  try {
    const ended = await transact(
      deps,
      asPerson(viewer),
      (batch) => (issues ? refuse(batch, upload, issues) : store(batch, upload, sha256)),
      { act: actionOf(upload), withoutActivities: issues !== null },
    )
    if (ended.state !== 'STORED') await files.discard(from)
    else if (ended.sha256 !== sha256) await files.remove(key)
    await files.forget(from)
    return ended
  } catch (error) {
    if (isRefusal(error)) await withdrawUpload(deps, systemOf(viewer), viewer.tenantId, upload)
    throw error
  }
}

const findAgain = ({ database }: FileDeps, { tenantId, userId }: Viewer, { id }: Upload) =>
  database.tenant(tenantId, (tx) => findUpload(tx, userId, id))

function issuesOf({ mimeType, size, sha256: announced }: Upload, bytes: Buffer, sha256: string): Issues | null {
  if (bytes.length !== size || (announced !== null && announced !== sha256)) return { sha256: { key: 'fileHash' } }
  return isOfType(bytes, mimeType) ? null : { file: { key: 'fileContent' } }
}

async function store(batch: Batch, { id, entity, recordId }: Upload, sha256: string): Promise<Upload> {
  const now = await requireUpload(batch, id)
  if (!isOpen(now)) return now
  const record = await batch.get(entity, recordId)
  const version = record!.version + 1
  await batch.tx.query(
    `update files set state = 'STORED', sha256 = $3, version = $4 where tenant_id = $1 and id = $2`,
    [batch.tx.tenantId, id, sha256, version],
  )
  await describeNewest(batch, { ...now, sha256, version })
  return { ...now, state: 'STORED', sha256, version }
}

type Version = Pick<Upload, 'entity' | 'recordId' | 'fileName' | 'mimeType' | 'size' | 'sha256'>

export const describeNewest = (
  batch: Batch,
  { entity, recordId, fileName, mimeType, size, sha256, version }: Version & { readonly version: number },
): Promise<void> =>
  batch.update(entity, recordId, {
    fileName,
    mimeType,
    size,
    sha256,
    version,
    fileState: 'STORED',
    [addressField[entity]]: filePathOf(recordId, entity),
  })

async function refuse(batch: Batch, { id, entity, recordId }: Upload, issues: Issues): Promise<Upload> {
  const now = await requireUpload(batch, id)
  if (!isOpen(now)) return now
  await batch.tx.query(
    `update files set state = 'REFUSED', issues = $3::text::jsonb where tenant_id = $1 and id = $2`,
    [batch.tx.tenantId, id, JSON.stringify(issues)],
  )
  await batch.update(entity, recordId, { fileState: 'REFUSED' })
  return { ...now, state: 'REFUSED', issues }
}

export async function withdrawUpload(deps: FileDeps, actor: Actor, tenantId: string, upload: Upload): Promise<void> {
  const options = { act: actionOf(upload), withoutActivities: true }
  const withdrawAs = (by: Actor) => transact(deps, by, (batch) => withdraw(batch, upload), options)
  try {
    // If the person has lost write access, clear the stale upload state as the system actor.
    await withdrawAs(actor).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      return withdrawAs({ kind: 'system', tenantId })
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  await dropUpload(deps, tenantId, upload)
}

/** It must not count against the daily limit. */
export const forgetUpload = ({ database }: FileDeps, { tenantId }: Viewer, { id }: Upload): Promise<unknown> =>
  database.upkeep(tenantId, (tx) =>
    tx.query(`delete from files where tenant_id = $1 and id = $2 and state = 'WITHDRAWN'`, [tenantId, id]),
  )

async function withdraw(batch: Batch, { id, entity, recordId }: Upload): Promise<void> {
  const now = await lockUpload(batch, id)
  if (!now || !isOpen(now)) return
  await setState(batch, id, 'WITHDRAWN')
  await expectNothing(batch, entity, recordId)
}

/** Not while an upload is running. */
export async function expectNothing(batch: Batch, entity: WithFile, recordId: string): Promise<void> {
  const open = await selectUploads(batch.tx, `and entity = $2 and record_id = $3 and ${openSql}`, [entity, recordId])
  if (open.length) return
  const record = await batch.get(entity, recordId)
  await batch.update(
    entity,
    recordId,
    record!.version > 0
      ? { fileState: 'STORED' }
      : { fileState: 'NONE', fileName: null, mimeType: null, size: null, sha256: null },
  )
}

const isRefusal = (error: unknown): boolean => error instanceof CodedError && error.code !== 'NEWER'

const systemOf = ({ tenantId }: Viewer): Actor => ({ kind: 'system', tenantId })

async function dropUpload({ database, files }: FileDeps, tenantId: string, { id }: Upload): Promise<void> {
  const [now] = await database.tenant(tenantId, async (tx) => {
    await tx.query(`update files set state = 'WITHDRAWN' where tenant_id = $1 and id = $2 and ${openSql}`, [
      tenantId,
      id,
    ])
    return selectUploads(tx, 'and id = $2', [id])
  })
  const key = arrivingKey(tenantId, id)
  // Another node may have stored it.
  await (now?.state === 'STORED' ? files.forget(key) : files.discard(key))
}

async function lockUpload({ tx }: Batch, id: string): Promise<Upload | undefined> {
  const [upload] = await selectUploads(tx, 'and id = $2 for update', [id])
  return upload
}

async function requireUpload(batch: Batch, id: string): Promise<Upload> {
  const upload = await lockUpload(batch, id)
  if (!upload) throw new CodedError('NOT_FOUND')
  return upload
}

const setState = ({ tx }: Batch, id: string, state: Upload['state']): Promise<unknown> =>
  tx.query('update files set state = $3 where tenant_id = $1 and id = $2', [tx.tenantId, id, state])
