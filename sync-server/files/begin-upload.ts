import { randomUUID } from 'node:crypto'
import type { FileType } from '#schema/kernel/files.ts'
import type { Issue } from '#schema/kernel/issues.ts'
import { fileTypesFor } from '#schema/rules.ts'
import { isStaff, type Viewer } from '#schema/kernel/viewer.ts'
import { RequestError } from '#server/http/errors.ts'
import { asPerson } from '#server/records/actor.ts'
import type { Batch } from '#server/records/write/batch.ts'
import { transact } from '#server/records/write/transact.ts'
import { CodedError } from '#server/records/coded-error.ts'
import type { Announced } from './announced.ts'
import type { FileDeps } from './end-upload.ts'
import { safeFileName, typeOfName } from './file-name.ts'
import { arrivingKey, findSent, insertUpload, openSql, selectUploads, type Upload } from './uploads.ts'

const day = 86_400_000
const maxOpen = 20
const maxBytesPerDay = { staff: 4_000 * 1024 * 1024, investor: 200 * 1024 * 1024 }

/** Another device may have begun it. The upload `lost` starts over. */
export async function beginUpload(
  deps: FileDeps,
  viewer: Viewer,
  announced: Announced,
  lostUploadId?: string,
): Promise<Pick<BegunUpload, 'upload' | 'isKnown'>> {
  const begun = await transact(deps, asPerson(viewer), (batch) => begin(batch, viewer, announced, lostUploadId), {
    act: { entity: announced.entity, verb: 'upload', id: announced.recordId },
    withoutActivities: true,
  })
  for (const id of begun.earlier) await deps.files.discard(arrivingKey(viewer.tenantId, id))
  return begun
}

interface BegunUpload {
  readonly upload: Upload
  readonly isKnown: boolean
  readonly earlier: readonly string[]
}

async function begin(
  batch: Batch,
  viewer: Viewer,
  announced: Announced,
  lostUploadId: string | undefined,
): Promise<BegunUpload> {
  const { entity, recordId, size, sha256, file } = announced
  const sent = file === null ? undefined : await findSent(batch.tx, viewer.userId, announced)
  if (sent && sent.id !== lostUploadId) return { upload: sent, earlier: [], isKnown: true }
  const record = await batch.get(entity, recordId)
  if (!record) throw new CodedError('NOT_FOUND')
  const types = fileTypesFor(entity, record)
  const mimeType = announced.mimeType
    ? types.find((type) => type === announced.mimeType)
    : typeOfName(announced.fileName, types)
  if (!mimeType) throw new CodedError('VALIDATION', { mimeType: wrongType(types) })
  const earlier = await withdrawEarlier(batch, viewer, announced)
  await requireQuota(batch, viewer, size)
  const fileName = safeFileName(announced.fileName, mimeType)
  const upload: Upload = {
    id: randomUUID(),
    entity,
    recordId,
    userId: viewer.userId,
    file,
    fileName,
    mimeType,
    size,
    sha256,
    state: 'WAITING',
    version: null,
    issues: null,
    createdAt: batch.at,
  }
  await insertUpload(batch.tx, upload)
  const described = record.version === 0 ? { fileName, mimeType, size, sha256 } : {}
  await batch.update(entity, recordId, { ...described, fileState: 'WAITING' })
  return { upload, earlier, isKnown: false }
}

export const wrongType = (types: readonly FileType[]): Issue => ({
  key: 'fileType',
  params: { types: types.includes('image/png') ? 'PDF, DOC, DOCX, PNG, JPEG' : 'PDF, DOC, DOCX' },
})

/** A device that starts over has abandoned its earlier upload. */
async function withdrawEarlier(
  { tx }: Batch,
  { userId }: Viewer,
  { entity, recordId }: Announced,
): Promise<readonly string[]> {
  const withdrawn = await tx.query<{ id: string }>(
    `update files set state = 'WITHDRAWN'
where tenant_id = $1 and entity = $2 and record_id = $3 and user_id = $4 and ${openSql} returning id`,
    [tx.tenantId, entity, recordId, userId],
  )
  return withdrawn.map(({ id }) => id)
}

async function requireQuota({ tx, at }: Batch, viewer: Viewer, size: number): Promise<void> {
  const since = new Date(new Date(at).getTime() - day).toISOString()
  const recent = await selectUploads(tx, `and user_id = $2 and (created_at > $3 or ${openSql})`, [viewer.userId, since])
  const open = recent.filter(({ state }) => state === 'WAITING' || state === 'UPLOADING').length
  const bytes = recent.reduce((sum, each) => sum + each.size, size)
  if (open < maxOpen && bytes <= maxBytesPerDay[isStaff(viewer) ? 'staff' : 'investor']) return
  throw new RequestError('RATE_LIMITED', {}, 'Too much was uploaded in a short time. Try again later.', {
    'retry-after': '3600',
  })
}
