// The server has withdrawn this device. The device may send its changes and files once more, and the server keeps them
// unjudged.
import { endingsOf, type FileType, maxFileBytes, papers, usualFileEntity } from '#schema/kernel/files.ts'
import { changesPath, limits } from '#schema/sync/protocol.ts'
import { extraKeysOf, bodyOf, nextBatch } from '#web/store/outbox/batch.ts'
import { commitOne } from '#web/store/commands.ts'
import type { Core } from '#web/store/core/core.ts'
import type { Entry } from '#web/store/outbox/outbox-entry.ts'
import { PartSize } from '#web/store/base/part-size.ts'
import { type Ask, codeOf, jsonOf, type Send } from '#web/store/wire/request.ts'
import { sendFile } from './send-files.ts'

export interface SubmitDeps {
  readonly core: Core
  readonly ask: Ask
  readonly send: Send
  /** Whether this context still hands in; to be checked after every wait. */
  readonly held: () => boolean
  readonly caughtUp: () => Promise<void>
}

/** True when the server has everything: wiping the device then loses nothing, as long as nothing is entered from now on. */
export async function handIn(deps: SubmitDeps): Promise<boolean> {
  const { core, caughtUp } = deps
  await recordShared(core)
  for (;;) {
    if (!(await submitChanges(deps))) return false
    const { length } = core.outbox.entries
    if (!(await submitFiles(deps))) return false
    await caughtUp()
    if (core.outbox.entries.length === length) return true
  }
}

/**
 * What other apps have shared has no record yet, and nobody will choose one here: each becomes one of its own name. What
 * no record may have stays, and the person is told when the device is emptied.
 */
async function recordShared(core: Core): Promise<void> {
  const { shared, files } = core
  await files.catchUp()
  for (const each of await shared.all()) {
    const { id, name } = each
    const file = await shared.open(each)
    if (!file || !mayBeFile(file)) continue
    const command = { op: 'create', entity: usualFileEntity, id, fields: { name: titleOf(name) } } as const
    const isRecorded = files.of({ entity: usualFileEntity, id }) !== undefined
    if (isRecorded || (await commitOne(core, [command], file)).ok) await shared.remove(each)
  }
}

/** The name of a file without its ending. */
const titleOf = (name: string): string =>
  name
    .replace(/\.[^.]*$/, '')
    .trim()
    .slice(0, 255) || name

const mayBeFile = ({ name, size }: File): boolean =>
  size > 0 && size <= maxFileBytes && papers.some((type) => hasEndingOf(type, name))

const hasEndingOf = (type: FileType, name: string): boolean =>
  endingsOf(type).some((ending) => name.toLowerCase().endsWith(`.${ending}`))

/** Also those that the server has refused, because the person has not given them up. */
async function submitFiles({ core, send, held }: SubmitDeps): Promise<boolean> {
  await core.files.catchUp()
  const later = { again: 'later', notBeforeMs: null } as const
  const part = new PartSize()
  for (const head of core.files.heads) {
    if (!held()) return false
    await sendFile({ core, send, held, connection: { undecided: () => later }, part }, head)
  }
  return core.files.waiting + core.files.refused === 0
}

/**
 * True when the server has received every change that it may lack: what waits here, what it refused or found in
 * conflict, because the person has not given that up, and what a restored copy of it may have lost.
 */
async function submitChanges({ core, ask, held, caughtUp }: SubmitDeps): Promise<boolean> {
  const received = new Set<string>()
  const isLeft = (entry: Entry) =>
    !received.has(entry.change.id) && !['discarded', 'durable'].includes(core.stateOf(entry))
  for (;;) {
    // Another tab may have written something, and people go on while the changes are on their way.
    await caughtUp()
    if (!held()) return false
    const left = core.outbox.entries.filter(isLeft)
    if (left.length === 0) return core.outbox.unread.unsent === 0 && !core.outbox.isHoldingBack
    const besides = extraKeysOf(left, core.outbox.histories)
    const batch = nextBatch(left, { most: limits.changesPerRequest, isDue: () => true, besides })
    const answer = await ask(changesPath, bodyOf(core.notes.client, undefined, batch, besides))
    if (answer.kind === 'none' || answer.status !== 403 || codeOf(answer.text) !== 'HELD') return false
    const ids = (jsonOf(answer.text) as { readonly ids?: readonly string[] }).ids ?? []
    const before = received.size
    for (const { change } of batch) if (ids.includes(change.id)) received.add(change.id)
    if (received.size === before) return false
  }
}
