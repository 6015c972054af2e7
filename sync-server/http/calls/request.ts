import type { Context } from 'hono'
import type { Fields } from '#schema/kernel/entity.ts'
import type { ValuesOf } from '#schema/kernel/field.ts'
import { issuesBody } from '#schema/kernel/issues.ts'
import { parseValues } from '#schema/kernel/parse.ts'
import { isUuid, isUuidv7, shownHash } from '#schema/sync/protocol.ts'
import type { Session } from '#server/auth/sessions.ts'
import { readJson } from './body.ts'
import type { Env } from '#server/http/env.ts'
import { RequestError } from '#server/http/errors.ts'

export function unauthorized(context: Context<Env>): RequestError {
  const reason = context.get('ended')
  return new RequestError('UNAUTHORIZED', reason ? { reason } : {})
}

/** The tenant comes only from the session. */
export function requireSession(context: Context<Env>): Session {
  const session = context.get('session')
  if (!session) throw unauthorized(context)
  return session
}

export function requireId(context: Context<Env>): string {
  const id = (context.req.param('id') ?? '').toLowerCase()
  if (!isUuid(id)) throw new RequestError('NOT_FOUND')
  return id
}

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

export function expectIn({ expect }: Readonly<Record<string, unknown>>): { readonly expect?: string } {
  if (expect === undefined) return {}
  const parsed = shownHash.safeParse(expect)
  if (!parsed.success) throw new RequestError('VALIDATION', {}, 'expect is a SHA-256 in hexadecimal digits')
  return { expect: parsed.data }
}

export function seedIn({ seed }: Readonly<Record<string, unknown>>): { readonly seed?: string } {
  if (seed === undefined) return {}
  if (!isUuidv7(seed)) throw new RequestError('VALIDATION', {}, 'seed is a UUIDv7')
  return { seed: seed as string }
}

const maxBodyBytes = 10_000

export const readSmallObject = (context: Context<Env>) => readObject(context, maxBodyBytes)

export const readValues = async <Of extends Fields>(context: Context<Env>, fields: Of): Promise<ValuesOf<Of>> =>
  valuesOf(fields, await readSmallObject(context))

export async function readChanges<Of extends Fields>(
  context: Context<Env>,
  fields: Of,
): Promise<Partial<ValuesOf<Of>>> {
  const body = await readSmallObject(context)
  const given = Object.entries(fields).filter(([name]) => Object.hasOwn(body, name))
  return valuesOf(Object.fromEntries(given), body) as Partial<ValuesOf<Of>>
}

export const readQuery = <Of extends Fields>(context: Context<Env>, fields: Of): ValuesOf<Of> =>
  valuesOf(fields, context.req.query())

function valuesOf<Of extends Fields>(fields: Of, body: Readonly<Record<string, unknown>>): ValuesOf<Of> {
  const parsed = parseValues(fields, body, 'ignore')
  if (!parsed.ok) throw new RequestError('VALIDATION', issuesBody(parsed.issues))
  return parsed.values as ValuesOf<Of>
}
