// Resumable uploads by the tus protocol (tus.io), which @tus/server speaks. An upload says which record it is for in its
// metadata: `entity`, `id`, `filename`, `filetype` and, if the device knows it, `sha256`.
import type { Context } from 'hono'
import { Metadata, Server } from '@tus/server'
import { fileStates, mostFileBytes } from '#schema/files.ts'
import { issuesAnswer } from '#schema/issues.ts'
import { isUuid } from '#schema/protocol.ts'
import type { Viewer } from '#schema/viewer.ts'
import { type Call, call, type Json } from '../http/call.ts'
import { time, uuid } from '../http/entity-schemas.ts'
import type { Env } from '../http/env.ts'
import { RequestError, statusOf } from '../http/errors.ts'
import { listCall } from '../http/list-call.ts'
import { createTurns } from '../db/turns.ts'
import { asPerson } from '../records/actor.ts'
import { firstId } from '../records/read.ts'
import { type Announced, beginUpload, requireSize } from './begin-upload.ts'
import { createUploadLocks } from './upload-locks.ts'
import { type FileDeps, finishUpload, noteArriving, withdrawUpload } from './end-upload.ts'
import {
  arrivingKey,
  findUpload,
  isOpen,
  isWithFile,
  openSql,
  selectUploads,
  type Upload,
  withFiles,
} from './uploads.ts'

const path = '/api/uploads'
const version = '1.0.0'

export function uploadCalls(deps: FileDeps): readonly Call[] {
  const { database, files } = deps
  /** By request, the key of the upload that it is about: the tenant comes from the session, never from an address. */
  const keys = new WeakMap<Request, string>()
  const locks = createUploadLocks()
  let opened: Server | undefined
  const tus = (): Server =>
    (opened ??= new Server({
      path,
      datastore: files.arriving,
      locker: locks,
      maxSize: mostFileBytes,
      allowedOrigins: () => false,
      namingFunction: (request) => keys.get(request as Request)!,
      getFileIdFromRequest: (request) => keys.get(request as Request),
      generateUrl: (_request, { id }) => `${path}/${id.split('/').at(-1)}`,
    }))

  /** Asks the library; what it refuses becomes an error of ours. */
  async function ask(request: Request, key: string): Promise<Response> {
    keys.set(request, key)
    const response = await tus().handleWeb(request)
    const toOtherSites = Array.from(response.headers.keys()).filter((name) => name.startsWith('access-control-'))
    for (const name of toOtherSites) response.headers.delete(name)
    if (response.ok) return response
    const said = (await response.text()).trim()
    if (response.status >= 500) throw new Error(`The upload could not be written: ${said}`)
    throw refusalOf(response.status, said)
  }

  /** Of whole files in memory. */
  const ends = createTurns(4, 20_000, { lacks: 'Too many uploads end at once' })
  const finish = (viewer: Viewer, upload: Upload): Promise<Upload> =>
    ends.take(() => finishUpload(deps, viewer, upload))

  const find = ({ tenantId, userId }: Viewer, id: string): Promise<Upload | undefined> =>
    database.tenant(tenantId, (tx) => findUpload(tx, userId, id))

  /** One of the person's own; another one is answered like none. */
  async function ownUpload(viewer: Viewer, id: string): Promise<Upload> {
    const upload = await find(viewer, id)
    if (!upload) throw new RequestError('NOT_FOUND')
    return upload
  }

  async function begin(context: Context<Env>, viewer: Viewer): Promise<Response> {
    requireVersion(context)
    const announced = announcedIn(context)
    const upload = await beginUpload(deps, viewer, announced)
    const key = arrivingKey(viewer.tenantId, upload.id)
    const response = await ask(context.req.raw, key).catch(async (error: unknown) => {
      await withdrawUpload(deps, asPerson(viewer), viewer.tenantId, upload)
      throw error
    })
    if (Number(response.headers.get('upload-offset') ?? 0) < upload.size)
      return context.json(told(upload, 0), 201, Object.fromEntries(response.headers))
    return answerEnd(context, await finish(viewer, upload), 201, response.headers)
  }

  async function receive(context: Context<Env>, viewer: Viewer, id: string): Promise<Response> {
    const upload = await ownUpload(viewer, id)
    requireVersion(context)
    if (!isOpen(upload)) throw new RequestError('CONFLICT', {}, 'This upload has ended.')
    const { headers } = await ask(context.req.raw, arrivingKey(viewer.tenantId, id))
    if (Number(headers.get('upload-offset')) < upload.size) {
      if (upload.state === 'WAITING') await noteArriving(deps, viewer, upload)
      return new Response(null, { status: 204, headers })
    }
    return answerEnd(context, await finish(viewer, upload), 204, headers)
  }

  /** Also answers HEAD. An upload that was complete when a server stopped is ended now. */
  async function tell(context: Context<Env>, viewer: Viewer, id: string): Promise<Response> {
    const upload = await ownUpload(viewer, id)
    if (!isOpen(upload)) return answerState(context, upload, upload.size)
    const offset = await arrivedOf(context, arrivingKey(viewer.tenantId, id))
    const now = offset < upload.size ? upload : await finish(viewer, upload)
    return answerState(context, now, offset)
  }

  /** A device that asks by HEAD goes on from there, so a part of it that is still on the way to here is cut off first. */
  async function arrivedOf({ req }: Context<Env>, key: string): Promise<number> {
    if (req.method !== 'HEAD') return (await files.arriving.getUpload(key)).offset
    const { headers } = await ask(new Request(req.url, { method: 'HEAD', headers: { 'tus-resumable': version } }), key)
    return Number(headers.get('upload-offset'))
  }

  return [
    call(
      {
        method: 'options',
        path,
        says: 'What this server speaks of the tus protocol',
        who: 'person',
        answers: { 204: { says: 'Versions, extensions and the largest size, in headers' } },
      },
      ({ context }) => ask(new Request(context.req.url, { method: 'OPTIONS' }), ''),
    ),
    listCall(
      { path, says: "The person's uploads that are not complete", who: 'person', row: uploadSchema },
      async ({ viewer: { tenantId, userId } }, part) => {
        const open = await database.tenant(tenantId, (tx) =>
          selectUploads(
            tx,
            `and user_id = $2 and ${openSql} and (created_at, id) > ($3::timestamptz, $4::uuid)
order by created_at, id limit $5::int`,
            [userId, part?.after?.createdAt ?? '-infinity', part?.after?.id ?? firstId, part ? part.limit + 1 : null],
          ),
        )
        return open.map((each) => told(each))
      },
    ),
    call(
      {
        method: 'post',
        path,
        says: 'Begins an upload for a record, by the tus protocol; a body is the first part',
        who: 'person',
        parameters: [versionParameter, { name: 'Upload-Length', in: 'header', schema: size }, metadataParameter],
        takes: { type: 'application/offset+octet-stream', schema: { type: 'string', format: 'binary' } },
        answers: { 201: { says: 'Begun; Location is its address', json: uploadSchema } },
        refuses: ['NOT_FOUND', 'FORBIDDEN', 'RATE_LIMITED', 'CONFLICT', 'NEWER'],
      },
      ({ context, viewer }) => begin(context, viewer),
    ),
    call(
      {
        method: 'get',
        path: `${path}/:id`,
        says: 'How far an upload of the person is; HEAD says it in headers',
        who: 'person',
        answers: { 200: { says: 'The upload', json: uploadSchema } },
        refuses: ['FORBIDDEN', 'NEWER'],
      },
      ({ context, viewer, id }) => tell(context, viewer, id),
    ),
    call(
      {
        method: 'patch',
        path: `${path}/:id`,
        says: 'Sends the next part; with the last one the file is checked and kept',
        who: 'person',
        parameters: [versionParameter, { name: 'Upload-Offset', in: 'header', schema: size }],
        takes: { type: 'application/offset+octet-stream', schema: { type: 'string', format: 'binary' } },
        answers: { 204: { says: 'Upload-Offset says how much has arrived' } },
        refuses: ['FORBIDDEN', 'CONFLICT', 'RATE_LIMITED', 'NEWER'],
      },
      ({ context, viewer, id }) => receive(context, viewer, id),
    ),
    call(
      {
        method: 'delete',
        path: `${path}/:id`,
        says: 'Takes an upload back that is not complete',
        who: 'person',
        answers: { 204: { says: 'Taken back' } },
        refuses: ['CONFLICT', 'RATE_LIMITED', 'NEWER'],
      },
      async ({ viewer, id }) => {
        const upload = await ownUpload(viewer, id)
        if (upload.state === 'STORED') throw new RequestError('CONFLICT', {}, 'This upload has ended.')
        await withdrawUpload(deps, asPerson(viewer), viewer.tenantId, upload)
        return new Response(null, { status: 204, headers: { 'tus-resumable': version } })
      },
    ),
  ]
}

function requireVersion({ req }: Context<Env>): void {
  if (req.header('tus-resumable') !== version)
    throw new RequestError('VALIDATION', {}, 'Tus-Resumable: 1.0.0 is expected')
}

function announcedIn({ req }: Context<Env>): Announced {
  const length = req.header('upload-length') ?? ''
  if (!/^\d{1,15}$/.test(length) || req.header('upload-defer-length') !== undefined)
    throw new RequestError('VALIDATION', {}, 'Upload-Length is a number of bytes')
  requireSize(Number(length))
  const { entity = 'documents', id, filename, filetype, sha256 } = metadataOf(req.header('upload-metadata'))
  if (!isWithFile(entity)) throw new RequestError('VALIDATION', issuesAnswer({ entity: { key: 'missing' } }))
  const recordId = id?.toLowerCase() ?? ''
  if (!isUuid(recordId)) throw new RequestError('VALIDATION', issuesAnswer({ id: { key: 'reference' } }))
  if (!filename) throw new RequestError('VALIDATION', issuesAnswer({ filename: { key: 'fileName' } }))
  if (sha256 && !/^[0-9a-f]{64}$/.test(sha256))
    throw new RequestError('VALIDATION', issuesAnswer({ sha256: { key: 'fileHash' } }))
  return {
    entity,
    recordId,
    fileName: filename,
    mimeType: filetype ?? '',
    size: Number(length),
    sha256: sha256 || null,
  }
}

const mostMetadata = 4_000

function metadataOf(header: string | undefined): Readonly<Record<string, string | null>> {
  if (!header || header.length > mostMetadata)
    throw new RequestError('VALIDATION', {}, 'Upload-Metadata names a record and a file')
  try {
    return Metadata.parse(header)
  } catch {
    throw new RequestError('VALIDATION', {}, 'Upload-Metadata holds pairs of a name and base64')
  }
}

const codeOf: Readonly<Record<number, 'NOT_FOUND' | 'CONFLICT' | 'TOO_LARGE'>> = {
  404: 'NOT_FOUND',
  410: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'TOO_LARGE',
}
const refusalOf = (status: number, said: string): RequestError =>
  new RequestError(codeOf[status] ?? 'VALIDATION', {}, said)

function answerEnd(context: Context<Env>, upload: Upload, status: 201 | 204, headers: Headers): Response {
  if (upload.issues) return context.json({ code: 'VALIDATION', ...issuesAnswer(upload.issues) }, statusOf.VALIDATION)
  if (status === 204) return new Response(null, { status, headers })
  return context.json(told(upload, upload.size), status, Object.fromEntries(headers))
}

function answerState(context: Context<Env>, upload: Upload, offset: number): Response {
  const headers = {
    'tus-resumable': version,
    'upload-offset': String(offset),
    'upload-length': String(upload.size),
    'cache-control': 'no-store',
  }
  return context.json(told(upload, offset), 200, headers)
}

const told = (
  { id, entity, recordId, fileName, mimeType, size: bytes, state, version: kept, issues, createdAt }: Upload,
  offset?: number,
) => ({
  id,
  entity,
  recordId,
  fileName,
  mimeType,
  size: bytes,
  ...(offset === undefined ? {} : { offset }),
  state,
  version: kept,
  createdAt,
  ...(issues ? issuesAnswer(issues) : {}),
})

const size: Json = { type: 'integer', minimum: 0, maximum: mostFileBytes }
const versionParameter: Json = { name: 'Tus-Resumable', in: 'header', schema: { const: version } }
const metadataParameter: Json = {
  name: 'Upload-Metadata',
  in: 'header',
  description: `entity (${withFiles.join(', ')}), id, filename, filetype, sha256; each in base64`,
  schema: { type: 'string', maxLength: mostMetadata },
}
const uploadSchema: Json = {
  type: 'object',
  required: ['id', 'entity', 'recordId', 'fileName', 'mimeType', 'size', 'state', 'version'],
  properties: {
    id: uuid,
    entity: { type: 'string', enum: withFiles },
    recordId: uuid,
    fileName: { type: 'string' },
    mimeType: { type: 'string' },
    size,
    offset: size,
    state: { type: 'string', enum: [...fileStates.slice(1), 'WITHDRAWN'] },
    version: { type: ['integer', 'null'] },
    createdAt: time,
    errors: { type: 'object' },
    issues: { type: 'object' },
  },
}
