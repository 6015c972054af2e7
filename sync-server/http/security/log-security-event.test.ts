import { generateSync } from 'otplib'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/test/app.ts'
import { as } from '#server/test/device.ts'
import { createFirm, signUp, type TestPerson } from '#server/test/firm.ts'
import { password, passwordHash } from '#server/test/password.ts'
import { postForm } from '#server/test/post-form.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const next = 'CANARY a better one'
beforeEach(() => server.database.directory`delete from directory.sign_in_attempts`)

async function setupFirm() {
  const lines: Record<string, unknown>[] = []
  const log = { ...server.log, info: (line: Record<string, unknown>) => void lines.push(line) } as typeof server.log
  const here = { ...server, app: createApp({ ...server, log, mayNarrowRole: true }) }
  const firm = await createFirm(server)
  const person = await signUp(server, firm.tenantId, 'PORTFOLIO_MANAGER', passwordHash)
  let read = 0
  const logged = async () => {
    await server.events.flush()
    const entries = await server.database.tenant(firm.tenantId, (tx) =>
      tx.query<{ text: string }>(
        `select concat_ws(' ', action, details->>'outcome', user_id) as text from audit_events
where tenant_id = $1 and action <> 'jobs.run' order by place`,
        [firm.tenantId],
      ),
    )
    const summaryOf = ({ event, outcome, userId }: Record<string, unknown>) =>
      `${event as string} ${outcome as string} ${userId as string}`
    const written = lines.splice(0)
    expect(
      written.every(({ address }) => address === 'unknown'),
      'where it came from',
    ).toBe(true)
    expect(JSON.stringify([written, entries])).not.toMatch(/CANARY|a long enough|@example/)
    return {
      lines: written.map(summaryOf),
      entries: entries.slice(read, (read = entries.length)).map(({ text }) => text),
    }
  }
  const post = (path: string, form: Record<string, string>, cookie = '') => postForm(here.app, path, form, { cookie })
  const signIn = (given: string, { email }: TestPerson = person, cookie = '') =>
    post('/api/login', { email, password: given }, cookie)
  return { ...firm, here, person, logged, post, signIn, device: as(here, person), staff: as(here, firm.admin) }
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .filter((pair) => !pair.endsWith('='))
    .join('; ')
const both = (action: string, outcome: 'done' | 'refused' | 'throttled', { userId }: TestPerson) => ({
  lines: [`${action} ${outcome === 'done' ? 'accepted' : outcome} ${userId}`],
  entries: [`${action} ${outcome} ${userId}`],
})
const tokenOf = (link: string) => new URL(link).searchParams.get('token')!

describe('an attempt', () => {
  it('at an account that is deactivated, or has no password, is logged to its firm and gets the same response as any other', async () => {
    const { logged, signIn, person, manager } = await setupFirm()
    const without = await signIn('CANARY', manager)
    expect(await logged()).toEqual(both('sessions.signIn', 'refused', manager))
    await server.database.directory`update directory.users set is_active = false where id = ${person.userId}`
    const gone = await signIn(password)
    expect(await logged()).toEqual(both('sessions.signIn', 'refused', person))
    const nobody = await signIn(password, { ...person, email: 'nobody@example.com' })
    expect(await logged()).toEqual({ lines: ['sessions.signIn refused null'], entries: [] })
    const texts = await Promise.all(
      [without, gone, nobody].map(async (each) => (await each.text()).replaceAll(/value="[^"]*"/g, '')),
    )
    expect(new Set(texts).size).toBe(1)
    expect([without.status, gone.status, nobody.status]).toEqual([401, 401, 401])
  })

  it('with a password that is too long is a failed one', async () => {
    const { logged, signIn, person } = await setupFirm()
    expect((await signIn('x'.repeat(1_001))).status).toBe(401)
    expect(await logged()).toEqual(both('sessions.signIn', 'refused', person))
  })

  it('to confirm with a wrong password is logged, and so is a throttled one', async () => {
    const { logged, device, person, here } = await setupFirm()
    const change = () => device.post('/api/auth/password', { oldPassword: 'CANARY', newPassword: next })
    expect((await change()).status).toBe(400)
    expect(await logged()).toEqual(both('sessions.ownPassword', 'refused', person))
    expect((await device.post('/api/auth/totp', { password: 'CANARY' })).status).toBe(400)
    expect(await logged()).toEqual(both('sessions.ownPassword', 'refused', person))
    const owner = await signUp(server, person.tenantId, 'ADMIN', passwordHash)
    const provider = { oidcIssuer: 'https://id.example', oidcClientId: 'x', password: 'CANARY' }
    expect((await as(here, owner).patch('/api/tenant', provider)).status).toBe(400)
    expect(await logged()).toEqual(both('sessions.ownPassword', 'refused', owner))
    await server.database.directory`
      update directory.sign_in_attempts set failures = 100, free_at = ${new Date(server.now().getTime() + 60_000).toISOString()}`
    expect((await change()).status).toBe(429)
    expect(await logged()).toEqual(both('sessions.ownPassword', 'throttled', person))
  })

  it('to turn a second factor on with a wrong code is logged, signed in or during the sign-in', async () => {
    const { logged, device, person, post, signIn, tenantId } = await setupFirm()
    await device.request('PUT', '/api/auth/totp', { offer: 'x', code: '123456' })
    expect(await logged()).toEqual(both('sessions.secondFactor', 'refused', person))
    await server.database.directory`update directory.tenants set requires_second_factor = true where id = ${tenantId}`
    const half = await signIn(password)
    expect(half.headers.get('location')).toBe('/api/login/second-factor')
    expect(await logged(), 'nobody is signed in yet').toEqual(both('sessions.ownPassword', 'done', person))
    await post('/api/login/second-factor', { offer: 'x', code: '123456' }, cookiesOf(half))
    expect(await logged()).toEqual(both('sessions.secondFactor', 'refused', person))
  })
})

describe('a session', () => {
  it('begun behind a link is a sign-in, and one that the browser ends later, or by another sign-in, a sign-out', async () => {
    const { logged, staff, person, post, signIn, here, tenantId, admin } = await setupFirm()
    const invited = await staff.post('/api/user-invitations', {
      email: 'new@example.com',
      role: 'INVESTOR',
      message: null,
      investorId: null,
    })
    const { link } = (await invited.json()) as { link: string }
    expect((await logged()).lines).toEqual([`userInvitations.create done ${admin.userId}`])
    await post('/api/invitation', { token: tokenOf(link), firstName: 'CANARY', password: next })
    const [account] = await server.database.directory<{ userId: string }[]>`
      select id as "userId" from directory.users where tenant_id = ${tenantId} and email = 'new@example.com'`
    const newcomer = { ...person, ...account! }
    const accepted = await logged()
    expect(accepted.lines).toEqual([
      `userInvitations.accept done ${newcomer.userId}`,
      `sessions.signIn accepted ${newcomer.userId}`,
    ])
    expect(accepted.entries).toEqual(both('sessions.signIn', 'done', newcomer).entries)
    const reset = (await (await staff.post(`/api/users/${person.userId}/reset`, undefined)).json()) as { link: string }
    await logged()
    const back = await post('/api/auth/reset', { token: tokenOf(reset.link), password: next })
    const used = await logged()
    expect(used.lines).toEqual([`users.setPassword done ${person.userId}`, `sessions.signIn accepted ${person.userId}`])
    expect(used.entries).toEqual(both('sessions.signIn', 'done', person).entries)
    const again = await signIn(next, person, cookiesOf(back))
    expect((await logged()).entries).toEqual([
      ...both('sessions.signIn', 'done', person).entries,
      ...both('sessions.signOut', 'done', person).entries,
    ])
    const cookie = `${cookiesOf(again).split('; ')[0]}; holdfast-person=ended`
    const responses = await Promise.all([1, 2].map(() => as(here, { cookie }).get('/api/auth/user')))
    expect(responses.map(({ status }) => status)).toEqual([401, 401])
    expect(await logged()).toEqual(both('sessions.signOut', 'done', person))
  })
})

describe('an action', () => {
  it('on an account is one line with person and address, and no values except role and status', async () => {
    const { logged, device, staff, person, admin, signIn, post } = await setupFirm()
    const lines = async () => (await logged()).lines
    const second = await server.sessions.begin({ id: person.userId, tenantId: person.tenantId })
    const devices = (await (await device.get('/api/devices')).json()) as { id: string; isThis: boolean }[]
    await device.post(`/api/devices/${devices.find(({ isThis }) => !isThis)!.id}/revoke`, undefined)
    expect([second !== undefined, await lines()]).toEqual([true, [`sessions.revoke done ${person.userId}`]])
    await device.patch('/api/auth/user/role', { role: 'INVESTOR' })
    await device.patch('/api/auth/user/role', { role: 'PORTFOLIO_MANAGER' })
    expect(await lines()).toEqual([`users.actAs done ${person.userId}`, `users.actAs done ${person.userId}`])
    const offered = (await (await device.post('/api/auth/totp', { password })).json()) as {
      offer: string
      secret: string
    }
    const code = generateSync({ secret: offered.secret, epoch: Math.floor(server.now().getTime() / 1000) })
    const on = await device.request('PUT', '/api/auth/totp', { offer: offered.offer, code })
    const { recoveryCodes } = (await on.json()) as { recoveryCodes: string[] }
    expect(await lines()).toEqual([`users.enrolTotp done ${person.userId}`])
    const half = cookiesOf(await signIn(password))
    await lines()
    expect((await post('/api/login/code', { code: recoveryCodes[0]! }, half)).status).toBe(303)
    expect(await lines()).toEqual([
      `users.useRecoveryCode done ${person.userId}`,
      `sessions.secondFactor accepted ${person.userId}`,
      `sessions.signIn accepted ${person.userId}`,
    ])
    await device.post('/api/auth/totp/recovery-codes', { password })
    await device.post('/api/auth/totp/remove', { password })
    expect(await lines()).toEqual([
      `users.renewRecoveryCodes done ${person.userId}`,
      `users.removeTotp done ${person.userId}`,
    ])
    await device.post('/api/auth/password', { oldPassword: password, newPassword: next })
    expect(await lines()).toEqual([`users.changePassword done ${person.userId}`])
    await staff.post(`/api/users/${person.userId}/reset`, undefined)
    await staff.patch(`/api/users/${person.userId}`, { isActive: false })
    expect(await lines()).toEqual([`users.reset done ${admin.userId}`, `users.update done ${admin.userId}`])
  })

  it('that reveals a secret is a line, even when it is refused', async () => {
    const { logged, device, staff, person, admin } = await setupFirm()
    const account = await staff.post('/api/bank-accounts', { bankName: 'First Bank', accountNumber: 'CANARY-12345678' })
    const { id } = (await account.json()) as { id: string }
    await logged()
    const question = { field: 'accountNumber', reason: 'CANARY reason' }
    await staff.post(`/api/bank-accounts/${id}/reveal`, question)
    await device.post(`/api/bank-accounts/${id}/reveal`, question)
    const { lines } = await logged()
    expect(lines).toContain(`bankAccounts.reveal done ${admin.userId}`)
    expect(lines.filter((line) => line.includes(person.userId))).not.toEqual([])
  })
})
