import { expect, it } from 'vitest'
import { createWorker } from '#server/jobs/worker.ts'
import { investment, investor, preferences, project, update } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm, link, signUp } from '#server/test/firm.ts'
import { createPushService, noPush } from '#server/test/services/push-service.ts'
import { setupServer } from '#server/test/server.ts'
import { pushConcurrency, sendPush } from './send-push.ts'
import { notifyPeople } from './notify.ts'

const server = await setupServer({ notify: notifyPeople })
const hour = 3_600_000

async function setupFirm() {
  const firm = await createFirm(server)
  const { tenantId } = firm
  const [staff, client] = [as(server, firm.admin), as(server, firm.investor)]
  const [ines, harbour] = [investor(), project({ name: 'Secret Harbour', isVisibleToInvestors: false })]
  await staff.write(ines, harbour)
  await link(server, firm.admin, firm.investor, ines.id)
  const service = createPushService()
  const subscribe = (name = 'tablet', browser = client) =>
    browser.post('/api/push/subscribe', {
      endpoint: `https://push.example.com/${name}/${tenantId}`,
      keys: service.keys,
    })
  const subscribeOther = async (name: string) => {
    const secret = await server.sessions.begin({ id: firm.investor.userId, tenantId })
    return subscribe(name, as(server, { cookie: `holdfast=${secret}` }))
  }
  const jobs = { sendPush: sendPush({ ...noPush, seals: server.seals, fetch: service.fetch }) }
  const worker = createWorker({ ...server, jobs, concurrency: pushConcurrency })
  const run = async () => {
    await server.backgroundTasks.settled()
    await worker.checkFirm(tenantId)
    return service.take()
  }
  const invest = () => staff.write(investment(harbour.id, ines.id))
  const storedEndpoints = () =>
    server.database.tenant(tenantId, (tx) =>
      tx.query<{ endpoint: string }>(
        `select endpoint from push_subscriptions where tenant_id = $1 and deleted_at is null`,
        [tenantId],
      ),
    )
  return {
    ...firm,
    staff,
    client,
    service,
    worker,
    subscribe,
    subscribeOther,
    run,
    invest,
    storedEndpoints,
    ines,
    harbour,
  }
}

async function notifiedAt(tenantId: string): Promise<string> {
  const [last] = await server.database.tenant(tenantId, (tx) =>
    tx.query<{ at: Date }>(
      'select updated_at as at from notifications where tenant_id = $1 order by updated_at desc limit 1',
      [tenantId],
    ),
  )
  return new Date(last!.at).toISOString()
}

it('sends an encrypted and signed message that names neither record nor person', async () => {
  const { subscribe, run, invest, tenantId } = await setupFirm()
  expect((await subscribe()).status).toBe(201)
  await invest()
  const [sent, ...more] = await run()
  expect(more).toEqual([])
  const { message, headers, claims } = sent!
  expect(message).toEqual({
    kind: 'INVESTMENT_NEW',
    text: 'New investment',
    lang: 'en',
    dir: 'ltr',
    url: expect.stringMatching(/^\//),
    at: await notifiedAt(tenantId),
    unread: 1,
  })
  expect(JSON.stringify(message)).not.toContain('Harbour')
  expect(headers).toMatchObject({ 'Content-Encoding': 'aes128gcm', Topic: 'investment-new' })
  expect(claims).toMatchObject({ aud: 'https://push.example.com', sub: 'mailto:operator@holdfast.test' })
  expect(await run()).toEqual([])
})

it('sends nothing without a subscription or to the actor', async () => {
  const { client, run, invest, staff, service, tenantId } = await setupFirm()
  await staff.post('/api/push/subscribe', {
    endpoint: `https://push.example.com/laptop/${tenantId}`,
    keys: service.keys,
  })
  await invest()
  expect(await run()).toEqual([])
  expect((await client.pull()).rows.some(([entity]) => entity === 'notifications')).toBe(true)
})

it('uses the person’s language, chosen kinds and quiet time', async () => {
  const { client, investor: person, subscribe, run, invest, ines, harbour, staff } = await setupFirm()
  await subscribe()
  expect((await staff.request('PATCH', `/api/users/${person.userId}`, { preferredLanguage: 'tr' })).status).toBe(200)
  await invest()
  expect((await run()).map(({ message }) => message)).toMatchObject([{ text: 'Yeni yatırım', lang: 'tr' }])
  const chosen = preferences(person.userId, { language: 'fr', pushKinds: ['INVESTMENT_NEW'], timeZone: 'Asia/Dubai' })
  await client.write(chosen)
  const held = investment(harbour.id, ines.id)
  await staff.write(held)
  expect((await run()).map(({ message }) => message)).toMatchObject([{ text: 'Nouvel investissement', lang: 'fr' }])
  await staff.write(update('investments', held.id, { status: 'FUNDED' }, { status: 'COMMITTED' }))
  expect(await run()).toEqual([])
  await client.write(
    update(
      'userPreferences',
      chosen.id,
      { quietFrom: '13:30', quietUntil: '14:30' },
      { quietFrom: null, quietUntil: null },
    ),
  )
  await invest()
  expect(await run()).toEqual([])
  server.clock.advance(hour)
  await invest()
  expect(await run()).toHaveLength(1)
})

it('removes a canceled subscription and still sends to the others', async () => {
  const { subscribe, run, invest, storedEndpoints } = await setupFirm()
  await subscribe('gone')
  await invest()
  await run()
  expect(await storedEndpoints()).toEqual([])
})

it('retries an unavailable push service until the notification is old', async () => {
  const { subscribe, run, invest, service } = await setupFirm()
  await subscribe()
  service.respond(503)
  await invest()
  expect(await run()).toEqual([])
  expect(server.unexpectedErrors.splice(0).join()).toContain('push services could not be reached')
  service.respond(201)
  expect(await run()).toEqual([])
  server.clock.advance(60_000)
  expect(await run()).toHaveLength(1)
  service.respond(503)
  await invest()
  await run()
  server.unexpectedErrors.splice(0)
  service.respond(201)
  server.clock.advance(7 * hour)
  expect(await run()).toEqual([])
})

it('removes a subscription with unusable keys', async () => {
  const { client, run, invest, storedEndpoints, tenantId } = await setupFirm()
  await client.post('/api/push/subscribe', {
    endpoint: `https://push.example.com/bad/${tenantId}`,
    keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  })
  await invest()
  expect(await run()).toEqual([])
  expect(await storedEndpoints()).toEqual([])
})

it('does not resend to other browsers while one push service is unavailable', async () => {
  const { subscribe, subscribeOther, run, invest, service } = await setupFirm()
  await subscribe('tablet')
  await subscribeOther('phone')
  service.respond(503, '/phone/')
  await invest()
  const reached = async () => (await run()).map(({ to }) => new URL(to).pathname.split('/')[1])
  expect(await reached()).toEqual(['tablet'])
  service.respond(201, '/phone/')
  server.clock.advance(60_000)
  expect(await reached()).toEqual(['phone'])
  server.unexpectedErrors.splice(0)
})

it('contacts an unresponsive push service once a minute, without delaying other browsers', async () => {
  const { client, subscribeOther, run, invest, ines, harbour, staff, service, tenantId } = await setupFirm()
  await client.post('/api/push/subscribe', {
    endpoint: `https://silent.example.com/tablet/${tenantId}`,
    keys: service.keys,
  })
  await subscribeOther('phone')
  service.respond(0, 'silent.example.com')
  const held = investment(harbour.id, ines.id)
  await staff.write(held)
  await staff.write(update('investments', held.id, { status: 'FUNDED' }, { status: 'COMMITTED' }))
  const reached = async () =>
    (await run()).map(({ to, message }) => `${new URL(to).host} ${(message as { kind: string }).kind}`)
  expect((await reached()).sort()).toEqual(['push.example.com INVESTMENT_CHANGED', 'push.example.com INVESTMENT_NEW'])
  expect(service.pendingCount()).toBe(1)
  server.clock.advance(30_000)
  await invest()
  expect(await reached()).toEqual(['push.example.com INVESTMENT_NEW'])
  expect(service.pendingCount()).toBe(1)
  server.clock.advance(60_000)
  expect(await reached()).toEqual([])
  expect(service.pendingCount()).toBe(2)
  service.respond(201, 'silent.example.com')
  server.clock.advance(hour)
  expect((await reached()).sort()).toEqual([
    'silent.example.com INVESTMENT_CHANGED',
    'silent.example.com INVESTMENT_NEW',
  ])
  server.unexpectedErrors.splice(0)
})

it('a slow push service does not delay others, and each message is sent once', async () => {
  const { client, staff, admin, harbour, invest, service, worker, tenantId } = await setupFirm()
  const [other, otherRecord] = [await signUp(server, tenantId, 'INVESTOR'), investor()]
  await staff.write(otherRecord)
  await link(server, admin, other, otherRecord.id)
  const at = (host: string) => ({ endpoint: `https://${host}.example.com/tablet/${tenantId}`, keys: service.keys })
  await client.post('/api/push/subscribe', at('slow'))
  await as(server, other).post('/api/push/subscribe', at('quick'))
  const slow = service.delay('slow.example.com')
  await invest()
  await server.backgroundTasks.settled()
  server.clock.advance(1)
  await staff.write(investment(harbour.id, otherRecord.id))
  await server.backgroundTasks.settled()
  const looked = worker.checkFirm(tenantId)
  const reached: string[] = []
  const hosts = () => {
    reached.push(...service.take().map(({ to }) => new URL(to).host))
    return reached
  }
  await expect.poll(hosts).toEqual(['quick.example.com'])
  slow.go()
  await looked
  expect(hosts()).toEqual(['quick.example.com', 'slow.example.com'])
})

it.each([401, 403])('logs a refusal with %i once and keeps the subscription', async (status) => {
  const { subscribe, run, invest, service, storedEndpoints } = await setupFirm()
  await subscribe()
  service.respond(status)
  for (const _ of [1, 2]) {
    await invest()
    expect(await run()).toEqual([])
  }
  const [warning, ...more] = server.unexpectedErrors.splice(0)
  expect([warning, more]).toEqual([expect.stringContaining(`status ${status}`), []])
  expect(warning).toContain('push.example.com')
  expect(warning).not.toContain('tablet')
  expect(await storedEndpoints()).toHaveLength(1)
})

it('logs a refusal again after a successful message', async () => {
  const { subscribe, run, invest, service } = await setupFirm()
  await subscribe()
  for (const status of [403, 201, 403]) {
    service.respond(status)
    await invest()
    expect(await run()).toHaveLength(status === 201 ? 1 : 0)
  }
  const logged = server.unexpectedErrors.splice(0)
  expect(logged).toEqual([403, 403].map((status) => expect.stringContaining(`status ${status}`)))
})

it('a secret that cannot be opened does not block others', async () => {
  const { subscribe, subscribeOther, run, invest, tenantId } = await setupFirm()
  await subscribe('tablet')
  await subscribeOther('phone')
  await server.database.tenant(tenantId, (tx) =>
    tx.query(`update push_subscriptions set auth = 'v1.gone.x' where tenant_id = $1 and endpoint like '%tablet%'`, [
      tenantId,
    ]),
  )
  await invest()
  expect((await run()).map(({ to }) => to)).toEqual([expect.stringContaining('/phone/')])
  expect(server.unexpectedErrors.splice(0).join()).toContain('its secret does not open')
})
