// Uploads the files that wait on this device, one after the other, by the tus protocol (tus.io). The server says how much
// of a file has arrived, so an upload goes on after any end of a page or a server. A record goes before its file.
import { uploadPath } from '#schema/kernel/files.ts'
import { type Issues, isIssueKey } from '#schema/kernel/issues.ts'
import type { ConnectionState } from '#web/store/wire/connection-state.ts'
import type { Core } from '#web/store/core/core.ts'
import type { PartSize } from '#web/store/base/part-size.ts'
import { type Answer, codeOf, jsonOf, type Send } from '#web/store/wire/request.ts'
import type { Ran } from '#web/store/base/retrying-task.ts'
import { tusVersion } from '#web/store/files/withdraw-upload.ts'
import type { StoredUpload, FileProblem, WithdrawnUpload } from '#web/store/base/pending-upload.ts'

interface SendDeps {
  readonly core: Core
  readonly send: Send
  /** Whether this context still syncs; to be checked after every wait. */
  readonly held: () => boolean
  readonly connection: Pick<ConnectionState, 'undecided'>
  readonly part: PartSize
}

type Whole = Extract<Answer, { kind: 'answer' }>

export async function sendFiles(deps: SendDeps): Promise<Ran> {
  const { core, held } = deps
  for (const each of core.files.withdrawn) {
    const ran = await sendWithdrawal(deps, each)
    if (ran !== 'done') return ran
  }
  for (const head of core.files.heads) {
    if (!held()) return 'stop'
    if (isUnwanted(core, head)) await core.files.end(head)
    else if (isReady(core, head)) {
      const ran = await sendFile(deps, head)
      if (ran !== 'done') return ran
    }
  }
  return 'done'
}

/** Whether a file could be sent now. */
export const hasFilesToSend = (core: Core): boolean =>
  core.files.withdrawn.length > 0 || core.files.heads.some((head) => isReady(core, head))

/** Heard is also that nobody knows it any more, and that all of it had arrived before. */
async function sendWithdrawal({ core, send, held, connection }: SendDeps, each: WithdrawnUpload): Promise<Ran> {
  const answer = await send(each.upload, { method: 'DELETE', headers: tusVersion })
  if (!held()) return 'stop'
  const isHeard = answer.kind === 'answer' && (answer.status < 300 || answer.status === 409 || problemIn(answer))
  if (!isHeard) return connection.undecided(answer)
  await core.files.acknowledgeWithdrawal(each)
  return 'done'
}

/** Its record is at the server, as far as this device knows. */
function isReady(core: Core, head: StoredUpload): boolean {
  if (head.problem !== null || (head.change !== null && !core.outbox.find(head.change))) return false
  return !core.outbox.entries.some((entry) => {
    const state = core.stateOf(entry)
    const isUnsent = state === 'waiting' || state === 'attention' || (state === 'sent' && entry.verdict === null)
    return isUnsent && entry.change.ops.some(({ op, id }) => id === head.id && op !== 'update')
  })
}

/** The person has discarded the record before the server had it. */
function isUnwanted({ outbox }: Core, head: StoredUpload): boolean {
  if (head.change === null || !outbox.find(head.change)?.discarded) return false
  return !outbox.entries.some(
    ({ discarded, change }) => !discarded && change.ops.some(({ op, id }) => op === 'create' && id === head.id),
  )
}

export async function sendFile(deps: SendDeps, head: StoredUpload): Promise<Ran> {
  const { core, send, held, part } = deps
  const { monotonic } = core.deps
  const bytes = await core.files.bytesOf(head)
  // Another tab has taken it back.
  if (!bytes) return 'done'
  const place = await placeOf(deps, head)
  if ('ran' in place) return place.ran
  let { offset } = place
  core.files.arrived(head, offset)
  while (offset < head.size) {
    if (!held()) return 'stop'
    if (!core.files.isHere(head)) return 'done'
    const began = monotonic()
    const answer = await send(place.path, {
      method: 'PATCH',
      headers: { ...tusVersion, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: new Blob([bytes.slice(offset, offset + part.bytes)]),
    })
    if (!held()) return 'stop'
    const good = goodIn(answer)
    if (!good) {
      part.broke()
      return undecided(deps, head, answer)
    }
    const arrived = Number(good.headers.get('upload-offset'))
    part.took(arrived - offset, monotonic() - began)
    offset = arrived
    core.files.arrived(head, offset)
  }
  await core.files.end(head)
  return 'done'
}

type Place = { readonly path: string; readonly offset: number } | { readonly ran: Ran }

/** Where the upload goes on; a new one begins where the server has none. */
async function placeOf(deps: SendDeps, head: StoredUpload): Promise<Place> {
  const { core, send } = deps
  if (head.upload !== null) {
    const answer = await send(head.upload, { method: 'HEAD', headers: tusVersion })
    const good = goodIn(answer)
    if (good) {
      const offset = Number(good.headers.get('upload-offset'))
      return offset < head.size ? { path: head.upload, offset } : { ran: await endOf(deps, head, head.upload) }
    }
    // Nobody knows it any more: it was begun too long ago, or in a history that a restored copy has ended.
    if (answer.kind === 'none' || answer.status !== 404) return { ran: await undecided(deps, head, answer) }
  }
  const { size } = head
  const answer = await send(uploadPath, {
    method: 'POST',
    headers: { ...tusVersion, 'upload-length': String(size), 'upload-metadata': metadataOf(head) },
  })
  const headers = goodIn(answer)?.headers
  const path = headers?.get('location')
  if (!path) return { ran: await undecided(deps, head, answer) }
  await core.files.begun(head, path)
  // Another device of this person may have sent the same file, whole or in part.
  const offset = Number(headers?.get('upload-offset') ?? 0)
  return offset < size ? { path, offset } : { ran: await endOf(deps, head, path) }
}

/** All of it has arrived, but the answer was lost: what became of it. */
async function endOf(deps: SendDeps, head: StoredUpload, path: string): Promise<Ran> {
  const answer = await deps.send(path, { method: 'GET', headers: tusVersion })
  const good = goodIn(answer)
  if (!good) return undecided(deps, head, answer)
  const { state, issues } = jsonOf(good.text) as { readonly state: string; readonly issues?: Issues }
  // Held: for an administrator to decide, because this device was withdrawn.
  if (state === 'STORED' || state === 'HELD') await deps.core.files.end(head)
  // Withdrawn: another device of this person has begun another file for the record.
  else
    await deps.core.files.refuse(head, { status: 409, code: issues ? 'VALIDATION' : 'CONFLICT', issues: known(issues) })
  return 'done'
}

/** Tries again later, unless the server has said that it does not take this file. */
async function undecided({ core, connection }: SendDeps, head: StoredUpload, answer: Answer): Promise<Ran> {
  const problem = answer.kind === 'answer' ? problemIn(answer) : null
  if (problem) {
    await core.files.refuse(head, problem)
    return 'done'
  }
  // The server is there: a part has met another one of the same upload, or this person has uploaded a great deal.
  if (answer.kind === 'answer' && (answer.status === 409 || answer.status === 429))
    return { again: 'later', notBeforeMs: answer.retryAfterMs }
  return connection.undecided(answer)
}

const refusals: readonly number[] = [400, 403, 404, 413]

/** Only the server's own words count: a proxy may have words of its own for what is too large. */
function problemIn({ status, text }: Whole): FileProblem | null {
  const code = codeOf(text)
  if (!code || code === 'WIPE' || !refusals.includes(status)) return null
  return { status, code, issues: known((jsonOf(text) as { readonly issues?: Issues }).issues) }
}

/** A later version of the server may know more of them. */
const known = (issues: Issues = {}): Issues =>
  Object.fromEntries(Object.entries(issues).filter(([, { key }]) => isIssueKey(key)))

/** The answer when the server has done what it was asked. */
const goodIn = (answer: Answer): Whole | null => (answer.kind === 'answer' && answer.status < 300 ? answer : null)

function metadataOf({ entity, id, file, name, type, sha256 }: StoredUpload): string {
  return Object.entries({ entity, id, file, filename: name, filetype: type, sha256 })
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',')
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
