// The tus protocol (tus.io): the server reports how much has arrived, so an upload survives restarts. A record is sent
// before its file.
import { createsRow } from '#schema/records/derived-ids.ts'
import { uploadPath } from '#schema/kernel/files.ts'
import { type Issues, isIssueKey } from '#schema/kernel/issues.ts'
import type { ConnectionState } from '#web/store/wire/connection-state.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import type { ShownRows } from '#web/store/core/shown-rows.ts'
import type { PendingUploads } from '#web/store/files/pending-uploads.ts'
import type { Outbox } from '#web/store/outbox/outbox.ts'
import type { ChunkSize } from '#web/store/base/chunk-size.ts'
import { type SendResult, codeOf, jsonOf, type Send } from '#web/store/wire/request.ts'
import type { RunResult } from '#web/store/base/retrying-task.ts'
import { tusVersion } from '#web/store/files/cancel-upload.ts'
import type { StoredUpload, FileProblem, DiscardedUpload } from '#web/store/base/pending-upload.ts'

interface UploadDeps extends Pick<StoreDeps, 'monotonic'> {
  readonly files: PendingUploads
  readonly send: Send
  readonly maySync: () => boolean
  readonly connection: Pick<ConnectionState, 'retryAfterUndecided'>
  readonly chunk: ChunkSize
}

export interface SendFilesDeps extends UploadDeps, ReadyDeps {}

interface ReadyDeps {
  readonly outbox: Outbox
  readonly rows: ShownRows
}

type ServerResponse = Extract<SendResult, { kind: 'response' }>

export async function sendFiles(deps: SendFilesDeps): Promise<RunResult> {
  const { files, outbox, maySync } = deps
  for (const discarded of files.discarded) {
    const result = await sendCancellation(deps, discarded)
    if (result !== 'done') return result
  }
  for (const head of files.heads) {
    if (!maySync()) return 'stop'
    if (isUnwanted(outbox, head)) await files.remove(head)
    else if (isReady(deps, head)) {
      const result = await sendFile(deps, head)
      if (result !== 'done') return result
    }
  }
  return 'done'
}

export const hasFilesToSend = (deps: Pick<SendFilesDeps, 'files' | 'outbox' | 'rows'>): boolean =>
  deps.files.discarded.length > 0 || deps.files.heads.some((head) => isReady(deps, head))

async function sendCancellation(
  { files, send, maySync, connection }: UploadDeps,
  each: DiscardedUpload,
): Promise<RunResult> {
  const response = await send(each.upload, { method: 'DELETE', headers: tusVersion })
  if (!maySync()) return 'stop'
  const isAcknowledged =
    response.kind === 'response' && (response.status < 300 || response.status === 409 || problemIn(response))
  if (!isAcknowledged) return connection.retryAfterUndecided(response)
  await files.acknowledgeDiscard(each)
  return 'done'
}

function isReady({ outbox, rows }: ReadyDeps, head: StoredUpload): boolean {
  if (head.problem !== null || (head.change !== null && !outbox.find(head.change))) return false
  return !outbox.entries.some((entry) => {
    const state = rows.stateOf(entry)
    const isUnsent = state === 'waiting' || state === 'attention' || (state === 'sent' && entry.verdict === null)
    if (!isUnsent) return false
    return entry.change.ops.some(({ op, id }) => id === head.id && op !== 'update') || createsRow(entry.change, head.id)
  })
}

function isUnwanted(outbox: Outbox, head: StoredUpload): boolean {
  if (head.change === null || !outbox.find(head.change)?.discarded) return false
  return !outbox.entries.some(({ discarded, change }) => !discarded && createsRow(change, head.id))
}

export async function sendFile(deps: UploadDeps, head: StoredUpload): Promise<RunResult> {
  const { files, send, maySync, chunk, monotonic } = deps
  const bytes = await files.bytesOf(head)
  if (!bytes) return 'done'
  const resumeAt = await resumePoint(deps, head)
  if ('ran' in resumeAt) return resumeAt.ran
  let { offset } = resumeAt
  files.received(head, offset)
  while (offset < head.size) {
    if (!maySync()) return 'stop'
    if (!files.isCurrent(head)) return 'done'
    const startedAt = monotonic()
    const response = await send(resumeAt.path, {
      method: 'PATCH',
      headers: { ...tusVersion, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: new Blob([bytes.slice(offset, offset + chunk.bytes)]),
    })
    if (!maySync()) return 'stop'
    const success = successIn(response)
    if (!success) {
      chunk.recordFailure()
      return handleFailure(deps, head, response)
    }
    const arrived = Number(success.headers.get('upload-offset'))
    chunk.recordSuccess(arrived - offset, monotonic() - startedAt)
    offset = arrived
    files.received(head, offset)
  }
  await files.remove(head)
  return 'done'
}

type ResumePoint = { readonly path: string; readonly offset: number } | { readonly ran: RunResult }

async function resumePoint(deps: UploadDeps, head: StoredUpload): Promise<ResumePoint> {
  const { files, send } = deps
  if (head.upload !== null) {
    const response = await send(head.upload, { method: 'HEAD', headers: tusVersion })
    const success = successIn(response)
    if (success) {
      const offset = Number(success.headers.get('upload-offset'))
      return offset < head.size ? { path: head.upload, offset } : { ran: await requestResult(deps, head, head.upload) }
    }
    // 404: the upload has expired, or it belongs to an epoch that a restored backup has ended.
    if (response.kind === 'none' || response.status !== 404) return { ran: await handleFailure(deps, head, response) }
  }
  const { size } = head
  const response = await send(uploadPath, {
    method: 'POST',
    headers: { ...tusVersion, 'upload-length': String(size), 'upload-metadata': metadataOf(head) },
  })
  const headers = successIn(response)?.headers
  const path = headers?.get('location')
  if (!path) return { ran: await handleFailure(deps, head, response) }
  await files.setUpload(head, path)
  // Another device of this person may have sent the same file, whole or in part.
  const offset = Number(headers?.get('upload-offset') ?? 0)
  return offset < size ? { path, offset } : { ran: await requestResult(deps, head, path) }
}

async function requestResult(deps: UploadDeps, head: StoredUpload, path: string): Promise<RunResult> {
  const response = await deps.send(path, { method: 'GET', headers: tusVersion })
  const success = successIn(response)
  if (!success) return handleFailure(deps, head, response)
  const { state, issues } = jsonOf(success.text) as { readonly state: string; readonly issues?: Issues }
  // HELD: an administrator decides, because this device was revoked.
  if (state === 'STORED' || state === 'HELD') await deps.files.remove(head)
  // WITHDRAWN: another device of this person has begun another file for the record.
  else
    await deps.files.refuse(head, {
      status: 409,
      code: issues ? 'VALIDATION' : 'CONFLICT',
      issues: knownIssues(issues),
    })
  return 'done'
}

/** Tries again later, unless the server has refused the file. */
async function handleFailure(
  { files, connection }: UploadDeps,
  head: StoredUpload,
  response: SendResult,
): Promise<RunResult> {
  const problem = response.kind === 'response' ? problemIn(response) : null
  if (problem) {
    await files.refuse(head, problem)
    return 'done'
  }
  // The server is reachable: parts of the same upload collided, or the rate limit was hit.
  if (response.kind === 'response' && (response.status === 409 || response.status === 429))
    return { again: 'later', notBeforeMs: response.retryAfterMs }
  return connection.retryAfterUndecided(response)
}

const rejectionStatuses: readonly number[] = [400, 403, 404, 413]

/** A proxy may also return 413. */
function problemIn({ status, text }: ServerResponse): FileProblem | null {
  const code = codeOf(text)
  if (!code || code === 'WIPE' || !rejectionStatuses.includes(status)) return null
  return { status, code, issues: knownIssues((jsonOf(text) as { readonly issues?: Issues }).issues) }
}

/** A later server version may know more issue keys. */
const knownIssues = (issues: Issues = {}): Issues =>
  Object.fromEntries(Object.entries(issues).filter(([, { key }]) => isIssueKey(key)))

const successIn = (response: SendResult): ServerResponse | null =>
  response.kind === 'response' && response.status < 300 ? response : null

function metadataOf({ entity, id, file, name, type, sha256 }: StoredUpload): string {
  return Object.entries({ entity, id, file, filename: name, filetype: type, sha256 })
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',')
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
