import type { Context } from 'hono'
import { uploadPath as path } from '#schema/kernel/files.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { createSemaphore } from '#server/db/connect/semaphore.ts'
import { isUnavailable } from '#server/db/connect/unavailable.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import type { Env } from '#server/http/env.ts'
import { RequestError } from '#server/http/errors.ts'
import { listCall } from '#server/http/calls/list-call.ts'
import { asPerson } from '#server/records/actor.ts'
import { firstId } from '#server/records/read/read.ts'
import { readAnnouncement, requireVersion } from './announced.ts'
import { beginUpload } from './begin-upload.ts'
import { type FileDeps, finishUpload, forgetUpload, markUploading, withdrawUpload } from './end-upload.ts'
import { createTus, tusVersion } from './tus.ts'
import {
  respondCompleted,
  respondWithExisting,
  respondWithState,
  hasEnded,
  lengthHeader,
  metadataHeader,
  offsetHeader,
  uploadBody,
  uploadSchema,
  versionHeader,
} from './upload-responses.ts'
import { arrivingKey, findUpload, isOpen, openSql, selectUploads, type Upload } from './uploads.ts'

export function uploadCalls(deps: FileDeps): readonly Call[] {
  const { database } = deps
  const tus = createTus(deps.files)

  const completions = createSemaphore(4, 20_000, { message: 'Too many uploads are being completed at the same time' })
  const finish = (viewer: Viewer, upload: Upload): Promise<Upload> =>
    completions.run(() => finishUpload(deps, viewer, upload))

  /** Others' uploads look missing. */
  async function findOwnUpload({ tenantId, userId }: Viewer, id: string): Promise<Upload> {
    const upload = await database.tenant(tenantId, (tx) => findUpload(tx, userId, id))
    if (!upload) throw new RequestError('NOT_FOUND')
    return upload
  }

  async function begin(context: Context<Env>, viewer: Viewer): Promise<Response> {
    requireVersion(context)
    const announced = readAnnouncement(context)
    const { upload: known, isKnown } = await beginUpload(deps, viewer, announced)
    const offset = isKnown ? await leftOf(viewer, known) : null
    if (offset !== null) return respondWithExisting(context, known, offset)
    // A server stopped between row and storage.
    const upload = isKnown ? (await beginUpload(deps, viewer, announced, known.id)).upload : known
    const key = arrivingKey(viewer.tenantId, upload.id)
    const response = await tus.handle(context.req.raw, key).catch(async (error: unknown) => {
      try {
        await withdrawUpload(deps, asPerson(viewer), viewer.tenantId, upload)
      } finally {
        if (isUnavailable(error)) await forgetUpload(deps, viewer, upload)
      }
      throw error
    })
    if (Number(response.headers.get('upload-offset') ?? 0) < upload.size)
      return context.json(uploadBody(upload, 0), 201, Object.fromEntries(response.headers))
    return respondCompleted(context, await finish(viewer, upload), 201, response.headers)
  }

  const leftOf = async ({ tenantId }: Viewer, upload: Upload): Promise<number | null> =>
    isOpen(upload) ? tus.offsetOf(arrivingKey(tenantId, upload.id)) : upload.size

  async function receive(context: Context<Env>, viewer: Viewer, id: string): Promise<Response> {
    const upload = await findOwnUpload(viewer, id)
    requireVersion(context)
    if (!isOpen(upload)) throw hasEnded()
    const { headers } = await tus.handle(context.req.raw, arrivingKey(viewer.tenantId, id))
    if (Number(headers.get('upload-offset')) < upload.size) {
      if (upload.state === 'WAITING') await markUploading(deps, viewer, upload)
      return new Response(null, { status: 204, headers })
    }
    return respondCompleted(context, await finish(viewer, upload), 204, headers)
  }

  /** Also HEAD. Completes what a stopped server left. */
  async function respondWithOffset(context: Context<Env>, viewer: Viewer, id: string): Promise<Response> {
    const upload = await findOwnUpload(viewer, id)
    if (!isOpen(upload)) return respondWithState(context, upload, upload.size)
    const offset = await arrivedOf(context, arrivingKey(viewer.tenantId, id))
    const now = offset < upload.size ? upload : await finish(viewer, upload)
    return respondWithState(context, now, offset)
  }

  /** Cuts off a part in transit, because the device resumes from this offset. */
  async function arrivedOf({ req }: Context<Env>, key: string): Promise<number> {
    if (req.method !== 'HEAD') return tus.arrivedOf(key)
    const head = new Request(req.url, { method: 'HEAD', headers: { 'tus-resumable': tusVersion } })
    return Number((await tus.handle(head, key)).headers.get('upload-offset'))
  }

  return [
    call(
      {
        method: 'options',
        path,
        summary: 'The supported version and extensions of the tus protocol',
        auth: 'person',
        responses: {
          204: {
            description: 'Versions, extensions and the largest size, in headers',
            headers: ['Tus-Resumable', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size'],
          },
        },
      },
      ({ context }) => tus.handle(new Request(context.req.url, { method: 'OPTIONS' }), ''),
    ),
    listCall(
      { path, summary: "The person's uploads that are not complete", auth: 'person', row: uploadSchema },
      async ({ viewer: { tenantId, userId } }, part) => {
        const open = await database.tenant(tenantId, (tx) =>
          selectUploads(
            tx,
            `and user_id = $2 and ${openSql} and (created_at, id) > ($3::timestamptz, $4::uuid)
order by created_at, id limit $5::int`,
            [userId, part?.after?.createdAt ?? '-infinity', part?.after?.id ?? firstId, part ? part.limit + 1 : null],
          ),
        )
        return open.map((each) => uploadBody(each))
      },
    ),
    call(
      {
        method: 'post',
        path,
        summary: 'Begins an upload for a record, by the tus protocol; a body is the first part',
        auth: 'person',
        parameters: [versionHeader, lengthHeader, metadataHeader],
        requestBody: { type: 'application/offset+octet-stream', schema: { type: 'string', format: 'binary' } },
        responses: {
          201: {
            description: 'Begun; Location is its address',
            json: uploadSchema,
            headers: ['Location', 'Tus-Resumable', 'Upload-Offset'],
          },
        },
        errors: ['NOT_FOUND', 'FORBIDDEN', 'RATE_LIMITED', 'CONFLICT', 'NEWER'],
      },
      ({ context, viewer }) => begin(context, viewer),
    ),
    call(
      {
        method: 'get',
        path: `${path}/:id`,
        summary: 'How far an upload of the person is; HEAD says it in headers',
        auth: 'person',
        responses: {
          200: {
            description: 'The upload',
            json: uploadSchema,
            headers: ['Tus-Resumable', 'Upload-Offset', 'Upload-Length'],
          },
        },
        errors: ['FORBIDDEN', 'NEWER'],
      },
      ({ context, viewer, id }) => respondWithOffset(context, viewer, id),
    ),
    call(
      {
        method: 'patch',
        path: `${path}/:id`,
        summary: 'Sends the next part; with the last one the file is checked and kept',
        auth: 'person',
        parameters: [versionHeader, offsetHeader],
        requestBody: { type: 'application/offset+octet-stream', schema: { type: 'string', format: 'binary' } },
        responses: {
          204: { description: 'Upload-Offset says how much has arrived', headers: ['Tus-Resumable', 'Upload-Offset'] },
        },
        errors: ['FORBIDDEN', 'CONFLICT', 'RATE_LIMITED', 'NEWER'],
      },
      ({ context, viewer, id }) => receive(context, viewer, id),
    ),
    call(
      {
        method: 'delete',
        path: `${path}/:id`,
        summary: 'Takes an upload back that is not complete',
        auth: 'person',
        responses: { 204: { description: 'Taken back', headers: ['Tus-Resumable'] } },
        errors: ['CONFLICT', 'RATE_LIMITED', 'NEWER'],
      },
      async ({ viewer, id }) => {
        const upload = await findOwnUpload(viewer, id)
        if (upload.state === 'STORED') throw hasEnded()
        await withdrawUpload(deps, asPerson(viewer), viewer.tenantId, upload)
        return new Response(null, { status: 204, headers: { 'tus-resumable': tusVersion } })
      },
    ),
  ]
}
