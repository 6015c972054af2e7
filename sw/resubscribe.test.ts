import { expect, it, vi } from 'vitest'
import { personHeader } from '#schema/sync/protocol.ts'
import type { Identity } from '#web/store/base/contract.ts'
import { resubscribe } from './resubscribe.ts'

const ada = { id: 'ada' } as Identity

function setup(status = 201, person: Identity | null = ada) {
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true)
  const subscriptionAt = (endpoint: string) => ({ unsubscribe, toJSON: () => ({ endpoint }) })
  const subscribe = vi.fn<(options: PushSubscriptionOptionsInit) => Promise<ReturnType<typeof subscriptionAt>>>(
    async () => subscriptionAt('anew'),
  )
  const requests: unknown[] = []
  const fetch: typeof globalThis.fetch = async (path, init) => {
    const { method = 'GET', body = null } = init ?? {}
    requests.push([method, path, new Headers(init?.headers).get(personHeader), body])
    return method === 'GET' ? Response.json({ key: 'present' }) : new Response('{}', { status })
  }
  const deps = { pushManager: { subscribe }, fetch, currentPerson: async () => person }
  return { deps, requests, at: subscriptionAt, subscribe, unsubscribe }
}

it('resubscribes with the server’s current key, as the same person', async () => {
  const { deps, requests, subscribe } = setup()
  await resubscribe(deps, null)
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'present' })
  expect(requests).toEqual([
    ['GET', '/api/push/key', 'ada', null],
    ['POST', '/api/push/subscribe', 'ada', '{"endpoint":"anew"}'],
  ])
})

it('sends the subscription that the browser renewed itself', async () => {
  const { deps, requests, at, subscribe } = setup()
  await resubscribe(deps, at('other'))
  expect(subscribe).not.toHaveBeenCalled()
  expect(requests).toEqual([['POST', '/api/push/subscribe', 'ada', '{"endpoint":"other"}']])
})

it('WHO1 sends nothing while the person is uncertain', async () => {
  const { deps, requests, at } = setup(201, null)
  await resubscribe(deps, at('other'))
  expect(requests).toEqual([])
})

it('WHO1 unsubscribes when the session belongs to another person', async () => {
  const { deps, at, unsubscribe } = setup(401)
  await expect(resubscribe(deps, at('other'))).rejects.toThrow('401')
  expect(unsubscribe).toHaveBeenCalledOnce()
})

it('keeps the subscription when the server is unreachable, for the next visit', async () => {
  const { deps, at, unsubscribe } = setup(503)
  await expect(resubscribe(deps, at('other'))).rejects.toThrow('503')
  expect(unsubscribe).not.toHaveBeenCalled()
})
