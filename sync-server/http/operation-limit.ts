// How many operations a person may send in a minute, over all their devices. Whoever sends more waits; nothing is refused
// for good, because a device that was away may have much to tell.
import type { MiddlewareHandler } from 'hono'
import { changesPath } from '#schema/protocol.ts'
import { isStaff, type Viewer } from '#schema/viewer.ts'
import type { Env } from './env.ts'
import { RequestError } from './errors.ts'

export interface PerMinute {
  readonly staff: number
  readonly investor: number
}

/** Counts operations, or throws the error that says when to come back. */
export type Spend = (viewer: Viewer, operations: number) => void

const minute = 60_000

interface Purse {
  readonly left: number
  readonly at: number
}

/**
 * Whoever has anything left may send a whole request and be in debt afterwards: a request larger than the limit would
 * otherwise never get through.
 */
export function createOperationLimit(perMinute: PerMinute, now: () => Date): Spend {
  const purses = new Map<string, Purse>()
  let swept = 0

  /** Who has sent nothing for minutes has everything again, unless they had a large debt. */
  function sweep(at: number): void {
    if (at - swept < minute) return
    swept = at
    for (const [person, purse] of purses) if (purse.left >= 0 && at - purse.at >= minute) purses.delete(person)
  }

  return (viewer, operations) => {
    const limit = isStaff(viewer) ? perMinute.staff : perMinute.investor
    const at = now().getTime()
    sweep(at)
    const before = purses.get(viewer.userId) ?? { left: limit, at }
    const left = Math.min(limit, before.left + ((at - before.at) / minute) * limit)
    if (left < 1) {
      const seconds = Math.ceil((((1 - left) / limit) * minute) / 1_000)
      throw new RequestError('RATE_LIMITED', {}, undefined, { 'retry-after': String(seconds) })
    }
    purses.set(viewer.userId, { left: left - operations, at })
  }
}

/** A request that writes is one operation; changes count what they hold. */
export const spendOne = (spend: Spend): MiddlewareHandler<Env> =>
  async function spendRequest({ req, get }, next) {
    const session = get('session')
    if (session && req.method !== 'GET' && req.method !== 'HEAD' && req.path !== changesPath) spend(session.viewer, 1)
    return next()
  }
