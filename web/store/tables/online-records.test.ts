import { describe, expect, it, vi } from 'vitest'
import type { Row } from '#schema/registry.ts'
import type { Store } from '#web/store/base/contract.ts'
import { Device, until } from '#web/store/test/device.ts'
import type { Answered, Called } from '#web/store/test/server.ts'

const person = (id: string, overrides: object = {}) => ({ id, email: `${id}@demo.test`, firstName: id, ...overrides })

async function setup(answer: (requests: Called) => Answered | undefined) {
  const device = new Device()
  device.server.call = answer
  return { device, store: await device.open() }
}

const names = (store: Store) => [...store.table('users').all()].map(({ firstName }) => String(firstName)).toSorted()
const ofUsers =
  (response: Answered) =>
  ({ path }: Called): Answered | undefined =>
    path.startsWith('/api/users') ? response : undefined
const list = (rows: readonly object[]) => ofUsers({ status: 200, body: rows })

describe('records that are read online', () => {
  it('arrive page by page, and are sorted and searched like all others', async () => {
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

  it('are requested once, however many screens need them at a time', async () => {
    const requests: string[] = []
    const { store } = await setup(({ path }) => {
      if (path !== '/api/users') return undefined
      requests.push(path)
      return { status: 200, body: [] }
    })
    await Promise.all([store.online.read('users'), store.online.read('users')])
    expect(requests).toHaveLength(1)
  })

  it('leave when the server no longer has them', async () => {
    const { device, store } = await setup(list([person('Ada'), person('Omar')]))
    await store.online.read('users')
    device.server.call = list([person('Omar')])
    await store.online.read('users')
    expect([names(store), store.table('users').size]).toEqual([['Omar'], 1])
  })

  it('stay unchanged when the server is unreachable or refuses, and the state gives the reason', async () => {
    const { device, store } = await setup(list([person('Ada')]))
    await store.online.read('users')
    device.server.fault(/api\/users/, { kind: 'drop' })
    await store.online.read('users')
    expect(store.online.stateOf('users')).toMatchObject({ kind: 'failed', problem: { status: null } })
    device.server.call = ofUsers({ status: 403, body: { code: 'FORBIDDEN', message: 'No' } })
    await store.online.read('users')
    expect(store.online.stateOf('users')).toMatchObject({ problem: { status: 403, code: 'FORBIDDEN', message: 'No' } })
    expect(names(store)).toEqual(['Ada'])
  })

  it.each([
    ['a network’s own page', { kind: 'portal', status: 200 }],
    ['a body that breaks off', { kind: 'truncate' }],
  ] as const)('%s is not a list', async (_, fault) => {
    const { device, store } = await setup(list([person('Ada')]))
    device.server.fault(/api\/users/, fault)
    await store.online.read('users')
    expect(store.online.stateOf('users').kind).toBe('failed')
    expect(names(store)).toEqual([])
  })

  it('are never on the disk, and leave with the person', async () => {
    const { device, store } = await setup(list([person('Ada')]))
    await store.online.read('users')
    await store.close()
    device.server.call = () => undefined
    expect(names(await device.open())).toEqual([])
  })
})

describe('actions on them', () => {
  it('asks the server at once, with what differs, and shows its answer', async () => {
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

  it('invalid fields are results by field; other refusals reject with the server’s code and message', async () => {
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
    device.server.call = ofUsers({ status: 409, body: { code: 'LAST_ADMIN', message: 'One stays' } })
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

describe('what makes something', () => {
  const account = { accountNumber: '4711' }

  it('repeats the key when the response was lost, and uses another one after a response', async () => {
    const keys: (string | null)[] = []
    const { device, store } = await setup(({ method, path, key }) => {
      if (path !== '/api/bank-accounts' || method !== 'POST') return undefined
      keys.push(key)
      return { status: 201, body: { id: key } }
    })
    const add = (fields: object = account) => store.online.ask('POST', '/api/bank-accounts', fields)
    device.server.fault(/bank-accounts/, { kind: 'lose' })
    await expect(add()).rejects.toMatchObject({ status: null })
    await add({ accountNumber: '4712' })
    await add()
    await add()
    const [lost, other, again, anew] = keys
    expect([again === lost, new Set([lost, other, anew]).size]).toEqual([true, 3])
    expect(lost).toMatch(/^[\da-f-]{36}$/)
  })

  it('uses a new key after a refusal, and the same one after a server error', async () => {
    const statuses = [503, 400, 201]
    const keys: (string | null)[] = []
    const { store } = await setup(({ path, key }) => {
      if (path !== '/api/bank-accounts') return undefined
      keys.push(key)
      return { status: statuses[keys.length - 1]!, body: {} }
    })
    const add = () => store.online.ask('POST', '/api/bank-accounts', account).catch(() => {})
    for (let times = 0; times < 3; times++) await add()
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false])
  })

  it('is not stored as text, because it may contain a secret', async () => {
    const { device, store } = await setup(() => undefined)
    device.server.fault(/bank-accounts/, { kind: 'lose' })
    const remembered = vi.spyOn(Map.prototype, 'set')
    await store.online.ask('POST', '/api/bank-accounts', { accountNumber: '0047110815' }).catch(() => {})
    const keys = remembered.mock.calls.map(([key]) => String(key))
    remembered.mockRestore()
    expect([keys.length > 0, keys.filter((key) => key.includes('0047110815'))]).toEqual([true, []])
  })

  it('a request without effects has no key', async () => {
    const { store } = await setup(({ path, key }) =>
      path === '/api/tenant' ? { status: 200, body: { key } } : undefined,
    )
    expect(await store.online.ask('GET', '/api/tenant')).toEqual({ key: null })
  })
})
