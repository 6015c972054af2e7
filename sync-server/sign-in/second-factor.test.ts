import { generateSync } from 'otplib'
import { beforeEach, describe, expect, it } from 'vitest'
import { demoOf } from '#server/demo/demo.ts'
import { createApp } from '#server/test/app.ts'
import { notifyPeople } from '#server/entities/notifications/notify.ts'
import { as } from '#server/test/device.ts'
import { createFirm, signUp, type TestPerson } from '#server/test/firm.ts'
import { password, passwordHash } from '#server/test/password.ts'
import { postForm } from '#server/test/post-form.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer({ notify: notifyPeople })
const path = '/api/auth/totp'
const step = 30_000
beforeEach(() => server.database.directory`delete from directory.sign_in_attempts`)

interface TotpResponse {
  readonly status: number
  readonly body: {
    readonly offer: string
    readonly secret: string
    readonly uri: string
    readonly picture: string
    readonly recoveryCodes: readonly string[]
    readonly isOn: boolean
    readonly recoveryCodesLeft: number
  }
}

const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor((server.now().getTime() + steps * step) / 1000) })

async function setupPerson(role: 'ADMIN' | 'PORTFOLIO_MANAGER' = 'PORTFOLIO_MANAGER') {
  const firm = await createFirm(server)
  const person = await signUp(server, firm.tenantId, role, passwordHash)
  const device = as(server, person)
  const request = async (method: string, at: string, body?: unknown): Promise<TotpResponse> => {
    const response = await device.request(method, at, body)
    return { status: response.status, body: (await response.json()) as TotpResponse['body'] }
  }
  const turnOn = async () => {
    const { offer, secret } = (await request('POST', path, { password })).body
    const on = await request('PUT', path, { offer, code: codeOf(secret) })
    expect(on.status).toBe(200)
    server.clock.advance(step)
    return { secret, codes: on.body.recoveryCodes }
  }
  return { ...firm, person, request, turnOn, staff: as(server, firm.admin) }
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .filter((pair) => !pair.endsWith('='))
    .join('; ')
const postTo = (app: typeof server.app, at: string, values: Record<string, string>, cookie = '') =>
  postForm(app, at, values, { cookie })
const post = (at: string, values: Record<string, string>, cookie = '') => postTo(server.app, at, values, cookie)
const signIn = (person: TestPerson, secret = password) =>
  post('/api/login', { email: person.email, password: secret, returnTo: '/projects' })
const give = (cookie: string, code: string) => post('/api/login/code', { code }, cookie)
const isSession = async (cookie: string): Promise<boolean> => (await as(server, { cookie }).get('/api/auth/user')).ok
const acts = (tenantId: string) =>
  server.database.tenant(tenantId, (tx) =>
    tx.query<{ action: string; by: string; details: unknown }>(
      `select action, user_id as by, details from audit_logs where tenant_id = $1 and entity_type = 'users' order by n`,
      [tenantId],
    ),
  )

describe('signing in with a second factor', () => {
  it('requires password and code before there is a session', async () => {
    const { person, turnOn, tenantId } = await setupPerson()
    const { secret } = await turnOn()
    const first = await signIn(person)
    expect([first.status, first.headers.get('location')]).toEqual([303, '/api/login/code'])
    const pendingMfa = cookiesOf(first)
    expect(pendingMfa).toMatch(/^holdfast-half=[^;]+$/)
    expect(await isSession(pendingMfa)).toBe(false)
    const page = await server.app.request('/api/login/code', { headers: { cookie: pendingMfa } })
    expect(await page.text()).toContain('autocomplete="one-time-code"')
    const second = await give(pendingMfa, ` ${codeOf(secret).replace(/(...)/, '$1 ')}`)
    expect([second.status, second.headers.get('location')]).toEqual([303, '/projects'])
    expect(await isSession(cookiesOf(second))).toBe(true)
    const entries = JSON.stringify(await acts(tenantId))
    expect(entries).toContain('users.enrolTotp')
    expect(entries).not.toContain(secret)
  })

  it('accepts each code once, one step early or late, even in parallel', async () => {
    const { person, turnOn } = await setupPerson()
    const { secret } = await turnOn()
    const pendingMfa = cookiesOf(await signIn(person))
    const statuses = async (...codes: string[]) =>
      (await Promise.all(codes.map(async (code) => give(pendingMfa, code))))
        .map(({ status }) => status)
        .toSorted((a, b) => a - b)
    expect(await statuses(codeOf(secret, -2)), 'too old').toEqual([401])
    expect(await statuses(codeOf(secret, -1)), 'that of the enrolment').toEqual([401])
    expect(await statuses(codeOf(secret), codeOf(secret), codeOf(secret))).toEqual([303, 401, 401])
    expect(await statuses(codeOf(secret, 1)), 'a phone whose clock is fast').toEqual([303])
    expect(await statuses(codeOf(secret)), 'an earlier one').toEqual([401])
    server.clock.advance(3 * step)
    expect(await statuses(codeOf(secret, -1)), 'a phone whose clock is slow').toEqual([303])
    expect((await give(pendingMfa, 'x'.repeat(30_000))).status, 'more than a form holds').toBe(413)
  })

  it.each(['', '000000', '12345', 'abcdef', '1'.repeat(40), 'AAAA-AAAA-AAAA-AAAA', "' or 1=1"])(
    'refuses %j',
    async (code) => {
      const { person, turnOn } = await setupPerson()
      await turnOn()
      expect((await give(cookiesOf(await signIn(person)), code)).status).toBe(401)
    },
  )

  it('counts wrong codes like wrong passwords, but not right ones', async () => {
    const { person, turnOn } = await setupPerson()
    const { secret } = await turnOn()
    const pendingMfa = cookiesOf(await signIn(person))
    for (let i = 0; i < 3; i++) {
      server.clock.advance(step)
      expect((await give(pendingMfa, codeOf(secret))).status).toBe(303)
    }
    const statuses: number[] = []
    for (let i = 0; i < 101; i++) statuses.push((await give(pendingMfa, '000000')).status)
    expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([19, 429])
    server.clock.advance(step)
    const response = await give(pendingMfa, codeOf(secret))
    expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  it('allows 20 wrong codes a day; then only recovery codes work', async () => {
    const { person, turnOn } = await setupPerson()
    const { secret, codes } = await turnOn()
    const enter = async (code: string) => give(cookiesOf(await signIn(person)), code)
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) {
      server.clock.advance(20 * 60_000)
      statuses.push((await enter('000000')).status)
    }
    expect(statuses).toEqual([...Array<number>(19).fill(401), 429, 429])
    const refused = await enter(codeOf(secret))
    expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('only with a recovery code')])
    expect((await enter(codes[0]!)).status).toBe(303)
    expect((await enter(codeOf(secret))).status, 'a recovery code ends nothing').toBe(429)
    server.clock.advance(24 * 60 * 60_000)
    expect((await enter(codeOf(secret))).status).toBe(303)
  })

  it('counts the wrong codes per secret', async () => {
    const { person, turnOn, staff } = await setupPerson()
    const { secret } = await turnOn()
    const enter = async (code: string) => (await give(cookiesOf(await signIn(person)), code)).status
    for (let i = 0; i < 20; i++) await enter('000000')
    expect(await enter(codeOf(secret))).toBe(429)
    await staff.post(`/api/users/${person.userId}/reset-totp`, undefined)
    const other = await turnOn()
    expect(await enter(codeOf(other.secret))).toBe(303)
  })

  it('expires after ten minutes, with a new password, and for a deactivated person', async () => {
    const { person, turnOn, staff } = await setupPerson()
    const { secret } = await turnOn()
    const pendingMfa = cookiesOf(await signIn(person))
    const leads = async (cookie = pendingMfa) => {
      server.clock.advance(step)
      return (await give(cookie, codeOf(secret))).headers.get('location')
    }
    await staff.patch(`/api/users/${person.userId}`, { isActive: false })
    expect(await leads()).toBe('/api/login')
    await staff.patch(`/api/users/${person.userId}`, { isActive: true })
    expect(await leads()).toBe('/projects')
    const { directory } = server.database
    await directory`update directory.users set password_hash = 'other' where id = ${person.userId}`
    expect(await leads()).toBe('/api/login')
    await directory`update directory.users set password_hash = ${passwordHash} where id = ${person.userId}`
    server.clock.advance(10 * 60_000)
    expect(await leads()).toBe('/api/login')
    expect([
      await leads(''),
      await leads('holdfast-half=x'),
      await leads(`holdfast-half=v1.test.${'A'.repeat(60)}`),
    ]).toEqual(Array(3).fill('/api/login'))
  })

  it('is also required after a password reset', async () => {
    const { person, turnOn, staff } = await setupPerson()
    const { secret } = await turnOn()
    const { link } = (await (await staff.post(`/api/users/${person.userId}/reset`, undefined)).json()) as {
      link: string
    }
    const token = new URL(link).searchParams.get('token')!
    const response = await post('/api/auth/reset', { token, password: 'another long enough one' })
    expect([response.headers.get('location'), await isSession(cookiesOf(response))]).toEqual(['/api/login/code', false])
    expect(await isSession(cookiesOf(await give(cookiesOf(response), codeOf(secret))))).toBe(true)
  })
})

describe('recovery codes', () => {
  it('are ten, each valid once, in any spelling', async () => {
    const { person, turnOn, request, tenantId } = await setupPerson()
    const { codes } = await turnOn()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    const pendingMfa = cookiesOf(await signIn(person))
    const typed = codes[0]!.toLowerCase().replaceAll('-', ' ')
    const responses = await Promise.all([give(pendingMfa, typed), give(pendingMfa, typed)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 401])
    expect((await request('GET', path)).body).toEqual({
      hasPassword: true,
      isOn: true,
      isRequired: false,
      recoveryCodesLeft: 9,
    })
    expect((await acts(tenantId)).filter(({ action }) => action === 'users.useRecoveryCode')).toHaveLength(1)
    const stored = JSON.stringify(
      await server.database
        .directory`select recovery_hashes, totp_encrypted from directory.users where id = ${person.userId}`,
    )
    for (const code of codes) expect(stored).not.toContain(code)
  })

  it('are replaced with the password', async () => {
    const { person, turnOn, request } = await setupPerson()
    expect((await request('POST', `${path}/recovery-codes`, { password })).status, 'none yet').toBe(409)
    const { codes } = await turnOn()
    expect((await request('POST', `${path}/recovery-codes`, { password: 'wrong' })).status).toBe(400)
    const renewed = (await request('POST', `${path}/recovery-codes`, { password })).body.recoveryCodes
    const pendingMfa = cookiesOf(await signIn(person))
    expect([(await give(pendingMfa, codes[1]!)).status, (await give(pendingMfa, renewed[1]!)).status]).toEqual([
      401, 303,
    ])
  })
})

describe('/api/auth/totp', () => {
  it('offers a secret for the password, and changes nothing until the first code', async () => {
    const { person, request } = await setupPerson()
    expect((await request('POST', path, { password: 'wrong' })).status).toBe(400)
    const { body } = await request('POST', path, { password })
    expect(body.uri).toContain(`secret=${body.secret}`)
    expect(decodeURIComponent(body.uri)).toContain(person.email)
    expect(body.picture).toMatch(/^data:image\/svg\+xml,/)
    expect((await request('GET', path)).body).toEqual({
      hasPassword: true,
      isOn: false,
      isRequired: false,
      recoveryCodesLeft: 0,
    })
    expect((await request('PUT', path, { offer: body.offer, code: '000000' })).status).toBe(400)
    expect((await signIn(person)).headers.get('location')).toBe('/projects')
    server.clock.advance(15 * 60_000)
    const late = await request('PUT', path, { offer: body.offer, code: codeOf(body.secret) })
    expect(late).toMatchObject({ status: 400, body: { issues: { code: { key: 'codeExpired' } } } })
  })

  it('accepts a code once, even in parallel or after a sign-in: the latest recovery codes are valid', async () => {
    const { person, request } = await setupPerson()
    const { offer, secret } = (await request('POST', path, { password })).body
    const turnOn = () => request('PUT', path, { offer, code: codeOf(secret) })
    const [one, other] = await Promise.all([turnOn(), turnOn()])
    expect(new Set([one!.status, other!.status])).toEqual(new Set([200, 400]))
    server.clock.advance(step)
    expect((await give(cookiesOf(await signIn(person)), codeOf(secret))).status).toBe(303)
    expect((await turnOn()).status).toBe(400)
    const [accepted] = [one!, other!].filter(({ status }) => status === 200)
    expect((await give(cookiesOf(await signIn(person)), accepted!.body.recoveryCodes[0]!)).status).toBe(303)
  })

  it('accepts an offer from its owner only', async () => {
    const [one, other] = [await setupPerson(), await setupPerson()]
    const { offer, secret } = (await one.request('POST', path, { password })).body
    expect((await other.request('PUT', path, { offer, code: codeOf(secret) })).status).toBe(400)
    expect((await one.request('PUT', path, { offer: 'v1.test.x', code: codeOf(secret) })).status).toBe(400)
  })

  it('is sealed for the person: it cannot be opened in another row', async () => {
    const [one, other] = [await setupPerson(), await setupPerson()]
    const { secret } = await one.turnOn()
    await other.turnOn()
    await server.database.directory`
      update directory.users set totp_encrypted = (select totp_encrypted from directory.users where id = ${one.person.userId})
      where id = ${other.person.userId}`
    expect((await give(cookiesOf(await signIn(other.person)), codeOf(secret))).status).toBe(500)
    expect(server.unexpectedErrors.splice(0).join()).toContain('does not open')
  })

  it('is removed by the person with their password, unless the firm requires it', async () => {
    const { person, turnOn, request, staff, tenantId } = await setupPerson()
    await turnOn()
    await staff.patch('/api/tenant', { requiresSecondFactor: true })
    expect((await request('POST', `${path}/remove`, { password })).status).toBe(403)
    await staff.patch('/api/tenant', { requiresSecondFactor: false })
    expect((await request('POST', `${path}/remove`, { password: 'wrong' })).status).toBe(400)
    expect((await request('POST', `${path}/remove`, { password })).body).toMatchObject({
      isOn: false,
      recoveryCodesLeft: 0,
    })
    expect((await signIn(person)).headers.get('location')).toBe('/projects')
    expect((await acts(tenantId)).map(({ action, by }) => [action, by])).toEqual([
      ['users.enrolTotp', person.userId],
      ['users.removeTotp', person.userId],
    ])
  })

  it('is removed by administrators of the firm only', async () => {
    const { person, turnOn, staff, manager, admin, tenantId } = await setupPerson()
    const there = await createFirm(server)
    await turnOn()
    const at = `/api/users/${person.userId}/reset-totp`
    expect((await as(server, manager).post(at, undefined)).status).toBe(403)
    expect((await as(server, there.admin).post(at, undefined)).status).toBe(404)
    const listed = async () =>
      ((await (await staff.get('/api/users')).json()) as { id: string; hasSecondFactor: boolean }[]).find(
        ({ id }) => id === person.userId,
      )!.hasSecondFactor
    expect(await listed()).toBe(true)
    expect(await (await staff.post(at, undefined)).json()).toMatchObject({ id: person.userId, hasSecondFactor: false })
    expect([(await staff.post(at, undefined)).status, await listed()]).toEqual([200, false])
    expect((await signIn(person)).headers.get('location')).toBe('/projects')
    expect((await acts(tenantId)).at(-1)).toMatchObject({ action: 'users.removeTotp', by: admin.userId })
    expect(await acts(tenantId)).toHaveLength(2)
    await server.backgroundTasks.settled()
    const notifications = await server.database.tenant(tenantId, (tx) =>
      tx.query('select kind, user_id as "userId" from notifications where tenant_id = $1', [tenantId]),
    )
    expect(notifications).toEqual([{ kind: 'SECOND_FACTOR_REMOVED', userId: person.userId }])
  })

  it('requires a password, set first if missing', async () => {
    const { tenantId } = await createFirm(server)
    const without = as(server, await signUp(server, tenantId, 'PORTFOLIO_MANAGER'))
    expect(await (await without.get(path)).json()).toMatchObject({ hasPassword: false, isOn: false })
    for (const suffix of ['', '/remove', '/recovery-codes']) {
      const response = await without.post(`${path}${suffix}`, { password })
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { issues: { password: { key: 'noPassword' } } },
      ])
    }
  })

  it('is not available for shared accounts', async () => {
    const { request, person } = await setupPerson()
    const app = server.demo.shown[0]!.email
    await server.database.directory`update directory.users set email = ${app} where id = ${person.userId}`
    for (const suffix of ['', '/remove', '/recovery-codes'])
      expect(await request('POST', `${path}${suffix}`, { password })).toMatchObject({
        status: 409,
        body: { code: 'DEMO' },
      })
    await server.database.directory`update directory.users set email = ${person.email} where id = ${person.userId}`
  })
})

describe('a firm that requires a second factor', () => {
  const field = (html: string, name: string): string => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)![1]!
  const secretIn = (html: string): string => /<code>([A-Z2-7 ]+)<\/code>/.exec(html)![1]!.replaceAll(' ', '')

  it('keeps the sessions of people who have one', async () => {
    const { request, turnOn, staff } = await setupPerson()
    await turnOn()
    await staff.patch('/api/tenant', { requiresSecondFactor: true })
    expect((await request('GET', path)).status).toBe(200)
  })

  it('requires a setup at sign-in, with recovery codes, before there is a session', async () => {
    const { person, staff } = await setupPerson()
    await staff.patch('/api/tenant', { requiresSecondFactor: true })
    const first = await signIn(person)
    expect(first.headers.get('location')).toBe('/api/login/second-factor')
    const pendingMfa = cookiesOf(first)
    const shown = await server.app.request('/api/login/second-factor', { headers: { cookie: pendingMfa } })
    const html = await shown.text()
    const [offer, secret] = [field(html, 'offer'), secretIn(html)]
    const wrong = await post('/api/login/second-factor', { offer, code: '000000' }, pendingMfa)
    const again = await wrong.text()
    expect([wrong.status, secretIn(again)]).toEqual([401, secret])
    const right = await post(
      '/api/login/second-factor',
      { offer: field(again, 'offer'), code: codeOf(secret) },
      pendingMfa,
    )
    const codes = [...(await right.text()).matchAll(/<code>([A-Z2-7-]{19})<\/code>/g)].map(([, code]) => code!)
    expect([right.status, codes.length, await isSession(cookiesOf(right))]).toEqual([200, 10, true])
    const enrolled = as(server, { cookie: cookiesOf(right) })
    expect(await (await enrolled.get(path)).json()).toEqual({
      hasPassword: true,
      isOn: true,
      isRequired: true,
      recoveryCodesLeft: 10,
    })
    server.clock.advance(step)
    expect((await signIn(person)).headers.get('location')).toBe('/api/login/code')
    const replaced = await post('/api/login/second-factor', { offer, code: codeOf(secret) }, pendingMfa)
    expect(replaced.headers.get('location')).toBe('/api/login/code')
  })

  it('counts wrong first codes like wrong passwords, and limits the form’s size', async () => {
    const { person, staff } = await setupPerson()
    await staff.patch('/api/tenant', { requiresSecondFactor: true })
    const pendingMfa = cookiesOf(await signIn(person))
    const strict = createApp({ ...server, demo: demoOf(false) })
    const give = (code: string) => postTo(strict, '/api/login/second-factor', { offer: 'v1.test.x', code }, pendingMfa)
    expect((await give('x'.repeat(30_000))).status).toBe(413)
    const responses: Response[] = []
    for (let i = 0; i < 11; i++) responses.push(await give('000000'))
    expect(responses.map(({ status }) => status)).toEqual([...Array<number>(10).fill(401), 429])
    expect(Number(responses.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it.each([
    ['password', { password_hash: 'other' }],
    ['second factor', { totp_encrypted: 'other' }],
  ])('is not enabled if the %s changes meanwhile', async (_, change) => {
    const { person, staff, tenantId } = await setupPerson()
    await staff.patch('/api/tenant', { requiresSecondFactor: true })
    const pendingMfa = cookiesOf(await signIn(person))
    const html = await (
      await server.app.request('/api/login/second-factor', { headers: { cookie: pendingMfa } })
    ).text()
    const given = { offer: field(html, 'offer'), code: codeOf(secretIn(html)) }
    const { directory, tenant } = server.database
    const waiting = () => tenant(tenantId, (tx) => tx.query('select 1 from pg_locks where not granted'))
    const { late } = await directory.begin(async (sql) => {
      await sql`update directory.users set ${sql(change)} where id = ${person.userId}`
      const response = post('/api/login/second-factor', given, pendingMfa)
      await expect.poll(waiting).not.toHaveLength(0)
      return { late: response }
    })
    const response = await late
    expect([response.status, await isSession(cookiesOf(response))]).toEqual([401, false])
    const [now] = await directory`
      select totp_encrypted, recovery_hashes from directory.users where id = ${person.userId}`
    expect(now).toEqual({ totp_encrypted: null, recovery_hashes: null, ...('totp_encrypted' in change && change) })
    expect(JSON.stringify(await acts(tenantId))).not.toContain('enrolTotp')
  })

  it('requires it after accepting an invitation', async () => {
    const { staff } = await setupPerson()
    await staff.patch('/api/tenant', { requiresSecondFactor: true })
    const invited = await staff.post('/api/user-invitations', { email: 'ada@example.com', role: 'ADMIN' })
    const { link } = (await invited.json()) as { link: string }
    const token = new URL(link).searchParams.get('token')!
    const accepted = await post('/api/invitation', { token, firstName: 'Ada', lastName: '', password })
    expect([accepted.headers.get('location'), await isSession(cookiesOf(accepted))]).toEqual([
      '/api/login/second-factor',
      false,
    ])
  })
})
