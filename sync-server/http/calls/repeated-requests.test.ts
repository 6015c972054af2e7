import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { pathOf } from '#schema/kernel/entity.ts'
import { tenantEntities } from '#schema/registry.ts'
import {
  type OpenApiOperation,
  describeCalls,
  type Description,
  sampleOf,
} from '#server/test/responses/described-calls.ts'
import { as, type Device } from '#server/test/device.ts'
import { numberOf, signUp } from '#server/test/firm.ts'
import { isPersonal } from '#server/test/rights.ts'
import { sampleFields } from '#schema/test/sample-fields.ts'
import { setupServer } from '#server/test/server.ts'
import { createWorld, type World } from '#server/test/world.ts'

const server = await setupServer()
const nameOf = ({ method, path }: OpenApiOperation): string => `${method} ${path}`

const withoutState = ['PATCH /api/auth/user/role', 'PUT /api/auth/totp', 'DELETE /api/push/subscribe']
const uploads = ['PATCH /api/uploads/{id}', 'DELETE /api/uploads/{id}']
const outside = /^POST \/api\/(login|logout|invitation$|auth\/(forgot|reset))/
const withoutKey = [
  'POST /api/held-changes/{id}/take',
  'POST /api/held-changes/{id}/drop',
  'POST /api/held-files/{id}/take',
  'POST /api/held-files/{id}/drop',
  'POST /api/sync/changes',
  'POST /api/uploads',
  'POST /api/auth/password',
  'POST /api/auth/totp',
  'POST /api/auth/totp/remove',
  'POST /api/auth/totp/recovery-codes',
  'POST /api/bank-accounts/{id}/reveal',
  'POST /api/trading-accounts/{id}/reveal',
]

let world: World
let admin: Device
let description: Description
const ids = new Map<string, string>()

const acceptsHeader = ({ parameters }: OpenApiOperation, header: string): boolean =>
  parameters.some(({ name }) => name === header)
const entityAt = (path: string) => tenantEntities.find((entity) => path.split('/')[2] === pathOf(entity))

function bodyOf({ path, body }: OpenApiOperation): unknown {
  if (!body) return undefined
  const entity = entityAt(path)
  if (entity && world.near.has(entity.name)) return sampleFields(entity, world.nearSample)
  return sampleOf(body.schema, description.components)
}

beforeAll(async () => {
  world = await createWorld(server, 'AGAIN')
  admin = as(server, world.admin)
  description = await describeCalls(admin)
  for (const entity of tenantEntities)
    if (world.near.has(entity.name)) ids.set(pathOf(entity), world.near.get(entity.name)!)
  ids.set('users', (await signUp(server, world.tenantId, 'INVESTOR')).userId)
  for (const collection of ['bank-accounts', 'trading-accounts', 'user-invitations']) {
    const make = description.calls.find((each) => nameOf(each) === `POST /api/${collection}`)!
    ids.set(collection, ((await (await admin.post(`/api/${collection}`, bodyOf(make))).json()) as { id: string }).id)
  }
})

const pathFor = ({ path }: OpenApiOperation): string => path.replace('{id}', ids.get(path.split('/')[2]!) ?? '')
const guarded = (): OpenApiOperation[] => description.calls.filter((each) => acceptsHeader(each, 'If-Match'))
const personal = tenantEntities.filter(({ name }) => isPersonal(name)).map(pathOf)

it('every changing call takes If-Match, and every POST takes Idempotency-Key', () => {
  const changing = description.calls.filter(({ method }) => ['PATCH', 'PUT', 'DELETE'].includes(method))
  expect(changing.filter((each) => !acceptsHeader(each, 'If-Match')).map(nameOf)).toEqual(
    expect.arrayContaining([...withoutState, ...uploads]),
  )
  expect(changing.length - guarded().length).toBe(withoutState.length + uploads.length)
  const calls = description.calls.filter((each) => each.method === 'POST' && !outside.test(nameOf(each)))
  const without = calls.filter((each) => !acceptsHeader(each, 'Idempotency-Key')).map(nameOf)
  expect(without.toSorted()).toEqual(withoutKey.toSorted())
})

describe('If-Match', () => {
  it('refuses an outdated tag with the current state, and a malformed tag', async () => {
    const number = await numberOf(server, world.tenantId)
    for (const call of guarded().filter(({ path }) => !personal.includes(path.split('/')[2]!))) {
      const requestWith = async (tag: string) => {
        const response = await admin.request(call.method, pathFor(call), call.body && {}, { 'if-match': tag })
        return [nameOf(call), response.status, (await response.json()) as object] as const
      }
      const [name, status, now] = await requestWith('"99999"')
      expect([name, status, now]).toMatchObject([nameOf(call), 409, { code: 'CONFLICT' }])
      expect([name, Object.keys(now).length > 4]).toEqual([name, true])
      expect(await requestWith('1')).toMatchObject([nameOf(call), 400, { code: 'VALIDATION' }])
    }
    expect(guarded().length).toBeGreaterThan(50)
    expect(await numberOf(server, world.tenantId)).toBe(number)
  })

  it('accepts the tag of the state that was read', async () => {
    const changing = guarded().filter(
      ({ method, path }) => method !== 'DELETE' && !personal.includes(path.split('/')[2]!),
    )
    for (const call of changing) {
      const read = await admin.get(pathFor(call))
      const headers = { 'if-match': read.headers.get('etag') ?? 'none' }
      const response = await admin.request(call.method, pathFor(call), {}, headers)
      expect([nameOf(call), response.status, response.headers.get('etag')]).toEqual([
        nameOf(call),
        200,
        headers['if-match'],
      ])
    }
  })

  it('also guards people, the firm and the profile', async () => {
    for (const [path, change, back] of [
      [`/api/users/${ids.get('users')}`, { firstName: 'Noor' }, { firstName: 'Ada' }],
      ['/api/tenant', { leaseDays: 3 }, { leaseDays: 4 }],
      ['/api/auth/user', { firstName: 'Rana' }, { firstName: 'Ada' }],
    ] as const) {
      const headers = { 'if-match': (await admin.get(path)).headers.get('etag')! }
      expect((await admin.patch(path, change, headers)).status).toBe(200)
      const late = await admin.patch(path, back, headers)
      expect([path, late.status, await late.json()]).toMatchObject([path, 409, { code: 'CONFLICT', ...change }])
      expect(await (await admin.get(path)).json()).toMatchObject(change)
    }
  })
})

describe('Idempotency-Key', () => {
  const isPlain = ({ path }: OpenApiOperation): boolean =>
    !entityAt(path) || path.split('/').length === 3 || path.endsWith('/restore')
  const unmade = ['/api/imports', '/api/devices/{id}/revoke', '/api/push/subscribe']

  it('repeats the response to a repeated request without writing', async () => {
    const isUnique = ({ path }: OpenApiOperation) => path.split('/').length === 3 && entityAt(path)?.unique.length
    const calls = description.calls.filter(
      (each) =>
        acceptsHeader(each, 'Idempotency-Key') &&
        isPlain(each) &&
        !isUnique(each) &&
        !unmade.includes(each.path) &&
        !personal.includes(each.path.split('/')[2]!),
    )
    expect(calls.length).toBeGreaterThan(30)
    for (const call of calls) {
      const headers = { 'idempotency-key': uuidv7() }
      const request = async () => {
        const response = await admin.post(
          pathFor(call),
          call.path === '/api/user-invitations' ? invited : bodyOf(call),
          headers,
        )
        return [nameOf(call), response.status, await response.text()] as const
      }
      const invited = { email: 'again@example.com', role: 'INVESTOR' }
      const first = await request()
      expect([first[0], first[1], first[1] < 300 ? '' : first[2]]).toEqual([first[0], first[1], ''])
      const number = await numberOf(server, world.tenantId)
      expect(await request()).toEqual(first)
      expect([nameOf(call), await numberOf(server, world.tenantId)]).toEqual([nameOf(call), number])
    }
  })

  it('of an invitation stores its link sealed, and is refused for another request', async () => {
    const headers = { 'idempotency-key': uuidv7() }
    const request = (email: string) => admin.post('/api/user-invitations', { email, role: 'INVESTOR' }, headers)
    const { link } = (await (await request('once@example.com')).json()) as { link: string }
    expect((await (await request('once@example.com')).json()) as object).toMatchObject({ link })
    const other = await request('twice@example.com')
    expect([other.status, await other.json()]).toMatchObject([409, { code: 'DUPLICATE' }])
    const kept = await server.database.tenant(world.tenantId, (tx) =>
      tx.query<{ answer: string }>('select answer from answers where tenant_id = $1', [world.tenantId]),
    )
    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toContain(new URL(link).searchParams.get('token'))
  })

  it('imports a file once', async () => {
    const headers = { 'idempotency-key': uuidv7(), cookie: world.admin.cookie, origin: 'http://localhost' }
    const request = (name: string) => {
      const body = new FormData()
      body.set('entity', 'projects')
      body.set('map', JSON.stringify({ columns: { Name: 'name', Type: 'type' } }))
      body.set('file', new File([`Name,Type\n${name},REAL_ESTATE\n`], 'projects.csv'))
      return server.app.request('/api/imports', { method: 'POST', headers, body })
    }
    const first = await request('Quay')
    const imported = await first.text()
    expect([first.status, JSON.parse(imported)]).toMatchObject([200, { created: 1 }])
    expect(await (await request('Quay')).text()).toBe(imported)
    expect((await request('Dock')).status).toBe(409)
  })

  it('runs a dry run of an import each time and stores nothing of the file', async () => {
    const kept = async () =>
      (
        await server.database.tenant(world.tenantId, (tx) =>
          tx.query('select key from answers where tenant_id = $1', [world.tenantId]),
        )
      ).length
    const before = await kept()
    const headers = { 'idempotency-key': uuidv7(), cookie: world.admin.cookie, origin: 'http://localhost' }
    for (const name of ['Mole', 'Dam']) {
      const body = new FormData()
      body.set('entity', 'projects')
      body.set('map', JSON.stringify({ columns: { Name: 'name', Type: 'type' } }))
      body.set('file', new File([`Name,Type\n${name},CASTLE\n`], 'projects.csv'))
      body.set('dryRun', 'true')
      const tried = await server.app.request('/api/imports', { method: 'POST', headers, body })
      expect([tried.status, await tried.json()]).toMatchObject([200, { refused: 1 }])
    }
    expect(await kept()).toBe(before)
  })
})
