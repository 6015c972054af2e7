// The server has withdrawn this device. The device may post its changes once more, and the server keeps them unjudged.
import { changesPath, limits } from '#schema/protocol.ts'
import { besidesOf, bodyOf, nextBatch } from './batch.ts'
import type { Core } from './core.ts'
import { codeOf } from './connection-state.ts'
import { type Ask, jsonOf } from './request.ts'

/** True when the server has received everything that waits here, so that wiping the device loses nothing. */
export async function handInChanges(core: Core, ask: Ask): Promise<boolean> {
  let left = core.outbox.toSend()
  while (left.length > 0) {
    const besides = besidesOf(left, core.outbox.histories)
    const batch = nextBatch(left, { most: limits.changesPerRequest, isDue: () => true, besides })
    const answer = await ask(changesPath, bodyOf(core.notes.client, undefined, batch, besides))
    if (answer.kind === 'none' || answer.status !== 403 || codeOf(answer.text) !== 'HELD') return false
    const ids = new Set((jsonOf(answer.text) as { readonly ids?: readonly string[] }).ids)
    const before = left.length
    left = left.filter(({ change }) => !ids.has(change.id))
    if (left.length === before) return false
  }
  return core.outbox.unread.unsent === 0 && !core.outbox.isHoldingBack
}
