import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { forgetSessions } from '#server/entities/sessions/forget-sessions.ts'
import { as, type Device } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { openPushKeys } from './push-keys.ts'
import { isPublicEndpoint } from './public-endpoint.ts'

const server = await setupServer()

const path = '/api/push/subscribe'
const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
const at = (name: string) => `https://push.example.com/send/${name}`

async function subscriptionsOf(tenantId: string) {
  await server.backgroundTasks.settled()
  return server.database.tenant(tenantId, (tx) =>
    tx.query<{ id: string; endpoint: string; userId: string; auth: string }>(
      `select id, endpoint, user_id as "userId", auth from push_subscriptions where tenant_id = $1 and deleted_at is null order by id`,
      [tenantId],
    ),
  )
}
const subscribe = (device: Device, name: string, more: object = {}) =>
  device.post(path, { endpoint: at(name), expirationTime: null, keys: { ...keys, ...more } })

const deviceOf = async (device: Device): Promise<string> => {
  const [own] = (await (await device.get('/api/devices')).json()) as { id: string }[]
  return `/api/devices/${own!.id}`
}

describe('a browser', () => {
  it('subscribes once under the public key, and again with other keys', async () => {
    const { tenantId, investor } = await createFirm(server)
    const device = as(server, investor)
    expect(await (await device.get('/api/push/key')).json()).toEqual({ key: 'public' })
    const [first, again] = [await subscribe(device, 'a'), await subscribe(device, 'a')]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(await first.json()).toEqual(await again.json())
    await subscribe(device, 'a', { auth: 'b'.repeat(22) })
    const [only, ...more] = await subscriptionsOf(tenantId)
    expect([only, more]).toMatchObject([{ endpoint: at('a'), userId: investor.userId }, []])
    const { id, auth } = only!
    expect(auth).not.toContain('bbbb')
    expect(server.seals.open(auth, { tenantId, table: 'push_subscriptions', id, column: 'auth' })).toBe('b'.repeat(22))
  })

  it('repeated with the same key gets the same response, and with another subscription an error', async () => {
    const { tenantId, investor } = await createFirm(server)
    const key = { 'idempotency-key': uuidv7() }
    const request = (name: string) => as(server, investor).post(path, { endpoint: at(name), keys }, key)
    const [first, again, other] = [await request('lost'), await request('lost'), await request('other')]
    expect([first.status, again.status, await again.json()]).toEqual([201, 201, await first.json()])
    expect([other.status, await other.json()]).toMatchObject([409, { code: 'DUPLICATE' }])
    expect((await subscriptionsOf(tenantId)).map(({ endpoint }) => endpoint)).toEqual([at('lost')])
  })

  it('receives messages of the person who subscribed last', async () => {
    const { tenantId, admin, manager } = await createFirm(server)
    await subscribe(as(server, admin), 'shared')
    await subscribe(as(server, manager), 'shared')
    expect((await subscriptionsOf(tenantId)).map(({ userId }) => userId)).toEqual([manager.userId])
    expect((await as(server, admin).request('DELETE', path, { endpoint: at('shared') })).status).toBe(404)
    expect((await as(server, manager).request('DELETE', path, { endpoint: at('shared') })).status).toBe(200)
    expect(await subscriptionsOf(tenantId)).toEqual([])
  })

  it('has one address: a new one replaces it', async () => {
    const { tenantId, admin } = await createFirm(server)
    for (const name of ['former', 'present']) await subscribe(as(server, admin), name)
    expect((await subscriptionsOf(tenantId)).map(({ endpoint }) => endpoint)).toEqual([at('present')])
  })

  it('belongs to the firm of the person who subscribed last', async () => {
    const [first, second] = [await createFirm(server), await createFirm(server)]
    for (const { investor } of [first, second]) await subscribe(as(server, investor), 'across')
    expect(await subscriptionsOf(first.tenantId)).toEqual([])
    expect(await subscriptionsOf(second.tenantId)).toMatchObject([
      { endpoint: at('across'), userId: second.investor.userId },
    ])
  })

  it.each([
    ['signs out', (person: Device) => person.post('/api/logout', undefined)],
    [
      'is signed out elsewhere',
      async (person: Device, admin: Device) => admin.post(`${await deviceOf(person)}/revoke`, {}),
    ],
    ['is deactivated', (_: Device, admin: Device, id: string) => admin.patch(`/api/users/${id}`, { isActive: false })],
  ])('receives nothing after its user %s, unlike others', async (_, end) => {
    const { tenantId, admin, investor } = await createFirm(server)
    const [person, other] = [as(server, investor), as(server, admin)]
    await subscribe(person, `own of ${tenantId}`.replaceAll(' ', '-'))
    await subscribe(other, `other of ${tenantId}`.replaceAll(' ', '-'))
    expect(await subscriptionsOf(tenantId)).toHaveLength(2)
    expect((await end(person, other, investor.userId)).status).toBeLessThan(400)
    expect((await subscriptionsOf(tenantId)).map(({ userId }) => userId)).toEqual([admin.userId])
  })

  it('receives nothing after its session expired and a job has run', async () => {
    const { tenantId, investor } = await createFirm(server)
    await subscribe(as(server, investor), `expired-${tenantId}`)
    server.clock.advance(31 * 86_400_000)
    await forgetSessions.run(
      { ...server, log: server.log },
      { tenantId, kind: 'forgetSessions', key: '', payload: null, doneAt: null },
    )
    expect(await subscriptionsOf(tenantId)).toEqual([])
  })

  it('is neither replicated nor in activities, and its keys are in no response or audit entry', async () => {
    const { tenantId, admin } = await createFirm(server)
    const device = as(server, admin)
    const response = await (await subscribe(device, 'a')).text()
    const { texts } = await device.pull()
    const audit = await server.database.tenant(tenantId, (tx) =>
      tx.query('select details from audit_logs where tenant_id = $1', [tenantId]),
    )
    expect(audit.length).toBeGreaterThan(0)
    for (const text of [response, ...texts, JSON.stringify(audit)]) {
      expect(text).not.toContain(keys.p256dh)
      expect(text).not.toContain(keys.auth)
    }
    expect((await device.pull()).rows.concat((await device.pull()).activities)).toEqual([])
  })

  it('is in the audit trail with the host of its address only', async () => {
    const { tenantId, admin } = await createFirm(server)
    await subscribe(as(server, admin), 'whoever-knows-this')
    const [made] = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ details: { after: object } }>(
        `select details from audit_logs where tenant_id = $1 and entity_type = 'pushSubscriptions'`,
        [tenantId],
      ),
    )
    expect(made!.details.after).toEqual({ id: expect.any(String), userId: admin.userId, endpoint: 'push.example.com' })
  })

  it('subscribes again when its secret cannot be opened', async () => {
    const { tenantId, admin } = await createFirm(server)
    const device = as(server, admin)
    await subscribe(device, 'sealed')
    await server.database.tenant(tenantId, (tx) =>
      tx.query(`update push_subscriptions set auth = 'v1.gone.x' where tenant_id = $1`, [tenantId]),
    )
    expect((await subscribe(device, 'sealed')).status).toBe(201)
    const { id, auth } = (await subscriptionsOf(tenantId))[0]!
    expect(server.seals.open(auth, { tenantId, table: 'push_subscriptions', id, column: 'auth' })).toBe(keys.auth)
  })

  it('is one of ten per person: the oldest is removed', async () => {
    const { tenantId, admin, manager } = await createFirm(server)
    await subscribe(as(server, manager), 'other')
    const names = Array.from({ length: 12 }, (_, i) => `n${i}`)
    const devices = new Map<string, Device>()
    for (const name of names) {
      const secret = await server.sessions.begin({ id: admin.userId, tenantId })
      devices.set(name, as(server, { cookie: `holdfast=${secret}` }))
      expect((await subscribe(devices.get(name)!, name)).status).toBe(201)
    }
    const endpointsLeft = async () => (await subscriptionsOf(tenantId)).map(({ endpoint }) => endpoint)
    expect(await endpointsLeft()).toEqual(['other', ...names.slice(2)].map(at))
    await subscribe(devices.get('n5')!, 'n5', { auth: 'b'.repeat(22) })
    expect((await endpointsLeft()).toSorted(), 'a renewed one takes the place of itself').toEqual(
      ['other', ...names.slice(2)].map(at).toSorted(),
    )
  })

  it('that is signed out or sends invalid data is refused', async () => {
    const { admin } = await createFirm(server)
    const device = as(server, admin)
    expect((await subscribe(as(server, null), 'a')).status).toBe(401)
    const wrong = [{}, { endpoint: at('a') }, { endpoint: at('a'), keys: { p256dh: 1, auth: null } }]
    for (const body of [...wrong, { endpoint: 'https://10.0.0.1/x', keys }, { endpoint: 5, keys }])
      expect((await device.post(path, body)).status).toBe(400)
  })
})

describe('the address of a push service', () => {
  it.each(['https://fcm.googleapis.com/fcm/send/x', 'https://8.8.8.8/x', 'https://[2606:4700::1111]/x'])(
    '%s is public',
    (url) => expect(isPublicEndpoint(url)).toBe(true),
  )

  it.each([
    'http://push.example.com/x',
    'https://push.example.com:8443/x',
    'https://me:word@push.example.com/x',
    'https://localhost/x',
    'https://server/x',
    'https://db.internal/x',
    'https://printer.local./x',
    'https://127.1/x',
    'https://0x7f000001/x',
    'https://10.0.0.7/x',
    'https://169.254.169.254/latest',
    'https://172.20.1.1/x',
    'https://192.168.1.1/x',
    'https://100.64.0.1/x',
    'https://224.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://[fd00::1]/x',
    'https://[fe80::1]/x',
    'https://[2002:0a00:0001::1]/x',
    'javascript:alert(1)',
    'nonsense',
  ])('%s is not', (url) => expect(isPublicEndpoint(url)).toBe(false))
})

describe('the keys of the server', () => {
  const given = { publicKey: 'B'.repeat(87), privateKey: 'p'.repeat(43) }

  it('are generated once in the data folder, readable by the owner only', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-push-'))
    try {
      const config = { DATA_DIR: folder, VAPID_PUBLIC_KEY: undefined, VAPID_PRIVATE_KEY: undefined }
      const made = openPushKeys(config)
      expect(openPushKeys(config)).toEqual(made)
      expect(Buffer.from(made.publicKey, 'base64url')[0]).toBe(4)
      const file = join(folder, 'push-keys.json')
      expect([(await stat(file)).mode & 0o777, JSON.parse(await readFile(file, 'utf8'))]).toEqual([0o600, made])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('come from the configuration, with clear errors', () => {
    const from = { DATA_DIR: '/nowhere', VAPID_PUBLIC_KEY: given.publicKey, VAPID_PRIVATE_KEY: given.privateKey }
    expect(openPushKeys(from)).toEqual(given)
    expect(() => openPushKeys({ ...from, VAPID_PRIVATE_KEY: 'short' })).toThrow('a pair of P-256 keys in base64url')
  })
})
