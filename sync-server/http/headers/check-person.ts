// Refuses a session of another person before the body is read.
import type { MiddlewareHandler } from 'hono'
import { personHeader, protocolHeader, protocolVersion, streamPath } from '#schema/sync/protocol.ts'
import type { Env } from '#server/http/env.ts'
import { RequestError } from '#server/http/errors.ts'

/** Without this header the response comes from a proxy or portal. */
export const setProtocolHeader: MiddlewareHandler<Env> = async function setProtocol(context, next) {
  await next()
  context.res.headers.set(protocolHeader, String(protocolVersion))
}

export const checkPerson: MiddlewareHandler<Env> = async function comparePerson({ req, get }, next) {
  const session = get('session')
  // An EventSource cannot send headers.
  const person = req.header(personHeader) ?? (req.path === streamPath ? req.query('person') : undefined)
  if (session && person !== undefined && person !== session.person.id) throw new RequestError('OTHER_PERSON')
  return next()
}
