// If another site's name led here, its pages would have the rights of ours.
import { isIP, isIPv6 } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { isLoopback } from '#server/config.ts'
import { RequestError } from '#server/http/errors.ts'

const everyAddress = new Set(['0.0.0.0', '::', '*'])

function nameIn(host: string): string {
  const url = `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : ''
}

/** No site can have an address of this machine as its name. */
export function isServerHost(host: string, listensOn: string): boolean {
  const name = nameIn(host)
  if (!name) return false
  return (
    isLoopback(name) ||
    name === nameIn(isIPv6(listensOn) ? `[${listensOn}]` : listensOn) ||
    (everyAddress.has(listensOn) && isIP(name) !== 0)
  )
}

/** Behind a proxy, the Host may be anything. */
export const checkHost = (listensOn: string): MiddlewareHandler =>
  async function compareHost(context, next) {
    const host = context.req.header('host') ?? new URL(context.req.url).host
    if (!isServerHost(host, listensOn))
      throw new RequestError(
        'FORBIDDEN',
        {},
        'This server does not have this name: PUBLIC_URL says under which one it is reached.',
      )
    return next()
  }
