// A revoked device may submit its work once more, and the server holds it for an administrator.
import {
  extensionsOf,
  type FileType,
  maxFileBytes,
  documentFileTypes,
  defaultFileEntity,
} from '#schema/kernel/files.ts'
import { changesPath, limits } from '#schema/sync/protocol.ts'
import { extraKeysOf, bodyOf, nextBatch } from '#web/store/outbox/batch.ts'
import type { ChangeWriter } from '#web/store/commands.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import type { ShownRows } from '#web/store/core/shown-rows.ts'
import type { DeviceNotes } from '#web/store/disk/device-notes.ts'
import type { PendingUploads } from '#web/store/files/pending-uploads.ts'
import type { SharedFiles } from '#web/store/files/shared-files.ts'
import type { Outbox } from '#web/store/outbox/outbox.ts'
import type { Entry } from '#web/store/outbox/outbox-entry.ts'
import { ChunkSize } from '#web/store/base/chunk-size.ts'
import { type SendJson, codeOf, jsonOf, type Send } from '#web/store/wire/request.ts'
import { sendFile } from './send-files.ts'

export interface SubmitDeps extends Pick<StoreDeps, 'monotonic'> {
  readonly writer: ChangeWriter
  readonly outbox: Outbox
  readonly rows: ShownRows
  readonly notes: Pick<DeviceNotes, 'client'>
  readonly files: PendingUploads
  readonly shared: SharedFiles
  readonly sendJson: SendJson
  readonly send: Send
  readonly maySync: () => boolean
  readonly waitForOtherTabs: () => Promise<void>
}

export async function submitFromRevoked(deps: SubmitDeps): Promise<boolean> {
  const { outbox, waitForOtherTabs } = deps
  await createSharedDocuments(deps)
  for (;;) {
    if (!(await submitChanges(deps))) return false
    const { length } = outbox.entries
    if (!(await submitFiles(deps))) return false
    await waitForOtherTabs()
    if (outbox.entries.length === length) return true
  }
}

/** A shared file has no record yet, so it gets a document with its name. The others remain. */
async function createSharedDocuments({ shared, files, writer }: SubmitDeps): Promise<void> {
  await files.catchUp()
  for (const each of await shared.all()) {
    const { id, name, isUnconfirmed, page } = each
    if (isUnconfirmed || page) continue
    const file = await shared.open(each)
    if (!file || !mayBeFile(file)) continue
    const command = { op: 'create', entity: defaultFileEntity, id, fields: { name: titleOf(name) } } as const
    const isRecorded = files.of({ entity: defaultFileEntity, id }) !== undefined
    if (isRecorded || (await writer.commit([command], file)).ok) await shared.remove(each)
  }
}

const titleOf = (name: string): string =>
  name
    .replace(/\.[^.]*$/, '')
    .trim()
    .slice(0, 255) || name

const mayBeFile = ({ name, size }: File): boolean =>
  size > 0 && size <= maxFileBytes && documentFileTypes.some((type) => hasExtensionOf(type, name))

const hasExtensionOf = (type: FileType, name: string): boolean =>
  extensionsOf(type).some((ending) => name.toLowerCase().endsWith(`.${ending}`))

/** Refused files too, because the person has not discarded them. */
async function submitFiles({ files, send, monotonic, maySync }: SubmitDeps): Promise<boolean> {
  await files.catchUp()
  const tryLater = { again: 'later', notBeforeMs: null } as const
  const chunk = new ChunkSize()
  for (const head of files.heads) {
    if (!maySync()) return false
    await sendFile(
      { files, send, monotonic, maySync, connection: { retryAfterUndecided: () => tryLater }, chunk },
      head,
    )
  }
  return files.waiting + files.refused === 0
}

/** Includes refused changes, and those that a restored backup may have lost. */
async function submitChanges({
  outbox,
  rows,
  notes,
  sendJson,
  maySync,
  waitForOtherTabs,
}: SubmitDeps): Promise<boolean> {
  const received = new Set<string>()
  const isUnsubmitted = (entry: Entry) =>
    !received.has(entry.change.id) && !['discarded', 'durable'].includes(rows.stateOf(entry))
  for (;;) {
    // Another tab may have written something, and people keep working during a request.
    await waitForOtherTabs()
    if (!maySync()) return false
    const remaining = outbox.entries.filter(isUnsubmitted)
    if (remaining.length === 0) return outbox.unread.unsent === 0 && !outbox.isHoldingBack
    const extraKeys = extraKeysOf(remaining, outbox.epochs)
    const batch = nextBatch(remaining, { max: limits.changesPerRequest, isDue: () => true, extraKeys })
    const response = await sendJson(changesPath, bodyOf(notes.client, undefined, batch, extraKeys))
    if (response.kind === 'none' || response.status !== 403 || codeOf(response.text) !== 'HELD') return false
    const ids = (jsonOf(response.text) as { readonly ids?: readonly string[] }).ids ?? []
    const receivedBefore = received.size
    for (const { change } of batch) if (ids.includes(change.id)) received.add(change.id)
    if (received.size === receivedBefore) return false
  }
}
