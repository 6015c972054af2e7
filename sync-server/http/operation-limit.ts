// How many operations a person may send in a minute, over all their devices. Whoever sends more waits; nothing is refused
// for good, because a device that was away may have much to tell.
import type { MiddlewareHandler } from 'hono'
import { changesPath } from '#schema/protocol.ts'
import { isStaff, type Viewer } from '#schema/viewer.ts'
import type { Env } from './env.ts'
import { createPurses } from './purses.ts'

export interface PerMinute {
  readonly staff: number
  readonly investor: number
}

/** Counts operations, or throws the error that says when to come back. */
export type Spend = (viewer: Viewer, operations: number) => void

export function createOperationLimit({ staff, investor }: PerMinute, now: () => Date): Spend {
  const spend = createPurses(now)
  return (viewer, operations) => spend(viewer.userId, isStaff(viewer) ? staff : investor, operations)
}

/** A request that writes is one operation; changes count what they hold. */
export const spendOne = (spend: Spend): MiddlewareHandler<Env> =>
  async function spendRequest({ req, get }, next) {
    const session = get('session')
    if (session && req.method !== 'GET' && req.method !== 'HEAD' && req.path !== changesPath) spend(session.viewer, 1)
    return next()
  }
