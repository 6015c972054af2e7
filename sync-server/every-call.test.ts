import { Writable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Entity, pathOf, referenceFields } from '#schema/kernel/entity.ts'
import { type Operation, streamPath, type Verdict } from '#schema/sync/protocol.ts'
import { entities, tenantEntities } from '#schema/registry.ts'
import { verbNamesOf } from '#schema/verbs.ts'
import { act, change, create, remove, restore, update } from './test/changes.ts'
import { commonRefusals } from './test/responses/common-refusals.ts'
import { type OpenApiOperation, describeCalls, type Description, sampleOf } from './test/responses/described-calls.ts'
import { as } from './test/device.ts'
import { signUp, type TestPerson } from './test/firm.ts'
import { fingerprintOf } from './test/fingerprint.ts'
import { createListener, type Listener } from './test/responses/captured-log.ts'
import { adminsMay, investorsMay, isPersonal, type Right, staffMay } from './test/rights.ts'
import { sampleChanges, sampleFields } from '#schema/test/sample-fields.ts'
import { pdf } from './test/sample-files.ts'
import { setupServer } from './test/server.ts'
import { sha256Of, uploading } from './test/uploading.ts'
import { createWorld, type World } from './test/world.ts'
import { jobsOf } from './jobs.ts'
import { createWorker } from './jobs/worker.ts'
import { createLog } from './log.ts'
import { noPush } from './test/services/push-service.ts'

const logged: string[] = []
const log = new Writable({ write: (chunk, _, done) => done(void logged.push(String(chunk))) })
const server = await setupServer({ log: createLog('debug', log) })

type Role = 'admin' | 'manager' | 'investor'
const everybody: readonly Role[] = ['admin', 'manager', 'investor']
const staff: readonly Role[] = ['admin', 'manager']
const admins: readonly Role[] = ['admin']

const open = [
  'GET /api/login',
  'POST /api/login',
  'GET /api/login/code',
  'POST /api/login/code',
  'GET /api/login/second-factor',
  'POST /api/login/second-factor',
  'GET /api/auth/forgot',
  'POST /api/auth/forgot',
  'GET /api/logout',
  'POST /api/logout',
  'GET /api/auth/oidc',
  'GET /api/auth/oidc/{id}/callback',
  'GET /api/auth/reset',
  'POST /api/auth/reset',
  'GET /api/invitation',
  'POST /api/invitation',
]

const verbsOf: Readonly<Record<string, Right>> = { GET: 'read', POST: 'create', PATCH: 'update', PUT: 'update' }

const allowedRoles: Readonly<Record<string, readonly Role[]>> = {
  'GET /api/auth/user': everybody,
  'PATCH /api/auth/user': everybody,
  'PATCH /api/auth/user/role': everybody,
  'POST /api/auth/password': everybody,
  'GET /api/auth/totp': everybody,
  'POST /api/auth/totp': everybody,
  'PUT /api/auth/totp': everybody,
  'POST /api/auth/totp/remove': everybody,
  'POST /api/auth/totp/recovery-codes': everybody,
  'POST /api/user-invitations/{id}/resend': admins,
  'POST /api/user-invitations/{id}/revoke': admins,
  'POST /api/users/{id}/reset': admins,
  'POST /api/users/{id}/reset-totp': admins,
  'GET /api/holding-values': ['investor'],
  'GET /api/holding-values/{id}': ['investor'],
  'GET /api/tenant': admins,
  'PATCH /api/tenant': admins,
  'GET /api/sessions': everybody,
  'GET /api/devices': everybody,
  'GET /api/held-changes': admins,
  'POST /api/held-changes/{id}/take': admins,
  'POST /api/held-changes/{id}/drop': admins,
  'GET /api/held-files': admins,
  'POST /api/held-files/{id}/take': admins,
  'POST /api/held-files/{id}/drop': admins,
  'POST /api/devices/{id}/revoke': everybody,
  'GET /api/sync/feed': everybody,
  'POST /api/sync/changes': everybody,
  'GET /api/sync/stream': everybody,
  'GET /api/trash': staff,
  'GET /api/record-history': staff,
  'GET /api/audit-logs/export': admins,
  'GET /api/dashboard/metrics': everybody,
  'POST /api/commissions/run': staff,
  'GET /api/openapi.json': everybody,
  'GET /api/push/key': everybody,
  'POST /api/push/subscribe': everybody,
  'DELETE /api/push/subscribe': everybody,
  'POST /api/imports': staff,
  'OPTIONS /api/uploads': everybody,
  'GET /api/uploads': everybody,
  'POST /api/uploads': everybody,
  'GET /api/uploads/{id}': everybody,
  'PATCH /api/uploads/{id}': everybody,
  'DELETE /api/uploads/{id}': everybody,
  'GET /files/{id}': everybody,
  'GET /api/referrals/{id}/commissions': staff,
  'POST /api/referrals/{id}/commissions': staff,
  'GET /api/referrals/{id}/attachments': staff,
  'POST /api/referrals/{id}/attachments': staff,
  'POST /api/bank-accounts/{id}/reveal': admins,
  'POST /api/trading-accounts/{id}/reveal': admins,
}

const singleUsePaths = ['/api/logout', '/api/auth/password', '/api/auth/user/role', '/api/auth/totp', '/api/login']
const isSingleUse = ({ path }: OpenApiOperation): boolean =>
  singleUsePaths.some((each) => path === each || path.startsWith(`${each}/`))

const callsWithoutEffect = ['POST /api/investors/{id}/unlink']

const isAudited = ['POST /api/bank-accounts/{id}/reveal', 'POST /api/trading-accounts/{id}/reveal']

const alwaysRefused = ['PATCH /api/auth/user/role', 'DELETE /api/push/subscribe']

interface Firm {
  readonly world: World
  readonly people: readonly (readonly [Role, Listener])[]
  readonly spare: readonly string[]
  /** By collection: rows of the investor's own records, then of others'. */
  readonly rows: Map<string, readonly string[]>
  readonly hidden: Readonly<Record<Role, Map<string, readonly string[]>>>
}

let own: Firm
let foreign: Firm
let description: Description
let outside: readonly Listener[]
let deactivated: readonly TestPerson[] = []
let cases = 0
const unusedId = uuidv7()

const nameOf = ({ method, path }: OpenApiOperation): string => `${method} ${path}`
const collectionOf = ({ path }: OpenApiOperation): string => path.replace('/api', '').split('/')[1]!
const isOpen = (call: OpenApiOperation): boolean => open.includes(nameOf(call))
const namesRow = (call: OpenApiOperation): boolean => call.path.includes('{id}') && !isOpen(call)
const entityAt = (collection: string): Entity | undefined =>
  tenantEntities.find((entity) => pathOf(entity) === collection)
const other = (firm: Firm): Firm => (firm === own ? foreign : own)

function allowed(call: OpenApiOperation): readonly Role[] | undefined {
  const name = nameOf(call)
  if (open.includes(name)) return everybody
  if (allowedRoles[name]) return allowedRoles[name]
  const collection = collectionOf(call)
  const isPlain = [`/api/${collection}`, `/api/${collection}/{id}`, `/api/${collection}/{id}/restore`].includes(
    call.path,
  )
  const entity = entities.find((each) => pathOf(each) === collection)
  const isVerb = call.method === 'POST' && !isPlain && call.path.startsWith(`/api/${collection}/{id}/`)
  if (entityAt(collection) && isVerb) return staff
  const right = call.path.endsWith('/restore') ? 'delete' : (verbsOf[call.method] ?? 'delete')
  if (!entity || !isPlain || !adminsMay(entity.name).includes(right)) return undefined
  if (investorsMay(entity.name).includes(right)) return everybody
  return staffMay(entity.name).includes(right) ? staff : admins
}

const listenTo = (name: string, person: TestPerson | null): Listener =>
  createListener(name, as(server, person), rowsForAll)

async function setupFirm(token: string): Promise<Firm> {
  const world = await createWorld(server, token)
  const spare = [await signUp(server, world.tenantId, 'INVESTOR'), await signUp(server, world.tenantId, 'INVESTOR')]
  const people = everybody.map((role) => [role, listenTo(`${token} ${role}`, world[role])] as const)
  return {
    world,
    people,
    spare: spare.map(({ userId }) => userId),
    rows: new Map(),
    hidden: { admin: new Map(), manager: new Map(), investor: new Map() },
  }
}

const streams: { readonly of: Listener; readonly stream: { stop(): Promise<string> } }[] = []

beforeAll(async () => {
  own = await setupFirm('OWN')
  foreign = await setupFirm('FOREIGN')
  description = await describeCalls(as(server, own.world.admin))
  outside = [listenTo('nobody', null)]
  for (const role of ['ADMIN', 'PORTFOLIO_MANAGER', 'INVESTOR'] as const) {
    const gone = await signUp(server, own.world.tenantId, role)
    const { status } = await as(server, own.world.admin).patch(`/api/users/${gone.userId}`, { isActive: false })
    if (status !== 200) throw new Error('Nobody could be deactivated')
    outside = [...outside, listenTo(`deactivated ${role}`, gone)]
    deactivated = [...deactivated, gone]
  }
  for (const collection of new Set(description.calls.filter(namesRow).map(collectionOf)))
    for (const firm of [own, foreign]) {
      firm.rows.set(collection, await findRows(firm, collection))
      if (!firm.rows.get(collection)!.length) throw new Error(`A firm has no rows of ${collection}`)
      for (const role of everybody) firm.hidden[role].set(collection, await hiddenFrom(role, firm, collection))
    }
  for (const [, listener] of [...own.people, ...foreign.people])
    streams.push({ of: listener, stream: await listener.follow(streamPath) })
  await recordFeeds()
})

afterAll(() => process.stdout.write(`${cases} requests and operations got the expected responses\n`))

const rowsForAll = /\["exchangeRates",[^\]]*\]/g

const notIds = ['x', '%00', '..%2F..', "1'--"]

interface Ids {
  readonly present: readonly string[]
  readonly absent: readonly string[]
}

/** The query names a record by its id and entity. */
const namesRecord = (call: OpenApiOperation): boolean => call.parameters.some(({ name }) => name === 'recordId')

function idsFor(call: OpenApiOperation, firm: Firm, role: Role): Ids {
  if (isOpen(call) && call.path.includes('{id}')) return { present: [firm.world.tenantId], absent: [] }
  if (!call.path.includes('{id}') && !namesRecord(call)) return { present: [''], absent: [''] }
  const collection = namesRecord(call) ? 'projects' : collectionOf(call)
  const [rows, hidden] = [firm.rows.get(collection)!, firm.hidden[role].get(collection) ?? []]
  const absent = [...other(firm).rows.get(collection)!, ...hidden, unusedId]
  return { present: rows.filter((id) => !hidden.includes(id)), absent }
}

async function hiddenFrom(role: Role, firm: Firm, collection: string): Promise<readonly string[]> {
  if (collection === 'files') return hiddenFrom(role, firm, 'documents')
  const { world, rows } = firm
  const entity = entityAt(collection)
  const [near, far] = entity ? [world.near.get(entity.name), world.far.get(entity.name)] : []
  if (entity && near && far) {
    if (entity.name === 'exchangeRates') return []
    if (role === 'investor') return investorsMay(entity.name).includes('read') ? [far] : [near, far]
    return isPersonal(entity.name) || !adminsMay(entity.name).includes('read') ? [near, far] : []
  }
  const seen = await as(server, world[role]).get(`/api/${collection}`)
  const ids = seen.ok ? ((await seen.json()) as { id: string }[]).map(({ id }) => id) : []
  return (rows.get(collection) ?? []).filter((id) => !ids.includes(id))
}

async function findRows({ world, spare }: Firm, collection: string): Promise<readonly string[]> {
  const entity = entityAt(collection)
  if (entity && world.near.has(entity.name)) return [world.near.get(entity.name)!, world.far.get(entity.name)!]
  if (collection === 'users') return spare
  if (collection === 'uploads' || collection === 'files') return uploaded(world, collection)
  if (collection === 'held-changes' || collection === 'held-files') return handInRows(world, collection)
  const rows = await listed(world, collection)
  return (collection === 'devices' ? rows.filter(({ userId }) => spare.includes(userId!)) : rows).map(({ id }) => id)
}

async function handInRows(world: World, collection: 'held-changes' | 'held-files'): Promise<string[]> {
  const gone = await signUp(server, world.tenantId, 'PORTFOLIO_MANAGER')
  const admin = as(server, world.admin)
  const devices = (await (await admin.get('/api/devices')).json()) as { id: string; userId: string }[]
  await admin.post(`/api/devices/${devices.find(({ userId }) => userId === gone.userId)!.id}/revoke`, undefined)
  if (collection === 'held-files') {
    const device = uploading(server, gone)
    for (const id of [world.near, world.far].map((rows) => rows.get('documents')!)) {
      const meant = { id, file: uuidv7(), filename: `${world.farSample.token}.pdf`, sha256: sha256Of(pdf()) }
      expect(await device.upload(meant, pdf())).toBe(204)
    }
    return (await listed(world, collection)).map(({ id }) => id)
  }
  const changes = [1, 2].map(() => change(create('projects', { name: world.farSample.token, type: 'REAL_ESTATE' })))
  expect((await as(server, gone).send(changes)).status).toBe(403)
  return changes.map(({ id }) => id)
}

async function uploaded(world: World, collection: 'uploads' | 'files'): Promise<string[]> {
  const device = uploading(server, world.admin)
  const documents = [world.near.get('documents')!, world.far.get('documents')!]
  const tokenOf = (id: string) => (id === documents[0] ? world.nearSample.token : world.farSample.token)
  const meant = (id: string) => ({ id, filename: `${tokenOf(id)}.pdf` })
  if (collection === 'uploads') {
    const begun = await device.begin(meant(documents[0]!), 100)
    return [((await begun.json()) as { id: string }).id]
  }
  for (const id of documents) expect(await device.upload(meant(id), pdf())).toBe(204)
  return documents
}

async function listed(world: World, collection: string): Promise<{ readonly id: string; readonly userId?: string }[]> {
  const admin = as(server, world.admin)
  const list = `/api/${collection}`
  const rows = async () => (await (await admin.get(list)).json()) as { readonly id: string }[]
  const make = description.calls.find((each) => nameOf(each) === `POST ${list}`)
  if (make) expect((await admin.post(list, bodyFor(make, world, 'admin'))).status).toBeLessThan(300)
  return rows()
}

function bodyFor({ body, path, method }: OpenApiOperation, world: World, role: Role = 'investor'): unknown {
  const { near, nearSample, investor } = world
  if (!body || body.type !== 'application/json') return undefined
  const [, , collection, ...rest] = path.split('/')
  const entity = entityAt(collection!)
  if (entity && near.has(entity.name) && (rest.length === 0 || rest.join() === '{id}'))
    return method === 'POST'
      ? sampleFields(entity, { ...nearSample, ...(isPersonal(entity.name) && { userId: world[role].userId }) })
      : sampleChanges(entity, nearSample)
  const sample = sampleOf(body.schema, description.components) as object
  return { ...sample, ...(Object.hasOwn(sample, 'userId') && { userId: investor.userId }) }
}

async function request(
  listener: Listener,
  call: OpenApiOperation,
  id: string,
  body: unknown,
  echo: readonly string[] = [],
  headers: Record<string, string> = {},
) {
  cases++
  const needed = call.parameters.filter((each) => each.in === 'query' && each.required)
  const record: Readonly<Record<string, string>> = namesRecord(call) ? { entity: 'projects', recordId: id } : {}
  const query = new URLSearchParams(
    needed.map(({ name, schema }) => [name, record[name] ?? String(sampleOf(schema, description.components))]),
  )
  const path = `${call.path.replace('{id}', id)}?${query.toString()}`
  const { status, text } = await listener.request(call.method, path, body, [id, ...echo], headers)
  return [status, text.replaceAll(id === '' ? /$^/g : id, 'ID')] as const
}

async function responsesTo(
  listener: Listener,
  call: OpenApiOperation,
  firm: Firm,
  ids: readonly string[],
): Promise<string[]> {
  const requests = ids.map((id) => request(listener, call, id, bodyFor(call, firm.world)))
  return [...new Set((await Promise.all(requests)).map((response) => response.join(' ')))]
}

async function bothFirms(): Promise<string[]> {
  const texts = await Promise.all([own, foreign].map(({ world }) => fingerprintOf(server, world.tenantId)))
  return texts.flatMap((text, at) => text.split('\n').map((line) => `${at} ${line}`))
}

async function changedBy(work: () => Promise<void>): Promise<string[]> {
  const before = await bothFirms()
  await work()
  const after = await bothFirms()
  return after.filter((line) => !before.includes(line)).map((line) => line.split(' ')[1]!.replace(/^\w+\./, ''))
}

async function forEachCase(
  calls: readonly OpenApiOperation[],
  work: (call: OpenApiOperation, role: Role, listener: Listener, firm: Firm) => Promise<void>,
): Promise<void> {
  for (const call of calls)
    for (const firm of [own, foreign])
      await Promise.all(firm.people.map(([role, listener]) => work(call, role, listener, firm)))
}

const isHandedIn = ({ path }: OpenApiOperation): boolean => /^\/api\/(sync|uploads)\b/.test(path)

function revokedResponse(call: OpenApiOperation): RegExp {
  if (nameOf(call) === 'POST /api/uploads') return /^400 .*"VALIDATION"/
  return call.path.includes('{id}') ? /^404 .*"NOT_FOUND"/ : /^403 .*"WIPE"/
}
const callsOf = (): readonly OpenApiOperation[] =>
  description.calls.filter((call) => !isSingleUse(call) && call.path !== streamPath)
const closed = (): readonly OpenApiOperation[] => callsOf().filter((call) => !isOpen(call))

async function recordFeeds(): Promise<void> {
  for (const [, listener] of [...own.people, ...foreign.people])
    for (const text of (await listener.device.pull()).texts) listener.capture('feed', text)
}

describe('every call', () => {
  it('has listed roles', () => {
    expect(description.calls.filter((each) => !allowed(each)).map(nameOf)).toEqual([])
    const names = description.calls.map(nameOf)
    expect([...open, ...Object.keys(allowedRoles)].filter((each) => !names.includes(each))).toEqual([])
  })

  it('requires a session, whatever the request', async () => {
    const changed = await changedBy(async () => {
      for (const call of description.calls.filter((each) => !isOpen(each))) {
        const { present, absent } = idsFor(call, own, 'admin')
        const [nobody, ...revoked] = outside
        const request = async (listener: Listener, ids: readonly string[]) => {
          const responses = await responsesTo(listener, call, own, ids)
          const refused = expect.stringMatching(/^401 /)
          expect([nameOf(call), listener.name, responses]).toEqual([nameOf(call), listener.name, [refused]])
        }
        await request(nobody!, [...present, ...absent, ...notIds])
        if (isHandedIn(call)) continue
        for (const listener of revoked)
          await request(
            listener,
            [present, absent, notIds].flatMap((each) => each.slice(0, 1)),
          )
      }
    })
    expect(changed).toEqual([])
  })

  it('of sync and uploads responds WIPE to devices of deactivated people', async () => {
    const [, ...revoked] = outside
    const changed = await changedBy(async () => {
      for (const call of description.calls.filter(isHandedIn))
        for (const listener of revoked) {
          const { present, absent } = idsFor(call, own, 'admin')
          const named = await responsesTo(listener, call, own, [...present, ...absent])
          const where = [nameOf(call), listener.name]
          expect([...where, named]).toEqual([...where, [expect.stringMatching(revokedResponse(call))]])
          if (!call.path.includes('{id}')) continue
          const none = await responsesTo(listener, call, own, notIds)
          expect([...where, none]).toEqual([...where, [expect.stringMatching(/^403 .*"WIPE"/)]])
        }
    })
    expect(changed).toEqual([])
  })

  it('of uploads accepts their files, which stay private and without a record', async () => {
    const changed = await changedBy(async () => {
      const id = own.world.near.get('documents')!
      const places: string[] = []
      for (const person of deactivated) {
        const device = uploading(server, person)
        const begun = await device.begin(
          { id, file: uuidv7(), filename: 'a.pdf', sha256: sha256Of(pdf()) },
          pdf().length,
        )
        const at = begun.headers.get('location')!
        const statuses = [
          begun.status,
          (await device.send(at, 0, pdf())).status,
          (await device.request('HEAD', at, {})).status,
          (await device.request('DELETE', at, {})).status,
        ]
        expect(statuses).toEqual([201, 204, 200, 403])
        expect(await (await device.request('GET', at, {})).json()).toMatchObject({ state: 'HELD' })
        for (const other of places) expect((await device.request('GET', other, {})).status).toBe(404)
        places.push(at)
        cases += 5 + places.length
      }
    })
    expect(changed).toEqual(['held_files'])
  })

  const isRefused = async (call: OpenApiOperation, role: Role, listener: Listener, firm: Firm): Promise<void> => {
    if (allowed(call)!.includes(role)) return
    const { present, absent } = idsFor(call, firm, role)
    const where = [nameOf(call), listener.name]
    const refused = await responsesTo(listener, call, firm, [...present, ...absent])
    expect([...where, refused]).toEqual([...where, [expect.stringMatching(/^40[34] /)]])
    if (!call.path.includes('{id}')) return
    const none = isQuiet(call) ? refused : [expect.stringMatching(/^404 /)]
    expect([...where, await responsesTo(listener, call, firm, notIds)]).toEqual([...where, none])
  }

  const isAbsent = async (call: OpenApiOperation, role: Role, listener: Listener, firm: Firm): Promise<void> => {
    if (!allowed(call)!.includes(role)) return
    const responses = await responsesTo(listener, call, firm, [...idsFor(call, firm, role).absent, ...notIds])
    expect([nameOf(call), listener.name, responses]).toEqual([
      nameOf(call),
      listener.name,
      [expect.stringMatching(/^404 /)],
    ])
    if (call.method === 'GET') return
    const requests = idsFor(call, firm, role).absent.map((id) => {
      const headers = { 'if-match': '"1"', 'idempotency-key': uuidv7() }
      return request(listener, call, id, bodyFor(call, firm.world), [], headers)
    })
    const guarded = [...new Set((await Promise.all(requests)).map((response) => response.join(' ')))]
    expect([nameOf(call), listener.name, guarded]).toEqual([nameOf(call), listener.name, responses])
  }
  const isQuiet = (call: OpenApiOperation): boolean => !isAudited.includes(nameOf(call))

  it('is refused to roles without the right, with the same response and without changes', async () => {
    const calls = closed().filter(isQuiet)
    expect(await changedBy(() => forEachCase(calls, isRefused))).toEqual([])
  })

  it('gives the same response for rows of another firm, hidden rows and missing rows, and changes nothing', async () => {
    const calls = callsOf().filter((call) => namesRow(call) && isQuiet(call))
    expect(await changedBy(() => forEachCase(calls, isAbsent))).toEqual([])
  })

  it('that reveals a secret is refused likewise, and audited', async () => {
    const calls = closed().filter((call) => !isQuiet(call))
    const changed = await changedBy(async () => {
      await forEachCase(calls, isRefused)
      await forEachCase(calls, isAbsent)
    })
    expect(new Set(changed)).toEqual(new Set(['marks', 'tenant_numbers']))
  })

  it('treats references to rows or people of another firm, and to hidden ones, as missing', async () => {
    const changed = await changedBy(() =>
      forEachCase(
        closed().filter(({ body }) => body?.type === 'application/json'),
        async (call, role, listener, firm) => {
          if (!allowed(call)!.includes(role)) return
          const [id] = idsFor(call, firm, role).present
          const sample = bodyFor(call, firm.world) as Record<string, unknown>
          for (const [field, theirs] of referencesIn(call, firm)) {
            const responses: string[] = []
            const to = entityAt(collectionOf(call))?.fields[field]?.storage
            const hidden = to?.kind === 'reference' ? hiddenFar(role, firm, to.to) : []
            for (const value of [...hidden, theirs, uuidv7()]) {
              const [status, text] = await request(listener, call, id!, { ...sample, [field]: value }, [value])
              responses.push(`${status} ${text.replaceAll(value, 'REFERENCE')}`)
            }
            expect([nameOf(call), listener.name, field, [...new Set(responses)]]).toEqual([
              nameOf(call),
              listener.name,
              field,
              [responses[0]],
            ])
            const isRefusal = responses[0]!.startsWith('4') || callsWithoutEffect.includes(nameOf(call))
            expect([nameOf(call), listener.name, field, isRefusal]).toEqual([nameOf(call), listener.name, field, true])
          }
        },
      ),
    )
    expect(changed).toEqual([])
  })
})

const hiddenFar = (role: Role, { world }: Firm, entity: string): readonly string[] =>
  role === 'investor' && entity !== 'exchangeRates' ? [world.far.get(entity)!] : []

function referencesIn(call: OpenApiOperation, firm: Firm): readonly (readonly [string, string])[] {
  const entity = entityAt(collectionOf(call))
  const theirs = other(firm).world
  const fields = Object.keys((bodyFor(call, firm.world) as object | undefined) ?? {})
  return fields.flatMap((field) => {
    const storage = entity?.fields[field]?.storage
    if (storage?.kind === 'reference') return [[field, theirs.near.get(storage.to)!] as const]
    if (storage?.kind === 'user' || field === 'userId') return [[field, theirs.manager.userId] as const]
    if (field === 'investorId') return [[field, theirs.near.get('investors')!] as const]
    return []
  })
}

describe('every operation of a device', () => {
  const entities = tenantEntities.map((entity) => [entity.name, entity] as const)
  let before: readonly string[]
  beforeAll(async () => void (before = await bothFirms()))

  const inBothFirms = async (work: (role: Role, listener: Listener, firm: Firm) => Promise<void>): Promise<void> => {
    for (const firm of [own, foreign])
      await Promise.all(firm.people.map(([role, listener]) => work(role, listener, firm)))
  }

  it.each(entities)('%s: rows of another firm, hidden rows and missing rows get the same verdict', (name, entity) =>
    inBothFirms(async (role, listener, firm) => {
      const theirs = other(firm).world
      const changed = sampleChanges(entity, firm.world.nearSample)
      const ops = (id: string): Operation[] => [
        update(name, id, changed, changed),
        remove(name, id),
        restore(name, id),
        ...verbNamesOf(entity).map((verb) => act(name, verb, id, { from: firm.world.near.get('investors') })),
      ]
      const hidden = await hiddenFrom(role, firm, pathOf(entity))
      const absent = [theirs.near.get(name), theirs.far.get(name), ...hidden, uuidv7()].filter((id) => id !== undefined)
      const verdicts: string[][] = []
      for (const id of absent) verdicts.push(await verdictsOf(listener, ops(id), [id]))
      for (const each of verdicts) expect([listener.name, each]).toEqual([listener.name, verdicts.at(-1)])
      expect(verdicts[0]!.every((each) => /FORBIDDEN|NOT_FOUND|VALIDATION|NEWER/.test(each))).toBe(true)
      const nonsense = await verdictsOf(listener, notIds.flatMap(ops), notIds)
      expect(nonsense.every((each) => /"VALIDATION"|"NEWER"/.test(each))).toBe(true)
    }),
  )

  it.each(entities)(
    '%s: references to another firm’s row, a hidden one and a missing one get the same verdict',
    (name, entity) =>
      inBothFirms(async (role, listener, firm) => {
        const { near, nearSample } = firm.world
        const fields = sampleFields(entity, nearSample)
        for (const { field, to } of referenceFields(entity).filter((each) => Object.hasOwn(fields, each.field))) {
          const texts: string[] = []
          const own = near.get(name) ?? uuidv7()
          for (const value of [...hiddenFar(role, firm, to), other(firm).world.near.get(to)!, uuidv7()]) {
            const ops = [
              create(name, { ...fields, [field]: value }),
              update(name, own, { [field]: value }, { [field]: nearSample.references(to) }),
            ]
            texts.push((await verdictsOf(listener, ops, [value])).join(' '))
          }
          expect([listener.name, field, [...new Set(texts)]]).toEqual([listener.name, field, [texts[0]]])
          expect([listener.name, field, texts[0]]).toEqual([
            listener.name,
            field,
            expect.stringMatching(/rejected.*(rejected|conflict)/),
          ])
        }
      }),
  )

  it.each(entities)('%s: a refused create does not reveal whether its id exists', (name, entity) =>
    inBothFirms(async (role, listener, firm) => {
      const fields = sampleFields(entity, firm.world.nearSample)
      const [reference] = referenceFields(entity).filter(({ field }) => Object.hasOwn(fields, field))
      const wrong = [{ ...fields, name: 7 }, ...(reference ? [{ ...fields, [reference.field]: unusedId }] : [])]
      const taken = [other(firm).world.near.get(name), ...(await hiddenFrom(role, firm, pathOf(entity)))]
      const texts: string[] = []
      for (const id of [...taken.filter((each) => each !== undefined), uuidv7()]) {
        const verdicts: string[] = []
        for (const each of wrong) verdicts.push(...(await verdictsOf(listener, [create(name, each, id)], [id])))
        texts.push(verdicts.join(' '))
      }
      expect([listener.name, [...new Set(texts)]]).toEqual([listener.name, [texts[0]]])
    }),
  )

  it.each(entities)('%s: requires a session', async (name, entity) => {
    const { near, nearSample } = own.world
    const id = near.get(name) ?? uuidv7()
    const changed = sampleChanges(entity, nearSample)
    const ops = [
      create(name, sampleFields(entity, nearSample)),
      update(name, id, changed, changed),
      remove(name, id),
      restore(name, id),
      ...verbNamesOf(entity).map((verb) => act(name, verb, id, {})),
    ]
    for (const each of outside) {
      const responses = await Promise.all(ops.map((op) => each.device.send([change(op)])))
      const texts = await Promise.all(responses.map(async (response) => `${response.status} ${await response.text()}`))
      const refused = each === outside[0] ? /^401 / : /^403 .*"code":"HELD"/
      expect([each.name, texts.filter((text) => !refused.test(text))]).toEqual([each.name, []])
      for (const text of texts) each.capture('refused', text)
      cases += ops.length
    }
  })

  it('none of these changed anything except held changes', async () => {
    const isJournal = (line: string) => / public\.(held_changes|audit_\w+) /.test(line)
    expect((await bothFirms()).filter((line) => !isJournal(line))).toEqual(before.filter((line) => !isJournal(line)))
  })
})

async function verdictsOf(listener: Listener, ops: readonly Operation[], ids: readonly string[]): Promise<string[]> {
  cases += ops.length
  const verdicts: Verdict[] = await listener.device.push(...ops.map((op) => change(op)))
  return verdicts.map((verdict, at) => {
    const text = JSON.stringify({ ...verdict, id: '' })
    listener.capture(`${ops[at]!.op} ${ops[at]!.entity}`, text, ids)
    return ids.reduce((rest, id) => rest.replaceAll(id, 'ID'), text).replaceAll(ops[at]!.id, 'ROW')
  })
}

describe('after all calls', () => {
  const listenerFor = async (call: OpenApiOperation, role: Role, listener: Listener, firm: Firm): Promise<Listener> => {
    if (!isSingleUse(call)) return listener
    const roles = { admin: 'ADMIN', manager: 'PORTFOLIO_MANAGER', investor: 'INVESTOR' } as const
    return listenTo(listener.name, await signUp(server, firm.world.tenantId, roles[role]))
  }

  it('refuses an outdated state, and a key of another request', async () => {
    const key = uuidv7()
    const admin = as(server, own.world.admin)
    const taken = { 'idempotency-key': key }
    let refused = 0
    expect(
      (await admin.post('/api/projects', { name: own.world.nearSample.token, type: 'REAL_ESTATE' }, taken)).status,
    ).toBe(201)
    expect((await admin.post(`/api/users/${own.spare[1]}/reset`, {}, taken)).status).toBe(200)
    for (const call of callsOf()) {
      const [role, listener] = own.people.find(
        ([each]) => allowed(call)!.includes(each) && idsFor(call, own, each).present.length > 0,
      )!
      const [id] = idsFor(call, own, role).present
      for (const [name, value] of [
        ['If-Match', '"99999"'],
        ['Idempotency-Key', key],
      ] as const) {
        if (!call.parameters.some((each) => each.name === name)) continue
        refused += Number(
          (await request(listener, call, id!, bodyFor(call, own.world, role), [], { [name]: value }))[0] === 409,
        )
      }
    }
    expect(refused).toBeGreaterThan(80)
  })

  it.each([
    ['reads', ['GET', 'OPTIONS']],
    ['writes', ['POST', 'PUT', 'PATCH']],
    ['deletes', ['DELETE']],
  ])('every role %s what it may, with a described response', async (_, methods) => {
    const refused: string[] = []
    for (const call of description.calls
      .toReversed()
      .filter(({ method, path }) => methods.includes(method) && path !== streamPath))
      for (const firm of [own, foreign])
        for (const [role, usual] of firm.people) {
          const { present } = idsFor(call, firm, role)
          if (!allowed(call)!.includes(role)) continue
          const one = role === 'manager' ? present.slice(-1) : present.slice(0, 1)
          for (const id of call.method === 'GET' ? present : one) {
            const by = await listenerFor(call, role, usual, firm)
            const [status, text] = await request(by, call, id, bodyFor(call, firm.world, role))
            const where = `${nameOf(call)} by ${usual.name}`
            const response = `${where}: ${status} ${text.slice(0, 200)}`
            expect([response, Object.keys(call.responses)]).toEqual([response, expect.arrayContaining([`${status}`])])
            if (!isOpen(call) && [401, 403, 404].includes(status)) refused.push(where)
          }
        }
    expect(refused.filter((each) => !alwaysRefused.some((call) => each.startsWith(call)))).toEqual([])
  })

  it('each has the common errors', async () => {
    const refuse = commonRefusals(server)
    for (const call of description.calls) {
      const person = isSingleUse(call) ? await signUp(server, own.world.tenantId, 'ADMIN') : own.world.admin
      const statuses = await refuse(person, call)
      expect([nameOf(call), ...statuses]).toEqual(expect.arrayContaining([403, 429, 500, 503]))
    }
  })

  it('no response had data of the other firm, nor hidden data for an investor', async () => {
    await recordFeeds()
    for (const { of: listener, stream } of streams)
      expect([listener.name, await stream.stop()]).toEqual([listener.name, expect.stringContaining('event: number')])
    for (const firm of [own, foreign])
      for (const [role, listener] of firm.people) {
        expect(listener.count).toBeGreaterThan(500)
        const { world } = other(firm)
        const people = [world.admin, world.manager, world.investor]
        const ids = [...people.map(({ userId }) => userId), ...[...other(firm).rows.values()].flat()]
        const texts = [...tokensOf(world), world.tenantId, ...people.map(({ email }) => email)]
        const isTrail = (where: string) => where.includes('audit-logs')
        expect([listener.name, listener.find(texts), listener.find(ids, isTrail)]).toEqual([listener.name, [], []])
        const hidden = role === 'investor' ? hiddenIn(firm) : []
        expect([listener.name, listener.find(hidden, isForAll)]).toEqual([listener.name, []])
      }
    const all = [own, foreign].flatMap(({ world }) => [world.tenantId, ...tokensOf(world)])
    for (const listener of outside) expect([listener.name, listener.find(all)]).toEqual([listener.name, []])
  })

  it('covered as many cases as expected', () => expect(cases).toBeGreaterThan(15_000))

  it('the log has no user input and no unexpected lines', async () => {
    const jobs = jobsOf({ files: server.files, writeHead: async () => {}, push: noPush })
    await createWorker({ ...server, jobs }).checkAllFirms()
    expect(logged.length).toBeGreaterThan(500)
    const all = [own, foreign].flatMap(({ world }) => tokensOf(world))
    expect(
      logged.filter((line) => [...all, '@example.com'].some((each) => line.toLowerCase().includes(each.toLowerCase()))),
    ).toEqual([])
    expect(logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([])
  })
})

const tokensOf = ({ nearSample, farSample }: World): readonly string[] => [nearSample.token, farSample.token]
const isForAll = (where: string): boolean => /exchange-?rates/i.test(where)

function hiddenIn({ world: { farSample, far } }: Firm): readonly string[] {
  const ids = [...far].flatMap(([entity, id]) => (entity === 'exchangeRates' ? [] : [id]))
  return [farSample.token, farSample.userId, ...ids]
}
