import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Entity, pathOf } from '#schema/kernel/entity.ts'
import type { Field } from '#schema/kernel/field.ts'
import { type Change, limits, type Verdict } from '#schema/sync/protocol.ts'
import { registry, replicatedEntities } from '#schema/registry.ts'
import { change, create, project, update } from '#server/test/changes.ts'
import { as, type Device, rowOf } from '#server/test/device.ts'
import { createFirm, numberOf } from '#server/test/firm.ts'
import { sampleFields } from '#schema/test/sample-fields.ts'
import { setupServer } from '#server/test/server.ts'
import { createWorld, type World } from '#server/test/world.ts'

const server = await setupServer()
let world: World
let staff: Device
beforeAll(async () => {
  world = await createWorld(server, 'BAD')
  staff = as(server, world.admin)
})

const restEntities = [registry.projects, registry.investors, registry.investments]
const writable = replicatedEntities.filter((entity) => entity.access.ADMIN.create === 'everything')

const notText = [5, true, {}, [], ['x']]
const unstorable = ['a\u0000b', 'a\ud800b', '\udc00']

function badValues({ storage, bounds, nullable, default: value }: Field): unknown[] {
  const missing = nullable || value !== undefined ? [] : [null, '', '   ']
  switch (storage.kind) {
    case 'text':
      return [...missing, ...notText, ...unstorable, 'x'.repeat(storage.max + 1)]
    case 'email':
      return [
        ...missing,
        ...notText,
        ...unstorable,
        'x',
        'a@b',
        'a b@c.de',
        '@c.de',
        'a@c..de',
        '<a@c.de>',
        `${'x'.repeat(250)}@c.de`,
      ]
    case 'url':
      return [
        ...missing,
        ...notText,
        ...unstorable,
        'javascript:alert(1)',
        '/api/logout',
        'JaVaScRiPt:alert(1)',
        '\tjavascript:alert(1)',
        'data:text/html,x',
        'vbscript:x',
        'file:///etc/passwd',
        '//evil.example',
        '/\\evil.example',
        'https:evil.example',
        'https://',
        `https://example.com/${'x'.repeat(2048)}`,
        `http://${'a'.repeat(200_000)} `,
      ]
    case 'choice':
      return [
        ...missing,
        ...notText,
        'NOPE',
        storage.options[0]!.toLowerCase() === storage.options[0] ? 'EN' : storage.options[0]!.toLowerCase(),
        '__proto__',
      ]
    case 'flag':
      return [...missing, 'true', 'yes', 1, 0, {}]
    case 'decimal': {
      const digits = '9'.repeat(storage.precision - storage.scale + 1)
      return [
        ...missing,
        ...notText,
        `1.${'0'.repeat(storage.scale)}1`,
        digits,
        '1e3',
        'NaN',
        'Infinity',
        '-Infinity',
        '1,000',
        '0x10',
        '١٢',
        ' 5',
        '5.',
        '.5',
        '--5',
        '9'.repeat(5000),
        ...(bounds.min === undefined ? [] : [`-${Number(bounds.min.replace('-', '')) + 1}`]),
        ...(bounds.above === undefined ? [] : [bounds.above, '-1']),
        ...(bounds.max === undefined || bounds.max.length > 4 ? [] : [String(Number(bounds.max) + 1)]),
      ]
    }
    case 'date':
      return [
        ...missing,
        ...notText,
        '2026-02-30',
        '2026-13-01',
        '2025-02-29',
        '0000-01-01',
        '1899-12-31',
        '3000-01-01',
        '20260101',
        'today',
        '2026-1-1',
        '2026-01-01x',
        '2026-02-30T10:00:00Z',
      ]
    case 'moment':
      return [
        ...missing,
        ...notText,
        'now',
        '2026-02-30T00:00:00Z',
        '2026-01-01',
        '2026-01-01T25:00:00Z',
        '0000-01-01T00:00:00Z',
        '2026-01-01T00:00:00+02:00',
      ]
    case 'reference':
      return [...missing, ...notText, 'x', '-'.repeat(36), uuidv7().toUpperCase(), uuidv7()]
    case 'user':
      return [...missing, ...notText, 'x', '-'.repeat(36)]
    default:
      return []
  }
}

const settable = (entity: Entity) => Object.entries(entity.fields).filter(([, field]) => !field.byServer)
const sampleOf = (entity: Entity) => sampleFields(entity, world.nearSample)

/** Few enough for the largest values to fit into one request. */
const createsPerRequest = 50
/** After a rejected change, the request's later changes of the same row are superseded. */
const updatesPerRequest = 1

async function verdictsOn(changes: readonly Change[], batchSize: number): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (let at = 0; at < changes.length; at += batchSize)
    verdicts.push(...(await staff.push(...changes.slice(at, at + batchSize))))
  return verdicts
}

describe('a bad value', () => {
  it.each(writable.map(({ name }) => name))(
    'of any field of %s is refused by name, and nothing changes',
    async (name) => {
      const entity = writable.find((each) => each.name === name)!
      const number = await numberOf(server, world.tenantId)
      const bad = settable(entity).flatMap(([field, definition]) =>
        badValues(definition).map((value) => ({ field, value, fixed: definition.fixed })),
      )
      const changes = bad.map(({ field, value }) => change(create(name, { ...sampleOf(entity), [field]: value })))
      const id = world.near.get(name)!
      const current = await rowOf(staff, name, id)
      const updates = bad.map(({ field, value }) =>
        change(update(name, id, { [field]: value }, { [field]: current![field] })),
      )
      for (const [all, verb, batchSize] of [
        [changes, 'create', createsPerRequest],
        [updates, 'update', updatesPerRequest],
      ] as const) {
        const verdicts = await verdictsOn(all, batchSize)
        expect(verdicts).toHaveLength(bad.length)
        const accepted = verdicts.flatMap((verdict, at) => {
          const { field, value } = bad[at]!
          const shown = JSON.stringify(value).slice(0, 60)
          const isNamed = verdict.code === 'VALIDATION' && Object.hasOwn(verdict.errors ?? {}, field)
          const isForbiddenToAll = entity.access.ADMIN[verb] === 'nothing' && verdict.code === 'FORBIDDEN'
          return isNamed || isForbiddenToAll ? [] : [[verb, field, shown, verdict]]
        })
        expect(accepted).toEqual([])
      }
      expect(await numberOf(server, world.tenantId)).toBe(number)
    },
  )

  it.each(restEntities.map(({ name }) => name))(
    'of any field of %s is a 400 that names it through REST',
    async (name) => {
      const entity = restEntities.find((each) => each.name === name)! as Entity
      const path = `/api/${pathOf(entity)}`
      const number = await numberOf(server, world.tenantId)
      for (const [field, definition] of settable(entity)) {
        for (const value of badValues(definition)) {
          for (const response of [
            await staff.post(path, { ...sampleOf(entity), [field]: value }),
            await staff.patch(`${path}/${world.near.get(name)}`, { [field]: value }),
          ]) {
            const refusal = (await response.json()) as { errors?: Record<string, string> }
            expect([response.status, Object.keys(refusal.errors ?? {}), value]).toEqual([400, [field], value])
          }
        }
      }
      expect(await numberOf(server, world.tenantId)).toBe(number)
    },
  )

  it('the largest amount is kept to the cent', async () => {
    const row = await (
      await staff.post('/api/projects', { name: 'Largest', type: 'COMMERCIAL', targetAmount: '9999999999999.99' })
    ).json()
    expect(row).toMatchObject({ targetAmount: '9999999999999.99' })
  })

  it('a person’s words are kept exactly', async () => {
    const unusualText = '  Größe 👩‍👩‍👧 <b>&amp;</b> =1+1 \' " \\ %00 \u202eabc\n\t '
    const row = await (
      await staff.post('/api/projects', { name: unusualText, type: 'COMMERCIAL', description: unusualText })
    ).json()
    expect(row).toMatchObject({ name: unusualText, description: unusualText })
  })
})

describe('a body', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const bodies: [string, string][] = [
    ['nothing', ''],
    ['broken JSON', '{"name":'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a number', '5'],
    ['null', 'null'],
    ['nesting without end', nested(100_000)],
    ['lists without end', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['half a list', `{"name":${'['.repeat(100_000)}`],
  ]

  it.each(bodies)('with %s is a 400 over REST and sync', async (_, body) => {
    const number = await numberOf(server, world.tenantId)
    for (const response of [
      await staff.post('/api/projects', body),
      await staff.patch(`/api/projects/${world.near.get('projects')}`, body),
      await staff.post('/api/sync/changes', body),
    ]) {
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'VALIDATION', message: expect.any(String) })
    }
    expect(await numberOf(server, world.tenantId)).toBe(number)
  })

  it.each(['fields', 'base'])('with nesting inside %s of a change is refused', async (key) => {
    const good = JSON.stringify({
      client: uuidv7(),
      changes: [change(update('projects', world.near.get('projects')!, { name: 'A' }, { name: 'B' }))],
    })
    const body = good.replace(`"${key}":{`, `"${key}":{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)},`)
    expect((await staff.post('/api/sync/changes', body)).status).toBe(400)
  })

  it('that is not UTF-8 is a 400', async () => {
    const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])
    const headers = { cookie: world.admin.cookie, 'content-type': 'application/json' }
    expect((await server.app.request('/api/projects', { method: 'POST', headers, body })).status).toBe(400)
  })

  it('that is too large is a 413, with and without a declared length', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(limits.requestBytes) })
    const withLength = await staff.post('/api/projects', large, { 'content-length': String(large.length) })
    const withoutLength = await staff.post('/api/projects', large)
    const truncated = await staff.post('/api/projects', large, { 'content-length': '5' })
    for (const response of [withLength, withoutLength, truncated]) {
      expect([response.status, await response.json()]).toMatchObject([413, { code: 'TOO_LARGE' }])
    }
  })

  it.each(['text/plain', 'text/html', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'of type %s without an origin is refused',
    async (type) => {
      const response = await staff.post('/api/projects', { name: 'A', type: 'COMMERCIAL' }, { 'content-type': type })
      expect([400, 403]).toContain(response.status)
    },
  )

  it('a number with many digits, or a key of the prototype, changes no prototype and nothing else', async () => {
    const body =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"name":"A","type":"COMMERCIAL","targetAmount":1e400}'
    expect((await staff.post('/api/projects', body)).status).toBe(400)
    expect({}).not.toHaveProperty('polluted')
    const kept = await staff.post('/api/projects', body.replace(',"targetAmount":1e400', ''))
    expect(kept.status).toBe(201)
    expect(await kept.json()).not.toHaveProperty('polluted')
  })

  it('a base that cannot be stored does not fail the changes beside it', async () => {
    const firm = await createFirm(server)
    const device = as(server, firm.admin)
    const home = project()
    await device.write(home)
    const bad = unstorable.map((text) => change(update('projects', home.id, { name: 'Port' }, { name: text })))
    const verdicts = await device.push(change(project()), ...bad, change(project()))
    expect(verdicts.map(({ verdict }) => verdict).filter((verdict) => verdict === 'applied')).toHaveLength(2)
  })
})

describe('whatever is sent', () => {
  const names = fc.constantFrom(...replicatedEntities.map(({ name }) => name), 'users', '__proto__', '')
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(...unstorable, '__proto__', '-'.repeat(36)),
  )
  const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' })
  const value = fc.oneof(json, text, fc.constantFrom(null, '', '0', '-1', '1e9', Number.MAX_VALUE, -0, 2 ** 60))
  const ids = fc.constantFrom('near', 'far', 'fresh', '-'.repeat(36), '')

  const fieldsOf = (name: string) => {
    const entity = replicatedEntities.find((each) => each.name === name)
    const keys = fc.oneof(fc.constantFrom(...Object.keys(entity?.fields ?? { x: 1 })), fc.string({ maxLength: 12 }))
    return fc
      .dictionary(keys, value, { maxKeys: 3 })
      .map((bad) => ({ ...(entity ? sampleFields(entity, world.nearSample) : {}), ...bad }))
  }
  const operation = fc
    .tuple(names, ids, fc.constantFrom('create', 'update', 'delete', 'drop'))
    .chain(([entity, id, op]) =>
      fc
        .record({
          fields: fieldsOf(entity),
          base: fc.oneof(fieldsOf(entity), json),
          seen: fc.option(fc.integer(), { nil: undefined }),
        })
        .map(({ fields, base, seen }) => {
          const rows = id === 'near' ? world.near : world.far
          const row = id === 'fresh' ? uuidv7() : (rows.get(entity) ?? id)
          if (op === 'create') return { op, entity, id: row, fields }
          return {
            op,
            entity,
            id: row,
            base,
            ...(op === 'delete' ? {} : { fields }),
            ...(seen === undefined ? {} : { seen }),
          }
        }),
    )

  it('sync never fails, and writes only what it reports', async () => {
    const people = [staff, as(server, world.investor)]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(operation, json), { maxLength: 4 }), fc.nat(1), async (ops, who) => {
        const before = await numberOf(server, world.tenantId)
        const response = await people[who]!.send([{ ...change(), ops }])
        expect(response.status).toBeLessThan(500)
        const { results = [] } = (await response.json()) as { results?: { number: number | null }[] }
        const after = await numberOf(server, world.tenantId)
        expect([before, ...results.map(({ number }) => number)]).toContain(after)
      }),
      { numRuns: 150, seed: 20260315 },
    )
  })

  it('REST never fails, and writes only what it reports', async () => {
    const entity = fc.constantFrom(...restEntities.map(({ name }) => name))
    const request = entity.chain((name) =>
      fc.record({
        name: fc.constant(name),
        fields: fc.oneof(fieldsOf(name), json),
        id: ids,
        method: fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE', 'GET'),
      }),
    )
    const header = fc.dictionary(
      fc.constantFrom('if-match', 'idempotency-key', 'holdfast-protocol'),
      fc.stringMatching(/^[\x20-\x7e]{0,40}$/),
      { maxKeys: 2 },
    )
    await fc.assert(
      fc.asyncProperty(
        request,
        header,
        fc.webQueryParameters(),
        async ({ name, fields, id, method }, headers, query) => {
          const before = await numberOf(server, world.tenantId)
          const row = id === 'near' ? world.near.get(name) : id === 'far' ? world.far.get(name) : encodeURIComponent(id)
          const path = `/api/${name}${method === 'POST' ? '' : `/${row}`}?${query}`
          const response = await staff.request(
            method,
            path,
            method === 'GET' || method === 'DELETE' ? undefined : fields,
            headers,
          )
          expect(response.status).toBeLessThan(500)
          const after = await numberOf(server, world.tenantId)
          expect(response.ok || after === before).toBe(true)
        },
      ),
      { numRuns: 150, seed: 20260315 },
    )
  })
})
