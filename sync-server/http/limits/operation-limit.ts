// How many operations a person may send in a minute, over all their devices, and a withdrawn device by itself. Whoever
// sends more waits; nothing is refused for good, because a device that was away may have much to tell.
import type { MiddlewareHandler } from 'hono'
import { changesPath } from '#schema/sync/protocol.ts'
import { isStaff, type Viewer } from '#schema/kernel/viewer.ts'
import type { Env } from '#server/http/env.ts'
import { createTokenBuckets } from './token-bucket.ts'

export interface PerMinute {
  readonly staff: number
  readonly investor: number
}

/** A person, or a withdrawn device by its session: whoever holds it spends nothing that its person may send. */
export interface Sender extends Pick<Viewer, 'userId' | 'role'> {
  readonly sessionId?: string
}

/** Counts operations, or throws the error that says when to come back; none only asks whether any are left. */
export type ConsumeOperations = (sender: Sender, operations: number) => void

export function createOperationLimit({ staff, investor }: PerMinute, now: () => Date): ConsumeOperations {
  const consume = createTokenBuckets(now)
  return (sender, operations) =>
    consume(sender.sessionId ?? sender.userId, isStaff(sender) ? staff : investor, operations)
}

/** A request that writes is one operation. Changes count what they hold, once their body is read. */
export const limitOperations = (consume: ConsumeOperations): MiddlewareHandler<Env> =>
  async function limitRequestOperations({ req, get }, next) {
    const session = get('session')
    if (session && req.method !== 'GET' && req.method !== 'HEAD')
      consume(session.viewer, req.path === changesPath ? 0 : 1)
    return next()
  }
