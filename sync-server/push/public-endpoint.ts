// The address of a push service comes from a browser, and the server will send requests to it: it must not lead into the
// server's own network.
import { isIP } from 'node:net'
import { isPublicAddress } from '#server/http/public-address.ts'

const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|home\.arpa)$/

/**
 * Looks at the words only: whoever sends there asks with `createFetch(true)` (http/public-fetch.ts), which looks at the
 * address when it connects. https on its usual port, without a password, to a public address or to a name that is not
 * of a private network.
 */
export function isPublicEndpoint(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.protocol !== 'https:' || url.port || url.username || url.password) return false
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !privateNames.test(host)
}
