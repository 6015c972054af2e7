// `FUZZ=20000` sends more, `SEED=7` others.
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import * as fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { pathOf } from '#schema/kernel/entity.ts'
import { replicatedEntities } from '#schema/registry.ts'
import { accountEntities } from './entities/financial-accounts/routes.ts'
import { isDescribed, typeOf } from './test/responses/response-recorder.ts'
import { arbitraryOf } from './test/arbitrary-of.ts'
import { type OpenApiOperation, describeCalls, sampleOf, type Schema } from './test/responses/described-calls.ts'
import { as, type Device } from './test/device.ts'
import { createFirm, signUp } from './test/firm.ts'
import { sampleChanges, sampleFields } from '#schema/test/sample-fields.ts'
import { password, passwordHash } from './test/password.ts'
import { setupServer } from './test/server.ts'
import { createWorld } from './test/world.ts'

const server = await setupServer({ mayNarrowRole: true })
const numRuns = Number(process.env['FUZZ'] ?? 1_500)
const seed = Number(process.env['SEED'] ?? 1)

interface Request {
  readonly call: OpenApiOperation
  readonly by: number
  readonly id: number
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly usesKnownValues: boolean
  readonly header: string | undefined
}

const needsSpareFirm =
  /logout|auth\/password|auth\/totp|user\/role|api\/login|auth\/(reset|forgot)|invitation|devices|api\/users|api\/tenant/

interface Firm {
  readonly people: readonly Device[]
  readonly ids: Readonly<Record<string, readonly string[]>>
  readonly known: Readonly<Record<string, readonly string[]>>
}

async function createSpareFirm(): Promise<Firm> {
  const { tenantId } = await createFirm(server)
  const admin = await signUp(server, tenantId, 'ADMIN', passwordHash)
  const investor = await signUp(server, tenantId, 'INVESTOR', passwordHash)
  const manager = await signUp(server, tenantId, 'PORTFOLIO_MANAGER', passwordHash)
  const people = [admin, manager, investor, null].map((each) => as(server, each))
  const made = async (path: string, body?: unknown) => (await (await people[0]!.post(path, body)).json()) as CreatedRow
  const invited = await made('/api/user-invitations', { email: `new-${tenantId}@example.com`, role: 'INVESTOR' })
  const lost = await made(`/api/users/${investor.userId}/reset`)
  const devices = (await (await people[0]!.get('/api/devices')).json()) as { readonly id: string }[]
  const tokens = [invited, lost].map(({ link }) => new URL(link, 'http://localhost').searchParams.get('token')!)
  return {
    people,
    ids: {
      users: [admin.userId, investor.userId],
      devices: devices.map(({ id }) => id),
      userInvitations: [invited.id],
    },
    known: {
      token: tokens,
      email: [admin.email, investor.email],
      password: [password],
      oldPassword: [password],
      newPassword: ['another long one'],
    },
  }
}

interface CreatedRow {
  readonly id: string
  readonly link: string
}

it(`responds to ${numRuns} requests as openapi.json describes`, { timeout: 60_000 + numRuns * 100 }, async () => {
  const world = await createWorld(server, 'FUZZ')
  const people: readonly Device[] = [world.admin, world.manager, world.investor, null].map((each) => as(server, each))
  const { calls, components } = await describeCalls(people[0]!)
  const invalidIds = [uuidv7(), 'x', '%00', '%F0']
  const accounts = new Map<string, string>()
  for (const entity of accountEntities) {
    const { body } = calls.find(({ method, path }) => method === 'POST' && path === `/api/${pathOf(entity)}`)!
    const made = await people[0]!.post(`/api/${pathOf(entity)}`, sampleOf(body!.schema, components))
    expect(made.status).toBe(201)
    accounts.set(entity.name, ((await made.json()) as CreatedRow).id)
  }
  const ofWorld = (entity: string) => [
    accounts.get(entity) ?? world.near.get(entity) ?? uuidv7(),
    world.far.get(entity) ?? uuidv7(),
  ]
  const expected: Firm['known'] = {
    userId: [world.investor.userId],
    investorId: [world.near.get('investors')!],
    from: [world.far.get('investors')!],
    after: ['0'],
    epoch: [''],
    scope: [''],
    endpoint: ['https://push.example.com/send/1'],
    field: ['accountNumber', 'apiKey'],
    reason: ['A wire'],
    entity: ['investors'],
    map: [JSON.stringify({ columns: { Name: 'fullName', Mail: 'email' } })],
    file: ['Name,Mail\nAda,ada@example.com\n'],
  }
  const describeMismatch = validatorOf(components)
  let spare = await createSpareFirm()

  const requestTo = (call: OpenApiOperation): fc.Arbitrary<Request> =>
    fc.record({
      call: fc.constant(call),
      by: fc.constantFrom(0, 0, 1, 2, 2, 3),
      id: fc.nat(5),
      query: fc.record(
        Object.fromEntries(
          call.parameters
            .filter((each) => each.in === 'query')
            .map(({ name, schema }) => [name, arbitraryOf(schema, components)]),
        ),
        { requiredKeys: [] },
      ),
      body: call.body
        ? fc.oneof(
            { weight: 12, arbitrary: arbitraryOf(call.body.schema, components) },
            { weight: 1, arbitrary: fc.string() },
          )
        : fc.constant(undefined),
      usesKnownValues: fc.boolean(),
      header: fc.option(fc.constantFrom(...odd), { nil: undefined, freq: 6 }),
    })

  function withKnownValues({ method, path }: OpenApiOperation, given: object, at: number): object {
    const known = { ...expected, ...spare.known }
    const entity = replicatedEntities.find(
      (each) => path === `/api/${pathOf(each)}` || path === `/api/${pathOf(each)}/{id}`,
    )
    const chosen = Object.keys(given)[at % 7]
    if (!entity || method === 'GET')
      return Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) => {
          const right = known[name]
          if (right) return [[name, right[at % right.length]]]
          return method === 'GET' && name !== chosen ? [] : [[name, value]]
        }),
      )
    const usual = method === 'PATCH' ? sampleChanges(entity, world.nearSample) : sampleFields(entity, world.nearSample)
    return { ...usual, ...(chosen === undefined ? {} : { [chosen]: given[chosen as keyof typeof given] }) }
  }

  async function send({ call, by, id, query, body, usesKnownValues, header }: Request): Promise<void> {
    const isSpare = needsSpareFirm.test(call.path)
    const collection = call.path.split('/')[2]!.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    const ids = [...(isSpare ? (spare.ids[collection] ?? []) : ofWorld(collection)), ...invalidIds]
    const isRecord = (given: unknown): given is object =>
      typeof given === 'object' && given !== null && !Array.isArray(given)
    const fill = (given: unknown) =>
      usesKnownValues && isRecord(given) ? withKnownValues(call, given, by * 6 + id) : given
    const search = new URLSearchParams(
      Object.entries(fill(query) as object).map(([name, value]) => [name, asText(value)]),
    )
    const path = `${call.path.replace('{id}', ids[id % ids.length]!)}?${search.toString()}`
    const headers = header === undefined ? {} : { 'if-match': header, 'idempotency-key': header }
    const device = (isSpare ? spare : { people }).people[by]!
    const sent = encode(call.body?.type, fill(body))
    const response = await device.request(call.method, path, sent.body, { ...headers, ...sent.headers })
    const { status } = response
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    const text = isStream ? '' : await response.text()
    if (isStream) await response.body!.cancel()
    const result = `${call.method} ${call.path} returns ${status}: ${text.slice(0, 300)}`
    expect(status < 500, `${result}`).toBe(true)
    expect(Object.keys(call.responses), `${result}`).toContain(String(status))
    const type = typeOf(response.headers)
    expect(isDescribed(call, status, type), `${type} is described: ${result}`).toBe(true)
    const schema = type === 'application/json' ? call.responses[status] : undefined
    expect(schema ? describeMismatch(schema, JSON.parse(text)) : '', `${result}`).toBe('')
    const name = `${call.method} ${call.path}`
    statusesByCall.set(name, (statusesByCall.get(name) ?? new Set()).add(status))
    if (isSpare && status < 400 && call.method !== 'GET') spare = await createSpareFirm()
  }

  const statusesByCall = new Map<string, Set<number>>()
  await fc.assert(fc.asyncProperty(fc.constantFrom(...calls).chain(requestTo), send), {
    numRuns,
    seed,
    endOnFailure: true,
    examples: calls.flatMap((call) =>
      fc.sample(requestTo(call), { numRuns: 1, seed }).map((each) => [each] as [Request]),
    ),
  })
  if (process.env['SAY'])
    for (const [name, statuses] of statusesByCall) process.stdout.write(`${name} ${[...statuses].join(' ')}\n`)
  expect(numRuns < 1_500 || statusesByCall.size === calls.length, 'every call was requested').toBe(true)
})

const origin = 'http://localhost'
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function encode(type: string | undefined, body: unknown): { readonly body: unknown; readonly headers: object } {
  if (type === undefined || type === 'application/json' || typeof body !== 'object' || body === null)
    return { body, headers: {} }
  const parts = Object.entries(body)
  if (type === 'application/x-www-form-urlencoded') {
    const form = new URLSearchParams(parts.map(([name, value]) => [name, asText(value)]))
    return { body: form.toString(), headers: { 'content-type': type, origin } }
  }
  const line = 'between-the-parts'
  const inForm = parts.map(([name, value]) => {
    const file = name === 'file' ? '; filename="rows.csv"' : ''
    return `--${line}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${asText(value)}\r\n`
  })
  return { body: `${inForm.join('')}--${line}--\r\n`, headers: { 'content-type': `${type}; boundary=${line}`, origin } }
}

const odd = ['"1"', '"0"', '*', 'x', '""', '0197a3b0-0000-7000-8000-00000000000a', '\u00ff']

function closed(schema: Schema): Schema {
  const { properties, items, anyOf, additionalProperties } = schema as { readonly [key: string]: Schema | Schema[] }
  const isOpen = additionalProperties !== undefined
  const isObject = Boolean(schema['$ref'] ?? schema['allOf'] ?? properties)
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, closed(each as Schema)])),
    }),
    ...(items && { items: closed(items as Schema) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(closed) }),
    ...(isObject && !isOpen && { unevaluatedProperties: false }),
  }
}

function validatorOf(components: Readonly<Record<string, Schema>>) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema({ $id: 'api', components: { schemas: components } })
  const known = new Map<Schema, ReturnType<typeof ajv.compile>>()
  return (schema: Schema, value: unknown): string => {
    const absolute = JSON.parse(
      JSON.stringify(closed(schema)).replaceAll('"#/components/', '"api#/components/'),
    ) as Schema
    const validate = known.get(schema) ?? ajv.compile(absolute)
    known.set(schema, validate)
    if (validate(value)) return ''
    return validate.errors!.map((each) => `${each.instancePath} ${each.message} ${JSON.stringify(each.params)}`).join()
  }
}
