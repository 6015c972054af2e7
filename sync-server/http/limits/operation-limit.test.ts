import { describe, expect, it } from 'vitest'
import { createApp } from '#server/test/app.ts'
import { change, project, update } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const limited = () => ({
  ...server,
  app: createApp({ ...server, operationsPerMinute: { staff: 6, investor: 2 } }),
})

const quay = { name: 'Quay', type: 'COMMERCIAL' }

describe('operations per minute', () => {
  it('are counted per person over changes and single requests, and a refusal has Retry-After', async () => {
    const here = limited()
    const { admin, manager } = await createFirm(server)
    const staff = as(here, admin)
    await staff.push(change(project(), project()), change(project()))
    for (let i = 0; i < 3; i++) expect((await staff.post('/api/projects', quay)).status).toBe(201)
    const refused = await staff.post('/api/projects', quay)
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
      429,
      '10',
      { code: 'RATE_LIMITED' },
    ])
    expect((await staff.send([change(project())])).status).toBe(429)
    expect((await staff.get('/api/projects')).status).toBe(200)
    expect((await as(here, manager).post('/api/projects', quay)).status).toBe(201)
    server.clock.advance(10_000)
    expect((await staff.post('/api/projects', quay)).status).toBe(201)
    expect((await staff.post('/api/projects', quay)).status).toBe(429)
  })

  it('are not refused for longer when the clock is set back', async () => {
    const here = limited()
    const { admin } = await createFirm(server)
    const staff = as(here, admin)
    await staff.push(change(...Array.from({ length: 6 }, () => project())))
    server.clock.advance(-3_600_000)
    const refused = await staff.send([change(project())])
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    server.clock.advance(10_000)
    expect((await staff.send([change(project())])).status).toBe(200)
  })

  it('let a larger request through, which leaves a debt', async () => {
    const here = limited()
    const { admin } = await createFirm(server)
    const staff = as(here, admin)
    await staff.push(...Array.from({ length: 18 }, () => change(project())))
    const refused = await staff.send([change(project())])
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '130'])
    server.clock.advance(130_000)
    expect((await staff.send([change(project())])).status).toBe(200)
  })

  it('are checked before the body of a push is read', async () => {
    const here = limited()
    const { admin } = await createFirm(server)
    const staff = as(here, admin)
    await staff.push(...Array.from({ length: 7 }, () => change(project())))
    const request = (body: string) =>
      here.app.request('/api/sync/changes', {
        method: 'POST',
        headers: { cookie: admin.cookie, origin: 'http://localhost', 'content-type': 'application/json' },
        body,
      })
    expect((await request('not JSON')).status).toBe(429)
    server.clock.advance(60_000)
    expect((await request('not JSON')).status).toBe(400)
  })

  it('count an import of any size as one request', async () => {
    const { admin } = await createFirm(server)
    const { app } = limited()
    const form = new FormData()
    form.set('entity', 'projects')
    form.set('map', JSON.stringify({ columns: { Name: 'name', Kind: 'type' } }))
    form.set('file', new File([`Name,Kind\n${'Quay,COMMERCIAL\n'.repeat(30)}`], 'projects.csv'))
    const headers = { cookie: admin.cookie, origin: 'http://localhost' }
    for (const status of [...Array<number>(6).fill(200), 429])
      expect((await app.request('/api/imports', { method: 'POST', headers, body: form })).status).toBe(status)
  })

  it('are fewer for investors, even when all are refused', async () => {
    const here = limited()
    const { investor, tenantId } = await createFirm(server)
    const device = as(here, investor)
    const forbidden = () => device.send([change(update('projects', tenantId, { name: 'x' }, { name: 'y' }))])
    expect([(await forbidden()).status, (await forbidden()).status, (await forbidden()).status]).toEqual([
      200, 200, 429,
    ])
  })
})
