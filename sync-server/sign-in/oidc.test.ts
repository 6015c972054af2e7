import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { createApp } from '#server/test/app.ts'
import { as } from '#server/test/device.ts'
import { createFirm, signUp } from '#server/test/firm.ts'
import { type Claims, clientId, clientSecret, createIdentityProvider } from '#server/test/services/identity-provider.ts'
import { createMailbox } from '#server/test/services/mailbox.ts'
import { password, passwordHash } from '#server/test/password.ts'
import { postForm } from '#server/test/post-form.ts'
import { setupServer } from '#server/test/server.ts'
import { withMail } from '#server/test/services/with-mail.ts'

const server = await setupServer()
const app = createApp({ ...server, allowsPrivateProviders: true })
const callbackOf = (firmId: string) => `http://localhost/api/auth/oidc/${firmId}/callback`
const isCallback = (at: string) => /^http:\/\/localhost\/api\/auth\/oidc\/[\w-]+\/callback\?/.test(at)
const known = new Map<string, Claims>()
const provider = await createIdentityProvider([callbackOf('none')], (login) => known.get(login) ?? {})
afterAll(() => provider.close())
beforeEach(() => known.clear())

async function setupFirm(more: Record<string, unknown> = {}) {
  const firm = await createFirm(server)
  provider.register(callbackOf(firm.tenantId))
  const staff = as({ ...server, app }, await signUp(server, firm.tenantId, 'ADMIN', passwordHash))
  const settings = {
    password,
    oidcIssuer: provider.issuer,
    oidcClientId: clientId,
    oidcClientSecret: clientSecret,
    ...more,
  }
  expect((await staff.patch('/api/tenant', settings)).status).toBe(200)
  return { ...firm, staff }
}

function createBrowser(serving = app) {
  const jars = new Map<string, Map<string, string>>()
  const cookiesOf = (url: URL) => jars.get(url.origin) ?? jars.set(url.origin, new Map()).get(url.origin)!
  return {
    cookies: (origin: string) => jars.get(origin) ?? new Map<string, string>(),
    async go(address: string, form?: Record<string, string>, more?: Record<string, string>): Promise<Response> {
      const url = new URL(address)
      const cookies = cookiesOf(url)
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const init = {
        method: form ? 'POST' : 'GET',
        headers: { cookie, ...(form && { origin: url.origin }), ...(more ?? { 'sec-fetch-site': 'same-origin' }) },
        redirect: 'manual' as const,
        ...(form && { body: new URLSearchParams(form) }),
      }
      const response =
        url.origin === 'http://localhost' ? await serving.request(address, init) : await fetch(address, init)
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        if (value === '' || /max-age=0/i.test(line)) cookies.delete(name!)
        else cookies.set(name!, value!)
      }
      return response
    },
  }
}
type Browser = ReturnType<typeof createBrowser>

const startAt = (firmId: string, returnTo = '/projects') =>
  `http://localhost/api/auth/oidc?${new URLSearchParams({ firm: firmId, returnTo }).toString()}`

async function atProvider(browser: Browser, from: string, login: string): Promise<string> {
  let at = from
  for (let hops = 0; hops < 12; hops++) {
    if (isCallback(at)) return at
    const response = await browser.go(at)
    const location = response.headers.get('location')
    if (location) {
      at = new URL(location, at).href
      continue
    }
    const html = await response.text()
    const action = new URL(/action="([^"]+)"/.exec(html)![1]!, at).href
    const prompt = /name="prompt" value="(\w+)"/.exec(html)![1]!
    const given = prompt === 'login' ? { prompt, login, password: 'any' } : { prompt }
    const next = await browser.go(action, given)
    at = new URL(next.headers.get('location')!, action).href
  }
  throw new Error('The provider leads nowhere')
}

async function signIn(firmId: string, login: string, browser = createBrowser()) {
  const begun = await browser.go(startAt(firmId))
  expect(begun.status).toBe(303)
  const back = await atProvider(browser, begun.headers.get('location')!, login)
  return { browser, back, response: await browser.go(back) }
}
const identity = async (browser: Browser) => {
  const cookie = `holdfast=${browser.cookies('http://localhost').get('holdfast') ?? ''}`
  return (await (await as(server, { cookie }).get('/api/auth/user')).json()) as Record<string, unknown>
}

describe('a sign-in with the provider of the firm', () => {
  it('signs in the person with the proven address and redirects to the requested page', async () => {
    const { tenantId, manager } = await setupFirm()
    known.set('mia', { email: manager.email.toUpperCase(), email_verified: true })
    const { browser, response } = await signIn(tenantId, 'mia')
    expect([response.status, response.headers.get('location')]).toEqual([303, '/projects'])
    expect(await identity(browser)).toMatchObject({ id: manager.userId, tenantId })
    expect(browser.cookies('http://localhost').has('holdfast-oidc')).toBe(false)
  })

  it('uses fresh PKCE, state and nonce', async () => {
    const { tenantId } = await setupFirm()
    const parameters = []
    for (let i = 0; i < 2; i++)
      parameters.push(new URL((await createBrowser().go(startAt(tenantId))).headers.get('location')!).searchParams)
    for (const each of parameters)
      expect(Object.fromEntries(each)).toMatchObject({
        response_type: 'code',
        code_challenge_method: 'S256',
        redirect_uri: callbackOf(tenantId),
        scope: 'openid email profile',
      })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const [one, other] = parameters.map((each) => each.get(name)!)
      expect(one!.length).toBeGreaterThan(30)
      expect(one).not.toBe(other)
    }
  })

  it('fails with a wrong secret', async () => {
    const { tenantId, manager } = await setupFirm({ oidcClientSecret: 'another one' })
    known.set('mia', { email: manager.email, email_verified: true })
    const { response } = await signIn(tenantId, 'mia')
    expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('did not sign you in')])
  })

  it.each([
    [
      'an address that the provider does not vouch for',
      (email: string) => ({ email, email_verified: false }),
      'has not verified your email address',
    ],
    ['an address of which it does not say', (email: string) => ({ email }), 'has not verified your email address'],
    ['no address', () => ({}), 'has not verified your email address'],
    [
      'an address without an account',
      () => ({ email: 'nobody@example.com', email_verified: true }),
      'this way. Ask an administrator of your firm for access',
    ],
  ])('refuses %s', async (_, claims, message) => {
    const { tenantId, manager } = await setupFirm()
    known.set('eve', claims(manager.email))
    const { browser, response } = await signIn(tenantId, 'eve')
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining(message)])
    expect(await identity(browser)).toMatchObject({ code: 'UNAUTHORIZED' })
    const [made] = await server.database.directory`select id from directory.users where email = 'nobody@example.com'`
    expect(made).toBeUndefined()
  })

  it('refuses a person of another firm or a deactivated one', async () => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    known.set('mia', { email: there.manager.email, email_verified: true })
    expect((await signIn(here.tenantId, 'mia')).response.status).toBe(403)
    expect((await signIn(there.tenantId, 'mia')).response.status).toBe(303)
    await there.staff.patch(`/api/users/${there.manager.userId}`, { isActive: false })
    expect((await signIn(there.tenantId, 'mia')).response.status).toBe(403)
  })

  it('rejects invalid addresses and stores a sanitized name', async () => {
    const { tenantId, manager, staff } = await setupFirm()
    for (const odd of [`${manager.email}\u0000`, `\ud800${manager.email}`]) {
      known.set('mia', { email: odd, email_verified: true })
      const { response } = await signIn(tenantId, 'mia')
      expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('email address')])
    }
    const email = `lou-${tenantId}@example.com`
    expect((await staff.post('/api/user-invitations', { email, role: 'PORTFOLIO_MANAGER' })).status).toBe(201)
    const long = `${'x'.repeat(254)}\u{1f600}`
    known.set('lou', { email, email_verified: true, given_name: 'L\u0000ou', family_name: long })
    const { browser, response } = await signIn(tenantId, 'lou')
    expect(response.status).toBe(303)
    expect(await identity(browser)).toMatchObject({ firstName: 'Lou', lastName: `${'x'.repeat(254)}\ufffd` })
  })

  it('accepts the firm’s open invitation of the address, with the provider’s name', async () => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    const invitation = { email: 'ada@example.com', role: 'PORTFOLIO_MANAGER' }
    expect((await there.staff.post('/api/user-invitations', invitation)).status).toBe(201)
    known.set('ada', { email: 'ada@example.com', email_verified: true, given_name: 'Ada', family_name: 'Noor' })
    expect((await signIn(here.tenantId, 'ada')).response.status).toBe(403)
    const { browser, response } = await signIn(there.tenantId, 'ada')
    expect(response.status).toBe(303)
    expect(await identity(browser)).toMatchObject({
      tenantId: there.tenantId,
      role: 'PORTFOLIO_MANAGER',
      firstName: 'Ada',
      lastName: 'Noor',
    })
    expect((await signIn(there.tenantId, 'ada')).response.status, 'the second time as a known person').toBe(303)
    const signedIn = await postForm(app, '/api/login', { email: 'ada@example.com', password: '' })
    expect(signedIn.status, 'an account without a password').toBe(401)
  })
})

describe('an invitation to an address that now belongs to an existing person', () => {
  it('is not used up by their sign-in', async () => {
    const { tenantId, manager, staff } = await setupFirm()
    known.set('mia', { email: manager.email, email_verified: true })
    expect((await signIn(tenantId, 'mia')).response.status).toBe(303)
    const invited = 'ada@example.org'
    expect((await staff.post('/api/user-invitations', { email: invited, role: 'INVESTOR' })).status).toBe(201)
    for (const login of ['mia', 'ada']) known.set(login, { email: invited, email_verified: true })
    expect((await signIn(tenantId, 'mia')).response.status).toBe(403)
    const people = (await (await staff.get('/api/users?limit=1000')).json()) as { email: string }[]
    expect(people.map(({ email }) => email)).not.toContain(invited)
    await server.events.flush()
    const refused = await server.database.tenant(tenantId, (tx) =>
      tx.query(
        `select user_id as who, details->>'problem' as why from audit_events
where tenant_id = $1 and action = 'sessions.signIn' and details->>'outcome' = 'refused'`,
        [tenantId],
      ),
    )
    expect(refused).toEqual([{ who: null, why: 'otherIdentity' }])
    const { browser, response } = await signIn(tenantId, 'ada')
    expect([response.status, (await identity(browser))['email']]).toEqual([303, invited])
  })
})

describe('a cross-site sign-in', () => {
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of ours', { 'sec-fetch-site': 'same-site' }],
    ['a link in a mail', { 'sec-fetch-site': 'none' }],
    ['a page of another site, in an old browser', { referer: 'https://evil.example/' }],
    ['nowhere, in an old browser', {}],
  ])('does not start, but leads to the page with the button: %s', async (_, headers) => {
    const { tenantId } = await setupFirm()
    const browser = createBrowser()
    const response = await browser.go(startAt(tenantId), undefined, headers)
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `/api/login?firm=${tenantId}&returnTo=%2Fprojects`,
    ])
    expect(browser.cookies('http://localhost').size).toBe(0)
  })

  it('needs our own page, even in a browser that sends only the origin', async () => {
    const { tenantId } = await setupFirm()
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { referer: 'http://localhost/api/login' }])
      expect((await createBrowser().go(startAt(tenantId), undefined, headers)).headers.get('location')).toContain(
        provider.issuer,
      )
  })
})

describe('a sign-in with the provider', () => {
  it('is audited as such', async () => {
    const { tenantId, manager } = await setupFirm()
    known.set('mia', { email: manager.email, email_verified: true })
    await signIn(tenantId, 'mia')
    const entries = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ details: unknown }>(
        `select details from audit_events where tenant_id = $1 and action = 'sessions.signIn'`,
        [tenantId],
      ),
    )
    expect(entries).toMatchObject([{ details: { by: 'provider', issuer: provider.issuer } }])
  })

  it('that fails is audited, with the person if known', async () => {
    const { tenantId, manager, investor } = await setupFirm()
    await server.database.directory`update directory.users set is_active = false where id = ${manager.userId}`
    known.set('left', { email: manager.email, email_verified: true })
    known.set('nobody', { email: 'CANARY@example.com', email_verified: true })
    known.set('unproven', { email: investor.email, email_verified: false })
    for (const login of ['left', 'nobody', 'unproven'])
      expect((await signIn(tenantId, login)).response.status).toBe(403)
    const browser = createBrowser()
    await browser.go(startAt(tenantId))
    expect((await browser.go(`${callbackOf(tenantId)}?code=x&state=another`)).status).toBe(400)
    expect(
      (await createBrowser().go(`${callbackOf(tenantId)}?code=x&state=x`)).status,
      'whoever comes from nowhere',
    ).toBe(400)
    await server.events.flush()
    const entries = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ who: string | null; details: object }>(
        `select user_id as who, details from audit_events where tenant_id = $1 and action = 'sessions.signIn' order by place`,
        [tenantId],
      ),
    )
    const refused = (problem: string) =>
      expect.objectContaining({ outcome: 'refused', by: 'provider', problem }) as object
    expect(entries).toEqual([
      { who: manager.userId, details: refused('noAccount') },
      { who: null, details: refused('noAccount') },
      { who: null, details: refused('emailUnproven') },
      { who: null, details: refused('providerStale') },
    ])
    expect(JSON.stringify(entries)).not.toMatch(/CANARY/i)
  })

  it('is bound to the provider’s identity until a reset or a provider change', async () => {
    const { tenantId, manager, investor, staff } = await setupFirm()
    const address = { email: manager.email, email_verified: true }
    for (const login of ['mia', 'heir']) known.set(login, address)
    const statusOf = async (login: string) => (await signIn(tenantId, login)).response.status
    expect([await statusOf('mia'), await statusOf('heir'), await statusOf('mia')]).toEqual([303, 403, 303])
    const page = await (await signIn(tenantId, 'heir')).response.text()
    expect(page).toContain('this way. Ask an administrator of your firm for access')
    await server.events.flush()
    const refused = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ who: string; why: string }>(
        `select user_id as who, details->>'problem' as why from audit_events
where tenant_id = $1 and action = 'sessions.signIn' and details->>'outcome' = 'refused'`,
        [tenantId],
      ),
    )
    expect(refused).toEqual(Array(2).fill({ who: manager.userId, why: 'otherIdentity' }))
    known.set('mia', { email: investor.email, email_verified: true })
    expect(await statusOf('mia'), 'nor does one identity have two accounts').toBe(403)
    expect((await staff.post(`/api/users/${manager.userId}/reset`, undefined)).status).toBe(200)
    expect([await statusOf('heir'), await statusOf('mia')]).toEqual([303, 303])
    const settings = (oidcIssuer: string | null) => ({
      password,
      oidcIssuer,
      oidcClientId: clientId,
      oidcClientSecret: clientSecret,
    })
    for (const issuer of [null, provider.issuer])
      expect((await staff.patch('/api/tenant', settings(issuer))).status).toBe(200)
    known.set('third', address)
    expect([await statusOf('third'), await statusOf('heir')]).toEqual([303, 403])
  })

  it('is bound again when the client changes', async () => {
    const { tenantId, manager, staff } = await setupFirm()
    for (const login of ['mia', 'mia-for-the-other-client'])
      known.set(login, { email: manager.email, email_verified: true })
    const statusOf = async (login: string) => (await signIn(tenantId, login)).response.status
    expect(await statusOf('mia')).toBe(303)
    for (const oidcClientId of ['another', clientId])
      expect((await staff.patch('/api/tenant', { password, oidcClientId })).status).toBe(200)
    expect([await statusOf('mia-for-the-other-client'), await statusOf('mia')]).toEqual([303, 403])
  })

  it('notifies of a new browser, but not of the first', async () => {
    const mailbox = await createMailbox()
    const node = withMail(server, mailbox.url)
    try {
      const serving = createApp({ ...node, allowsPrivateProviders: true })
      const { tenantId, manager } = await setupFirm()
      known.set('mia', { email: manager.email, email_verified: true })
      const mailCounts: number[] = []
      const [one, other] = [createBrowser(serving), createBrowser(serving)]
      const setLastLogin = (at: string | null) => server.database.directory`
        update directory.users set last_login = ${at} where id = ${manager.userId}`
      await setLastLogin(null)
      for (const browser of [one, one, other, other]) {
        expect((await signIn(tenantId, 'mia', browser)).response.status).toBe(303)
        await setLastLogin(server.now().toISOString())
        await server.backgroundTasks.settled()
        mailCounts.push(mailbox.received.length)
      }
      expect(mailCounts).toEqual([0, 0, 1, 1])
      expect(mailbox.received[0]).toMatchObject({ to: [manager.email], subject: 'New sign-in to Holdfast' })
    } finally {
      node.smtp.close()
      await mailbox.close()
    }
  })
})

describe('a provider’s response', () => {
  it('is valid for that firm’s callback only', async () => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    known.set('mia', { email: here.manager.email, email_verified: true })
    const victim = createBrowser()
    const [ours, theirs] = await Promise.all(
      [here, there].map(async ({ tenantId }) => new URL((await victim.go(startAt(tenantId))).headers.get('location')!)),
    )
    expect(ours!.searchParams.get('redirect_uri')).not.toBe(theirs!.searchParams.get('redirect_uri'))
    const forwarded = new URL(ours!)
    for (const name of ['state', 'nonce', 'code_challenge'])
      forwarded.searchParams.set(name, theirs!.searchParams.get(name)!)
    const back = await atProvider(victim, forwarded.href, 'mia')
    expect(back).toContain(callbackOf(here.tenantId))
    const response = await victim.go(back)
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('sign')])
    expect(await identity(victim)).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('is valid once, in its browser, for a quarter of an hour, unaltered', async () => {
    const { tenantId, manager } = await setupFirm()
    known.set('mia', { email: manager.email, email_verified: true })
    const browser = createBrowser()
    const begin = async () => {
      const begun = await browser.go(startAt(tenantId))
      return atProvider(browser, begun.headers.get('location')!, 'mia')
    }
    const statuses: Record<string, number> = {}
    let back = await begin()
    statuses['another browser'] = (await createBrowser().go(back)).status
    const other = new URL(back)
    other.searchParams.set('state', 'x'.repeat(43))
    statuses['another state'] = (await browser.go(other.href)).status
    back = await begin()
    const guessed = new URL(back)
    guessed.searchParams.set('code', 'x'.repeat(43))
    statuses['another code'] = (await browser.go(guessed.href)).status
    back = await begin()
    server.clock.advance(15 * 60_000)
    statuses['too late'] = (await browser.go(back)).status
    back = await begin()
    statuses['right'] = (await browser.go(back)).status
    statuses['again'] = (await browser.go(back)).status
    expect(statuses).toEqual({
      'another browser': 400,
      'another state': 400,
      'another code': 401,
      'too late': 400,
      right: 303,
      again: 400,
    })
  })

  it('is bound to its journey’s verifier and nonce', async () => {
    const { tenantId, manager } = await setupFirm()
    known.set('mia', { email: manager.email, email_verified: true })
    const [victim, attacker] = [createBrowser(), createBrowser()]
    const begun = await attacker.go(startAt(tenantId))
    const code = new URL(await atProvider(attacker, begun.headers.get('location')!, 'mia')).searchParams.get('code')!
    const own = new URL((await victim.go(startAt(tenantId))).headers.get('location')!)
    const planted = new URLSearchParams({ code, state: own.searchParams.get('state')!, iss: provider.issuer })
    expect((await victim.go(`${callbackOf(tenantId)}?${planted.toString()}`)).status).toBe(401)
    expect(await identity(victim)).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('with a refusal is reported as such', async () => {
    const { tenantId } = await setupFirm()
    const browser = createBrowser()
    const authorization = new URL((await browser.go(startAt(tenantId))).headers.get('location')!)
    const no = new URLSearchParams({
      error: 'access_denied',
      state: authorization.searchParams.get('state')!,
      iss: provider.issuer,
    })
    const response = await browser.go(`${callbackOf(tenantId)}?${no.toString()}`)
    expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('did not sign you in')])
  })
})

describe('a provider', () => {
  it('that is unavailable is reported as such, and the password still works', async () => {
    const gone = await createIdentityProvider([callbackOf('none')], () => ({}))
    const { tenantId } = await setupFirm({ oidcIssuer: gone.issuer })
    await gone.close()
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const browser = createBrowser(createApp({ ...server, allowsPrivateProviders: true, log }))
    const response = await browser.go(startAt(tenantId))
    expect(response.status).toBe(303)
    const line = lines.find((each) => each.includes('the provider of a firm does not answer'))!
    expect(JSON.parse(line)).toMatchObject({ firm: tenantId })
    expect(line).not.toContain(`Firm ${tenantId}`)
    const page = await (await browser.go(new URL(response.headers.get('location')!, 'http://localhost').href)).text()
    expect(page).toContain('Your firm’s identity provider is not responding.')
    expect(page).toContain('name="password"')
  })

  it('on a local network is refused by a public server', async () => {
    const { tenantId } = await setupFirm()
    for (const oidcIssuer of [provider.issuer, 'https://127.0.0.1:9', 'https://localhost:9']) {
      await server.database.directory`update directory.tenants set oidc_issuer = ${oidcIssuer} where id = ${tenantId}`
      expect((await createBrowser(server.app).go(startAt(tenantId))).headers.get('location')).toBe(
        `/api/login?firm=${tenantId}&away=1`,
      )
    }
  })

  it('is offered on its firm’s sign-in page, and redirects within this server only', async () => {
    const { tenantId } = await setupFirm()
    await setupFirm()
    const page = async (query: string) => (await app.request(`/api/login${query}`)).text()
    expect(await page(`?firm=${tenantId}&returnTo=/investors`)).toContain(
      `href="/api/auth/oidc?firm=${tenantId}&amp;returnTo=%2Finvestors"`,
    )
    expect(await page(`?firm=${tenantId}`)).toContain(`Sign in with <bdi>Firm ${tenantId}</bdi>`)
    for (const query of ['', '?firm=x', `?firm=${(await createFirm(server)).tenantId}`])
      expect(await page(query)).not.toContain('/api/auth/oidc')
    const { manager, tenantId: own } = await setupFirm()
    known.set('mia', { email: manager.email, email_verified: true })
    const browser = createBrowser()
    const begun = await browser.go(startAt(own, 'https://evil.example/'))
    const back = await atProvider(browser, begun.headers.get('location')!, 'mia')
    expect((await browser.go(back)).headers.get('location')).toBe('/')
  })

  it.each(['', 'x', '0197a3b0-0000-7000-8000-000000000001'])(
    'of an unknown firm (%j) leads to the sign-in page',
    async (firm) => {
      const response = await createBrowser().go(startAt(firm))
      expect([response.status, response.headers.get('location')]).toEqual([303, '/api/login'])
    },
  )
})
