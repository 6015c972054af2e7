import { expect, it, vi } from 'vitest'
import { protocolHeader } from '#schema/sync/protocol.ts'
import { sameOriginResponses } from './same-origin-responses.ts'

const request = new Request('https://app.example/assets/main.js')
const ownResponse = (status = 200) => new Response('export {}', { status, headers: { [protocolHeader]: '1' } })
const portalPage = () => new Response('<h1>Welcome to our network</h1>', { headers: { 'content-type': 'text/html' } })

it('caches our own server’s response after one request', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>()
  const { fetchDidSucceed, cacheWillUpdate } = sameOriginResponses(fetch)
  const response = ownResponse()
  expect(await fetchDidSucceed({ request, response })).toBe(response)
  expect(await cacheWillUpdate({ response })).toBe(response)
  expect(fetch).not.toHaveBeenCalled()
})

it('caches neither a captive portal’s page nor a server error', async () => {
  const { cacheWillUpdate } = sameOriginResponses(fetch)
  expect(await cacheWillUpdate({ response: portalPage() })).toBeNull()
  expect(await cacheWillUpdate({ response: ownResponse(500) })).toBeNull()
})

it('bypasses the HTTP cache, which may still hold a captive portal’s page', async () => {
  const fresh = ownResponse()
  const fetch = vi.fn<typeof globalThis.fetch>(async () => fresh)
  expect(await sameOriginResponses(fetch).fetchDidSucceed({ request, response: portalPage() })).toBe(fresh)
  expect(fetch).toHaveBeenCalledExactlyOnceWith(request.url, { cache: 'reload' })
})
