// How many requests of any kind a session may make in a minute: more than a person with many tabs makes, and fewer than
// keep a node busy.
import type { MiddlewareHandler } from 'hono'
import type { Env } from './env.ts'
import { createPurses } from './purses.ts'

export function limitRequests(perMinute: number, now: () => Date): MiddlewareHandler<Env> {
  const spend = createPurses(now)
  return async function limitRequest({ get }, next) {
    const session = get('session')
    if (session) spend(session.sid, perMinute, 1)
    return next()
  }
}
