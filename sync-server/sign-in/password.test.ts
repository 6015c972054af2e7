import { describe, expect, it } from 'vitest'
import { knownDevice } from '#server/auth/known-device.ts'
import { demoOf } from '#server/demo/demo.ts'
import { createApp } from '#server/test/app.ts'
import { as } from '#server/test/device.ts'
import { createFirm, signUp, type TestPerson } from '#server/test/firm.ts'
import { password, passwordHash } from '#server/test/password.ts'
import { postForm } from '#server/test/post-form.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const next = 'a much better one'

async function setupPerson() {
  const { tenantId } = await createFirm(server)
  return signUp(server, tenantId, 'INVESTOR', passwordHash)
}

const change = (person: TestPerson, body: unknown = { oldPassword: password, newPassword: next }, app = server.app) =>
  as({ ...server, app }, person).post('/api/auth/password', body)
const signIn = async ({ email }: TestPerson, given: string, app = server.app) =>
  (await postForm(app, '/api/login', { email, password: given })).status
const me = async (cookie: string) => {
  const response = await as(server, { cookie }).get('/api/auth/user')
  return [response.status, ((await response.json()) as { reason?: string }).reason]
}
const hashOf = async ({ userId }: TestPerson): Promise<string> => {
  const [row] = await server.database.directory<{ hash: string }[]>`
    select password_hash as hash from directory.users where id = ${userId}`
  return row!.hash
}
const audited = (tenantId: string) =>
  server.database.tenant(tenantId, (tx) =>
    tx.query<{ by: string }>(
      `select user_id as by, entity_id as id, details::text as text from audit_logs
where tenant_id = $1 and action = 'users.changePassword'`,
      [tenantId],
    ),
  )

describe('POST /api/auth/password', () => {
  it('renews this session’s secret and revokes every other session', async () => {
    const person = await setupPerson()
    const other = await server.sessions.begin({ id: person.userId, tenantId: person.tenantId })
    const response = await change(person)
    expect([response.status, await response.json()]).toEqual([200, { success: true }])
    const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
    expect(await me(cookie)).toEqual([200, undefined])
    expect(await me(person.cookie), 'the former secret').toEqual([401, undefined])
    expect(await me(`holdfast=${other}`)).toEqual([401, 'revoked'])
    expect([await signIn(person, password), await signIn(person, next)]).toEqual([401, 303])
    const entries = await audited(person.tenantId)
    const text = expect.stringContaining('"way": "ownChange"') as string
    expect(entries).toMatchObject([{ by: person.userId, id: person.userId, text }])
    expect(JSON.stringify(entries)).not.toMatch(/argon2|a long enough|much better/)
  })

  it('ends parallel sign-ins with the old password', async () => {
    const person = await setupPerson()
    const form = { email: person.email, password }
    const login = () => postForm(server.app, '/api/login', form)
    const logins: Promise<Response>[] = []
    let isChanged = false
    const changed = change(person).finally(() => void (isChanged = true))
    let underWay = 0
    while (!isChanged) {
      if (underWay < 12) {
        underWay += 1
        logins.push(login().finally(() => void (underWay -= 1)))
      }
      await server.database.directory`select 1`
    }
    await Promise.all(logins)
    expect(await me((await changed).headers.getSetCookie()[0]!.split(';')[0]!)).toEqual([200, undefined])
    const alive = await server.database.directory`
      select id from directory.sessions where user_id = ${person.userId} and ended_as is null`
    expect(alive).toHaveLength(1)
  })

  it('a sign-in that read the old password earlier creates no session afterwards', async () => {
    const person = await setupPerson()
    const [before] = [await hashOf(person), await change(person)]
    const { userId: id, tenantId } = person
    expect(await server.sessions.begin({ id, tenantId, passwordHash: before })).toBeUndefined()
    expect(await server.sessions.begin({ id, tenantId, passwordHash: await hashOf(person) })).toBeDefined()
    await server.database.directory`update directory.users set is_active = false where id = ${id}`
    expect(await server.sessions.begin({ id, tenantId }), 'nor does one of a deactivated person').toBeUndefined()
  })

  it('keeps this browser known for all people who signed in there', async () => {
    const [first, second] = [await setupPerson(), await setupPerson()]
    const cookies = new Map<string, string>()
    const keep = (response: Response) => {
      for (const [pair, ...flags] of response.headers.getSetCookie().map((each) => each.split('; ')))
        if (pair!.startsWith('holdfast-device') && flags.includes('Path=/api/login'))
          cookies.set(pair!.split('=')[0]!, pair!.slice(pair!.indexOf('=') + 1))
      return response
    }
    const signInHere = async ({ email }: TestPerson, given: string) =>
      keep(
        await postForm(
          server.app,
          '/api/login',
          { email, password: given },
          { cookie: [...cookies].map((each) => each.join('=')).join('; ') },
        ),
      )
    for (const each of [first, second]) expect((await signInHere(each, password)).status).toBe(303)
    expect(keep(await change(second)).status).toBe(200)
    for (const [{ userId }, hash] of [
      [first, passwordHash],
      [second, await hashOf(second)],
    ] as const)
      expect(knownDevice({ id: userId, passwordHash: hash }, [...cookies.values()])).toBeDefined()
  })

  it('is not slowed down by guesses elsewhere', async () => {
    const person = await setupPerson()
    const app = createApp({ ...server, demo: demoOf(false) })
    for (let i = 0; i < 12; i++) await signIn(person, 'a wrong one', app)
    expect(await signIn(person, password, app)).toBe(429)
    expect((await change(person, undefined, app)).status).toBe(200)
  })

  it('requires the old one, and otherwise changes nothing', async () => {
    const person = await setupPerson()
    const response = await change(person, { oldPassword: 'wrong', newPassword: next })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'VALIDATION', errors: { oldPassword: 'The password is incorrect' } },
    ])
    expect([await me(person.cookie), await signIn(person, password)]).toEqual([[200, undefined], 303])
    expect(await audited(person.tenantId)).toEqual([])
  })

  it.each([
    { newPassword: 'too short' },
    { newPassword: 'password1234' },
    { newPassword: 'x'.repeat(1_001) },
    { newPassword: '            ' },
    { newPassword: 'twelve and \u0000' },
    { newPassword: null },
    { newPassword: 123_456_789_012 },
    { oldPassword: null },
    { oldPassword: [password] },
  ])('refuses %j', async (wrong) => {
    const person = await setupPerson()
    expect((await change(person, { oldPassword: password, newPassword: next, ...wrong })).status).toBe(400)
    expect([await me(person.cookie), await signIn(person, password)]).toEqual([[200, undefined], 303])
  })

  it('succeeds once for parallel requests', async () => {
    const person = await setupPerson()
    const passwords = ['the first new one', 'the second new one']
    const responses = await Promise.all(
      passwords.map((each) => change(person, { oldPassword: password, newPassword: each })),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const won = statuses.indexOf(200)
    expect([await signIn(person, passwords[won]!), await signIn(person, passwords[1 - won]!)]).toEqual([303, 401])
    expect(await audited(person.tenantId)).toHaveLength(1)
  })

  it('limits guesses on an unlocked device', async () => {
    const person = await setupPerson()
    const app = createApp({ ...server, demo: demoOf(false) })
    const wrong = { oldPassword: 'wrong', newPassword: next }
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await change(person, wrong, app)).status)
    expect([statuses.slice(0, 10), statuses[10]]).toEqual([Array(10).fill(400), 429])
    const right = await change(person, undefined, app)
    expect([right.status, right.headers.get('retry-after')], 'also with the right one').toEqual([429, '60'])
  })

  it('affects only the own account, whatever the body contains', async () => {
    const [person, victim] = [await setupPerson(), await setupPerson()]
    const { userId: id, email } = victim
    await change(person, { oldPassword: password, newPassword: next, id, userId: id, email })
    expect([await signIn(victim, password), await signIn(person, next)]).toEqual([303, 303])
    expect((await as(server, null).post('/api/auth/password', {})).status).toBe(401)
  })

  it('cannot change demo accounts', async () => {
    const person = await setupPerson()
    const { email } = demoOf(true).shown[0]!
    await server.database.directory`update directory.users set email = ${email} where id = ${person.userId}`
    expect((await change(person)).status).toBe(409)
  })
})
