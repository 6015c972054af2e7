// For `npm run admin -- doctor`. Creating its token requires write access to the database.
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { protocolHeader, protocolVersion } from '#schema/sync/protocol.ts'
import type { Database } from '#server/db/connect/database.ts'
import type { Env } from './env.ts'
import { respondNotFound } from './errors.ts'
import { type AddressOf, forwardedAddresses } from './headers/client-address.ts'

export const probePath = '/healthz/probe'
/** Client headers that a proxy may remove; without them the app fails with no clear error. */
export const clientHeaders = [
  'cookie',
  'holdfast-person',
  'holdfast-protocol',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'origin',
  'tus-resumable',
  'upload-offset',
] as const

export interface ReceivedProbe {
  /** As derived with the node's TRUST_PROXY. */
  readonly client: string
  readonly trustedProxies: number
  readonly forwarded: readonly string[]
  readonly headers: readonly string[]
  readonly bytes: number
}

const tokenPattern = /^[\w-]{43}$/
export const probeTokenKey = (token: string): string => `probe ${createHash('sha256').update(token).digest('hex')}`

export const handleProbe =
  ({ directory }: Pick<Database, 'directory'>, addressOf: AddressOf, trustedProxies: number) =>
  async (context: Context<Env>): Promise<Response> => {
    const { req } = context
    const token = req.query('token') ?? ''
    if (!tokenPattern.test(token)) return respondNotFound(context)
    const [found] = await directory`
      select 1 from directory.installation where part = ${probeTokenKey(token)} and value::timestamptz > clock_timestamp()`
    if (!found) return respondNotFound(context)
    const received: ReceivedProbe = {
      client: addressOf(context),
      trustedProxies,
      forwarded: forwardedAddresses(context).filter((address) => address !== ''),
      headers: clientHeaders.filter((name) => req.header(name) !== undefined),
      bytes: (await req.arrayBuffer()).byteLength,
    }
    return context.json(received, 200, { [protocolHeader]: String(protocolVersion) })
  }
