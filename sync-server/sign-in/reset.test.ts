import { describe, expect, it } from 'vitest'
import { notifyPeople } from '#server/entities/notifications/notify.ts'
import { as } from '#server/test/device.ts'
import { createFirm, signUp, type TestPerson } from '#server/test/firm.ts'
import { password, passwordHash } from '#server/test/password.ts'
import { postForm } from '#server/test/post-form.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer({ notify: notifyPeople })
const next = 'a much better one'

async function setupFirm() {
  const firm = await createFirm(server)
  return {
    ...firm,
    person: await signUp(server, firm.tenantId, 'INVESTOR', passwordHash),
    staff: as(server, firm.admin),
  }
}

const request = (by: TestPerson, id: string) => as(server, by).post(`/api/users/${id}/reset`, undefined)
const linkFor = async (by: TestPerson, { userId }: TestPerson) =>
  ((await (await request(by, userId)).json()) as { link: string }).link
const follow = (link: string, given = next, headers: Record<string, string> = {}) => {
  const token = new URL(link).searchParams.get('token')!
  return postForm(server.app, '/api/auth/reset', { token, password: given }, headers)
}
const signIn = async ({ email }: TestPerson, given: string) =>
  (await postForm(server.app, '/api/login', { email, password: given })).status
const me = async (cookie: string) => {
  const response = await as(server, { cookie }).get('/api/auth/user')
  return [response.status, await response.json()]
}

describe('a link that sets a new password', () => {
  it('sets it once, signs in, and revokes other sessions; both actions are audited without the secret', async () => {
    const { admin, person, manager, tenantId } = await setupFirm()
    const link = await linkFor(admin, person)
    expect(await signIn(person, password), 'until it is used').toBe(303)
    expect(await (await server.app.request(link)).text()).toContain(person.email)
    const response = await follow(link, next, { cookie: manager.cookie })
    expect(response.status).toBe(303)
    const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
    expect(await me(cookie)).toMatchObject([200, { id: person.userId }])
    expect(await me(person.cookie)).toMatchObject([401, { reason: 'revoked' }])
    expect((await me(manager.cookie))[0], 'the browser’s former session').toBe(401)
    expect([await signIn(person, password), await signIn(person, next)]).toEqual([401, 303])
    expect([(await server.app.request(link)).status, (await follow(link)).status]).toEqual([404, 404])
    const entries = await server.database.tenant(tenantId, (tx) =>
      tx.query(
        `select action, user_id as by, details::text as text from audit_logs
where tenant_id = $1 and entity_type = 'users' order by n`,
        [tenantId],
      ),
    )
    expect(entries).toMatchObject([
      { action: 'users.reset', by: admin.userId },
      { action: 'users.setPassword', by: person.userId, text: expect.stringContaining('"way": "administrator"') },
    ])
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${new URL(link).searchParams.get('token')}|argon2`))
  })

  it('notifies the person in the app when made and when used, with the device', async () => {
    const { admin, person, tenantId } = await setupFirm()
    const notifications = async () => {
      await server.backgroundTasks.settled()
      return server.database.tenant(tenantId, (tx) =>
        tx.query(
          `select kind, user_id as "userId", title_key as key, params from notifications where tenant_id = $1 order by created_at, id`,
          [tenantId],
        ),
      )
    }
    const link = await linkFor(admin, person)
    const about = { entity: 'users', id: person.userId }
    const made = { kind: 'RESET_LINK', userId: person.userId, key: 'notifications:titles.RESET_LINK', params: about }
    expect(await notifications()).toEqual([made])
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    await follow(link, next, agent)
    const used = { kind: 'PASSWORD_RESET', params: { ...about, device: 'Firefox on Linux' } }
    expect(await notifications()).toMatchObject([made, used])

    expect([await signIn(person, next), (await notifications()).length]).toEqual([303, 2])
  })

  it('is used once in parallel', async () => {
    const { admin, person } = await setupFirm()
    for (let i = 0; i < 4; i++) {
      const link = await linkFor(admin, person)
      const statuses = (await Promise.all(Array.from({ length: 4 }, () => follow(link)))).map(({ status }) => status)
      expect(statuses.toSorted((a, b) => a - b)).toEqual([303, 404, 404, 404])
    }
  })

  it('ends after a day, after another link, after a password change, and for a deactivated person', async () => {
    const { admin, person, staff } = await setupFirm()
    const first = await linkFor(admin, person)
    const second = await linkFor(admin, person)
    expect((await follow(first)).status).toBe(404)
    const body = { oldPassword: password, newPassword: next }
    expect((await as(server, person).post('/api/auth/password', body)).status).toBe(200)
    expect((await follow(second)).status).toBe(404)
    const third = await linkFor(admin, person)
    await staff.patch(`/api/users/${person.userId}`, { isActive: false })
    expect((await follow(third)).status).toBe(404)
    expect((await request(admin, person.userId)).status).toBe(404)
    await staff.patch(`/api/users/${person.userId}`, { isActive: true })
    server.clock.advance(86_400_000)
    expect((await follow(third)).status).toBe(404)
  })

  it.each(['short', 'x'.repeat(1_001), ''])('refuses the password %s, and stays open', async (wrong) => {
    const { admin, person } = await setupFirm()
    const link = await linkFor(admin, person)
    expect((await follow(link, wrong)).status).toBe(400)
    expect([await signIn(person, password), (await follow(link)).status]).toEqual([303, 303])
  })

  it('is made by administrators of the firm only', async () => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    for (const by of [here.manager, here.investor]) expect((await request(by, here.person.userId)).status).toBe(403)
    const responses = [await request(here.admin, there.person.userId), await request(here.admin, here.tenantId)]
    expect(await Promise.all(responses.map(async (each) => [each.status, await each.json()]))).toEqual([
      [404, { message: 'Not found', code: 'NOT_FOUND' }],
      [404, { message: 'Not found', code: 'NOT_FOUND' }],
    ])
    expect((await server.app.request('/api/auth/reset?token=')).status).toBe(404)
  })
})
