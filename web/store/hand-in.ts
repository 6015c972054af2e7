// The server has withdrawn this device. The device may post its changes once more, and the server keeps them unjudged.
import { changesPath, limits } from '#schema/protocol.ts'
import { besidesOf, bodyOf, nextBatch } from './batch.ts'
import type { Core } from './core.ts'
import { codeOf } from './connection-state.ts'
import type { Entry } from './outbox-entry.ts'
import { type Ask, jsonOf } from './request.ts'

/**
 * True when the server has received everything that it may lack: what waits here, what it refused or found in conflict,
 * because the person has not given that up, and what a restored copy of it may have lost. Wiping the device then loses
 * nothing, as long as nothing is entered from now on.
 */
export async function handInChanges(core: Core, ask: Ask, caughtUp: () => Promise<void>): Promise<boolean> {
  const received = new Set<string>()
  const isLeft = (entry: Entry) =>
    !received.has(entry.change.id) && !['discarded', 'durable'].includes(core.stateOf(entry))
  for (;;) {
    // Another tab may have written something, and people go on while the changes are on their way.
    await caughtUp()
    const left = core.outbox.entries.filter(isLeft)
    if (left.length === 0) return core.outbox.unread.unsent === 0 && !core.outbox.isHoldingBack
    const besides = besidesOf(left, core.outbox.histories)
    const batch = nextBatch(left, { most: limits.changesPerRequest, isDue: () => true, besides })
    const answer = await ask(changesPath, bodyOf(core.notes.client, undefined, batch, besides))
    if (answer.kind === 'none' || answer.status !== 403 || codeOf(answer.text) !== 'HELD') return false
    const ids = (jsonOf(answer.text) as { readonly ids?: readonly string[] }).ids ?? []
    const before = received.size
    for (const { change } of batch) if (ids.includes(change.id)) received.add(change.id)
    if (received.size === before) return false
  }
}
