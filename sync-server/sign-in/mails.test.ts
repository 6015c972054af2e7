import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { generateSecret } from 'otplib'
import { totpAad } from '#server/secrets/aad.ts'
import { demoAccounts } from '#server/demo/accounts.ts'
import { as } from '#server/test/device.ts'
import { createFirm, signUp, type TestPerson } from '#server/test/firm.ts'
import { createMailbox } from '#server/test/services/mailbox.ts'
import { withMail } from '#server/test/services/with-mail.ts'
import { password, passwordHash } from '#server/test/password.ts'
import { postForm } from '#server/test/post-form.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const mailbox = await createMailbox()
const node = withMail(server, mailbox.url)
const next = 'another long enough one'
afterAll(async () => {
  node.smtp.close()
  await mailbox.close()
})
beforeEach(async () => {
  await server.backgroundTasks.settled()
  await server.database.directory`delete from directory.sign_in_attempts`
  mailbox.received.length = 0
})

async function setupPerson() {
  const firm = await createFirm(server)
  return { ...firm, person: await signUp(server, firm.tenantId, 'PORTFOLIO_MANAGER', passwordHash) }
}

const post = (path: string, values: Record<string, string>, headers: Record<string, string> = {}, app = node.app) =>
  postForm(app, path, values, headers)
const forgot = (email: string, headers?: Record<string, string>) => post('/api/auth/forgot', { email }, headers)
const signIn = (person: TestPerson, secret: string, headers?: Record<string, string>) =>
  post('/api/login', { email: person.email, password: secret }, headers)
const sent = async () => {
  await server.backgroundTasks.settled()
  return mailbox.received
}
const tokenIn = (link: string | undefined): string => new URL(link!).searchParams.get('token')!

describe('a lost password', () => {
  it('is reset once through the mailed link', async () => {
    const { person, tenantId } = await setupPerson()
    expect((await forgot(` ${person.email.toUpperCase()} `)).status).toBe(200)
    const [mail] = await sent()
    expect(mail).toMatchObject({ to: [person.email], subject: 'Set a new password' })
    expect(mail!.text).toContain(person.email)
    const token = tokenIn(mail!.links[0])
    expect((await node.app.request(mail!.links[0]!)).status).toBe(200)
    const statuses = []
    for (let i = 0; i < 2; i++) statuses.push((await post('/api/auth/reset', { token, password: next })).status)
    expect(statuses).toEqual([303, 404])
    expect((await signIn(person, next)).status).toBe(303)
    const acts = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ action: string; by: string | null; way: string | null }>(
        `select action, user_id as by, details->>'way' as way from audit_logs where tenant_id = $1 and entity_type = 'users' order by n`,
        [tenantId],
      ),
    )
    expect(acts).toEqual([
      { action: 'users.reset', by: null, way: null },
      { action: 'users.setPassword', by: person.userId, way: 'forgotten' },
    ])
  })

  it('uses the language of the request if none is set, and so do later pages', async () => {
    const { person, admin } = await setupPerson()
    await forgot(person.email, { cookie: 'preferred-language=tr' })
    expect((await sent())[0]).toMatchObject({ subject: 'Yeni bir parola belirleyin' })
    mailbox.received.length = 0
    const email = `nadia-${person.userId}@example.com`
    await as({ ...server, app: node.app }, admin).post('/api/user-invitations', { email, role: 'PORTFOLIO_MANAGER' })
    const token = tokenIn((await sent())[0]!.links[0])
    const french = { 'accept-language': 'fr' }
    expect((await post('/api/invitation', { token, firstName: 'Nadia', password }, french)).status).toBe(303)
    mailbox.received.length = 0
    await forgot(email)
    expect((await sent())[0]).toMatchObject({ to: [email], subject: 'Définir un nouveau mot de passe' })
  })

  it('gets the same response whether the account exists or not; only an account gets a mail', async () => {
    const { person, admin } = await setupPerson()
    await as(server, admin).patch(`/api/users/${person.userId}`, { isActive: false })
    const responses = []
    for (const email of [admin.email, 'nobody@example.com', person.email, demoAccounts[0]!.email, '', "x'--"])
      responses.push(await forgot(email))
    const bodies = await Promise.all(responses.map((each) => each.text()))
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(bodies).size).toBe(1)
    expect((await sent()).map(({ to }) => to)).toEqual([[admin.email]])
  })

  it('gets its response before the lookup, so timing reveals nothing', async () => {
    const { person } = await setupPerson()
    const held: (() => Promise<unknown>)[] = []
    const backgroundTasks = { ...server.backgroundTasks, begin: (task: () => Promise<unknown>) => void held.push(task) }
    const watched = withMail({ ...server, backgroundTasks }, mailbox.url)
    expect((await post('/api/auth/forgot', { email: person.email }, {}, watched.app)).status).toBe(200)
    const resets = () => server.database.directory<{ hash: string | null }[]>`
      select reset_hash as hash from directory.users where id = ${person.userId}`
    expect([held.length, await resets()]).toEqual([1, [{ hash: null }]])
    while (held.length) await held.shift()!()
    expect([await resets(), mailbox.received]).toMatchObject([[{ hash: expect.any(String) }], [{ to: [person.email] }]])
    watched.smtp.close()
  })

  it('is limited per mailbox and per address', async () => {
    const { person } = await setupPerson()
    const statuses = []
    for (let i = 0; i < 12; i++) {
      statuses.push((await forgot(person.email)).status)
      await sent()
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429])
    expect(mailbox.received).toHaveLength(3)
    server.clock.advance(60 * 60_000)
    const response = await forgot(person.email)
    expect([response.status, (await sent()).length]).toEqual([200, 4])
  })

  it('without a mail server refers to the administrator', async () => {
    const page = await server.app.request('/api/auth/forgot')
    expect(await page.text()).toContain('Ask an administrator of your firm')
    expect(await (await post('/api/auth/forgot', { email: 'x@example.com' }, {}, server.app)).text()).toContain(
      'Ask an administrator of your firm',
    )
    expect(await (await node.app.request('/api/auth/forgot')).text()).toContain('Send link')
  })
})

describe('a link of an administrator', () => {
  it('is only mailed when a mail server is configured', async () => {
    const { person, admin } = await setupPerson()
    const response = await as(node, admin).post(`/api/users/${person.userId}/reset`, undefined)
    expect(await response.json()).toEqual({ link: null, mailed: true })
    const [mail] = await sent()
    expect(mail).toMatchObject({ to: [person.email], subject: 'Set a new password' })
    expect((await post('/api/auth/reset', { token: tokenIn(mail!.links[0]), password: next })).status).toBe(303)
  })

  it('is limited to five per person for a while', async () => {
    const { person, manager, admin } = await setupPerson()
    const request = async (id: string) => {
      const response = await as(server, admin).post(`/api/users/${id}/reset`, undefined)
      return [response.status, response.headers.get('retry-after')]
    }
    const responses = []
    for (let i = 0; i < 6; i++) responses.push(await request(person.userId))
    expect(responses.slice(4)).toEqual([
      [200, null],
      [429, '900'],
    ])
    expect(await request(manager.userId)).toEqual([200, null])
  })
})

describe('people get a mail', () => {
  it('when their password was changed, in their language and time zone', async () => {
    const { person } = await setupPerson()
    const device = as(node, person)
    await server.database.directory`update directory.users set preferred_language = 'fr' where id = ${person.userId}`
    const changed = await device.post('/api/auth/password', { oldPassword: password, newPassword: next })
    expect(changed.status).toBe(200)
    const [mail] = await sent()
    expect(mail).toMatchObject({ to: [person.email], subject: 'Votre mot de passe a été modifié' })
    expect(mail!.text).toContain('15 mars 2026')
    expect(mail!.links).toEqual(['http://localhost/api/auth/forgot'])
    await forgot(person.email)
    const link = (await sent())[1]!.links[0]
    await post('/api/auth/reset', { token: tokenIn(link), password })
    expect((await sent()).map(({ subject }) => subject)[2]).toBe('Votre mot de passe a été modifié')
  })

  it('once when too many wrong codes were entered with their password', async () => {
    const { person } = await setupPerson()
    const sealed = server.seals.seal(generateSecret(), totpAad(person.tenantId, person.userId))
    await server.database.directory`update directory.users set totp_encrypted = ${sealed} where id = ${person.userId}`
    const pendingMfa = (await signIn(person, password)).headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const give = () => post('/api/login/code', { code: '000000' }, { cookie: pendingMfa })
    for (let i = 0; i < 19; i++) await give()
    expect(await sent()).toEqual([])
    for (let i = 0; i < 3; i++) expect((await give()).status).toBe(429)
    expect((await sent()).map(({ subject, to }) => [subject, to])).toEqual([
      ['Incorrect verification codes at sign-in', [person.email]],
    ])
  })

  it('when a new device signs in, but not for known ones or the first', async () => {
    const { person } = await setupPerson()
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' }
    await server.database.directory`update directory.users set last_login = null where id = ${person.userId}`
    const first = await signIn(person, password, agent)
    expect([first.status, await sent()]).toEqual([303, []])
    const cookie = first.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    expect((await signIn(person, password, { ...agent, cookie })).status).toBe(303)
    expect(await sent()).toEqual([])
    expect((await signIn(person, password, agent)).status).toBe(303)
    const [mail] = await sent()
    expect(mail).toMatchObject({ subject: 'New sign-in to Holdfast', links: ['http://localhost/settings/security'] })
    expect(mail!.text).toContain('Chrome on Linux signed in')
  })
})
