import { Writable } from 'node:stream'
import postgres from 'postgres'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { createApp } from '#server/test/app.ts'
import { as } from '#server/test/device.ts'
import { createFirm, signUp, type TestPerson } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

const bank = { bankName: 'First Bank', accountNumber: 'DE89 3704 0044 0532 0130 00', routingNumber: '021000021' }
const trading = { platform: 'ALPACA', accountId: 'PA-88231', accountName: 'Hedge', apiKey: 'sk_live_4242424242' }
type Row = Readonly<Record<string, unknown>> & { readonly id: string }

async function setupFirm() {
  const firm = await createFirm(server)
  const other = await signUp(server, firm.tenantId, 'PORTFOLIO_MANAGER')
  const devices = { director: as(server, firm.admin), owner: as(server, firm.manager), other: as(server, other) }
  const add = async (by: TestPerson = firm.manager, path = 'bank-accounts', fields: object = bank) =>
    (await (await as(server, by).post(`/api/${path}`, fields)).json()) as Row
  return { ...firm, ...devices, otherManager: other, add }
}

const statusAnd = async (response: Response) => [response.status, (await response.json()) as unknown] as const
const entries = async ({ tenantId }: { readonly tenantId: string }) =>
  server.database.tenant(tenantId, (tx) =>
    tx.query<{ action: string; userId: string; entityId: string; details: Record<string, unknown> }>(
      'select action, user_id as "userId", entity_id as "entityId", details from audit_logs where tenant_id = $1 order by n',
      [tenantId],
    ),
  )

describe('an account', () => {
  it('returns the last characters of its values and seals the rest', async () => {
    const { tenantId, manager, owner } = await setupFirm()
    const [status, row] = await statusAnd(await owner.post('/api/bank-accounts', bank))
    expect([status, row]).toMatchObject([
      201,
      {
        userId: manager.userId,
        bankName: 'First Bank',
        accountNumberLastFour: '3000',
        routingNumberLastFour: '0021',
        plaidAccessTokenLastFour: null,
        isActive: true,
      },
    ])
    expect(row).not.toHaveProperty('accountNumber')
    const [stored] = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ number: string; token: unknown }>(
        'select account_number as number, plaid_access_token as token from bank_accounts where tenant_id = $1',
        [tenantId],
      ),
    )
    expect(stored).toEqual({ number: expect.stringMatching(/^v1\.test\./) as string, token: null })
    const place = { tenantId, table: 'bank_accounts', id: (row as Row).id, column: 'account_number' }
    expect(server.seals.open(stored!.number, place)).toBe(bank.accountNumber)
  })

  it('is created once per key, and the stored request has no secret', async () => {
    const { tenantId, owner, other } = await setupFirm()
    const key = { 'idempotency-key': uuidv7() }
    const [first, again] = [
      await statusAnd(await owner.post('/api/bank-accounts', bank, key)),
      await statusAnd(await owner.post('/api/bank-accounts', bank, key)),
    ]
    expect(again).toEqual(first)
    expect(await (await owner.get('/api/bank-accounts')).json()).toHaveLength(1)
    const verdicts = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ hash: string }>('select hash from verdicts where tenant_id = $1', [tenantId]),
    )
    await other.post('/api/bank-accounts', { ...bank, accountNumber: '4711' }, { 'idempotency-key': uuidv7() })
    const later = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ hash: string }>('select distinct hash from verdicts where tenant_id = $1', [tenantId]),
    )
    expect([verdicts.length, later]).toEqual([1, verdicts])
    expect((await other.post('/api/bank-accounts', bank, key)).status).toBe(409)
  })

  it('updates and clears values one by one, and can be disabled', async () => {
    const { owner, add, manager, director } = await setupFirm()
    const { id } = await add(manager, 'trading-accounts', trading)
    const change = (fields: object) => owner.patch(`/api/trading-accounts/${id}`, fields)
    expect(await (await change({ accountId: 'PA-999999' })).json()).toMatchObject({
      accountIdLastFour: '9999',
      apiKeyLastFour: '4242',
      accountName: 'Hedge',
    })
    expect(await (await change({ apiKey: null, isActive: false })).json()).toMatchObject({
      accountIdLastFour: '9999',
      apiKeyLastFour: null,
      isActive: false,
    })
    const request = (field: string) => director.post(`/api/trading-accounts/${id}/reveal`, { field, reason: 'Audit' })
    expect(await (await request('accountId')).json()).toEqual({ value: 'PA-999999' })
    expect(await (await request('apiKey')).json()).toEqual({ value: null })
  })

  it.each([
    ['no number', { bankName: 'First Bank' }, { accountNumber: 'This field is required' }],
    ['a number that is too long', { ...bank, accountNumber: '4'.repeat(65) }, { accountNumber: /64/ }],
    ['a number that is none', { ...bank, accountNumber: 5_000_000 }, { accountNumber: /text/i }],
  ])('is refused with %s, which the response does not repeat', async (_, fields, errors) => {
    const { owner } = await setupFirm()
    const response = await owner.post('/api/bank-accounts', fields)
    const text = await response.text()
    expect(response.status).toBe(400)
    for (const [field, recorded] of Object.entries(errors))
      expect((JSON.parse(text) as { errors: Record<string, string> }).errors[field]).toMatch(recorded)
    expect(text).not.toMatch(/4444|5000000|3704/)
  })

  it('cannot be created for another person or with sealed texts', async () => {
    const { owner, manager, director, otherManager, add } = await setupFirm()
    const forged = { userId: otherManager.userId, accountNumberLastFour: '9999', plaidAccessTokenLastFour: 'x' }
    const row = (await (await owner.post('/api/bank-accounts', { ...bank, ...forged })).json()) as Row
    expect(row).toMatchObject({ userId: manager.userId, accountNumberLastFour: '3000', plaidAccessTokenLastFour: null })
    const { id } = await add(manager, 'trading-accounts', trading)
    await owner.patch(`/api/trading-accounts/${id}`, { apiKeyEncrypted: 'v1.test.AAAA', lastSyncAt: '2020-01-01' })
    const body = { field: 'apiKey', reason: 'Audit' }
    expect(await (await director.post(`/api/trading-accounts/${id}/reveal`, body)).json()).toEqual({
      value: trading.apiKey,
    })
  })
})

describe('access', () => {
  it('staff see and change their own accounts, administrators all of the firm', async () => {
    const { director, owner, other, add } = await setupFirm()
    const { id } = await add()
    const there = await setupFirm()
    const list = async (by: typeof director) => ((await (await by.get('/api/bank-accounts')).json()) as Row[]).length
    expect([await list(director), await list(owner), await list(other), await list(there.director)]).toEqual([
      1, 1, 0, 0,
    ])
    for (const [by, status] of [
      [director, 200],
      [owner, 200],
      [other, 404],
      [there.director, 404],
    ] as const) {
      expect((await by.get(`/api/bank-accounts/${id}`)).status).toBe(status)
      expect((await by.patch(`/api/bank-accounts/${id}`, { isActive: false })).status).toBe(status)
    }
    const [missing, foreign] = [uuidv7(), id].map(async (each) =>
      statusAnd(await other.get(`/api/bank-accounts/${each}`)),
    )
    expect(await foreign).toEqual(await missing)
  })
})

describe('revealing a value', () => {
  it('is for administrators who give a reason, and is audited', async () => {
    const firm = await setupFirm()
    const { director, add } = firm
    const { id } = await add()
    const request = (body: object) => director.post(`/api/bank-accounts/${id}/reveal`, body)
    expect(await (await request({ field: 'accountNumber', reason: 'Wire of 3 March' })).json()).toEqual({
      value: bank.accountNumber,
    })
    for (const wrong of [
      {},
      { field: 'accountNumber' },
      { field: 'accountNumber', reason: ' ' },
      { field: 'bankName', reason: 'x' },
    ])
      expect((await request(wrong)).status).toBe(400)
    const revealed = (await entries(firm)).filter(({ action }) => action === 'bankAccounts.reveal')
    expect(revealed).toMatchObject([
      {
        userId: firm.admin.userId,
        entityId: id,
        details: { field: 'accountNumber', reason: 'Wire of 3 March', actor: { kind: 'person', role: 'ADMIN' } },
      },
    ])
  })

  it('is refused to everybody else and for missing values, and is audited', async () => {
    const [firm, there] = [await setupFirm(), await setupFirm()]
    const [{ id }, foreign, missing] = [await firm.add(), (await there.add()).id, uuidv7()]
    const body = { field: 'accountNumber', reason: 'Curious' }
    const request = (by: typeof firm.director, account: string) => by.post(`/api/bank-accounts/${account}/reveal`, body)
    expect((await request(firm.owner, id)).status).toBe(403)
    expect((await request(as(server, firm.investor), id)).status).toBe(403)
    expect(await statusAnd(await request(firm.director, foreign))).toEqual(
      await statusAnd(await request(firm.director, missing)),
    )
    expect((await request(firm.director, 'x')).status).toBe(404)
    const refused = (await entries(firm)).filter(({ action }) => action === 'bankAccounts.reveal')
    expect(
      refused.map(({ userId, entityId, details: { outcome, code } }) => [userId, entityId, outcome, code]),
    ).toEqual([
      [firm.manager.userId, id, 'refused', 'FORBIDDEN'],
      [firm.investor.userId, id, 'refused', 'FORBIDDEN'],
      [firm.admin.userId, foreign, 'refused', 'NOT_FOUND'],
      [firm.admin.userId, missing, 'refused', 'NOT_FOUND'],
    ])
    expect((await entries(there)).filter(({ action }) => action === 'bankAccounts.reveal')).toEqual([])
  })

  it('is limited to ten times a minute per person, over both kinds of accounts and all nodes', async () => {
    const firm = await setupFirm()
    const second = as({ ...server, app: createApp(server) }, firm.admin)
    const [{ id }, { id: other }] = [await firm.add(), await firm.add(firm.manager, 'trading-accounts', trading)]
    const request = async (i: number) =>
      i % 2
        ? second.post(`/api/bank-accounts/${id}/reveal`, { field: 'accountNumber', reason: 'Wire' })
        : as(server, firm.admin).post(`/api/trading-accounts/${other}/reveal`, { field: 'apiKey', reason: 'Wire' })
    const statuses = []
    for (let i = 0; i < 12; i++) statuses.push((await request(i)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429])
    expect((await request(1)).headers.get('retry-after')).toBe('60')
    server.clock.advance(60_000)
    expect((await request(1)).status).toBe(200)
  })

  it('of a value moved from another account fails without revealing it', async () => {
    const firm = await setupFirm()
    const [mine, theirs] = [await firm.add(), await firm.add(firm.otherManager)]
    await server.database.tenant(firm.tenantId, (tx) =>
      tx.query(
        `update bank_accounts set account_number = (select account_number from bank_accounts where tenant_id = $1 and id = $2)
         where tenant_id = $1 and id = $3`,
        [firm.tenantId, theirs.id, mine.id],
      ),
    )
    const response = await firm.director.post(`/api/bank-accounts/${mine.id}/reveal`, {
      field: 'accountNumber',
      reason: 'Wire',
    })
    expect(await statusAnd(response)).toMatchObject([500, { code: 'INTERNAL' }])
    expect(server.unexpectedErrors.splice(0).join()).toContain('does not open')
    expect((await entries(firm)).at(-1)!.details).toMatchObject({ outcome: 'failed', field: 'accountNumber' })
  })
})

it('secrets do not appear in feeds, responses, exports, logs, errors or the database', async () => {
  const canaries: string[] = []
  const canary = (): string => {
    canaries.push(`canary${uuidv7().slice(-12)}`)
    return canaries.at(-1)!
  }
  const recorded: string[] = []
  const stream = new Writable({ write: (chunk, _, done) => (recorded.push(String(chunk)), done()) })
  const here = { ...server, app: createApp({ ...server, log: createLog('trace', stream) }) }
  const firm = await createFirm(server)
  const people = [firm.admin, firm.manager, firm.investor].map((person) => as(here, person))
  const [admin, manager] = people as [(typeof people)[0], (typeof people)[0]]
  const record = async (pending: Promise<Response>) => {
    const response = await pending
    recorded.push(JSON.stringify([...response.headers]), await response.clone().text())
    return (await response.json().catch(() => ({}))) as Row
  }

  const bankFields = () => ({
    bankName: 'Bank',
    accountNumber: canary(),
    routingNumber: canary(),
    plaidAccountId: canary(),
    plaidAccessToken: canary(),
  })
  const tradingFields = () => ({ platform: 'SCHWAB', accountId: canary(), apiKey: canary() })
  const revealed: unknown[] = []
  for (const [path, fields, field] of [
    ['bank-accounts', bankFields, 'accountNumber'],
    ['trading-accounts', tradingFields, 'apiKey'],
  ] as const) {
    const { id } = await record(manager.post(`/api/${path}`, fields()))
    await record(manager.patch(`/api/${path}/${id}`, fields()))
    await record(manager.patch(`/api/${path}/${id}`, { ...fields(), isActive: 'no' }))
    await record(manager.post(`/api/${path}`, { ...fields(), platform: 7, bankName: '' }))
    await record(manager.patch(`/api/${path}/${uuidv7()}`, fields()))
    for (const person of people) {
      await record(person.post(`/api/${path}`, `{"accountNumber": "${canary()}`))
      await record(person.get(`/api/${path}`))
      await record(person.get(`/api/${path}?limit=1`))
      await record(person.get(`/api/${path}/${id}`))
    }
    const response = await admin.post(`/api/${path}/${id}/reveal`, { field, reason: 'Wire' })
    revealed.push(((await response.json()) as { value: unknown }).value)
  }
  for (const person of people) recorded.push(...(await person.pull()).texts)
  for (const path of ['/api/audit-logs', '/api/audit-logs/export', '/api/trash', '/api/openapi.json'])
    await record(admin.get(path))

  const owner = postgres(server.ownerUrl, { max: 1 })
  const tables = await owner<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'directory')`
  for (const { name } of tables) {
    const rows = await owner.unsafe<{ text: string }[]>(`select t::text as text from ${name} t`)
    recorded.push(...rows.map(({ text }) => text))
  }
  await owner.end()
  const everything = recorded.join('\n')
  expect(everything.includes('bankAccounts.reveal')).toBe(true)
  expect(revealed.filter((each) => canaries.includes(each as string))).toHaveLength(2)
  expect(canaries.length).toBeGreaterThan(30)
  expect(canaries.filter((each) => everything.includes(each))).toEqual([])
})
