import { expect, it, vi } from 'vitest'
import { personHeader } from '#schema/sync/protocol.ts'
import type { Identity } from '#web/store/base/contract.ts'
import { requestedFile, openFile } from './files.ts'

const origin = 'https://firm.test'
const ada = { id: 'ada' } as Identity
const owner = { entity: 'documents', id: 'plan' } as const
const fileRequest = (path = '/files/plan', init: RequestInit = {}) => new Request(origin + path, init)

function setup(fetch: typeof globalThis.fetch, person: Identity | null = ada) {
  const cacheFile = vi.fn<Parameters<typeof openFile>[2]['cacheFile']>(async () => {})
  const waitUntil = vi.fn<(work: Promise<unknown>) => void>()
  const network = vi.fn<typeof globalThis.fetch>(fetch)
  const deps: Parameters<typeof openFile>[2] = {
    fetch: network,
    currentPerson: async () => person,
    cacheFile,
    cachedFile: async () => new Response('kept'),
    pause: () => new Promise(() => {}),
    waitUntil,
  }
  const open = (overrides: Partial<typeof deps> = {}) => openFile(fileRequest(), owner, { ...deps, ...overrides })
  return { open, deps, cacheFile, waitUntil, network }
}

it.each([
  ['/files/plan', owner],
  ['/files/paper?entity=referralAttachments', { entity: 'referralAttachments', id: 'paper' }],
  ['/files/plan?version=1', null],
  ['/files/plan?entity=nothing', null],
  ['/files/plan/more', null],
  ['/api/documents', null],
])('finds the record whose file is at %s', (path, owner) => {
  expect(requestedFile(fileRequest(path), origin)).toEqual(owner)
})

it('leaves ranges, downloads of a page and other origins to the browser', () => {
  expect(requestedFile(fileRequest('/files/plan', { headers: { range: 'bytes=0-9' } }), origin)).toBeNull()
  expect(requestedFile(fileRequest('/files/plan', { headers: { [personHeader]: 'ada' } }), origin)).toBeNull()
  expect(requestedFile(fileRequest('/files/plan', { method: 'HEAD' }), origin)).toBeNull()
  expect(requestedFile(fileRequest(), 'https://elsewhere.test')).toBeNull()
})

it('requests the file from the server first, in the person’s name and without the HTTP cache, and caches the response', async () => {
  const { open, cacheFile, waitUntil, network } = setup(async () => new Response('fresh'))
  expect(await (await open()).text()).toBe('fresh')
  const [, init] = network.mock.calls[0]!
  expect(new Headers(init!.headers).get(personHeader)).toBe('ada')
  expect(init!.cache).toBe('no-store')
  expect([cacheFile.mock.calls[0]![0], cacheFile.mock.calls[0]![1], waitUntil.mock.calls.length]).toEqual([
    ada,
    owner,
    1,
  ])
})

it('serves the cached file when the server is unreachable or silent', async () => {
  const unreachable = setup(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await (await unreachable.open()).text()).toBe('kept')
  const silent = setup(() => new Promise(() => {}))
  expect(await (await silent.open({ pause: async () => {} })).text()).toBe('kept')
  const response = await unreachable.open({ cachedFile: async () => null })
  expect(response.type).toBe('error')
})

it.each([['/files/plan'], ['/files/paper?entity=referralAttachments']])(
  'redirects a tab to the app when neither the server nor the device has %s',
  async (path) => {
    const request = Object.defineProperty(fileRequest(path), 'mode', { value: 'navigate' })
    for (const person of [ada, null]) {
      const { deps } = setup(() => Promise.reject(new TypeError('Failed to fetch')), person)
      const response = await openFile(request, owner, { ...deps, cachedFile: async () => null })
      const { pathname, searchParams } = new URL(response.headers.get('location')!)
      expect([response.status, pathname, searchParams.get('file')]).toEqual([302, '/unopened', path])
    }
  },
)

it('passes refusals through without caching them', async () => {
  const { open, cacheFile } = setup(async () => new Response('gone', { status: 404 }))
  expect([(await open()).status, cacheFile.mock.calls]).toEqual([404, []])
})

it('opens a file in another person’s session, or without a known person, without caching it', async () => {
  const otherSession = setup(async (_, init) => new Response('theirs', { status: init ? 401 : 200 }))
  otherSession.cacheFile.mockImplementation(async () => {})
  expect(await (await otherSession.open()).text()).toBe('theirs')
  expect(otherSession.cacheFile).not.toHaveBeenCalled()
  const noPerson = setup(async () => new Response('fresh'), null)
  expect(await (await noPerson.open()).text()).toBe('fresh')
  expect(noPerson.cacheFile).not.toHaveBeenCalled()
})
