import { expect, it, vi } from 'vitest'
import { protocolHeader } from '#schema/sync/protocol.ts'
import { sameOriginResponses } from './same-origin-responses.ts'

const request = new Request('https://app.example/assets/main.js')
const own = (status = 200) => new Response('export {}', { status, headers: { [protocolHeader]: '1' } })
const portal = () => new Response('<h1>Welcome to our network</h1>', { headers: { 'content-type': 'text/html' } })

it('keeps what our own server gives, and asks once', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>()
  const { fetchDidSucceed, cacheWillUpdate } = sameOriginResponses(fetch)
  const given = own()
  expect(await fetchDidSucceed({ request, response: given })).toBe(given)
  expect(await cacheWillUpdate({ response: given })).toBe(given)
  expect(fetch).not.toHaveBeenCalled()
})

it('keeps no page of a network in place of a file, and no failure of the server', async () => {
  const { cacheWillUpdate } = sameOriginResponses(fetch)
  expect(await cacheWillUpdate({ response: portal() })).toBeNull()
  expect(await cacheWillUpdate({ response: own(500) })).toBeNull()
})

it('asks past the browser’s own store, where the page of a network may still be', async () => {
  const fresh = own()
  const fetch = vi.fn<typeof globalThis.fetch>(async () => fresh)
  expect(await sameOriginResponses(fetch).fetchDidSucceed({ request, response: portal() })).toBe(fresh)
  expect(fetch).toHaveBeenCalledExactlyOnceWith(request.url, { cache: 'reload' })
})
