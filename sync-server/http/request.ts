// What a handwritten route reads from its request: who makes it, which row it names, what its body says. These
// functions throw the error that answers a missing or forbidden one.
import type { Context } from 'hono'
import type { Entity } from '#schema/entity.ts'
import type { Field, ValueOf } from '#schema/field.ts'
import { type Issues, issueSentences } from '#schema/issues.ts'
import { parseField } from '#schema/parse.ts'
import { isUuid } from '#schema/protocol.ts'
import { isStaff, mayEver, type Viewer } from '#schema/viewer.ts'
import type { Session } from '../auth/sessions.ts'
import { asPerson, type PersonActor } from '../records/actor.ts'
import { readJson } from './body.ts'
import type { Env } from './env.ts'
import { RequestError } from './errors.ts'

/** The error 401, with the reason when it is known. */
export function unauthorized(context: Context<Env>): RequestError {
  const reason = context.get('ended')
  return new RequestError('UNAUTHORIZED', reason ? { reason } : {})
}

/** The session of the request, or 401. The tenant comes only from the session. */
export function requireSession(context: Context<Env>): Session {
  const session = context.get('session')
  if (!session) throw unauthorized(context)
  return session
}

export const requireViewer = (context: Context<Env>): Viewer => requireSession(context).viewer

/** Refuses a role that may never use a route, before any look-up. */
export function requireMayEver(context: Context<Env>, of: Entity, verb: string): Viewer {
  const viewer = requireViewer(context)
  if (!mayEver(of, viewer, verb)) throw new RequestError('FORBIDDEN')
  return viewer
}

/** Answers 403 to everybody except staff. */
export function requireStaff(context: Context<Env>): Viewer {
  const viewer = requireViewer(context)
  if (!isStaff(viewer)) throw new RequestError('FORBIDDEN')
  return viewer
}

/** The actor of this request's writes. */
export const requireActor = (context: Context<Env>): PersonActor => asPerson(requireViewer(context))

/** The id in the path; 404 for a text that is not an id. */
export function requireId(context: Context<Env>): string {
  const id = (context.req.param('id') ?? '').toLowerCase()
  if (!isUuid(id)) throw new RequestError('NOT_FOUND')
  return id
}

/** The id that the caller gives the change, so that asking again changes nothing. */
export function idempotencyKey(context: Context<Env>): string | undefined {
  const key = context.req.header('idempotency-key')?.toLowerCase()
  if (key !== undefined && !isUuid(key)) throw new RequestError('VALIDATION', {}, 'Idempotency-Key is a UUID')
  return key
}

export async function readObject(context: Context<Env>, limit: number): Promise<Record<string, unknown>> {
  const body = await readJson(context, limit)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new RequestError('VALIDATION', {}, 'A JSON object is expected')
  return body as Record<string, unknown>
}

const fewBytes = 10_000

/** Reads the values of a small body by their field definitions; a 400 says what is wrong with each. */
export async function readValues<Of extends Readonly<Record<string, Field>>>(
  context: Context<Env>,
  fields: Of,
): Promise<{ readonly [Name in keyof Of]: ValueOf<Of[Name]> }> {
  const body = await readObject(context, fewBytes)
  const values: Record<string, unknown> = {}
  const issues: Record<string, Issues[string]> = {}
  for (const [name, field] of Object.entries(fields)) {
    const parsed = parseField(field, Object.hasOwn(body, name) ? body[name] : undefined)
    if ('issue' in parsed) issues[name] = parsed.issue
    else values[name] = parsed.value
  }
  if (Object.keys(issues).length) throw new RequestError('VALIDATION', { errors: issueSentences(issues) })
  return values as { readonly [Name in keyof Of]: ValueOf<Of[Name]> }
}
