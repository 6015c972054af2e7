// An administrator takes a file that a withdrawn device handed in, or drops it. As with held changes, nothing is done that
// the file's author may not do now: it is tried in their name first. Taken, it is the next version of its record's file.
import { isOfType } from './check-content.ts'
import { fileTypesFor } from '#schema/rules.ts'
import type { Viewer } from '#schema/viewer.ts'
import { viewerOfPerson } from '../auth/investor-users.ts'
import type { TenantTx } from '../db/database.ts'
import { RequestError } from '../http/errors.ts'
import { type Actor, asPerson } from '../records/actor.ts'
import type { Batch } from '../records/batch.ts'
import type { Events } from '../records/events.ts'
import { transact } from '../records/transact.ts'
import { VerbRefused } from '../records/verb-refused.ts'
import { describeNewest, type FileDeps } from './end-upload.ts'
import { decideHeld, findHeld, type HeldFile, keepHeld, lockHeld, type Refusal, selectHeld } from './held-files.ts'
import { arrivingKey, findSent, insertUpload, keptKey, type WithFile } from './uploads.ts'

export interface HeldDeps extends FileDeps {
  readonly events: Pick<Events, 'writeWith'>
}

export async function takeHeldFile(deps: HeldDeps, viewer: Viewer, id: string): Promise<HeldFile> {
  const inFirm = <T>(work: (tx: TenantTx) => Promise<T>): Promise<T> => deps.database.tenant(viewer.tenantId, work)
  const held = await inFirm((tx) => findHeld(tx, id))
  if (!held || held.state === 'ARRIVING') throw new RequestError('NOT_FOUND')
  if (isTaken(viewer, held)) return held
  const author = await viewerOfPerson(deps.database, viewer.tenantId, held.userId)
  const bytes = await bytesOf(deps, viewer, held)
  const refusal = await refusalOf(deps, author, held, bytes)
  if (refusal) await inFirm((tx) => keepHeld(tx, id, refusal))
  else await take(deps, { kind: 'person', viewer, author }, held, bytes)
  const now = (await inFirm((tx) => findHeld(tx, id)))!
  isTaken(viewer, now)
  return now
}

/** True when the same person has taken it before: the answer may have been lost. Throws when others have decided. */
function isTaken({ userId }: Viewer, { state, decidedBy }: HeldFile): boolean {
  if (state === 'HELD') return false
  if (state === 'TAKEN' && decidedBy === userId) return true
  throw new RequestError('CONFLICT', {}, `Somebody else has ${state === 'TAKEN' ? 'taken' : 'dropped'} this file.`)
}

async function bytesOf({ files }: HeldDeps, { tenantId }: Viewer, held: HeldFile): Promise<Buffer> {
  const found = await files.read(keptKey(tenantId, held), 0, held.size - 1)
  if (!found) throw new RequestError('NOT_FOUND')
  return Buffer.from(await new Response(found).arrayBuffer())
}

/** Everything was allowed; nothing is to be kept. */
class Tried extends Error {}

async function refusalOf(deps: HeldDeps, author: Viewer, held: HeldFile, bytes: Buffer): Promise<Refusal | null> {
  try {
    await write(deps, asPerson(author), held, async (batch) => {
      await store(batch, held, bytes)
      throw new Tried()
    })
    return null
  } catch (error) {
    if (error instanceof Tried) return null
    if (error instanceof VerbRefused && error.code !== 'NEWER') return { code: error.code, issues: error.issues }
    throw error
  }
}

const write = (deps: HeldDeps, actor: Actor, { entity, recordId }: HeldFile, work: (batch: Batch) => Promise<void>) =>
  transact(deps, actor, work, { act: { entity, verb: 'upload', id: recordId } })

async function take(deps: HeldDeps, actor: Actor & { viewer: Viewer }, held: HeldFile, bytes: Buffer): Promise<void> {
  const { tenantId, userId } = actor.viewer
  let isStored = false
  await write(deps, actor, held, async (batch) => {
    const now = await lockHeld(batch.tx, held.id)
    if (now?.state !== 'HELD') throw new RequestError('CONFLICT', {}, 'Somebody has decided about this file meanwhile.')
    isStored = await store(batch, held, bytes)
    await decideHeld(batch.tx, held.id, { state: 'TAKEN', by: userId, at: deps.now() })
  })
  if (!isStored) await deps.files.discard(arrivingKey(tenantId, held.id))
}

/** False when another device of the person has sent it meanwhile. */
async function store(batch: Batch, held: HeldFile, bytes: Buffer): Promise<boolean> {
  const { id, entity, recordId, userId, file, fileName, mimeType, size, sha256, createdAt } = held
  if ((await findSent(batch.tx, userId, held))?.state === 'STORED') return false
  const record = await batch.get(entity, recordId)
  if (!record) throw new VerbRefused('NOT_FOUND')
  const types = fileTypesFor(entity, record)
  if (!types.includes(mimeType) || !isOfType(bytes, mimeType))
    throw new VerbRefused('VALIDATION', { file: { key: 'fileContent' } })
  const version = record.version + 1
  const whose = { id, entity, recordId, userId, file }
  await insertUpload(batch.tx, {
    ...whose,
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

/** Its bytes go; who has chosen and who has dropped it stays in the audit trail. */
export async function dropHeldFile(deps: HeldDeps, { tenantId, userId }: Viewer, id: string): Promise<HeldFile> {
  const { database, events, files, now } = deps
  const dropped = await database.tenant(tenantId, async (tx) => {
    const held = await lockHeld(tx, id)
    if (!held || held.state === 'ARRIVING') throw new RequestError('NOT_FOUND')
    if (held.state === 'TAKEN') throw new RequestError('CONFLICT', {}, 'This file was taken.')
    if (held.state === 'DROPPED') return held
    await decideHeld(tx, id, { state: 'DROPPED', by: userId, at: now() })
    const details = { author: held.userId, device: held.device, files: 1 }
    const about = { entityType: 'heldChanges', entityId: id, userId, details }
    await events.writeWith(tx, { action: 'heldChanges.drop', outcome: 'done', ...about })
    return (await findHeld(tx, id))!
  })
  await files.discard(arrivingKey(tenantId, id))
  return dropped
}

/** A record that a held change creates, and whose change it is. */
interface HeldRecord {
  readonly entity: string
  readonly id: string
}

/** What becomes of the files of records whose change an administrator has decided about. */
export function heldFilesOf(deps: HeldDeps) {
  const each = async (
    viewer: Viewer,
    author: string,
    records: readonly HeldRecord[],
    decide: (file: HeldFile) => Promise<unknown>,
  ) => {
    const held = await deps.database.tenant(viewer.tenantId, (tx) =>
      selectHeld(tx, `and state = 'HELD' and user_id = $2 and record_id = any($3::uuid[]) order by created_at, id`, [
        author,
        records.map(({ id }) => id),
      ]),
    )
    const isOf = (file: { readonly entity: WithFile; readonly recordId: string }) =>
      records.some(({ entity, id }) => entity === file.entity && id === file.recordId)
    for (const file of held.filter(isOf)) await decide(file)
  }
  return {
    take: (viewer: Viewer, author: string, records: readonly HeldRecord[]) =>
      each(viewer, author, records, ({ id }) => takeHeldFile(deps, viewer, id)),
    drop: (viewer: Viewer, author: string, records: readonly HeldRecord[]) =>
      each(viewer, author, records, ({ id }) => dropHeldFile(deps, viewer, id)),
  }
}
