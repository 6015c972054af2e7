// An administrator's decision on a revoked device's file. It is tried with its author's current rights first.
import { wrongType } from './begin-upload.ts'
import { isOfType } from './check-content.ts'
import { fileTypesFor } from '#schema/rules.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { viewerOfPerson } from '#server/auth/investor-users.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { RequestError } from '#server/http/errors.ts'
import { type Actor, asPerson } from '#server/records/actor.ts'
import type { Batch } from '#server/records/write/batch.ts'
import type { Events } from '#server/records/audit/events.ts'
import { transact } from '#server/records/write/transact.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { describeNewest, type FileDeps, withdrawUpload } from './end-upload.ts'
import {
  markHeldAccepted,
  decideHeld,
  findHeld,
  type HeldFile,
  storeRefusal,
  lockHeld,
  type FileRefusal,
  selectHeld,
} from './held-files.ts'
import { removeUnlessBackingUp } from './removal-lock.ts'
import { arrivingKey, findSent, insertUpload, isOpen, storedKey } from './uploads.ts'

export interface HeldDeps extends FileDeps {
  readonly events: Pick<Events, 'writeWith'>
}

export async function acceptHeldFile(deps: FileDeps, viewer: Viewer, id: string): Promise<HeldFile> {
  const inFirm = <T>(work: (tx: TenantTx) => Promise<T>): Promise<T> => deps.database.tenant(viewer.tenantId, work)
  const held = await inFirm((tx) => findHeld(tx, id))
  if (!held || held.state === 'ARRIVING') throw new RequestError('NOT_FOUND')
  if (isAcceptedBy(viewer, held)) return held
  const author = await viewerOfPerson(deps.database, viewer.tenantId, held.userId)
  const bytes = await bytesOf(deps, viewer, held)
  const refusal = await refusalOf(deps, author, held, bytes)
  if (refusal) await inFirm((tx) => storeRefusal(tx, id, refusal))
  else await accept(deps, { kind: 'person', viewer, author }, held, bytes)
  const now = (await inFirm((tx) => findHeld(tx, id)))!
  isAcceptedBy(viewer, now)
  return now
}

/** Throws if others decided. */
function isAcceptedBy({ userId }: Viewer, { state, decidedBy }: HeldFile): boolean {
  if (state === 'HELD') return false
  if (state === 'TAKEN' && decidedBy === userId) return true
  throw new RequestError(
    'CONFLICT',
    {},
    `Another administrator has already ${state === 'TAKEN' ? 'accepted' : 'rejected'} this file.`,
  )
}

async function bytesOf({ files }: FileDeps, { tenantId }: Viewer, held: HeldFile): Promise<Buffer> {
  const found = await files.read(storedKey(tenantId, held), 0, held.size - 1)
  return Buffer.from(await new Response(found).arrayBuffer())
}

/** Rolls the trial back after everything was allowed. */
class TrialRollback extends Error {}

async function refusalOf(deps: FileDeps, author: Viewer, held: HeldFile, bytes: Buffer): Promise<FileRefusal | null> {
  try {
    await write(deps, asPerson(author), held, async (batch) => {
      await store(batch, held, bytes)
      throw new TrialRollback()
    })
    return null
  } catch (error) {
    if (error instanceof TrialRollback) return null
    const refusal = refusalIn(error)
    if (!refusal) throw error
    return refusal
  }
}

const refusalIn = (error: unknown): FileRefusal | null =>
  error instanceof CodedError && error.code !== 'NEWER' ? { code: error.code, issues: error.issues } : null

const write = (deps: FileDeps, actor: Actor, { entity, recordId }: HeldFile, work: (batch: Batch) => Promise<void>) =>
  transact(deps, actor, work, { act: { entity, verb: 'upload', id: recordId } })

async function accept(deps: FileDeps, actor: Actor & { viewer: Viewer }, held: HeldFile, bytes: Buffer): Promise<void> {
  const { tenantId, userId } = actor.viewer
  let isDuplicate = false
  await write(deps, actor, held, async (batch) => {
    if (isAcceptedBy(actor.viewer, (await lockHeld(batch.tx, held.id))!)) return
    isDuplicate = !(await store(batch, held, bytes))
    await decideHeld(batch.tx, held.id, { state: 'TAKEN', by: userId, at: deps.now() })
  })
  if (isDuplicate) await removeUnlessBackingUp(deps.database, () => deps.files.discard(arrivingKey(tenantId, held.id)))
}

async function store(batch: Batch, held: HeldFile, bytes: Buffer): Promise<boolean> {
  const { id, entity, recordId, userId, file, fileName, mimeType, size, sha256, createdAt } = held
  if ((await findSent(batch.tx, userId, held))?.state === 'STORED') return false
  const record = await batch.get(entity, recordId)
  if (!record) throw new CodedError('NOT_FOUND')
  const types = fileTypesFor(entity, record)
  if (!types.includes(mimeType)) throw new CodedError('VALIDATION', { mimeType: wrongType(types) })
  if (!isOfType(bytes, mimeType)) throw new CodedError('VALIDATION', { file: { key: 'fileContent' } })
  const version = record.version + 1
  const key = { id, entity, recordId, userId, file }
  await insertUpload(batch.tx, {
    ...key,
    fileName,
    mimeType,
    size,
    sha256,
    state: 'STORED',
    version,
    issues: null,
    createdAt,
  })
  await describeNewest(batch, { ...held, version })
  return true
}

export async function dropHeldFile(deps: HeldDeps, viewer: Viewer, id: string): Promise<HeldFile> {
  const dropped = await deps.database.tenant(viewer.tenantId, (tx) => drop(deps, tx, viewer, id))
  await forgetDropped(deps, viewer, dropped)
  return dropped
}

async function drop({ events, now }: HeldDeps, tx: TenantTx, { userId }: Viewer, id: string): Promise<HeldFile> {
  const held = await lockHeld(tx, id)
  if (!held || held.state === 'ARRIVING') throw new RequestError('NOT_FOUND')
  if (held.state === 'TAKEN') throw new RequestError('CONFLICT', {}, 'This file has already been accepted.')
  if (held.state === 'DROPPED') return held
  await decideHeld(tx, id, { state: 'DROPPED', by: userId, at: now() })
  const details = { author: held.userId, device: held.device, files: 1 }
  const about = { entityType: 'heldChanges', entityId: id, userId, details }
  await events.writeWith(tx, { action: 'heldChanges.drop', outcome: 'done', ...about })
  return (await findHeld(tx, id))!
}

/** The device may have begun it before it was revoked. */
async function forgetDropped(deps: HeldDeps, viewer: Viewer, held: HeldFile): Promise<void> {
  const { tenantId } = viewer
  const sent = await deps.database.tenant(tenantId, (tx) => findSent(tx, held.userId, held))
  if (sent && isOpen(sent)) await withdrawUpload(deps, asPerson(viewer), tenantId, sent)
  // Else the daily job removes them.
  await removeUnlessBackingUp(deps.database, () => deps.files.discard(arrivingKey(tenantId, held.id)))
}

interface HeldRecord {
  readonly entity: string
  readonly id: string
}

export function heldFilesOf(deps: HeldDeps) {
  const select = async (tx: TenantTx, author: string, records: readonly HeldRecord[]): Promise<HeldFile[]> => {
    const ids = records.map(({ id }) => id)
    const held = await selectHeld(
      tx,
      `and state = 'HELD' and user_id = $2 and record_id = any($3::uuid[]) order by created_at, id`,
      [author, ids],
    )
    return held.filter((file) => records.some(({ entity, id }) => entity === file.entity && id === file.recordId))
  }
  return {
    /** Recorded with the change, so that a crash in between leaves it to the job. */
    async markAccepted(
      tx: TenantTx,
      { userId }: Viewer,
      author: string,
      records: readonly HeldRecord[],
    ): Promise<void> {
      for (const { id } of await select(tx, author, records))
        await markHeldAccepted(tx, id, { by: userId, at: deps.now() })
    },
    acceptMarked: (viewer: Viewer): Promise<number> => acceptMarkedFiles(deps, viewer.tenantId, viewer.userId),
    /** `forget` then removes the bytes. */
    async drop(tx: TenantTx, viewer: Viewer, author: string, records: readonly HeldRecord[]) {
      const dropped: HeldFile[] = []
      for (const { id } of await select(tx, author, records)) dropped.push(await drop(deps, tx, viewer, id))
      return async function forget(): Promise<void> {
        for (const each of dropped) await forgetDropped(deps, viewer, each)
      }
    },
  }
}

const isDecided = (error: unknown): boolean => error instanceof RequestError && error.code === 'CONFLICT'

/** Returns how many were accepted or refused. */
export async function acceptMarkedFiles(deps: FileDeps, tenantId: string, by: string | null): Promise<number> {
  const marked = await deps.database.tenant(tenantId, (tx) =>
    selectHeld(
      tx,
      `and state = 'HELD' and decided_by is not null and ($2::uuid is null or decided_by = $2) order by created_at, id`,
      [by],
    ),
  )
  for (const { id, decidedBy } of marked) {
    const viewer = await viewerOfPerson(deps.database, tenantId, decidedBy!)
    await acceptHeldFile(deps, viewer, id).catch(async (error: unknown) => {
      if (isDecided(error)) return
      const refusal = refusalIn(error)
      if (!refusal) throw error
      await deps.database.tenant(tenantId, (tx) => storeRefusal(tx, id, refusal))
    })
  }
  return marked.length
}
