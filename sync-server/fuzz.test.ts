// Requests of every kind to every call: none may end in an error of the server's own, and each answer is one that
// openapi.json describes. `FUZZ=20000` sends more of them, `SEED=7` others.
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import * as fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { arbitraryOf } from './test/arbitrary-of.ts'
import { type Described, describeCalls, type Schema } from './test/described-calls.ts'
import { as, type Device } from './test/device.ts'
import { setupServer } from './test/server.ts'
import { createWorld } from './test/world.ts'

const server = await setupServer()
const numRuns = Number(process.env['FUZZ'] ?? 1_500)
const seed = Number(process.env['SEED'] ?? 1)

/** They end what the others need: the session, the account, a connection. Hashing passwords is slow. */
const left =
  /logout|stream|auth\/password|user\/role|api\/login$|auth\/reset|api\/invitation$|devices|api\/users|api\/tenant/

interface Request {
  readonly call: Described
  readonly by: number
  readonly id: number
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly header: string | undefined
}

it(`answers ${numRuns} requests as openapi.json says`, { timeout: 60_000 + numRuns * 100 }, async () => {
  const world = await createWorld(server, 'FUZZ')
  const people: readonly Device[] = [as(server, world.admin), as(server, world.investor), as(server, null)]
  const { calls, components } = await describeCalls(people[0]!)
  const ids = (entity: string) => [
    world.near.get(entity) ?? uuidv7(),
    world.far.get(entity) ?? uuidv7(),
    uuidv7(),
    'x',
    '%00',
    '%F0',
  ]
  const isAnswer = validatorOf(components)

  const requestTo = (call: Described): fc.Arbitrary<Request> =>
    fc.record({
      call: fc.constant(call),
      by: fc.nat(people.length - 1),
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
      header: fc.option(fc.constantFrom(...odd), { nil: undefined, freq: 6 }),
    })

  async function send({ call, by, id, query, body, header }: Request): Promise<void> {
    const noun = call.path.split('/')[2]!.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    )
    const path = `${call.path.replace('{id}', ids(noun)[id]!)}?${search.toString()}`
    const headers = header === undefined ? {} : { 'if-match': header, 'idempotency-key': header }
    const response = await people[by]!.request(call.method, path, body, headers)
    const { status } = response
    const text = await response.text()
    const said = `${call.method} ${call.path} answers ${status}: ${text.slice(0, 300)}`
    expect(status < 500, `${said}`).toBe(true)
    expect(Object.keys(call.answers), `${said}`).toContain(String(status))
    // What a browser opens by itself is answered by pages, refusals included.
    const isPage = isOfPages(call) && response.headers.get('content-type')?.startsWith('text/html')
    const schema = isPage ? undefined : call.answers[status]
    expect(schema ? isAnswer(schema, JSON.parse(text)) : '', `${said}`).toBe('')
  }

  const some = calls.filter(({ path }) => !left.test(path))
  expect(some.length).toBeGreaterThan(100)
  await fc.assert(fc.asyncProperty(fc.constantFrom(...some).chain(requestTo), send), {
    numRuns,
    seed,
    endOnFailure: true,
  })
})

const isOfPages = ({ answers }: Described): boolean =>
  Object.entries(answers).some(([status, schema]) => Number(status) < 400 && schema === undefined)

const odd = ['"1"', '"0"', '*', 'x', '""', '0197a3b0-0000-7000-8000-00000000000a', '\u00ff']

/** What is wrong with an answer, by its schema. */
function validatorOf(components: Readonly<Record<string, Schema>>) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema({ $id: 'api', components: { schemas: components } })
  const known = new Map<Schema, ReturnType<typeof ajv.compile>>()
  return (schema: Schema, value: unknown): string => {
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as Schema
    const validate = known.get(schema) ?? ajv.compile(absolute)
    known.set(schema, validate)
    return validate(value) ? '' : ajv.errorsText(validate.errors)
  }
}
