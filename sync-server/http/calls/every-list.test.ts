import { beforeAll, describe, expect, it } from 'vitest'
import { pathOf } from '#schema/kernel/entity.ts'
import { entities } from '#schema/registry.ts'
import { transact } from '#server/records/write/transact.ts'
import { change, investor, remove } from '#server/test/changes.ts'
import {
  describeCalls,
  type OpenApiOperation,
  type Description,
  sampleOf,
} from '#server/test/responses/described-calls.ts'
import { as, type Device } from '#server/test/device.ts'
import { signUp } from '#server/test/firm.ts'
import { pdf } from '#server/test/sample-files.ts'
import { setupServer } from '#server/test/server.ts'
import { sha256Of, uploading } from '#server/test/uploading.ts'
import { createWorld, type World } from '#server/test/world.ts'

const server = await setupServer()
let world: World
let admin: Device
let lists: readonly OpenApiOperation[]

const investorOnly: readonly string[] = entities
  .filter(({ access }) => access.ADMIN.read === 'nothing')
  .map((entity) => `/api/${pathOf(entity)}`)

beforeAll(async () => {
  world = await createWorld(server, 'LISTS')
  admin = as(server, world.admin)
  for (const firstName of ['Ada', 'Ben', 'Cleo']) {
    const gone = investor({ firstName })
    await admin.write(gone)
    server.clock.advance(1_000)
    await admin.write(remove('investors', gone.id))
  }
  const home = world.near.get('projects')!
  await admin.patch(`/api/projects/${home}`, { location: 'Quay' })
  const description = await describeCalls(admin)
  await fill(description)
  const { calls } = description
  lists = calls.filter(({ method, responses }) => method === 'GET' && responses['200']?.['type'] === 'array')
})

const pathTo = ({ path, parameters }: OpenApiOperation): string => {
  const names = new Set(parameters.map(({ name }) => name))
  const ofRecord = names.has('recordId') ? `?entity=projects&recordId=${world.near.get('projects')}` : ''
  return (
    path.replace(/^\/api\/([a-z]+)\/\{id\}/, (_, parent: string) => `/api/${parent}/${world.near.get(parent)}`) +
    ofRecord
  )
}

const withParameter = (path: string, parameter: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${parameter}`

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

  it('refuses a malformed limit or cursor', async () => {
    const investorDevice = as(server, world.investor)
    for (const path of lists.map(pathTo)) {
      const reader = investorOnly.includes(path) ? investorDevice : admin
      for (const parameter of ['limit=0', 'cursor=x'])
        expect([path, parameter, (await reader.get(withParameter(path, parameter))).status]).toEqual([
          path,
          parameter,
          400,
        ])
    }
  })

  it('has each row once over all pages while others write', async () => {
    const short: string[] = []
    for (const path of lists.map(pathTo).filter((each) => !investorOnly.includes(each))) {
      const whole = (await (await admin.get(withParameter(path, 'limit=1000'))).json()) as Row[]
      const seen: Row[] = []
      for (let at: string | undefined = withParameter(path, 'limit=1'); at;) {
        const response = await admin.get(at)
        const part = (await response.json()) as Row[]
        expect([path, response.status, part.length]).toEqual([path, 200, whole.length ? 1 : 0])
        seen.push(...part)
        at = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
        if (seen.length === 1 && at) {
          const late = investor({ firstName: 'Late' })
          server.clock.advance(1_000)
          await admin.write(late)
          await admin.write(remove('investors', late.id))
          await lateTo[path]?.()
        }
      }
      const ids = seen.map(({ id }) => id)
      expect([path, new Set(ids).size]).toEqual([path, ids.length])
      expect([path, ids.slice(0, whole.length)]).toEqual([path, whole.map(({ id }) => id)])
      const late = lateTo[path] ? 1 : (lateByRecord[path] ?? 0)
      expect([path, ids.length]).toEqual([path, whole.length + late])
      if (whole.length < 2) short.push(path)
    }
    expect(short).toEqual(['/api/user-preferences'])
  })
})

const lateByRecord: Readonly<Record<string, number>> = { '/api/activities': 2 }

const lateTo: Readonly<Record<string, () => Promise<unknown>>> = {
  '/api/users': () => signUp(server, world.tenantId, 'INVESTOR'),
  '/api/devices': () => signUp(server, world.tenantId, 'INVESTOR'),
  '/api/sessions': () => server.sessions.begin({ id: world.admin.userId, tenantId: world.tenantId }),
  '/api/user-invitations': () => {
    server.clock.advance(86_400_000)
    return made('/api/user-invitations', { email: 'late@example.com', role: 'INVESTOR' })
  },
  '/api/held-changes': () => handIn(1),
  '/api/held-files': () => handIn(1),
}

const made = async (path: string, body: object) => expect((await admin.post(path, body)).status).toBe(201)

async function handIn(changes: number): Promise<void> {
  const gone = await signUp(server, world.tenantId, 'PORTFOLIO_MANAGER')
  const devices = (await (await admin.get('/api/devices')).json()) as (Row & { readonly userId: string })[]
  await admin.post(`/api/devices/${devices.find(({ userId }) => userId === gone.userId)!.id}/revoke`, undefined)
  const held = Array.from({ length: changes }, () => change(investor()))
  expect((await as(server, gone).send(held)).status).toBe(403)
  const id = world.near.get('documents')!
  for (const { id: file } of held) {
    const meant = { id, file, filename: 'Held.pdf', sha256: sha256Of(pdf()) }
    expect(await uploading(server, gone).upload(meant, pdf())).toBe(204)
  }
}

async function fill({ calls, components }: Description): Promise<void> {
  const referral = world.near.get('referrals')!
  const terms = { projectId: world.near.get('projects')!, commissionPercentage: '1', frequency: 'MONTHLY' }
  await made(`/api/referrals/${referral}/commissions`, terms)
  await made(`/api/referrals/${referral}/attachments`, {
    documentName: 'Terms',
    documentUrl: 'https://example.com/terms',
  })
  const documents = [world.near, world.far].map((rows) => rows.get('documents')!)
  for (const [at, id] of documents.entries()) {
    await made('/api/user-invitations', { email: `list-${at}@example.com`, role: 'INVESTOR' })
    for (const path of ['/api/bank-accounts', '/api/trading-accounts']) {
      const { body } = calls.find((each) => each.method === 'POST' && each.path === path)!
      await made(path, sampleOf(body!.schema, components) as object)
    }
    await made('/api/saved-views', {
      userId: world.admin.userId,
      list: 'projects',
      name: `View ${at}`,
      address: '?q=a',
    })
    const { status } = await uploading(server, world.admin).begin({ id, filename: 'Plan.pdf' }, 100)
    expect(status).toBe(201)
    await transact(server, { kind: 'system', tenantId: world.tenantId }, (batch) =>
      batch.create('notifications', { userId: world.admin.userId, kind: 'DISTRIBUTION', titleKey: 'x', params: {} }),
    )
  }
  await handIn(2)
}
