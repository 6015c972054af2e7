import type { Context } from 'hono'
import { protocolHeader, protocolVersion } from '#schema/sync/protocol.ts'
import type { Env } from '#server/http/env.ts'
import { RequestError } from '#server/http/errors.ts'

const oldestProtocol = 1

export function requireProtocol(context: Context<Env>): void {
  const given = context.req.header(protocolHeader)
  if (given === undefined) return
  const version = /^\d{1,6}$/.test(given) ? Number(given) : 0
  if (version < oldestProtocol) throw new RequestError('TOO_OLD', { min: oldestProtocol })
  if (version > protocolVersion) throw new RequestError('NEWER')
}
