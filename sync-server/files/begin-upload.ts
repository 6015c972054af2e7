// Begins an upload for a record that the person may give a file.
import { randomUUID } from 'node:crypto'
import { type FileType, mostFileBytes } from '#schema/files.ts'
import { fileTypesFor } from '#schema/rules.ts'
import { isStaff, type Viewer } from '#schema/viewer.ts'
import { RequestError } from '../http/errors.ts'
import { asPerson } from '../records/actor.ts'
import type { Batch } from '../records/batch.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import { transact } from '../records/transact.ts'
import { VerbRefused } from '../records/verb-refused.ts'
import { safeFileName, typeOfName } from './file-name.ts'
import { insertUpload, openSql, selectUploads, type Upload, type WithFile } from './uploads.ts'

/** What a device says of the file before it sends any of it. */
export interface Announced {
  readonly entity: WithFile
  readonly recordId: string
  readonly fileName: string
  /** '' where the device does not know it: the name's ending then tells. */
  readonly mimeType: string
  readonly size: number
  readonly sha256: string | null
}

const day = 86_400_000
/** Uploads of a person that are not complete. */
const mostOpen = 20
/** What a person may upload within 24 hours, in bytes. */
const mostADay = { staff: 4_000 * 1024 * 1024, investor: 200 * 1024 * 1024 }

export const beginUpload = (deps: WriteDeps, viewer: Viewer, announced: Announced): Promise<Upload> =>
  transact(deps, asPerson(viewer), (batch) => begin(batch, viewer, announced), {
    act: { entity: announced.entity, verb: 'upload', id: announced.recordId },
    isUntold: true,
  })

async function begin(batch: Batch, viewer: Viewer, announced: Announced): Promise<Upload> {
  const { entity, recordId, size, sha256 } = announced
  const record = await batch.get(entity, recordId)
  if (!record) throw new VerbRefused('NOT_FOUND')
  const types = fileTypesFor(entity, record)
  const mimeType = announced.mimeType
    ? types.find((type) => type === announced.mimeType)
    : typeOfName(announced.fileName, types)
  if (!mimeType)
    throw new VerbRefused('VALIDATION', { mimeType: { key: 'fileType', params: { types: namesOf(types) } } })
  await withdrawEarlier(batch, viewer, recordId)
  await requireRoom(batch, viewer, size)
  const fileName = safeFileName(announced.fileName, mimeType)
  const upload: Upload = {
    id: randomUUID(),
    entity,
    recordId,
    userId: viewer.userId,
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
  return upload
}

const namesOf = (types: readonly FileType[]): string =>
  types.includes('image/png') ? 'PDF, DOC, DOCX, PNG, JPEG' : 'PDF, DOC, DOCX'

/** A device that begins anew no longer sends what it began before. */
const withdrawEarlier = ({ tx }: Batch, { userId }: Viewer, recordId: string): Promise<unknown> =>
  tx.query(
    `update files set state = 'WITHDRAWN' where tenant_id = $1 and record_id = $2 and user_id = $3 and ${openSql}`,
    [tx.tenantId, recordId, userId],
  )

async function requireRoom({ tx, at }: Batch, viewer: Viewer, size: number): Promise<void> {
  const since = new Date(new Date(at).getTime() - day).toISOString()
  const recent = await selectUploads(tx, `and user_id = $2 and (created_at > $3 or ${openSql})`, [viewer.userId, since])
  const open = recent.filter(({ state }) => state === 'WAITING' || state === 'UPLOADING').length
  const bytes = recent.reduce((sum, each) => sum + each.size, size)
  if (open < mostOpen && bytes <= mostADay[isStaff(viewer) ? 'staff' : 'investor']) return
  throw new RequestError('RATE_LIMITED', {}, 'Too much was uploaded in a short time. Please try again later.', {
    'retry-after': '3600',
  })
}

/** Refuses a size that no file may have. */
export function requireSize(size: number): void {
  if (size > mostFileBytes) throw new RequestError('TOO_LARGE', {}, 'A file has at most 10 MB.')
  if (!Number.isSafeInteger(size) || size < 1)
    throw new RequestError('VALIDATION', {}, 'Upload-Length is a number of bytes')
}
