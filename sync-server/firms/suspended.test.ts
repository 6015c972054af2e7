import { expect, it } from 'vitest'
import { codeTexts } from '#schema/kernel/codes.ts'
import { queueJob } from '#server/jobs/queue.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { change, project } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm, signUp } from '#server/test/firm.ts'
import { password, passwordHash } from '#server/test/password.ts'
import { postForm } from '#server/test/post-form.ts'
import { setupServer } from '#server/test/server.ts'
import { resumeFirm, suspendFirm } from './suspended.ts'

const server = await setupServer()
const { database } = server

async function setupFirm() {
  const { tenantId, admin } = await createFirm(server)
  const person = await signUp(server, tenantId, 'ADMIN', passwordHash)
  return { tenantId, admin, person, suspend: () => suspendFirm(server, tenantId) }
}

const signIn = (email: string) => postForm(server.app, '/api/login', { email, password })

it('every call gets 503 SUSPENDED with Retry-After, and works with the same session after a resume', async () => {
  const { tenantId, admin, suspend } = await setupFirm()
  const other = await setupFirm()
  const client = as(server, admin)
  const kept = change(project({ name: 'Kept' }))
  expect([await suspend(), await suspend()]).toEqual([true, false])
  const request = (path: string, method = 'GET', body?: string) =>
    server.app.request(path, {
      method,
      headers: { cookie: admin.cookie, 'content-type': 'application/json' },
      ...(body ? { body } : {}),
    })
  const responses = [
    await request('/api/auth/user'),
    await request('/api/sync/feed?after=0&epoch=&scope='),
    await request('/api/sync/changes', 'POST', JSON.stringify({ changes: [kept] })),
    await request('/api/projects'),
    await request('/api/uploads', 'POST'),
    await request('/files/x'),
  ]
  for (const response of responses) {
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '120'])
    expect(await response.json()).toEqual({ code: 'SUSPENDED', message: codeTexts.SUSPENDED })
  }
  expect((await as(server, other.admin).get('/api/auth/user')).status).toBe(200)
  expect([await resumeFirm(server, tenantId), await resumeFirm(server, tenantId)]).toEqual([true, false])
  expect((await client.get('/api/auth/user')).status).toBe(200)
  const trail = (await (await client.get('/api/audit-logs?entity=tenants')).json()) as { action: string }[]
  expect(trail.map(({ action }) => action)).toEqual(['tenants.resume', 'tenants.suspend'])
  expect(await client.push(kept)).toMatchObject([{ verdict: 'applied' }])
})

it('nobody signs in, and the sign-in page says why; a wrong password reveals nothing', async () => {
  const { tenantId, person, suspend } = await setupFirm()
  await suspend()
  const refused = await signIn(person.email)
  expect([refused.status, refused.headers.get('location')]).toEqual([303, '/api/login?suspended=1'])
  expect(refused.headers.getSetCookie().filter((each) => each.startsWith('holdfast='))).toEqual([])
  const page = await server.app.request('/api/login?suspended=1', { headers: { cookie: person.cookie } })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('account is suspended') as string])
  const wrong = await postForm(server.app, '/api/login', { email: person.email, password: 'not the one' })
  expect(wrong.status).toBe(401)
  expect(await server.sessions.begin({ id: person.userId, tenantId, passwordHash })).toBeUndefined()
  await resumeFirm(server, tenantId)
  expect((await signIn(person.email)).headers.get('location')).toBe('/')
})

it('a signed-in person can sign out', async () => {
  const { person, suspend } = await setupFirm()
  await suspend()
  const response = await server.app.request('/api/logout', { method: 'POST', headers: { cookie: person.cookie } })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
})

it('jobs wait, and run after a resume', async () => {
  const { tenantId, suspend } = await setupFirm()
  const ran: string[] = []
  const kind = `of-${tenantId}`
  const run = async (_: unknown, job: { readonly key: string }) => void ran.push(job.key)
  const worker = createWorker({ ...server, jobs: { [kind]: { run } } })
  await database.tenant(tenantId, (tx) => queueJob(tx, { kind, key: 'mail', runAt: server.now() }))
  await suspend()
  await worker.checkAllFirms()
  await worker.checkFirm(tenantId)
  expect(ran).toEqual([])
  await resumeFirm(server, tenantId)
  await worker.checkAllFirms()
  expect(ran).toEqual(['mail'])
})
