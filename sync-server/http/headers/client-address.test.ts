import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'
import type { Env } from '#server/http/env.ts'

const addressOf = async (proxies: number, forwarded: string): Promise<string> => {
  const app = new Hono<Env>().get('/', (context) => context.text(clientAddress(proxies)(context)))
  return (await app.request('/', { headers: { 'x-forwarded-for': forwarded } })).text()
}

it.each([
  [0, '192.0.2.1', 'unknown'],
  [1, '192.0.2.1', '192.0.2.1'],
  [1, 'made-up, 198.51.100.1, 192.0.2.1', '192.0.2.1'],
  [2, '198.51.100.66, 192.0.2.1, 10.0.0.1', '192.0.2.1'],
  [2, '192.0.2.1', '192.0.2.1'],
  [1, '192.0.2.1:4711', '192.0.2.1'],
  [1, '[2001:db8::1]:4711', '2001:db8::1'],
  [1, '2001:db8::1', '2001:db8::1'],
  [1, 'made-up', 'unknown'],
  [1, '192.0.2.1, unknown', 'unknown'],
  [2, '198.51.100.66, 192.0.2.1, unknown', '192.0.2.1'],
])('behind %d proxies, "%s" comes from %s', async (proxies, forwarded, address) => {
  expect(await addressOf(proxies, forwarded)).toBe(address)
})
