// Sessions stay, and every call gets 503, which devices of every version treat as "later": they keep their work and
// continue offline.
import type { Context } from 'hono'
import type { Env } from '#server/http/env.ts'
import { RequestError } from '#server/http/errors.ts'

/** After the firm was resumed, devices are back within this time. */
const retryAfterSeconds = 120

/** Signing in, for example at another firm, and signing out. */
const allowed = /^\/api\/(?:login|logout|invitation|auth\/(?:oidc|forgot|reset))(?:\/|$)/

export function requireNotSuspended(context: Context<Env>, isSuspended: boolean): void {
  if (!isSuspended || allowed.test(context.req.path)) return
  throw new RequestError('SUSPENDED', {}, undefined, { 'retry-after': String(retryAfterSeconds) })
}
