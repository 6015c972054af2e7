import { isIP } from 'node:net'
import { isPublicAddress } from '#server/http/public-address.ts'

const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|home\.arpa)$/

/**
 * Checks the text only: https, default port, no password, not a private address or name. `createFetch(true)` (http/public-fetch.ts) checks the
 * address when it connects.
 */
export function isPublicEndpoint(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.protocol !== 'https:' || url.port || url.username || url.password) return false
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !privateNames.test(host)
}
