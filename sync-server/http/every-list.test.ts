// Every call that answers with an array answers it in parts, too, and a walk through the parts meets each row once.
import { beforeAll, describe, expect, it } from 'vitest'
import { investor, remove } from '../test/changes.ts'
import { describeCalls, type Described } from '../test/described-calls.ts'
import { as, type Device } from '../test/device.ts'
import { setupServer } from '../test/server.ts'
import { createWorld, type World } from '../test/world.ts'

const server = await setupServer()
let world: World
let admin: Device
let lists: readonly Described[]

beforeAll(async () => {
  world = await createWorld(server, 'LISTS')
  admin = as(server, world.admin)
  for (const firstName of ['Ada', 'Ben', 'Cleo']) {
    const gone = investor({ firstName })
    await admin.write(gone)
    server.clock.advance(1_000)
    await admin.write(remove('investors', gone.id))
  }
  const { calls } = await describeCalls(admin)
  lists = calls.filter(({ method, answers }) => method === 'GET' && answers['200']?.['type'] === 'array')
})

/** The calls that lead below a row, with the row of the world. */
const pathOf = ({ path }: Described): string =>
  path.replace(/^\/api\/([a-z]+)\/\{id\}/, (_, parent: string) => `/api/${parent}/${world.near.get(parent)}`)

interface Row {
  readonly id: string
}

describe('every list', () => {
  it('takes a limit and a cursor', () => {
    const names = lists.map(({ path, parameters }) => [path, ...parameters.map(({ name }) => name)])
    for (const each of names) expect(each).toEqual(expect.arrayContaining(['limit', 'cursor']))
    expect(names.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        '/api/trash',
        '/api/projects',
        '/api/users',
        '/api/audit-logs',
        '/api/referrals/{id}/commissions',
      ]),
    )
  })

  it('is met once in a walk, part by part, while others write', async () => {
    const longer: string[] = []
    for (const path of lists.map(pathOf)) {
      const whole = (await (await admin.get(`${path}?limit=1000`)).json()) as Row[]
      const met: Row[] = []
      for (let at: string | undefined = `${path}?limit=1`; at;) {
        const response = await admin.get(at)
        const part = (await response.json()) as Row[]
        expect([path, response.status, part.length]).toEqual([path, 200, whole.length ? 1 : 0])
        met.push(...part)
        at = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
        if (met.length === 1 && at) {
          const late = investor({ firstName: 'Late' })
          server.clock.advance(1_000)
          await admin.write(late)
          await admin.write(remove('investors', late.id))
        }
      }
      const ids = met.map(({ id }) => id)
      expect([path, new Set(ids).size]).toEqual([path, ids.length])
      expect([path, ids.slice(0, whole.length)]).toEqual([path, whole.map(({ id }) => id)])
      if (whole.length > 1) longer.push(path)
    }
    expect(longer).toEqual(expect.arrayContaining(['/api/trash', '/api/projects', '/api/users', '/api/audit-logs']))
  })
})
