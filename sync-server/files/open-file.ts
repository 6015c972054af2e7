import type { Context } from 'hono'
import type { Logger } from 'pino'
import { choice } from '#schema/kernel/field-types.ts'
import { optional } from '#schema/kernel/field-options.ts'
import { versionHeader } from '#schema/kernel/files.ts'
import { entityNamed } from '#schema/registry.ts'
import { isStaff, type Viewer } from '#schema/kernel/viewer.ts'
import type { Database } from '#server/db/connect/database.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { contentDisposition } from '#server/http/headers/content-disposition.ts'
import type { Env } from '#server/http/env.ts'
import { RequestError } from '#server/http/errors.ts'
import { requireFieldVisibility } from '#server/http/calls/require-visible.ts'
import { readRow } from '#server/records/read/read.ts'
import { type ByteRange, parseRange } from './byte-range.ts'
import type { FileStore } from './file-store.ts'
import { storedKey, selectUploads, type Upload, type WithFile, withFiles } from './uploads.ts'

interface Deps {
  readonly database: Database
  readonly files: FileStore
  readonly log: Pick<Logger, 'error'>
}

const byteHeaders = ['ETag', versionHeader, 'Accept-Ranges', 'Content-Disposition'] as const

export const fileCalls = (deps: Deps): readonly Call[] => [
  call(
    {
      method: 'get',
      path: '/files/:id',
      summary: 'The file of a document or an attachment, or an earlier version of it, whole or a range of it',
      auth: 'person',
      query: { entity: optional(choice(withFiles)) },
      parameters: [
        { name: 'version', in: 'query', schema: { type: 'integer', minimum: 1 } },
        ...['Range', 'If-Range', 'If-None-Match'].map((name) => ({ name, in: 'header', schema: { type: 'string' } })),
      ],
      responses: {
        200: { description: 'The bytes', type: '*/*', headers: byteHeaders },
        206: { description: 'The bytes of the range', type: '*/*', headers: [...byteHeaders, 'Content-Range'] },
        303: { description: 'To the sign-in page, for a browser that opens the address as a page' },
        304: { description: 'The file is still the one that If-None-Match names', headers: ['ETag'] },
        416: { description: 'The range lies outside of the file', headers: ['Content-Range'] },
      },
      errors: ['NEWER'],
    },
    async ({ context, viewer, id, query }) => {
      const version = versionIn(context)
      const entities = query.entity ? [query.entity] : withFiles
      return respondWithFile(deps, context, viewer.tenantId, await findVersion(deps, viewer, entities, id, version))
    },
  ),
]

function versionIn({ req }: Context<Env>): number | null {
  const requested = req.query('version')
  if (requested === undefined) return null
  if (!/^[1-9]\d{0,5}$/.test(requested)) throw new RequestError('VALIDATION', {}, 'version is a number')
  return Number(requested)
}

/** Others see the newest version and their own uploads. */
const visibleVersionSql = `(user_id = $5 or not exists (
  select from files later where later.tenant_id = $1 and later.entity = $2 and later.record_id = $3
    and later.state = 'STORED' and later.version > files.version))`

/** Unreadable counts as missing. Earlier versions are for staff, because readers may have changed. */
function findVersion(
  { database }: Deps,
  viewer: Viewer,
  entities: readonly WithFile[],
  recordId: string,
  version: number | null,
): Promise<Upload> {
  return database.tenant(viewer.tenantId, async (tx) => {
    for (const entity of entities) {
      const definition = entityNamed(entity)!
      const [upload] = await selectUploads(
        tx,
        `and entity = $2 and record_id = $3 and state = 'STORED' and ($4::int is null or version = $4) and ($6::boolean or ${visibleVersionSql}) order by version desc limit 1`,
        [entity, recordId, version, viewer.userId, isStaff(viewer)],
      )
      if (upload && (await readRow(tx, definition, await requireFieldVisibility(tx, viewer, definition), recordId)))
        return upload
    }
    throw new RequestError('NOT_FOUND')
  })
}
const inlineTypes: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg']

async function respondWithFile(
  { files, log }: Deps,
  context: Context<Env>,
  tenantId: string,
  upload: Upload,
): Promise<Response> {
  const { mimeType, fileName, size, sha256, version } = upload
  const etag = `"${sha256}"`
  const headers: Record<string, string> = {
    etag,
    [versionHeader]: String(version),
    'accept-ranges': 'bytes',
    // Rights are checked on every request, and nothing outlives a logout.
    'cache-control': 'private, no-store',
    'content-type': mimeType,
    'content-disposition': contentDisposition(inlineTypes.includes(mimeType) ? 'inline' : 'attachment', fileName),
    'content-security-policy': "default-src 'none'; sandbox",
  }
  const { req } = context
  if (matchesTag(req.header('if-none-match'), etag))
    return context.body(null, 304, { etag, 'cache-control': 'private, no-store' })
  const ifRange = req.header('if-range')
  const rangeHeader = ifRange === undefined || ifRange === etag ? req.header('range') : undefined
  const range = parseRange(rangeHeader, size)
  if (range === 'unsatisfiable') return context.body(null, 416, { 'content-range': `bytes */${size}` })
  const { start, end }: ByteRange = range ?? { start: 0, end: size - 1 }
  headers['content-length'] = String(end - start + 1)
  if (range) headers['content-range'] = `bytes ${start}-${end}/${size}`
  const status = range ? 206 : 200
  if (req.method === 'HEAD') return context.body(null, status, headers)
  const bytes = await files.read(storedKey(tenantId, upload), start, end)
  if (bytes) return context.body(bytes, status, headers)
  log.error({ upload: upload.id }, 'the bytes of a file are gone')
  throw new RequestError('NOT_FOUND')
}

const matchesTag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
