import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { RequestOrigin } from '#server/records/actor.ts'
import type { Env } from '#server/http/env.ts'

export type AddressOf = (context: Context<Env>) => string

/** Each of our `proxies` appends one address to X-Forwarded-For. Anything before them may be forged. */
export const clientAddress =
  (proxies: number): AddressOf =>
  (context) => {
    const all = forwardedAddresses(context)
    const forwarded = proxies > 0 ? (all.at(-proxies) ?? all[0]) : undefined
    return forwarded && isIP(forwarded) ? forwarded : peerAddress(context)
  }

export const forwardedAddresses = ({ req }: Context<Env>): readonly string[] =>
  (req.header('x-forwarded-for') ?? '').split(',').map(withoutPort)

export const requestOrigin = (context: Context<Env>, addressOf: AddressOf): RequestOrigin => ({
  address: addressOf(context),
  userAgent: context.req.header('user-agent') ?? null,
})

/** Some proxies write the port as well. */
function withoutPort(text: string): string {
  const bare = text.trim()
  return /^\[(.*)\](:\d+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare
}

const peerAddress = (context: Context<Env>): string =>
  'incoming' in ((context.env as object) ?? {}) ? (getConnInfo(context).remote.address ?? 'unknown') : 'unknown'
