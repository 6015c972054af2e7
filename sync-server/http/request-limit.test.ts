import { expect, it } from 'vitest'
import { createApp } from '../test/app.ts'
import { as } from '../test/device.ts'
import { createFirm } from '../test/firm.ts'
import { setupServer } from '../test/server.ts'

const server = await setupServer()
const limited = () => ({ ...server, app: createApp({ ...server, requestsPerMinute: 4 }) })

it('a session that asks too often in a minute is told when to come back, whatever it asks', async () => {
  const here = limited()
  const { admin, manager } = await createFirm(server)
  const staff = as(here, admin)
  for (const path of ['/api/projects', '/api/auth/user', '/api/sync/feed?after=0&epoch=&scope='])
    expect((await staff.get(path)).status).toBe(200)
  expect((await staff.get(`/files/${admin.userId}`)).status).toBe(404)
  const refused = await staff.get('/api/projects')
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    429,
    '15',
    { code: 'RATE_LIMITED' },
  ])
  expect((await as(here, manager).get('/api/projects')).status).toBe(200)
  server.clock.advance(15_000)
  expect((await staff.get('/api/projects')).status).toBe(200)
  expect((await staff.get('/api/projects')).status).toBe(429)
})

it('two sessions of one person have their own', async () => {
  const here = limited()
  const { admin } = await createFirm(server)
  const [one, two] = [
    as(here, admin),
    as(here, { cookie: `holdfast=${await server.sessions.begin({ id: admin.userId, tenantId: admin.tenantId })}` }),
  ]
  for (let times = 0; times < 4; times++) await one.get('/api/projects')
  expect([(await one.get('/api/projects')).status, (await two.get('/api/projects')).status]).toEqual([429, 200])
})

it('who is not signed in is not counted here', async () => {
  const stranger = as(limited(), null)
  for (let times = 0; times < 6; times++) expect((await stranger.get('/api/projects')).status).toBe(401)
})
