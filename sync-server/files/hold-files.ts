// A revoked device hands in unsent files by the usual upload calls. An administrator decides (HELD in SYNC.md).
import { createHash, randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { documentAndImageTypes, uploadPath } from '#schema/kernel/files.ts'
import { issuesBody } from '#schema/kernel/issues.ts'
import { isUuid, personHeader } from '#schema/sync/protocol.ts'
import type { RevokedDevice } from '#server/auth/sessions.ts'
import type { Database, TenantTx } from '#server/db/connect/database.ts'
import { createSemaphore } from '#server/db/connect/semaphore.ts'
import type { Env } from '#server/http/env.ts'
import { RequestError } from '#server/http/errors.ts'
import type { ConsumeOperations } from '#server/http/limits/operation-limit.ts'
import type { Events } from '#server/records/audit/events.ts'
import { type Announced, readAnnouncement, requireVersion } from './announced.ts'
import { safeFileName, typeOfName } from './file-name.ts'
import type { FileStore } from './file-store.ts'
import { findHeld, type HeldFile, markArrived, insertHeld, selectHeld } from './held-files.ts'
import { createTus } from './tus.ts'
import { respondWithExisting, respondWithState, hasEnded, uploadBody } from './upload-responses.ts'
import { arrivingKey, findSent, findUpload, storedKey, type Upload } from './uploads.ts'

interface Deps {
  readonly database: Pick<Database, 'tenant'>
  readonly events: Pick<Events, 'writeLimited'>
  readonly files: FileStore
  readonly consume: ConsumeOperations
  readonly now: () => Date
}

const maximum = { files: 100, bytes: 500 * 1024 * 1024 }

export function holdFiles(deps: Deps): MiddlewareHandler<Env> {
  const { database, events, files, consume, now } = deps
  const tus = createTus(files)
  const completions = createSemaphore(2, 20_000, { message: 'Too many uploads are being completed at the same time' })

  async function begin(context: Context<Env>, revoked: RevokedDevice): Promise<Response> {
    requireVersion(context)
    const upload = await database.tenant(revoked.tenantId, (tx) =>
      recordUpload(tx, revoked, readAnnouncement(context), now()),
    )
    if ('sent' in upload) return respondWithExisting(context, upload.sent, upload.sent.size)
    const { held } = upload
    const key = arrivingKey(revoked.tenantId, held.id)
    const offset = held.state === 'ARRIVING' ? await tus.offsetOf(key) : held.size
    if (offset !== null) return respondWithExisting(context, asUpload(held), offset)
    const { headers } = await tus.handle(context.req.raw, key)
    const arrived = Number(headers.get('upload-offset') ?? 0)
    if (arrived === held.size) await end(revoked, held)
    return context.json(uploadBody(asUpload(held), arrived), 201, Object.fromEntries(headers))
  }

  async function receive(context: Context<Env>, revoked: RevokedDevice, held: HeldFile): Promise<Response> {
    requireVersion(context)
    const { headers } = await tus.handle(context.req.raw, arrivingKey(revoked.tenantId, held.id))
    if (Number(headers.get('upload-offset')) === held.size) await end(revoked, held)
    return new Response(null, { status: 204, headers })
  }

  async function respondWithOffset(context: Context<Env>, revoked: RevokedDevice, held: HeldFile): Promise<Response> {
    if (held.state !== 'ARRIVING') return respondWithState(context, asUpload(held), held.size)
    const offset = await tus.arrivedOf(arrivingKey(revoked.tenantId, held.id))
    const isWhole = offset === held.size
    if (isWhole) await end(revoked, held)
    return respondWithState(context, asUpload(isWhole ? { ...held, state: 'HELD' } : held), offset)
  }

  const end = (revoked: RevokedDevice, held: HeldFile): Promise<void> =>
    completions.run(() => holdCompleted(revoked, held))

  async function holdCompleted({ tenantId, userId, sessionId, device }: RevokedDevice, held: HeldFile): Promise<void> {
    const from = arrivingKey(tenantId, held.id)
    const bytes = await files.arrived(from)
    // Another node has stored it.
    if (!bytes) return
    if (createHash('sha256').update(bytes).digest('hex') !== held.sha256) {
      await files.forget(from)
      throw new RequestError('VALIDATION', issuesBody({ sha256: { key: 'fileHash' } }))
    }
    await files.keep(storedKey(tenantId, held), bytes)
    const isNew = await database.tenant(tenantId, (tx) => markArrived(tx, held.id))
    await files.forget(from)
    if (!isNew) return
    const about = { entityType: 'sessions', entityId: sessionId, userId, details: { files: 1, device } }
    events.writeLimited(tenantId, { action: 'heldChanges.handIn', outcome: 'done', ...about }, `handIn ${sessionId}`)
  }

  return async function holdFromRevoked(context, next) {
    const revoked = context.get('revokedDevice')
    if (!revoked) return next()
    const { req } = context
    const person = req.header(personHeader)
    if (person !== undefined && person !== revoked.userId) throw new RequestError('OTHER_PERSON')
    consume(revoked, 1)
    if (req.method === 'POST' && req.path === uploadPath) return begin(context, revoked)
    const id = req.path.slice(uploadPath.length + 1)
    if (!isUuid(id)) throw new RequestError('WIPE')
    const { held, sent } = await database.tenant(revoked.tenantId, async (tx) => ({
      held: await findHeld(tx, id),
      sent: await findUpload(tx, revoked.userId, id),
    }))
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (isRead && sent?.state === 'STORED') return respondWithState(context, sent, sent.size)
    if (held?.userId !== revoked.userId) throw new RequestError('NOT_FOUND')
    if (isRead) return respondWithOffset(context, revoked, held)
    if (req.method !== 'PATCH') throw new RequestError('WIPE')
    if (held.state !== 'ARRIVING') throw hasEnded()
    return receive(context, revoked, held)
  }
}

const asUpload = (held: HeldFile) =>
  ({ ...held, state: held.state === 'ARRIVING' ? 'UPLOADING' : 'HELD', version: null, issues: null }) as const

/** Files that the person has sent before are not held. */
async function recordUpload(
  tx: TenantTx,
  { userId, sessionId, device }: RevokedDevice,
  { entity, recordId, fileName, mimeType: announcedType, size, sha256, file }: Announced,
  at: Date,
): Promise<{ readonly held: HeldFile } | { readonly sent: Upload }> {
  if (file === null || sha256 === null)
    throw new RequestError(
      'VALIDATION',
      {},
      'A device whose access was revoked must send the name and the hash of its file',
    )
  const sent = await findSent(tx, userId, { entity, recordId, file })
  if (sent?.state === 'STORED') return { sent }
  const mimeType = announcedType
    ? documentAndImageTypes.find((type) => type === announcedType)
    : typeOfName(fileName, documentAndImageTypes)
  if (!mimeType) throw new RequestError('VALIDATION', {}, 'No record can have a file of this type')
  const key = { entity, recordId, userId, sessionId, device, file }
  const name = safeFileName(fileName, mimeType)
  const createdAt = at.toISOString()
  await insertHeld(tx, { id: randomUUID(), ...key, fileName: name, mimeType, size, sha256, createdAt })
  await requireQuota(tx, sessionId)
  const [held] = await selectHeld(tx, 'and user_id = $2 and file = $3', [userId, file])
  return { held: held! }
}

async function requireQuota(tx: TenantTx, sessionId: string): Promise<void> {
  const [usage] = await tx.query<{ isTooMuch: boolean }>(
    `select count(*) > $3 or coalesce(sum(size), 0) > $4 as "isTooMuch" from held_files where tenant_id = $1 and session_id = $2 and state <> 'DROPPED'`,
    [tx.tenantId, sessionId, maximum.files, maximum.bytes],
  )
  if (usage!.isTooMuch) throw new RequestError('TOO_LARGE')
}
