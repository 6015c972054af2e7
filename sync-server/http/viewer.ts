import type { Context } from 'hono'
import type { Viewer } from '#schema/viewer.ts'
import type { Session } from '../auth/sessions.ts'
import type { Env } from './env.ts'
import { RequestError } from './errors.ts'

/** 401, with the reason where it is known. */
export function unauthorized(context: Context<Env>): RequestError {
  const reason = context.get('ended')
  return new RequestError('UNAUTHORIZED', reason ? { reason } : {})
}

/** Who is signed in, or 401. The tenant comes from the session and nowhere else. */
export function requireSession(context: Context<Env>): Session {
  const session = context.get('session')
  if (!session) throw unauthorized(context)
  return session
}

export const requireViewer = (context: Context<Env>): Viewer => requireSession(context).viewer
