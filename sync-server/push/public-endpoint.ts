// The address of a push service comes from a browser, and the server will send requests to it: it must not lead into the
// server's own network.
import { BlockList, isIP } from 'node:net'

const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4')

const outside = new BlockList()
outside.addSubnet('2000::', 3, 'ipv6')
const tunnelled = new BlockList()
tunnelled.addSubnet('2001::', 23, 'ipv6')
tunnelled.addSubnet('2002::', 16, 'ipv6')

const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|home\.arpa)$/

/** Whether an address of the network is public. */
function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !inside.check(address, 'ipv4')
  return isIP(address) === 6 && outside.check(address, 'ipv6') && !tunnelled.check(address, 'ipv6')
}

/** https on its usual port, without a password, to a public address or to a name that is not of a private network. */
export function isPublicEndpoint(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.protocol !== 'https:' || url.port || url.username || url.password) return false
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !privateNames.test(host)
}
