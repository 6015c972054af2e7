import type { Context } from 'hono'
import * as z from 'zod'
import { fileStates, maxFileBytes, uploadPath } from '#schema/kernel/files.ts'
import { issuesBody } from '#schema/kernel/issues.ts'
import type { Json } from '#server/http/calls/call.ts'
import { count, timeText, uuidText } from '#server/http/calls/shapes.ts'
import { RequestError } from '#server/http/errors.ts'
import { maxMetadataLength } from './announced.ts'
import { tusVersion } from './tus.ts'
import { type Upload, withFiles } from './uploads.ts'

type ReportedUpload = Omit<Upload, 'state' | 'userId' | 'file' | 'sha256'> & {
  readonly state: Upload['state'] | 'HELD'
}

export const uploadBody = (
  { id, entity, recordId, fileName, mimeType, size, state, version, issues, createdAt }: ReportedUpload,
  offset?: number,
) => ({
  id,
  entity,
  recordId,
  fileName,
  mimeType,
  size,
  ...(offset === undefined ? {} : { offset }),
  state,
  version,
  createdAt,
  ...(issues ? issuesBody(issues) : {}),
})

export const hasEnded = (): RequestError => new RequestError('CONFLICT', {}, 'This upload has ended.')

export function respondCompleted(context: Context, upload: Upload, status: 201 | 204, headers: Headers): Response {
  if (upload.issues) throw new RequestError('VALIDATION', issuesBody(upload.issues))
  if (upload.state !== 'STORED') throw hasEnded()
  if (status === 204) return new Response(null, { status, headers })
  return context.json(uploadBody(upload, upload.size), status, Object.fromEntries(headers))
}

export function respondWithState(context: Context, upload: ReportedUpload, offset: number): Response {
  const headers = {
    'tus-resumable': tusVersion,
    'upload-offset': String(offset),
    'upload-length': String(upload.size),
    'cache-control': 'no-store',
  }
  return context.json(uploadBody(upload, offset), 200, headers)
}

export const respondWithExisting = (context: Context, upload: ReportedUpload, offset: number): Response =>
  context.json(uploadBody(upload, offset), 201, {
    location: `${uploadPath}/${upload.id}`,
    'tus-resumable': tusVersion,
    'upload-offset': String(offset),
  })

const size: Json = { type: 'integer', minimum: 0, maximum: maxFileBytes }
const header = (name: string, schema: Json, description?: string): Json => ({
  name,
  in: 'header',
  ...(description && { description }),
  schema,
})

export const versionHeader = header('Tus-Resumable', { const: tusVersion })
export const lengthHeader = header('Upload-Length', size)
export const offsetHeader = header('Upload-Offset', size)
export const metadataHeader = header(
  'Upload-Metadata',
  { type: 'string', maxLength: maxMetadataLength },
  `entity (${withFiles.join(', ')}), id, file, filename, filetype, sha256; each in base64`,
)

export const uploadSchema = z.object({
  id: uuidText,
  entity: z.enum(withFiles),
  recordId: uuidText,
  fileName: z.string(),
  mimeType: z.string(),
  size: count.max(maxFileBytes),
  offset: z.optional(count.max(maxFileBytes)),
  state: z.enum([...fileStates.slice(1), 'WITHDRAWN', 'HELD']),
  version: z.nullable(z.int()),
  createdAt: z.optional(timeText),
  errors: z.optional(z.record(z.string(), z.string())),
  issues: z.optional(z.record(z.string(), z.unknown())),
})
