import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Entity, pathOf } from '#schema/kernel/entity.ts'
import { entities, registry, replicatedEntities } from '#schema/registry.ts'
import { byText } from '#server/test/by-text.ts'
import { change, create, preferences, remove, restore, update } from '#server/test/changes.ts'
import { as, type Device, foldRows } from '#server/test/device.ts'
import { investorsMay, isPersonal, mentioned, type Right, staffMay } from '#server/test/rights.ts'
import { sampleChanges, sampleFields } from '#schema/test/sample-fields.ts'
import { setupServer } from '#server/test/server.ts'
import { createWorld, type World } from '#server/test/world.ts'

const server = await setupServer()

const edits: Record<string, readonly [string, string]> = {
  opportunities: ['response', 'Yes'],
  investorConnections: ['status', 'ACCEPTED'],
  documentSignatures: ['status', 'DRAFT'],
}
const publicEntities = ['exchangeRates']
const roles = ['admin', 'manager', 'investor'] as const
type Role = (typeof roles)[number]

function rightsOf(entity: string, role: Role, isNear: boolean): readonly Right[] {
  if (role === 'investor') return isNear ? investorsMay(entity) : publicEntities.includes(entity) ? ['read'] : []
  return isPersonal(entity) ? [] : staffMay(entity)
}

const mayEver = (entity: string, role: Role, right: Right): boolean =>
  (role === 'investor' ? investorsMay(entity) : staffMay(entity)).includes(right)
const mayEverRead = (entity: string, role: Role): boolean => mayEver(entity, role, 'read')

const entityNames = replicatedEntities.map(({ name }) => name)
const cases = entityNames.flatMap((entity) => roles.map((role) => [entity, role] as const))
const restNames = server.app.routes
  .filter(({ method }) => method === 'GET')
  .flatMap(({ path }) =>
    replicatedEntities.filter((entity) => path === `/api/${pathOf(entity)}`).map(({ name }) => name),
  )

let own: World
let foreign: World
const people = (world: World): Record<Role, Device> => ({
  admin: as(server, world.admin),
  manager: as(server, world.manager),
  investor: as(server, world.investor),
})
const entityOf = (name: string) => registry[name as keyof typeof registry]

beforeAll(async () => {
  ;[own, foreign] = [await createWorld(server, 'OWN'), await createWorld(server, 'FOREIGN')]
})

type RowKey = readonly [entity: string, id: string]

async function everyResponse(device: Device, rows: readonly RowKey[]): Promise<string> {
  const { texts } = await device.pull(undefined, true)
  const pathTo = (entity: string) => `/api/${pathOf(entityOf(entity))}`
  const paths = [...restNames.map(pathTo), ...rows.map(([entity, id]) => `${pathTo(entity)}/${id}`)]
  const responses = await Promise.all(paths.map((path) => device.get(path)))
  return [...texts, ...(await Promise.all(responses.map((each) => each.text())))].join('\n')
}

describe('reading', () => {
  it('covers every entity of the registry', () => {
    expect(Object.keys(registry)).toEqual(expect.arrayContaining([...mentioned]))
    expect(mentioned.length).toBeGreaterThan(15)
    expect(cases).toHaveLength(roles.length * entityNames.length)
    expect(restNames.toSorted()).toEqual(entityNames.toSorted())
  })

  it.each(cases)('PULL12 of %s the feed of a person as %s contains only what they may read', async (entity, role) => {
    const { rows, activities } = await people(own)[role].pull()
    const planted = new Set([...own.near.values(), ...own.far.values()])
    const seen = [...foldRows([...rows, ...activities]).keys()]
      .filter((each) => each.startsWith(`${entity} `))
      .map((each) => each.split(' ')[1])
      .filter((id) => entity !== 'activities' || planted.has(id!))
    const expected = [
      ...(rightsOf(entity, role, true).includes('read') ? [own.near.get(entity)] : []),
      ...(rightsOf(entity, role, false).includes('read') ? [own.far.get(entity)] : []),
    ]
    expect(seen.toSorted(byText)).toEqual(expected.toSorted(byText))
  })

  it.each(roles)('another firm’s and hidden rows leave no trace in responses to %s', async (role) => {
    const device = people(own)[role]
    const theirs = [...foreign.near, ...foreign.far]
    const hidden = [...own.far].filter(([entity]) => !rightsOf(entity, role, false).includes('read'))
    const responses = await everyResponse(device, [])
    for (const trace of ['FOREIGN', foreign.tenantId, foreign.admin.userId, ...theirs.map(([, id]) => id)])
      expect(responses).not.toContain(trace)
    const traces = role === 'investor' ? ['FAROWN', ...hidden.map(([, id]) => id)] : []
    const isRate = /\["exchangeRates",[^\]]*\]|\{[^{}]*"fromCurrency"[^{}]*\}/g
    const apart = responses.replaceAll(isRate, '')
    for (const trace of traces) expect(apart).not.toContain(trace)
    const everything = await everyResponse(device, [...theirs, ...hidden])
    expect(everything).not.toContain('FOREIGN')
  })

  it.each(roles)('reading through REST and the feed shows %s the same rows', async (role) => {
    const device = people(own)[role]
    const { rows, activities } = await device.pull()
    const feed = foldRows([...rows, ...activities])
    for (const name of restNames.filter((each) => !mayEverRead(each, role)))
      expect((await device.get(`/api/${pathOf(entityOf(name))}`)).status).toBe(403)
    for (const name of restNames.filter((each) => mayEverRead(each, role))) {
      const entity = entityOf(name)
      const response = await device.get(`/api/${pathOf(entity)}`)
      const list = (await response.json()) as { id: string }[]
      expect(response.status).toBe(200)
      expect(list.map(({ id }) => `${name} ${id}`).toSorted()).toEqual(
        [...feed.keys()].filter((key) => key.startsWith(`${name} `)).toSorted(),
      )
      for (const row of list) expect(row).toMatchObject(feed.get(`${name} ${row.id}`)!)
    }
  })

  it('fields that a reader may not read are in none of their rows', async () => {
    const { admin, investor } = people(own)
    const namesIn = async (device: Device, entity: string) =>
      Object.keys(foldRows((await device.pull()).rows).get(`${entity} ${own.near.get(entity)}`)!)
    for (const name of ['raisedAmount', 'actualTotalInvested', 'notes', 'createdBy'])
      expect(await namesIn(investor, 'projects')).not.toContain(name)
    const ofStaff = ['referralId', 'userId', 'notes', 'nextContactOn', 'kycReason', 'kycDocuments', 'kycDecidedBy']
    for (const name of [...ofStaff, 'createdBy']) expect(await namesIn(investor, 'investors')).not.toContain(name)
    for (const name of ['nav', 'notes']) expect(await namesIn(investor, 'valuations')).not.toContain(name)
    for (const name of ['ipAddress', 'userAgent', 'digitalSignature'])
      expect(await namesIn(investor, 'documentSignatures')).not.toContain(name)
    for (const device of [admin, investor]) {
      for (const entity of ['documents', 'valuations']) expect(await namesIn(device, entity)).not.toContain('shown')
    }
    expect(await namesIn(admin, 'documentSignatures')).not.toContain('digitalSignature')
    for (const name of ['projectName', 'valueRatio']) expect(await namesIn(admin, 'investments')).not.toContain(name)
  })
})

describe('internal notes of a firm', () => {
  const noted = {
    investors: { notes: 'Between us', nextContactOn: '2031-07-19', kycReason: 'Papers of an aunt' },
    projects: { notes: 'Between us' },
  }

  it('are in no response to the investor: not in lists, the feed or responses to guesses', async () => {
    const world = await createWorld(server, 'NOTED')
    const { manager, investor } = people(world)
    const rows = Object.entries(noted).map(([entity, fields]) => ({ entity, id: world.near.get(entity)!, fields }))
    const before = await investor.pull()
    for (const { entity, id, fields } of rows) {
      const seen = Object.fromEntries(Object.keys(fields).map((name) => [name, null]))
      const verdict = await manager.attempt(update(entity, id, fields, seen))
      expect(verdict.conflicts!.map(({ field }) => field)).toEqual(Object.keys(fields))
      expect((await manager.patch(`/api/${pathOf(entityOf(entity))}/${id}`, fields)).status).toBe(200)
    }
    const responses = [
      await everyResponse(
        investor,
        rows.map(({ entity, id }): RowKey => [entity, id]),
      ),
      JSON.stringify(await investor.pull(before, true)),
      ...(await Promise.all(
        rows.flatMap(({ entity, id, fields }) => {
          const guesses = Object.fromEntries(Object.keys(fields).map((name) => [name, '2001-01-01']))
          const path = `/api/${pathOf(entityOf(entity))}/${id}`
          return [
            investor.attempt(update(entity, id, guesses, guesses)).then((verdict) => JSON.stringify(verdict)),
            investor.attempt(remove(entity, id, guesses)).then((verdict) => JSON.stringify(verdict)),
            investor.patch(path, guesses).then((response) => response.text()),
          ]
        }),
      )),
    ].join('\n')
    expect(await everyResponse(manager, [])).toMatch(/Between us[^]*2031-07-19|2031-07-19[^]*Between us/)
    for (const trace of ['Between us', 'Papers of an aunt', '2031-07-19', 'nextContactOn', '"notes"'])
      expect(responses).not.toContain(trace)
  })
})

const verdictOf = ({ verdict, code }: { verdict: string; code?: string | undefined }) => code ?? verdict
const refusal = (rights: readonly Right[]): string => (rights.includes('read') ? 'FORBIDDEN' : 'NOT_FOUND')

describe('PUSH7 writing by sync', () => {
  it.each(cases)('%s by %s: own, hidden, another firm’s and missing rows', async (entity, role) => {
    const device = people(own)[role]
    const definition = entityOf(entity)
    const [name, value] = edits[entity] ??
      Object.entries(sampleChanges(definition, own.nearSample))[0] ?? ['userId', uuidv7()]
    const edit = (id: string) => update(entity, id, { [name]: value }, { [name]: value })
    for (const id of [foreign.near.get(entity)!, foreign.far.get(entity)!, uuidv7()]) {
      expect(verdictOf(await device.attempt(edit(id)))).toBe('NOT_FOUND')
      expect(verdictOf(await device.attempt(remove(entity, id)))).toBe('NOT_FOUND')
    }
    for (const [rows, isNear] of [
      [own.near, true],
      [own.far, false],
    ] as const) {
      const rights = rightsOf(entity, role, isNear)
      const id = rows.get(entity)!
      const verdict = verdictOf(await device.attempt(edit(id)))
      expect(rights.includes('update') ? ['applied', 'CONFLICT'] : [refusal(rights)]).toContain(verdict)
      if (rights.includes('delete')) continue
      expect(verdictOf(await device.attempt(remove(entity, id)))).toBe(refusal(rights))
    }
  })

  let worlds: Record<Role, World>
  beforeAll(async () => {
    worlds = {
      admin: await createWorld(server, 'ONE'),
      manager: await createWorld(server, 'TWO'),
      investor: await createWorld(server, 'THREE'),
    }
  })

  it.each(cases)('%s created by %s, for themselves and for others', async (entity, role) => {
    const world = worlds[role]
    const device = people(world)[role]
    const definition = entityOf(entity)
    const mayCreate = mayEver(entity, role, 'create')
    const theirs = create(entity, sampleFields(definition, world.farSample))
    const ownFields = sampleFields(definition, world.nearSample)
    const mine =
      entity === 'userPreferences'
        ? preferences(world[role].userId, { ...ownFields, userId: world[role].userId })
        : create(entity, isPersonal(entity) ? { ...ownFields, userId: world[role].userId } : ownFields)
    if (entity === 'exchangeRates') Object.assign(mine.fields, theirs.fields, { date: '2026-03-01' })
    if (entity === 'exchangeRates') Object.assign(theirs.fields, { date: '2026-03-02' })
    const mayForOthers = mayCreate && role !== 'investor' && !isPersonal(entity)
    const hasOwn = entity === 'userPreferences' && role === 'investor'
    expect(verdictOf(await device.attempt(theirs))).toBe(mayForOthers ? 'applied' : 'FORBIDDEN')
    expect(verdictOf(await device.attempt(mine))).toBe(hasOwn ? 'DUPLICATE' : mayCreate ? 'applied' : 'FORBIDDEN')
  })

  it.each(entityNames.filter((name) => rightsOf(name, 'admin', true).includes('delete')))(
    'DEL8 DEL9 staff delete and restore %s for everybody, with conflicts about fields that they read',
    async (entity) => {
      const world = await createWorld(server, 'GONE')
      const { admin, manager, investor } = people(world)
      const definition: Entity = entityOf(entity)
      const id = world.near.get(entity)!
      if (entity === 'projects') await manager.write(remove('investments', world.near.get('investments')!))
      const seen = await investor.pull()
      const before = [foldRows((await admin.pull()).rows), foldRows(seen.rows)]

      const unread = Object.keys(definition.fields).filter(
        (name) => !['all', 'staff'].includes(definition.fields[name]!.readers),
      )
      const base = Object.fromEntries(unread.map((name) => [name, 'not so']))
      const [read] = Object.keys(definition.fields).filter((name) => !unread.includes(name))
      const verdict = await manager.attempt(remove(entity, id, { ...base, [read!]: 'not so' }))
      expect(verdict).toMatchObject({ code: 'DELETE_CHANGED', conflicts: [{ field: read }] })
      expect(verdict.conflicts).toHaveLength(1)
      await manager.write(remove(entity, id, base))

      expect(foldRows((await manager.pull()).rows).has(`${entity} ${id}`)).toBe(false)
      const rows = entity === 'investors' ? [] : [...seen.rows, ...(await investor.pull(seen)).rows]
      expect(foldRows(rows).has(`${entity} ${id}`)).toBe(false)
      const refused = entity === 'investors' ? 'NOT_FOUND' : refusal(rightsOf(entity, 'investor', true))
      expect(verdictOf(await investor.attempt(restore(entity, id)))).toBe(refused)
      await admin.write(restore(entity, id))
      for (const [at, device] of [admin, investor].entries())
        expect([...foldRows((await device.pull()).rows).keys()].toSorted()).toEqual([...before[at]!.keys()].toSorted())
    },
  )

  const mayUpdate = cases.filter(
    ([entity, role]) => mayEver(entity, role, 'update') && rightsOf(entity, role, true).length,
  )
  it.each(mayUpdate)(
    'DEL9 conflicts of an update of %s by %s name only fields that they may read',
    async (entity, role) => {
      const definition: Entity = entityOf(entity)
      const id = own.near.get(entity)!
      const readers = ['all', role === 'investor' ? 'investor' : 'staff']
      const unread = Object.keys(definition.fields).filter(
        (name) => !readers.includes(definition.fields[name]!.readers),
      )
      const settable = Object.keys(definition.fields).filter((name) => !definition.fields[name]!.byServer)
      expect(settable.filter((name) => role !== 'investor' && unread.includes(name))).toEqual([])
      const guesses = Object.fromEntries(unread.map((name) => [name, 'not so']))
      const field = edits[entity]?.[0] ?? Object.keys(sampleChanges(definition, own.nearSample))[0]!
      const {
        verdict,
        code,
        conflicts = [],
      } = await people(own)[role].attempt(
        update(
          entity,
          id,
          { [field]: sampleChanges(definition, own.nearSample)[field] ?? null },
          { ...guesses, [field]: 'not so' },
        ),
      )
      expect([entity, role, verdict, code, conflicts.filter((each) => unread.includes(each.field))]).toEqual([
        entity,
        role,
        verdict,
        code,
        [],
      ])
    },
  )

  const online = entities.filter(({ home, replicate }) => home === 'directory' || replicate === 'never')
  it.each(online.map((entity) => [entity.name, entity] as const))(
    '%s are not written through it',
    async (entity, { home }) => {
      const { admin, manager } = people(own)
      const before = await admin.get('/api/users').then((response) => response.text())
      const refused = home === 'directory' ? 'VALIDATION' : 'FORBIDDEN'
      const ops = [own.admin.userId, own.manager.userId, uuidv7()].flatMap((id) => [
        update(entity, id, { role: 'INVESTOR', isActive: false }, { role: 'ADMIN', isActive: true }),
        remove(entity, id),
        restore(entity, id),
        create(entity, {}, id),
      ])
      for (const device of [admin, manager]) {
        const verdicts = (await device.push(...ops.map((op) => change(op)))).map(verdictOf)
        expect(verdicts).toEqual(ops.map(() => refused))
      }
      expect(await admin.get('/api/users').then((response) => response.text())).toBe(before)
    },
  )

  it('PUSH8 an investor cannot refer to a row that they may not see', async () => {
    const { investor } = people(own)
    const upload = create('documents', {
      name: 'Upload',
      investorId: own.near.get('investors'),
      projectId: own.far.get('projects'),
    })
    expect(await investor.attempt(upload)).toMatchObject({
      code: 'VALIDATION',
      errors: { projectId: 'This record does not exist or cannot be chosen here' },
    })
  })
})

describe('writing by REST', () => {
  const methods = { POST: 'create', PATCH: 'update', PUT: 'update', DELETE: 'delete' } as const
  const isCall = (entity: string, right: Right) => roles.some((role) => mayEver(entity, role, right))

  it.each(restNames.flatMap((entity) => roles.map((role) => [entity, role] as const)))(
    '%s by %s',
    async (entity, role) => {
      const device = people(own)[role]
      const path = `/api/${pathOf(entityOf(entity))}`
      const refused = (right: Right, otherwise: number) =>
        isCall(entity, right) && !mayEver(entity, role, right) ? 403 : otherwise
      const created = await device.post(path, {})
      expect(created.status).toBe(refused('create', isCall(entity, 'create') ? 400 : 404))
      const [near, far] = [own.near.get(entity), own.far.get(entity)]
      for (const id of [foreign.near.get(entity), uuidv7(), '%00']) {
        for (const method of ['PATCH', 'PUT', 'DELETE'] as const) {
          const response = await device.request(method, `${path}/${id}`, method === 'DELETE' ? undefined : {})
          expect([method, response.status]).toEqual([method, refused(methods[method], 404)])
        }
        const read = await device.get(`${path}/${id}`)
        expect([read.status, await read.json()]).toEqual(
          mayEverRead(entity, role)
            ? [404, { message: 'Not found', code: 'NOT_FOUND' }]
            : [403, { message: 'You don’t have permission to do this.', code: 'FORBIDDEN' }],
        )
      }
      const does = (isNear: boolean, right: Right) => rightsOf(entity, role, isNear).includes(right)
      const updated = await device.patch(`${path}/${near}`, {})
      expect(updated.status).toBe(does(true, 'update') ? 200 : refused('update', 404))
      const read = await device.get(`${path}/${far}`)
      expect(read.status).toBe(does(false, 'read') ? 200 : refused('read', 404))
      expect((await as(server, null).get(path)).status).toBe(401)
    },
  )

  const made = restNames.filter((entity) => rightsOf(entity, 'admin', true).includes('create'))

  it.each(made)('a row of %s is the same through REST and through push', async (entity) => {
    const { admin } = people(own)
    const definition = entityOf(entity)
    const fields = sampleFields(definition, { ...own.nearSample, token: 'TWIN' })
    const response = await admin.post(`/api/${pathOf(definition)}`, fields)
    expect(response.status).toBe(201)
    const posted = (await response.json()) as Record<string, unknown>
    expect((await admin.delete(`/api/${pathOf(definition)}/${posted['id'] as string}`)).status).toBe(200)
    const pushed = create(entity, fields)
    const number = await admin.write(pushed)
    expect(await (await admin.get(`/api/${pathOf(definition)}/${pushed.id}`)).json()).toEqual({
      ...posted,
      id: pushed.id,
      number,
    })
  })
})
