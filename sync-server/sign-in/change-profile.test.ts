import { expect, it } from 'vitest'
import { createApp } from '#server/test/app.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const path = '/api/auth/user'
type Body = Readonly<Record<string, unknown>>

async function setupPeople() {
  const firm = await createFirm(server)
  const device = as(server, firm.investor)
  const request = async (body: unknown) => {
    const response = await device.patch(path, body)
    return { status: response.status, body: (await response.json()) as Body }
  }
  const me = async () => (await (await device.get(path)).json()) as Body
  const people = async () => (await (await as(server, firm.admin).get('/api/users')).json()) as Body[]
  const entries = () =>
    server.database.tenant(firm.tenantId, (tx) =>
      tx.query<Body>(
        `select action, user_id as by, entity_id as id, details->'before' as before, details->'after' as after
from audit_logs where tenant_id = $1 and entity_type = 'users' order by n`,
        [firm.tenantId],
      ),
    )
  return { ...firm, request, me, people, entries }
}

it('a person of any role changes their names, in the response, later requests and the audit trail', async () => {
  const { request, me, entries, investor } = await setupPeople()
  const before = await me()
  const { status, body } = await request({ firstName: 'Zoé', lastName: 'Martin' })
  expect([status, body]).toMatchObject([200, { id: investor.userId, firstName: 'Zoé', lastName: 'Martin' }])
  expect(await me()).toMatchObject({ firstName: 'Zoé', lastName: 'Martin' })
  expect(await entries()).toEqual([
    {
      action: 'users.rename',
      by: investor.userId,
      id: investor.userId,
      before: { firstName: before['firstName'], lastName: before['lastName'] },
      after: { firstName: 'Zoé', lastName: 'Martin' },
    },
  ])
  expect((await request({ firstName: 'Zoé' })).status).toBe(200)
  expect(await entries()).toHaveLength(1)
})

it('cannot change anything else or other people', async () => {
  const { request, people, admin } = await setupPeople()
  const before = await people()
  const more = { id: admin.userId, userId: admin.userId, email: 'x@x.test', role: 'ADMIN', isActive: false }
  const { status, body } = await request({ lastName: 'Martin', ...more })
  expect([status, body['role']]).toEqual([200, 'INVESTOR'])
  const strip = ({ lastName: _, updatedAt: _at, ...rest }: Body) => rest
  expect((await people()).map(strip)).toEqual(before.map(strip))
})

it('a first name is required, a last one is not', async () => {
  const { request, me } = await setupPeople()
  expect(await request({ firstName: '  ' })).toMatchObject({
    status: 400,
    body: { issues: { firstName: { key: 'required' } } },
  })
  expect((await request({ firstName: 'x'.repeat(256) })).status).toBe(400)
  expect((await request({ firstName: 'Pelé', lastName: null })).status).toBe(200)
  expect(await me()).toMatchObject({ firstName: 'Pelé', lastName: null })
})

it('a person sets and removes a small picture; the trail has its hash', async () => {
  const { request, me, entries } = await setupPeople()
  const picture = `data:image/jpeg;base64,${'A'.repeat(4_000)}`
  expect(await request({ profileImageUrl: picture })).toMatchObject({ status: 200, body: { profileImageUrl: picture } })
  expect(await me()).toMatchObject({ profileImageUrl: picture })
  expect(await request({ profileImageUrl: null })).toMatchObject({ status: 200, body: { profileImageUrl: null } })
  expect(await entries()).toMatchObject([
    { before: { profileImageUrl: null }, after: { profileImageUrl: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    { before: { profileImageUrl: expect.stringMatching(/^[0-9a-f]{64}$/) }, after: { profileImageUrl: null } },
  ])
})

it.each([
  ['a picture of another site', 'https://pictures.example/ada.jpg'],
  ['a drawing, which can hold scripts', 'data:image/svg+xml;base64,AAAA'],
  ['a page', 'data:text/html;base64,AAAA'],
  ['a call of the server', '/api/logout'],
  ['a picture of too many bytes', `data:image/png;base64,${'A'.repeat(8_000)}`],
])('%s is refused', async (_, profileImageUrl) => {
  const { request } = await setupPeople()
  expect((await request({ profileImageUrl })).status).toBe(400)
})

it('a shared demo account keeps its name', async () => {
  const { admin } = await createFirm(server)
  const shown = [{ ...server.demo.shown[0]!, email: admin.email }]
  const app = createApp({ ...server, demo: { ...server.demo, shown } })
  const response = await as({ ...server, app }, admin).patch(path, { firstName: 'X' })
  expect([response.status, await response.json()]).toMatchObject([409, { code: 'DEMO' }])
})
