import { describe, expect, it } from 'vitest'
import { signedIn } from '#schema/sync/protocol.ts'
import { demoOf } from '#server/demo/demo.ts'
import { createApp } from '#server/test/app.ts'
import { as } from '#server/test/device.ts'
import { createFirm, signUp } from '#server/test/firm.ts'
import { password, passwordHash } from '#server/test/password.ts'
import { postForm } from '#server/test/post-form.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const origin = 'http://localhost'
const day = 86_400_000

async function setupPerson() {
  const { tenantId } = await createFirm(server)
  return signUp(server, tenantId, 'ADMIN', passwordHash)
}

const signIn = async (fields: Record<string, string>, headers: Record<string, string> = {}, app = server.app) =>
  postForm(app, '/api/login', fields, headers)

const cookieOf = (response: Response): string => response.headers.get('set-cookie')!.split(';')[0]!
const meStatus = async (cookie: string) => (await as(server, { cookie }).get('/api/auth/user')).status

describe('the sign-in page', () => {
  const shown = async (response: Response | Promise<Response>) =>
    /<p>[^<]*\b(\d+)\b[^<]*<\/p>/.exec(await (await response).text())?.[1]

  it('shows the number of unsent changes on the device, even after a wrong password', async () => {
    expect(await shown(server.app.request('/api/login?waiting=5'))).toBe('5')
    expect(await shown(signIn({ email: 'nobody@example.com', password, waiting: '5' }))).toBe('5')
    for (const waiting of ['0', '<b>', '-3', '9999999'])
      expect(await shown(server.app.request(`/api/login?waiting=${encodeURIComponent(waiting)}`))).toBeUndefined()
  })
})

it('a second cookie from a sibling host ends no session', async () => {
  const { cookie, userId } = await setupPerson()
  expect(await meStatus(`holdfast-person=ended; holdfast-person=${userId}; ${cookie}`)).toBe(200)
  expect(await meStatus(cookie)).toBe(200)
})

describe('signing in', () => {
  it('redirects with 303 to the requested page, with an HttpOnly cookie', async () => {
    const { email } = await setupPerson()
    const response = await signIn({ email: `  ${email.toUpperCase()} `, password, returnTo: '/projects?search=a#b' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/projects?search=a#b'])
    const [value, ...flags] = response.headers.getSetCookie()[0]!.split('; ')
    expect(value).toMatch(/^holdfast=[\w-]{43}$/)
    expect(flags.toSorted()).toEqual(['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax'])
    expect(await meStatus(value!)).toBe(200)
  })

  it('WHO3 names the person in a script-readable cookie, and removes it at the sign-out', async () => {
    const { email, userId } = await setupPerson()
    const response = await signIn({ email, password })
    const [value, ...flags] = response.headers.getSetCookie()[1]!.split('; ')
    expect(value).toBe(`holdfast-person=${userId}`)
    expect(flags.toSorted()).toEqual(['Max-Age=34560000', 'Path=/', 'SameSite=Lax'])
    const out = await as(server, { cookie: cookieOf(response) }).get('/api/logout')
    expect(out.headers.getSetCookie()[1]).toMatch(/^holdfast-person=; Max-Age=0; Path=\//)
  })

  it('WHO7 WHO9 leaves the cookie alone when a script requests the session, because that person may have signed out since', async () => {
    const { cookie } = await setupPerson()
    const login = async (more: string) =>
      (await as(server, { cookie: `${cookie}${more}` }).get('/api/auth/user')).headers.getSetCookie()
    expect(await login('')).toEqual([])
    expect(await login('; holdfast-person=somebody')).toEqual([])
  })

  it('WHO3 WHO9 sends the cookie with the page to a browser that has lost it', async () => {
    const { cookie, userId } = await setupPerson()
    const page = async (cookies: string) => (await as(server, { cookie: cookies }).get('/')).headers.getSetCookie()
    expect(await page(cookie)).toEqual([expect.stringContaining(`holdfast-person=${userId}; `)])
    expect(await page(`${cookie}; holdfast-person=${userId}`)).toEqual([])
    expect(await page('holdfast=nobody')).toEqual([])
  })

  it('WHO7 does not resume a session that the user ended offline', async () => {
    const person = await setupPerson()
    const response = await as(server, { cookie: `${person.cookie}; holdfast-person=ended` }).get('/api/auth/user')
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }])
    expect(await meStatus(person.cookie)).toBe(401)
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^holdfast=; Max-Age=0; Path=\//)])
    const again = await signIn({ email: person.email, password }, { cookie: 'holdfast-person=ended' })
    expect(again.headers.getSetCookie()[1]).toContain(`holdfast-person=${person.userId}; `)
  })

  it('on https binds the cookie to this host', async () => {
    const { email } = await setupPerson()
    const app = createApp({ ...server, isSecure: true, publicUrl: 'https://holdfast.example' })
    const response = await signIn({ email, password }, { origin: 'https://holdfast.example' }, app)
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-holdfast=.*; Secure/)
    expect(response.headers.getSetCookie()[1]).toMatch(/^holdfast-person=.*; Secure/)
    expect(response.headers.get('strict-transport-security')).toContain('max-age=63072000')
    const cookie = cookieOf(response)
    expect((await app.request('/api/auth/user', { headers: { cookie } })).status).toBe(200)
    expect((await app.request('/api/auth/user', { headers: { cookie: cookie.slice(7) } })).status).toBe(401)
  })

  it('returns the signed-in person', async () => {
    const person = await setupPerson()
    const response: unknown = await (await as(server, person).get('/api/auth/user')).json()
    expect(signedIn.parse(response), 'in the shape of the protocol').toEqual(response)
    expect(response).toEqual({
      id: person.userId,
      tenantId: person.tenantId,
      tenantName: `Firm ${person.tenantId}`,
      email: person.email,
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      preferredLanguage: null,
      baseCurrency: 'USD',
      illustrativeGrowth: '25.00',
      leaseDays: 30,
      role: 'ADMIN',
    })
  })

  it('a wrong password and an unknown address get the same 401', async () => {
    const { email } = await setupPerson()
    const tries = [
      { email, password: 'wrong' },
      { email: 'nobody@example.com', password },
      { email: `${email}\u0000`, password: 'wrong' },
      { email, password: '' },
      { email: '', password: '' },
    ]
    const responses = await Promise.all(tries.map((fields) => signIn(fields)))
    const texts = await Promise.all(
      responses.map(async (response, i) => (await response.text()).replaceAll(tries[i]!.email || '#', '')),
    )
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    expect(texts[0]).toContain('Incorrect email or password.')
    expect(texts[1]).toBe(texts[0])
    for (const response of responses) expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('escapes typed text', async () => {
    const text = await (
      await signIn({ email: '"><script>alert(1)</script>', password: 'x', returnTo: '/"><b>' })
    ).text()
    expect(text).not.toContain('<script')
    expect(text).not.toContain('<b>')
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'evil.example',
    '/api/logout',
    '/./api/logout',
    '/x/../api/logout',
    '/API/logout',
    '/%61pi/logout',
    '/a b',
    '',
  ])('does not send the person on to %s', async (returnTo) => {
    const { email } = await setupPerson()
    expect((await signIn({ email, password, returnTo })).headers.get('location')).toBe('/')
    const page = await (await server.app.request(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)).text()
    expect(page).toContain('name="returnTo" value="/"')
  })

  it('ends the browser’s former session', async () => {
    const person = await setupPerson()
    const response = await signIn({ email: person.email, password }, { cookie: person.cookie })
    expect(cookieOf(response)).not.toBe(person.cookie)
    expect([await meStatus(person.cookie), await meStatus(cookieOf(response))]).toEqual([401, 200])
  })

  it('ends the least recently used of more than twenty sessions', async () => {
    const person = await setupPerson()
    const cookies = [person.cookie]
    for (let i = 0; i < 20; i++) cookies.push(cookieOf(await signIn({ email: person.email, password })))
    const statuses = []
    for (const cookie of cookies) statuses.push(await meStatus(cookie))
    expect(statuses).toEqual([401, ...Array<number>(20).fill(200)])
    expect(await (await as(server, person).get('/api/auth/user')).json()).toMatchObject({ reason: 'expired' })
  })

  it('rejects made-up sessions', async () => {
    const { email } = await setupPerson()
    const planted = `holdfast=${'a'.repeat(43)}`
    const response = await signIn({ email, password }, { cookie: planted })
    expect(cookieOf(response)).not.toBe(planted)
    expect(await meStatus(planted)).toBe(401)
  })

  it.each([
    [
      'a file instead of an address',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\nContent-Disposition: form-data; name="email"; filename="a"\r\n\r\nx\r\n--x--',
      401,
    ],
    ['parts without a boundary', { 'content-type': 'multipart/form-data' }, 'x', 401],
    ['JSON', { 'content-type': 'application/json' }, '{"email":"a","password":"b"}', 401],
    ['text', { 'content-type': 'text/plain' }, 'x', 400],
    [
      'a very long address',
      { 'content-type': 'application/x-www-form-urlencoded' },
      `email=${'x'.repeat(50_000)}`,
      413,
    ],
  ])('is refused with %s', async (_, headers, body, status) => {
    const response = await server.app.request('/api/login', { method: 'POST', headers: { origin, ...headers }, body })
    expect(response.status).toBe(status)
  })
})

describe('a session', () => {
  it.each(['GET', 'POST'])('ends with %s /api/logout', async (method) => {
    const person = await setupPerson()
    const response = await as(server, person).request(method, '/api/logout', undefined, { origin })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
    expect(response.headers.get('set-cookie')).toMatch(/^holdfast=; Max-Age=0; Path=\//)
    expect(await meStatus(person.cookie)).toBe(401)
  })

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { referer: 'https://evil.example/' },
    { referer: 'http://localhost:8080/' },
    { referer: 'nonsense' },
    { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  ])('is not ended by a cross-site link to the sign-out: %o', async (headers: Record<string, string>) => {
    const person = await setupPerson()
    const response = await as(server, person).get('/api/logout', headers)
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Sign out of Holdfast?')])
    expect(await meStatus(person.cookie)).toBe(200)
  })

  it.each([
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { referer: 'http://localhost/projects', accept: 'text/html' },
    { 'sec-fetch-site': 'none', accept: 'text/html' },
  ])('ends with a GET from our own pages or without origin: %o', async (headers: Record<string, string>) => {
    const person = await setupPerson()
    expect((await as(server, person).get('/api/logout', headers)).status).toBe(303)
    expect(await meStatus(person.cookie)).toBe(401)
  })

  it('ends after 30 idle days, and after 90 in all', async () => {
    const [idle, busy] = [await setupPerson(), await setupPerson()]
    for (let i = 0; i < 3; i++) {
      server.clock.advance(29 * day)
      expect(await meStatus(busy.cookie)).toBe(200)
    }
    expect(await meStatus(idle.cookie)).toBe(401)
    server.clock.advance(4 * day)
    expect(await meStatus(busy.cookie)).toBe(401)
  })

  it('of a deactivated person ends, and they cannot sign in', async () => {
    const person = await setupPerson()
    await server.database.directory`update directory.users set is_active = false where id = ${person.userId}`
    expect(await meStatus(person.cookie)).toBe(401)
    expect((await as(server, person).send([])).status, 'its device is revoked').toBe(403)
    expect((await signIn({ email: person.email, password })).status).toBe(401)
  })

  it('is stored as a hash', async () => {
    const person = await setupPerson()
    const [row] = await server.database.directory`select * from directory.sessions where user_id = ${person.userId}`
    expect(JSON.stringify(row)).not.toContain(person.cookie.split('=')[1])
    expect(await meStatus(`holdfast=${row!['sid']}`)).toBe(401)
  })

  it('cannot change role where the switcher is off', async () => {
    const person = await setupPerson()
    const here = { ...server, app: createApp({ ...server, demo: demoOf(false) }) }
    const response = await as(here, person).patch('/api/auth/user/role', { role: 'INVESTOR' })
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'FORBIDDEN' }])
  })
})
