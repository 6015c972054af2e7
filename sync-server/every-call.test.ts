// Every call of the API and every operation that a device can send, by everybody, about rows of their own, of others in
// their firm, of another firm, about rows that do not exist and ids that are none. Who may make a call stands here by
// hand, and who may do what with records in ARCHITECTURE.md: neither derives from the code.
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Entity, pathOf, referenceFields } from '#schema/entity.ts'
import type { Operation, Verdict } from '#schema/protocol.ts'
import { tenantEntities } from '#schema/registry.ts'
import { change, create, remove, restore, update } from './test/changes.ts'
import { type Described, describeCalls, type Description, sampleOf } from './test/described-calls.ts'
import { as, type Device } from './test/device.ts'
import { signUp } from './test/firm.ts'
import { fingerprintOf } from './test/fingerprint.ts'
import { investorsMay, type Right, staffMay } from './test/rights.ts'
import { sampleChanges, sampleFields } from './test/sample-fields.ts'
import { setupServer } from './test/server.ts'
import { createWorld, type World } from './test/world.ts'

const server = await setupServer()

type Role = 'admin' | 'manager' | 'investor'
const everybody: readonly Role[] = ['admin', 'manager', 'investor']
const staff: readonly Role[] = ['admin', 'manager']
const admins: readonly Role[] = ['admin']

/** Calls that people without a session make. */
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

const whoMay: Readonly<Record<string, readonly Role[]>> = {
  'GET /api/auth/user': everybody,
  'PATCH /api/auth/user/role': everybody,
  'POST /api/auth/password': everybody,
  'GET /api/auth/totp': everybody,
  'POST /api/auth/totp': everybody,
  'PUT /api/auth/totp': everybody,
  'POST /api/auth/totp/remove': everybody,
  'POST /api/auth/totp/recovery-codes': everybody,
  'GET /api/user-invitations': admins,
  'POST /api/user-invitations': admins,
  'POST /api/user-invitations/{id}/resend': admins,
  'POST /api/user-invitations/{id}/revoke': admins,
  'GET /api/users': admins,
  'PATCH /api/users/{id}': admins,
  'POST /api/users/{id}/reset': admins,
  'POST /api/users/{id}/reset-totp': admins,
  'GET /api/tenant': admins,
  'PATCH /api/tenant': admins,
  'GET /api/sessions': everybody,
  'GET /api/devices': everybody,
  'POST /api/devices/{id}/revoke': everybody,
  'GET /api/sync/feed': everybody,
  'POST /api/sync/changes': everybody,
  'GET /api/sync/stream': everybody,
  'GET /api/trash': staff,
  'GET /api/audit-logs': admins,
  'GET /api/audit-logs/export': admins,
  'GET /api/dashboard/metrics': everybody,
  'POST /api/commissions/run': staff,
  'POST /api/investors/{id}/link': staff,
  'POST /api/investors/{id}/unlink': staff,
  'GET /api/openapi.json': everybody,
  'GET /api/push/key': everybody,
  'POST /api/push/subscribe': everybody,
  'DELETE /api/push/subscribe': everybody,
  'POST /api/imports': staff,
  'GET /api/referrals/{id}/commissions': staff,
  'POST /api/referrals/{id}/commissions': staff,
  'GET /api/referrals/{id}/attachments': staff,
  'POST /api/referrals/{id}/attachments': staff,
  'POST /api/investors/{id}/merge': staff,
  'POST /api/bank-accounts/{id}/reveal': admins,
  'POST /api/trading-accounts/{id}/reveal': admins,
}

/** These end or change the session or the account of who makes them, so nobody of this file who is needed later does. */
const once = ['/api/logout', '/api/auth/password', '/api/auth/user/role', '/api/sync/stream']

/** Asking for what is already so is not refused. */
const endsNothing = ['POST /api/investors/{id}/unlink']

/** The audit trail tells of everybody who asked in vain. */
const isTold = ['POST /api/bank-accounts/{id}/reveal', 'POST /api/trading-accounts/{id}/reveal']

let own: World
let foreign: World
let description: Description
let deactivated: Device
let before: string
let cases = 0
/** Everything that was said to people of the first firm. */
const said: string[] = []

const nameOf = ({ method, path }: Described): string => `${method} ${path}`
const nounOf = ({ path }: Described): string => path.split('/')[2]!
const namesRow = (call: Described): boolean => call.path.includes('{id}') && !open.includes(nameOf(call))
const entityAt = (noun: string): Entity | undefined => tenantEntities.find((of) => pathOf(of) === noun)

function allowed(call: Described): readonly Role[] | undefined {
  const name = nameOf(call)
  if (open.includes(name)) return everybody
  if (whoMay[name]) return whoMay[name]
  const noun = nounOf(call)
  const isPlain = [`/api/${noun}`, `/api/${noun}/{id}`, `/api/${noun}/{id}/restore`].includes(call.path)
  const of = entityAt(noun)
  const right = call.path.endsWith('/restore') ? 'delete' : (verbsOf[call.method] ?? 'delete')
  if (!of || !isPlain || !staffMay(of.name).includes(right)) return undefined
  return investorsMay(of.name).includes(right) ? everybody : staff
}

beforeAll(async () => {
  own = await createWorld(server, 'OWN')
  foreign = await createWorld(server, 'FOREIGN')
  description = await describeCalls(as(server, own.admin))
  const gone = await signUp(server, own.tenantId, 'ADMIN')
  deactivated = as(server, gone)
  const { status } = await as(server, own.admin).patch(`/api/users/${gone.userId}`, { isActive: false })
  if (status !== 200) throw new Error('Nobody could be deactivated')
  for (const noun of new Set(description.calls.filter(namesRow).map(nounOf))) {
    rowIds.set(noun, { own: await findRows(own, noun), foreign: await findRows(foreign, noun) })
    if (!rowIds.get(noun)!.foreign.length) throw new Error(`The other firm has no rows of ${noun}`)
  }
  before = await fingerprintOf(server, foreign.tenantId)
})

afterAll(() => console.log(`${cases} requests and operations were refused or answered as they should be`))

const insiders = (): readonly (readonly [Role, Device])[] =>
  everybody.map((role) => [role, as(server, own[role])] as const)

/** By noun, the ids of rows of each firm: of its own records, then of others'. */
const rowIds = new Map<string, { readonly own: readonly string[]; readonly foreign: readonly string[] }>()

const notIds = ['x', '%00', '..%2F..', "1'--"]

/** The ids that stand for a row in this path: those of the own firm, and those that must be answered like nothing. */
function idsFor(call: Described): { readonly present: readonly string[]; readonly absent: readonly string[] } {
  // The address of a firm's own provider: strangers know it.
  if (open.includes(nameOf(call)) && call.path.includes('{id}')) return { present: [own.tenantId], absent: [] }
  if (!call.path.includes('{id}')) return { present: [''], absent: [''] }
  const rows = rowIds.get(nounOf(call))!
  return { present: rows.own, absent: [...rows.foreign, uuidv7(), ...notIds] }
}

async function findRows(world: World, noun: string): Promise<readonly string[]> {
  const of = entityAt(noun)
  if (of && world.near.has(of.name)) return [world.near.get(of.name)!, world.far.get(of.name)!]
  return listed(world, noun)
}

/** Rows that are not replicated: those that an administrator of the firm finds in the list, made when there are none. */
async function listed(world: World, noun: string): Promise<string[]> {
  const admin = as(server, world.admin)
  const list = `/api/${noun}`
  const ids = async () => ((await (await admin.get(list)).json()) as { id: string }[]).map(({ id }) => id)
  if (!(await ids()).length) {
    const make = description.calls.find((each) => nameOf(each) === `POST ${list}`)!
    expect((await admin.post(list, bodyFor(make))).status).toBeLessThan(300)
  }
  return (await ids()).slice(0, 2)
}

function bodyFor({ body, path, method }: Described): unknown {
  if (!body || body.type !== 'application/json') return undefined
  const [, , noun, ...rest] = path.split('/')
  const of = entityAt(noun!)
  if (of && own.near.has(of.name) && (rest.length === 0 || rest.join() === '{id}'))
    return method === 'POST' ? sampleFields(of, own.nearSample) : sampleChanges(of, own.nearSample)
  const sample = sampleOf(body.schema, description.components)
  return { ...(sample as object), ...(Object.hasOwn(sample as object, 'userId') && { userId: own.investor.userId }) }
}

async function ask(device: Device, call: Described, id: string, body = bodyFor(call)): Promise<[number, string]> {
  cases++
  const needed = call.parameters.filter((each) => each.in === 'query' && each.required)
  const query = new URLSearchParams(
    needed.map(({ name, schema }) => [name, String(sampleOf(schema, description.components))]),
  )
  const response = await device.request(call.method, `${call.path.replace('{id}', id)}?${query.toString()}`, body)
  const text = await response.text()
  said.push(text)
  return [response.status, text.replaceAll(id === '' ? /$^/g : id, 'ID')]
}

/** The different answers to the call about each of these. */
async function answersTo(device: Device, call: Described, ids: readonly string[]): Promise<string[]> {
  const answers = new Set<string>()
  for (const id of ids) answers.add((await ask(device, call, id)).join(' '))
  return [...answers]
}

async function leavesUnchanged(call: Described, work: () => Promise<void>): Promise<void> {
  const untouched = await fingerprintOf(server, own.tenantId)
  await work()
  if (isTold.includes(nameOf(call))) return
  expect([nameOf(call), await fingerprintOf(server, own.tenantId)]).toEqual([nameOf(call), untouched])
}

const callsOf = (): readonly Described[] => description.calls.filter(({ path }) => !once.includes(path))

describe('every call', { timeout: 120_000 }, () => {
  it('stands in the table of who may make it', () => {
    expect(description.calls.filter((each) => !allowed(each)).map(nameOf)).toEqual([])
    const names = description.calls.map(nameOf)
    expect([...open, ...Object.keys(whoMay)].filter((each) => !names.includes(each))).toEqual([])
  })

  it('is for people who are signed in, whatever it names', async () => {
    for (const call of callsOf().filter((each) => !open.includes(nameOf(each)))) {
      const { present, absent } = idsFor(call)
      for (const [name, device] of [['nobody', as(server, null)] as const, ['deactivated', deactivated] as const]) {
        const answers = await answersTo(device, call, [...present, ...absent])
        expect([nameOf(call), name, answers]).toEqual([nameOf(call), name, [expect.stringMatching(/^401 /)]])
      }
    }
  })

  it('is refused to a role that may not make it, in the same words whatever it names, and changes nothing', async () => {
    for (const call of callsOf())
      await leavesUnchanged(call, async () => {
        const { present, absent } = idsFor(call)
        for (const [role, device] of insiders().filter(([each]) => !allowed(call)!.includes(each))) {
          const refused = await answersTo(device, call, present)
          expect([nameOf(call), role, refused.filter((each) => !/^40[34]/.test(each))]).toEqual([
            nameOf(call),
            role,
            [],
          ])
          for (const ids of [absent.slice(0, -notIds.length), notIds])
            expect([
              nameOf(call),
              role,
              await answersTo(device, call, call.path.includes('{id}') ? ids : ['']),
            ]).toEqual([nameOf(call), role, [expect.stringMatching(/^40[34]/)]])
        }
      })
  })

  it('answers a row of another firm and an id of nothing in the same words, and changes nothing', async () => {
    for (const call of callsOf().filter(namesRow))
      await leavesUnchanged(call, async () => {
        const { absent } = idsFor(call)
        for (const [role, device] of insiders().filter(([each]) => allowed(call)!.includes(each))) {
          const missing = await answersTo(device, call, absent)
          expect([nameOf(call), role, missing]).toEqual([nameOf(call), role, [expect.stringMatching(/^404 /)]])
        }
      })
  })

  it('answers a reference to a row or a person of another firm like one to nothing', async () => {
    for (const call of callsOf().filter(({ body }) => body?.type === 'application/json')) {
      const [id] = idsFor(call).present
      for (const [role, device] of insiders().filter(([each]) => allowed(call)!.includes(each))) {
        const sample = bodyFor(call) as Record<string, unknown>
        for (const [field, theirs] of referencesIn(call)) {
          const answers: string[] = []
          for (const value of [theirs, uuidv7()]) {
            const [status, text] = await ask(device, call, id!, { ...sample, [field]: value })
            answers.push(`${status} ${text.replaceAll(value, 'REFERENCE')}`)
          }
          expect([nameOf(call), role, field, answers[0]]).toEqual([nameOf(call), role, field, answers[1]])
          const isRefused = answers[0]!.startsWith('4') || endsNothing.includes(nameOf(call))
          expect([nameOf(call), role, field, isRefused]).toEqual([nameOf(call), role, field, true])
        }
      }
    }
  })

  it('says nothing of another firm, and to an investor nothing of what is hidden', async () => {
    for (const call of callsOf().filter(({ method }) => method === 'GET')) {
      const { present, absent } = idsFor(call)
      for (const [role, device] of insiders())
        for (const id of [...present, ...absent]) {
          const [status, text] = await ask(device, call, id)
          const where = `${nameOf(call)} by ${role}`
          expect([where, Object.keys(call.answers)]).toEqual([where, expect.arrayContaining([`${status}`])])
          // The audit trail repeats what people asked for.
          const people = nounOf(call) === 'audit-logs' ? [] : [foreign.admin.userId]
          for (const trace of ['FOREIGN', foreign.tenantId, foreign.admin.email, ...people])
            expect(text.includes(trace), `${where} says ${trace}`).toBe(false)
          // Exchange rates are for everybody.
          const apart = text.replaceAll(/\["exchangeRates",[^\]]*\]/g, '')
          const mayBeTold = role !== 'investor' || nounOf(call) === 'exchange-rates'
          expect(mayBeTold || !apart.includes('FAROWN'), `${where} says what is hidden`).toBe(true)
        }
    }
  })
})

/** The fields of the body that name a row or a person, each with one of the other firm. */
function referencesIn(call: Described): readonly (readonly [string, string])[] {
  const of = entityAt(nounOf(call))
  const fields = Object.keys((bodyFor(call) as object | undefined) ?? {})
  return fields.flatMap((field) => {
    const storage = of?.fields[field]?.storage
    if (storage?.kind === 'reference') return [[field, foreign.near.get(storage.to)!] as const]
    if (storage?.kind === 'user' || field === 'userId') return [[field, foreign.manager.userId] as const]
    if (field === 'investorId') return [[field, foreign.near.get('investors')!] as const]
    return []
  })
}

describe('every operation of a device', () => {
  const entities = tenantEntities.map((of) => [of.name, of] as const)

  it.each(entities)('%s: a row of another firm and one of nothing get the same verdict', async (name, of) => {
    const ops = (id: string): Operation[] => [
      update(name, id, sampleChanges(of, own.nearSample), sampleChanges(of, own.nearSample)),
      remove(name, id),
      restore(name, id),
      ...Object.keys(of.verbs).map((op) => ({ op, entity: name, id }) as unknown as Operation),
    ]
    const absent = [foreign.near.get(name), foreign.far.get(name), uuidv7()].filter((id) => id !== undefined)
    for (const [role, device] of insiders()) {
      const verdicts = await Promise.all(absent.map((id) => verdictsOf(device, ops(id), id)))
      for (const each of verdicts) expect([role, each]).toEqual([role, verdicts.at(-1)])
      expect(verdicts[0]!.every((each) => /FORBIDDEN|NOT_FOUND|VALIDATION/.test(each))).toBe(true)
    }
  })

  it.each(entities)(
    '%s: a reference to another firm’s row and one to nothing get the same verdict',
    async (name, of) => {
      const fields = sampleFields(of, own.nearSample)
      for (const [role, device] of insiders())
        for (const { field, to } of referenceFields(of).filter((each) => Object.hasOwn(fields, each.field))) {
          const texts: string[] = []
          for (const value of [foreign.near.get(to)!, uuidv7()]) {
            const [text] = await verdictsOf(device, [create(name, { ...fields, [field]: value })], value)
            texts.push(text!)
          }
          expect([role, field, texts[0]]).toEqual([role, field, texts[1]])
          expect([role, field, texts[0]]).toEqual([role, field, expect.stringContaining('rejected')])
        }
    },
  )

  it.each(entities)('%s: nothing can be created with the id of another firm’s row, or told of it', async (name, of) => {
    for (const [role, device] of insiders()) {
      const texts: string[] = []
      for (const id of [foreign.near.get(name) ?? uuidv7(), uuidv7()])
        texts.push(
          (await verdictsOf(device, [create(name, { ...sampleFields(of, own.nearSample), name: 7 }, id)], id))[0]!,
        )
      expect([role, texts[0]]).toEqual([role, texts[1]])
    }
  })

  it('are refused to people without a session', async () => {
    for (const device of [as(server, null), deactivated]) {
      const response = await device.send([change(create('projects', { name: 'Mine' }))])
      expect(response.status).toBe(401)
    }
  })
})

async function verdictsOf(device: Device, ops: readonly Operation[], id: string): Promise<string[]> {
  cases += ops.length
  const verdicts: Verdict[] = await device.push(...ops.map((op) => change(op)))
  return verdicts.map((verdict, at) => {
    const text = JSON.stringify({ ...verdict, id: '' })
    said.push(text)
    return text.replaceAll(id, 'ID').replaceAll(ops[at]!.id, 'ROW')
  })
}

describe('after all of this', () => {
  it('the other firm is as it was', async () => {
    expect(await fingerprintOf(server, foreign.tenantId)).toEqual(before)
  })

  it('no byte that anybody was told names it', () => {
    expect(said.length).toBeGreaterThan(500)
    expect(said.filter((text) => text.includes('FOREIGN') || text.includes(foreign.tenantId))).toEqual([])
  })
})
