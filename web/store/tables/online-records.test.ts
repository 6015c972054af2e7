import { describe, expect, it, vi } from 'vitest'
import type { Row } from '#schema/registry.ts'
import type { Store } from '#web/store/base/contract.ts'
import { Device, until } from '#web/store/test/device.ts'
import type { ServerResponse, ServerCall } from '#web/store/test/server.ts'

const person = (id: string, overrides: object = {}) => ({ id, email: `${id}@demo.test`, firstName: id, ...overrides })

async function setup(respond: (requests: ServerCall) => ServerResponse | undefined) {
  const device = new Device()
  device.server.call = respond
  return { device, store: await device.open() }
}

const names = (store: Store) => [...store.table('users').all()].map(({ firstName }) => String(firstName)).toSorted()
const usersResponse =
  (response: ServerResponse) =>
  ({ path }: ServerCall): ServerResponse | undefined =>
    path.startsWith('/api/users') ? response : undefined
const list = (rows: readonly object[]) => usersResponse({ status: 200, body: rows })

describe('records that are read online', () => {
  it('arrive page by page and are sorted and searched like all others', async () => {
    const { store } = await setup(({ path, query }) => {
      if (path !== '/api/users') return undefined
      return query.get('cursor')
        ? { status: 200, body: [person('Edda'), person('Ada')] }
        : {
            status: 200,
            body: [person('Omar')],
            headers: { link: `</api/users?limit=${query.get('limit')}&cursor=x>; rel="next"` },
          }
    })
    expect(store.online.stateOf('users')).toEqual({ kind: 'reading' })
    const view = store.view('users', {
      sortBy: ({ firstName }) => firstName,
      searchText: ({ firstName }) => firstName ?? '',
      search: 'd',
    })
    await store.online.read('users')
    expect(store.online.stateOf('users')).toEqual({ kind: 'here' })
    expect(view.rows.slice(0, 9).map(({ firstName }) => firstName)).toEqual(['Ada', 'Edda'])
    expect(names(store)).toEqual(['Ada', 'Edda', 'Omar'])
    view.close()
  })

  it('are requested once, whatever the number of screens that need them', async () => {
    const requests: string[] = []
    const { store } = await setup(({ path }) => {
      if (path !== '/api/users') return undefined
      requests.push(path)
      return { status: 200, body: [] }
    })
    await Promise.all([store.online.read('users'), store.online.read('users')])
    expect(requests).toHaveLength(1)
  })

  it('disappear when the server no longer has them', async () => {
    const { device, store } = await setup(list([person('Ada'), person('Omar')]))
    await store.online.read('users')
    device.server.call = list([person('Omar')])
    await store.online.read('users')
    expect([names(store), store.table('users').size]).toEqual([['Omar'], 1])
  })

  it('are unchanged if the server is unreachable or refuses, and the state has the reason', async () => {
    const { device, store } = await setup(list([person('Ada')]))
    await store.online.read('users')
    device.server.fault(/api\/users/, { kind: 'drop' })
    await store.online.read('users')
    expect(store.online.stateOf('users')).toMatchObject({ kind: 'failed', problem: { status: null } })
    device.server.call = usersResponse({ status: 403, body: { code: 'FORBIDDEN', message: 'No' } })
    await store.online.read('users')
    expect(store.online.stateOf('users')).toMatchObject({ problem: { status: 403, code: 'FORBIDDEN', message: 'No' } })
    expect(names(store)).toEqual(['Ada'])
  })

  it.each([
    ['a network’s own page', { kind: 'portal', status: 200 }],
    ['a body that breaks off', { kind: 'truncate' }],
  ] as const)('%s is not accepted as a list', async (_, fault) => {
    const { device, store } = await setup(list([person('Ada')]))
    device.server.fault(/api\/users/, fault)
    await store.online.read('users')
    expect(store.online.stateOf('users').kind).toBe('failed')
    expect(names(store)).toEqual([])
  })

  it('are never on the disk and are cleared with the person', async () => {
    const { device, store } = await setup(list([person('Ada')]))
    await store.online.read('users')
    await store.close()
    device.server.call = () => undefined
    expect(names(await device.open())).toEqual([])
  })
})

describe('actions on online records', () => {
  it('sends only the difference immediately and shows the response', async () => {
    const requests: unknown[] = []
    const { store } = await setup(({ method, path, body }) => {
      if (method === 'GET') return path === '/api/users' ? { status: 200, body: [person('u1')] } : undefined
      requests.push([method, path, body])
      return { status: 200, body: person('u1', { firstName: 'Ada' }) }
    })
    await store.online.read('users')
    const seen = store.table('users').get('u1')!
    expect(await store.update('users', seen, { firstName: 'Ada', lastName: null })).toMatchObject({
      ok: true,
      id: 'u1',
    })
    expect(await store.update('users', store.table('users').get('u1')!, { firstName: 'Ada' })).toMatchObject({
      ok: true,
    })
    expect(requests).toEqual([['PATCH', '/api/users/u1', { firstName: 'Ada' }]])
    expect(names(store)).toEqual(['Ada'])
    expect(store.outbox()).toEqual([])
  })

  it('invalid fields are returned by field; other refusals reject with the server’s code and message', async () => {
    const issues = { email: { key: 'account' }, role: { key: 'of tomorrow' } }
    const { device, store } = await setup(({ path }) =>
      path === '/api/user-invitations'
        ? { status: 409, body: { code: 'DUPLICATE', message: 'Taken', issues } }
        : undefined,
    )
    expect(await store.create('userInvitations', { email: 'a@b.test' })).toEqual({
      ok: false,
      issues: { email: { key: 'account' } },
    })
    device.server.call = usersResponse({ status: 409, body: { code: 'LAST_ADMIN', message: 'One stays' } })
    const refused = store.update('users', { ...person('u1'), number: 0 } as Row<'users'>, { role: 'INVESTOR' })
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'LAST_ADMIN', message: 'One stays' })
    device.server.fault(/reset/, { kind: 'drop' })
    await expect(store.online.act('users', 'u1', 'reset')).rejects.toMatchObject({ status: null })
  })

  it('detects an expired session', async () => {
    const { device, store } = await setup(() => undefined)
    await until(() => store.status.connection === 'online')
    device.server.signedIn = 'somebody-else'
    await expect(store.online.act('users', 'u1', 'reset')).rejects.toMatchObject({ status: 401 })
    await until(() => store.status.connection === 'other-person')
  })
})

describe('a creating request', () => {
  const account = { accountNumber: '4711' }

  it('repeats its key if the response was lost, and uses another one after a response', async () => {
    const keys: (string | null)[] = []
    const { device, store } = await setup(({ method, path, key }) => {
      if (path !== '/api/bank-accounts' || method !== 'POST') return undefined
      keys.push(key)
      return { status: 201, body: { id: key } }
    })
    const add = (fields: object = account) => store.online.request('POST', '/api/bank-accounts', fields)
    device.server.fault(/bank-accounts/, { kind: 'lose' })
    await expect(add()).rejects.toMatchObject({ status: null })
    await add({ accountNumber: '4712' })
    await add()
    await add()
    const [lostKey, otherKey, repeatedKey, newKey] = keys
    expect([repeatedKey === lostKey, new Set([lostKey, otherKey, newKey]).size]).toEqual([true, 3])
    expect(lostKey).toMatch(/^[\da-f-]{36}$/)
  })

  it('uses a new key after a refusal, and the same one after a server error', async () => {
    const statuses = [503, 400, 201]
    const keys: (string | null)[] = []
    const { store } = await setup(({ path, key }) => {
      if (path !== '/api/bank-accounts') return undefined
      keys.push(key)
      return { status: statuses[keys.length - 1]!, body: {} }
    })
    const add = () => store.online.request('POST', '/api/bank-accounts', account).catch(() => {})
    for (let attempts = 0; attempts < 3; attempts++) await add()
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false])
  })

  it('is not kept as text, because it may contain a secret', async () => {
    const { device, store } = await setup(() => undefined)
    device.server.fault(/bank-accounts/, { kind: 'lose' })
    const mapSet = vi.spyOn(Map.prototype, 'set')
    await store.online.request('POST', '/api/bank-accounts', { accountNumber: '0047110815' }).catch(() => {})
    const keys = mapSet.mock.calls.map(([key]) => String(key))
    mapSet.mockRestore()
    expect([keys.length > 0, keys.filter((key) => key.includes('0047110815'))]).toEqual([true, []])
  })

  it('does not apply to reads, which have no key', async () => {
    const { store } = await setup(({ path, key }) =>
      path === '/api/tenant' ? { status: 200, body: { key } } : undefined,
    )
    expect(await store.online.request('GET', '/api/tenant')).toEqual({ key: null })
  })
})
