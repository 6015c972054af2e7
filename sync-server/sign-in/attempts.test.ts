import { describe, expect, it } from 'vitest'
import { createAttempts } from '#server/auth/attempts.ts'
import { hashing } from '#server/auth/passwords.ts'
import { demoOf } from '#server/demo/demo.ts'
import { createApp } from '#server/test/app.ts'
import { createFirm, signUp } from '#server/test/firm.ts'
import { password, passwordHash } from '#server/test/password.ts'
import { postForm } from '#server/test/post-form.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer({ demo: demoOf(false), proxies: 1 })
const second = createApp(server)

async function setupPerson(): Promise<string> {
  const { tenantId } = await createFirm(server)
  return (await signUp(server, tenantId, 'ADMIN', passwordHash)).email
}

interface SignInTry {
  readonly email: string
  readonly password?: string
  readonly from: string
  readonly cookie?: string
}

const signIn = (given: SignInTry, app = server.app) =>
  postForm(
    app,
    '/api/login',
    { email: given.email, password: given.password ?? 'wrong' },
    { 'x-forwarded-for': given.from, cookie: given.cookie ?? '' },
  )

async function statuses(times: number, linesOf: (i: number) => SignInTry, app = server.app): Promise<number[]> {
  const found = []
  for (let i = 0; i < times; i++) found.push((await signIn(linesOf(i), app)).status)
  return found
}

let networks = 0
function network(): (host: number) => string {
  const linesOf = ++networks
  return (host) => `10.${linesOf}.${host >> 8}.${host & 255}`
}

const deviceOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .find((each) => each.startsWith('holdfast-device-'))!
    .split(';')[0]!

const times = (n: number, status: number) => Array<number>(n).fill(status)

describe('wrong passwords', () => {
  it('for one account from one address are limited to ten a minute, across all nodes', async () => {
    const [email, at] = [await setupPerson(), network()]
    expect(await statuses(5, () => ({ email, from: at(1) }))).toEqual(times(5, 401))
    expect(await statuses(5, () => ({ email, from: at(1) }), second)).toEqual(times(5, 401))
    for (const app of [server.app, second]) {
      const blocked = await signIn({ email, password, from: at(1) }, app)
      expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '60'])
    }
    server.clock.advance(60_000)
    expect((await signIn({ email, password, from: at(1) })).status).toBe(303)
  })

  it('for many accounts from one address are limited to thirty a minute', async () => {
    const at = network()
    expect(await statuses(30, (i) => ({ email: `a${i}@example.com`, from: at(1) }))).toEqual(times(30, 401))
    expect((await signIn({ email: 'b@example.com', from: at(1) })).status).toBe(429)
    expect((await signIn({ email: 'b@example.com', from: at(2) })).status).toBe(401)
  })

  it('from one IPv6 network count as one address', async () => {
    const email = await setupPerson()
    expect(await statuses(10, (i) => ({ email, from: `2001:db8:7:1:${i}::1` }))).toEqual(times(10, 401))
    expect((await signIn({ email, password, from: '2001:db8:7:1:ffff::1' })).status).toBe(429)
  })

  it('count for all spellings of the account', async () => {
    const [email, at] = [await setupPerson(), network()]
    const spellings = [email, ` ${email}`, `${email} `, email.toUpperCase(), `\u0000${email}`, `\n${email}`]
    expect(await statuses(10, (i) => ({ email: spellings[i % 6]!, from: at(1) }))).toEqual(times(10, 401))
    expect((await signIn({ email: `${email}  `, password, from: at(1) })).status).toBe(429)
  })

  it('in parallel are limited like those in turn', async () => {
    const [email, at] = [await setupPerson(), network()]
    const many = await Promise.all(Array.from({ length: 16 }, async () => signIn({ email, from: at(1) })))
    const counted = Object.groupBy(many, ({ status }) => status)
    expect([counted[401]?.length, counted[429]?.length]).toEqual([10, 6])
  })

  it('get the same response for an existing account and a missing one', async () => {
    const at = network()
    const [email, nobody] = [await setupPerson(), 'nobody-at-all@example.com']
    for (const [i, each] of [email, nobody].entries())
      expect(await statuses(12, () => ({ email: each, from: at(i) }))).toEqual([...times(10, 401), 429, 429])
  })
})

describe('right passwords', () => {
  it('have a limit of their own: thirty in a quarter of an hour, from everywhere', async () => {
    const [email, at] = [await setupPerson(), network()]
    expect(await statuses(30, (i) => ({ email, password, from: at(i) }))).toEqual(times(30, 303))
    const refused = await signIn({ email, password, from: at(1) })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await signIn({ email, from: at(1) })).status, 'a wrong one').toBe(401)
    server.clock.advance(60_000)
    expect((await signIn({ email, password, from: at(1) })).status).toBe(303)
  })
})

describe('wrong passwords for one account from many addresses', () => {
  it('slow each other down, up to 16 seconds', async () => {
    const [email, at] = [await setupPerson(), network()]
    expect(await statuses(10, (i) => ({ email, from: at(i) }))).toEqual(times(10, 401))
    for (const [i, seconds] of [1, 2, 4, 8, 16, 16].entries()) {
      expect((await signIn({ email, from: at(100 + i) })).status, 'the first try of an address').toBe(401)
      const blocked = await signIn({ email, from: at(100 + i) })
      expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, String(seconds)])
      server.clock.advance(seconds * 1_000)
      expect((await signIn({ email, from: at(200 + i) })).status).toBe(401)
    }
    server.clock.advance(16_000)
    expect((await signIn({ email, password, from: at(300) })).status).toBe(303)
  })

  it('do not slow down a known device of the person', async () => {
    const [email, at] = [await setupPerson(), network()]
    const cookie = deviceOf(await signIn({ email, password, from: at(1) }))
    await statuses(10, (i) => ({ email, from: at(i) }))
    expect(await statuses(2, () => ({ email, from: at(50) }))).toEqual([401, 429])
    const back = await signIn({ email, password, from: at(50), cookie })
    expect(back.status).toBe(303)
    expect((await signIn({ email, password, from: at(51), cookie: deviceOf(back) })).status).toBe(303)
  })

  it('do not count for the account once their address is blocked', async () => {
    const [email, at] = [await setupPerson(), network()]
    expect(await statuses(60, () => ({ email, from: at(1) }))).toEqual([...times(10, 401), ...times(50, 429)])
    await signIn({ email, from: at(2) })
    const waiting = await signIn({ email, password, from: at(2) })
    expect(waiting.headers.get('retry-after')).toBe('1')
    server.clock.advance(1_000)
    expect((await signIn({ email, password, from: at(2) })).status).toBe(303)
  })
})

describe('wrong passwords without a pause', () => {
  it('gains nothing by not waiting', async () => {
    const [email, at] = [await setupPerson(), network()]
    await statuses(10, (i) => ({ email, from: at(i) }))
    expect(await statuses(10, () => ({ email, from: at(20) }))).toEqual([401, ...times(9, 429)])
    server.clock.advance(16_000)
    const blocked = await signIn({ email, password, from: at(20) })
    expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '44'])
  })

  it('does not block the person in a new browser: an address’s first try does not wait', async () => {
    const [email, at] = [await setupPerson(), network()]
    await statuses(14, (i) => ({ email, from: at(i) }))
    expect((await signIn({ email, password, from: at(20) })).status).toBe(303)
    expect((await signIn({ email, password, from: at(20) })).status, 'a right password is not counted').toBe(303)
    const many = await Promise.all([1, 2, 3, 4].map(async () => (await signIn({ email, from: at(21) })).status))
    expect(
      many.toSorted((a, b) => a - b),
      'one of several concurrent ones',
    ).toEqual([401, 429, 429, 429])
  })

  it('from many addresses makes all wait again', async () => {
    const by = (host: number) => ({ account: 'slowed@example.com', address: `10.250.0.${host}`, device: undefined })
    const attempts = createAttempts(server.database, server.clock.now, () => 2)
    const begun = []
    for (let host = 0; host < 24; host++) begun.push(typeof (await attempts.begin(by(host))))
    expect(begun).toEqual([...Array<string>(2 + 20).fill('function'), 'number', 'number'])
  })
})

describe('the proof of a known device', () => {
  it('is hidden from scripts and sent to the sign-in only', async () => {
    const response = await signIn({ email: await setupPerson(), password, from: network()(1) })
    const [value, ...flags] = response.headers
      .getSetCookie()
      .find((each) => each.startsWith('holdfast-device-'))!
      .split('; ')
    expect(value).toMatch(/^holdfast-device-[\w-]{12}=[\w-]{22}\.[\w-]{43}$/)
    expect(flags.toSorted()).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/api/login', 'SameSite=Lax'])
  })

  it('is valid for its account only, and not when altered', async () => {
    const at = network()
    const other = await setupPerson()
    const cookie = deviceOf(await signIn({ email: other, password, from: at(1) }))
    const email = await setupPerson()
    await statuses(10, (i) => ({ email, from: at(i) }))
    await signIn({ email, from: at(60) })
    for (const forged of [cookie, `${cookie}x`, 'holdfast-device-a=.', 'holdfast-device-=a.b'])
      expect((await signIn({ email, password, from: at(60), cookie: forged })).status).toBe(429)
    await statuses(10, (i) => ({ email: other, from: at(i) }))
    await signIn({ email: other, from: at(60) })
    const altered = cookie.replace(/=(.)/, (_, first) => `=${first === 'A' ? 'B' : 'A'}`)
    expect((await signIn({ email: other, password, from: at(60), cookie: altered })).status).toBe(429)
    expect((await signIn({ email: other, password, from: at(60), cookie })).status).toBe(303)
  })

  it('has its own limit of failures', async () => {
    const [email, at] = [await setupPerson(), network()]
    const cookie = deviceOf(await signIn({ email, password, from: at(1) }))
    expect(await statuses(12, (i) => ({ email, from: at(i), cookie }))).toEqual([...times(10, 401), 429, 429])
    expect((await signIn({ email, password, from: at(99) })).status).toBe(303)
  })

  it('stays with each person who shares a browser', async () => {
    const [first, other, at] = [await setupPerson(), await setupPerson(), network()]
    const alone = deviceOf(await signIn({ email: first, password, from: at(1) }))
    const second = deviceOf(await signIn({ email: other, password, from: at(1), cookie: alone }))
    const cookie = `${alone}; ${second}`
    for (const email of [first, other]) {
      await statuses(10, (i) => ({ email, from: at(i) }))
      expect((await signIn({ email, password, from: at(70), cookie })).status).toBe(303)
    }
  })
})

describe('checking passwords', () => {
  it('is refused with 503 under load, without counting the attempt', async () => {
    const [email, at] = [await setupPerson(), network()]
    const free = Promise.withResolvers<void>()
    const held = Array.from({ length: 22 }, () => hashing.run(() => free.promise))
    for (let i = 0; i < 12; i++) {
      const refused = await signIn({ email, password, from: at(1) })
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
      expect(await refused.text()).toContain('The server is busy.')
    }
    free.resolve()
    await Promise.all(held)
    expect((await signIn({ email, password, from: at(1) })).status).toBe(303)
  })
})

it('expired counters are removed', async () => {
  const [email, at] = [await setupPerson(), network()]
  await server.database.directory`delete from directory.sign_in_attempts`
  await statuses(3, (i) => ({ email, from: at(i) }))
  server.clock.advance(16 * 60_000)
  await signIn({ email, password, from: at(1) })
  const left = await server.database.directory`select failures from directory.sign_in_attempts`
  expect(
    left.map(({ failures }) => failures).toSorted((a, b) => a - b),
    'failures, and the sign-in',
  ).toEqual([0, 0, 0, 1])
})

it('each attempt and sign-out is logged with person and address, without typed text', async () => {
  const [email, at] = [await setupPerson(), network()]
  const lines: Record<string, unknown>[] = []
  const log = { ...server.log, info: (line: Record<string, unknown>) => void lines.push(line) } as typeof server.log
  const app = createApp({ ...server, log })
  await statuses(11, () => ({ email, password: 'my old secret', from: at(1) }), app)
  await signIn({ email: 'typed-in-vain@example.com', password: 'my old secret', from: at(2) }, app)
  server.clock.advance(1_000)
  const response = await signIn({ email, password, from: at(3) }, app)
  await app.request('/api/logout', { headers: { cookie: response.headers.getSetCookie()[0]!.split(';')[0]! } })
  const userId = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
  const linesOf = (outcome: string, host: number, id: string | null = userId) => ({
    event: 'sessions.signIn',
    outcome,
    userId: id,
    ...(id && { firm: userId }),
    address: at(host),
    by: 'password',
  })
  expect(lines).toEqual([
    ...Array<object>(10).fill(linesOf('refused', 1)),
    linesOf('throttled', 1),
    linesOf('refused', 2, null),
    linesOf('accepted', 3),
    { event: 'sessions.signOut', outcome: 'accepted', userId, firm: userId, address: 'unknown' },
  ])
})
