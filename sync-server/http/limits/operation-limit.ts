// Per person over all devices; a revoked device has its own quota, so it cannot exhaust its owner's.
import type { MiddlewareHandler } from 'hono'
import { changesPath } from '#schema/sync/protocol.ts'
import { isStaff, type Viewer } from '#schema/kernel/viewer.ts'
import type { Env } from '#server/http/env.ts'
import { createTokenBuckets } from './token-bucket.ts'

export interface PerMinute {
  readonly staff: number
  readonly investor: number
}

export interface Sender extends Pick<Viewer, 'userId' | 'role'> {
  readonly sessionId?: string
}

export type ConsumeOperations = (sender: Sender, operations: number) => void

export function createOperationLimit({ staff, investor }: PerMinute, now: () => Date): ConsumeOperations {
  const consume = createTokenBuckets(now)
  return (sender, operations) =>
    consume(sender.sessionId ?? sender.userId, isStaff(sender) ? staff : investor, operations)
}

/** Counted after the body is read. */
export const limitOperations = (consume: ConsumeOperations): MiddlewareHandler<Env> =>
  async function limitRequestOperations({ req, get }, next) {
    const session = get('session')
    if (session && req.method !== 'GET' && req.method !== 'HEAD')
      consume(session.viewer, req.path === changesPath ? 0 : 1)
    return next()
  }
