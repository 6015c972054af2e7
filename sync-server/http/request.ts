// What a route written by hand asks of its request: who makes it, which row it names, what its body says. What is missing or
// not allowed is answered by the error that is thrown here.
import type { Context } from 'hono'
import type { Field, ValueOf } from '#schema/field.ts'
import { type Issues, issueSentences } from '#schema/issues.ts'
import { parseField } from '#schema/parse.ts'
import { isUuid } from '#schema/protocol.ts'
import { isStaff, type Viewer } from '#schema/viewer.ts'
import type { Session } from '../auth/sessions.ts'
import { asPerson, type PersonActor } from '../records/actor.ts'
import { readJson } from './body.ts'
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

/** 403 to everybody else. */
export function requireStaff(context: Context<Env>): Viewer {
  const viewer = requireViewer(context)
  if (!isStaff(viewer)) throw new RequestError('FORBIDDEN')
  return viewer
}

/** Who writes with this request. */
export const requireActor = (context: Context<Env>): PersonActor => asPerson(requireViewer(context))

/** The row that the path names; what is not an id names none. */
export function requireId(context: Context<Env>): string {
  const id = (context.req.param('id') ?? '').toLowerCase()
  if (!isUuid(id)) throw new RequestError('NOT_FOUND')
  return id
}

export async function readObject(context: Context<Env>, limit: number): Promise<Record<string, unknown>> {
  const body = await readJson(context, limit)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new RequestError('VALIDATION', {}, 'A JSON object is expected')
  return body as Record<string, unknown>
}

const fewBytes = 10_000

/** The values of a small body, by the fields that they are; 400 says what is wrong with which. */
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
