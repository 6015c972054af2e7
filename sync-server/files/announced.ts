import type { Context } from 'hono'
import { Metadata } from '@tus/server'
import { maxFileBytes, defaultFileEntity } from '#schema/kernel/files.ts'
import { issuesBody } from '#schema/kernel/issues.ts'
import { isUuid } from '#schema/sync/protocol.ts'
import { RequestError } from '#server/http/errors.ts'
import { tusVersion } from './tus.ts'
import { isWithFile, type WithFile } from './uploads.ts'

export interface Announced {
  readonly entity: WithFile
  readonly recordId: string
  readonly fileName: string
  /** '': the file name decides. */
  readonly mimeType: string
  readonly size: number
  readonly sha256: string | null
  readonly file: string | null
}

export const maxMetadataLength = 4_000

const invalid = (message: string): RequestError => new RequestError('VALIDATION', {}, message)

export function requireVersion({ req }: Context): void {
  if (req.header('tus-resumable') !== tusVersion) throw invalid(`Tus-Resumable: ${tusVersion} is expected`)
}

export function readAnnouncement({ req }: Context): Announced {
  if (req.header('upload-concat') !== undefined) throw invalid('Upload-Concat: a file is sent as one upload')
  const size = sizeIn(req.header('upload-defer-length') === undefined ? req.header('upload-length') : undefined)
  const { entity = defaultFileEntity, id, file, filename, filetype, sha256 } = metadataOf(req.header('upload-metadata'))
  if (!isWithFile(entity)) throw new RequestError('VALIDATION', issuesBody({ entity: { key: 'missing' } }))
  const recordId = id?.toLowerCase() ?? ''
  if (!isUuid(recordId)) throw new RequestError('VALIDATION', issuesBody({ id: { key: 'reference' } }))
  if (!filename) throw new RequestError('VALIDATION', issuesBody({ filename: { key: 'fileName' } }))
  if (sha256 && !/^[0-9a-f]{64}$/.test(sha256))
    throw new RequestError('VALIDATION', issuesBody({ sha256: { key: 'fileHash' } }))
  if (file && !isUuid(file)) throw new RequestError('VALIDATION', issuesBody({ file: { key: 'reference' } }))
  return {
    entity,
    recordId,
    fileName: filename,
    mimeType: filetype ?? '',
    size,
    sha256: sha256 || null,
    file: file?.toLowerCase() || null,
  }
}

function sizeIn(length = ''): number {
  const size = /^\d{1,15}$/.test(length) ? Number(length) : 0
  if (size > maxFileBytes) throw new RequestError('TOO_LARGE', {}, 'A file can have at most 10 MB.')
  if (size < 1) throw invalid('Upload-Length is a number of bytes')
  return size
}

function metadataOf(header: string | undefined): Readonly<Record<string, string | null>> {
  if (!header || header.length > maxMetadataLength) throw invalid('Upload-Metadata names a record and a file')
  try {
    return Metadata.parse(header)
  } catch {
    throw invalid('Upload-Metadata holds pairs of a name and base64')
  }
}
