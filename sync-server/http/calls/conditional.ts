// The tag of a record is its number; other responses use a hash of the values that the call changes.
import type { Context } from 'hono'
import { codeTexts } from '#schema/kernel/codes.ts'
import { hashOf } from '#server/records/hash-of.ts'
import type { Env } from '#server/http/env.ts'
import { RequestError } from '#server/http/errors.ts'

export const ifMatchParameter = {
  name: 'If-Match',
  in: 'header',
  schema: { type: 'string' },
  description: 'The ETag of what was read, a record’s number in double quotes: refused when it has moved on',
}

const invalidTag = () =>
  new RequestError('VALIDATION', {}, 'If-Match is an ETag: the number of the row in double quotes')

function wantedTag(context: Context<Env>): string | undefined {
  const header = context.req.header('if-match')
  if (header === undefined || header === '*') return undefined
  const tag = /^"([\da-f]{1,64})"$/.exec(header)?.[1]
  if (!tag) throw invalidTag()
  return tag
}

export function expectedNumber(context: Context<Env>): number | undefined {
  const tag = wantedTag(context)
  if (tag === undefined) return undefined
  if (!/^\d{1,15}$/.test(tag)) throw invalidTag()
  return Number(tag)
}

export const tagOf = (values: unknown): string => hashOf(values).slice(0, 32)

export function requireTag(context: Context<Env>, now: object, tag: string): void {
  const wanted = wantedTag(context)
  if (wanted !== undefined && wanted !== tag)
    throw new RequestError('CONFLICT', { ...now, message: codeTexts.CONFLICT, code: 'CONFLICT' })
}
