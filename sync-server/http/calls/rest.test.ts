import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { change, create, investment, investor, preferences, project, remove, update } from '#server/test/changes.ts'
import { as, rowOf } from '#server/test/device.ts'
import { createFirm, link, numberOf } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

type Row = Record<string, unknown> & { id: string; number: number }
const rowIn = async (response: Response): Promise<Row> => (await response.json()) as Row

async function setupFirm() {
  const firm = await createFirm(server)
  const staff = as(server, firm.admin)
  const [home, person] = [project({ name: 'Harbour', location: 'Lisbon' }), investor()]
  await staff.write(home, person)
  return {
    ...firm,
    staff,
    reader: as(server, firm.investor),
    home: `/api/projects/${home.id}`,
    homeId: home.id,
    personId: person.id,
  }
}

describe('rows', () => {
  it('are created with 201, defaults and an ETag, and found again', async () => {
    const { staff, tenantId, admin } = await setupFirm()
    const response = await staff.post('/api/projects', {
      name: 'Quay',
      type: 'COMMERCIAL',
      targetAmount: '',
      expectedIRR: null,
    })
    const row = await rowIn(response)
    expect(response.status).toBe(201)
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      tenantId,
      number: 2,
      name: 'Quay',
      description: null,
      type: 'COMMERCIAL',
      status: 'FUNDED',
      isVisibleToInvestors: true,
      location: null,
      targetAmount: null,
      raisedAmount: '0.00',
      actualTotalInvested: '0.00',
      currency: 'USD',
      expectedIRR: null,
      actualIRR: null,
      duration: null,
      paymentInstallment: '6_MONTHS',
      notes: null,
      createdAt: '2026-03-15T10:00:00.000Z',
      updatedAt: '2026-03-15T10:00:00.000Z',
      createdBy: admin.userId,
    })
    expect(response.headers.get('etag')).toBe('"2"')
    expect(await rowIn(await staff.get(`/api/projects/${row.id}`))).toEqual(row)
    expect(await rowIn(await staff.get(`/api/projects/${row.id.toUpperCase()}`))).toEqual(row)
  })

  it('unknown fields and fields that the server sets are ignored', async () => {
    const { staff, homeId } = await setupFirm()
    const given = {
      name: 'Quay',
      type: 'COMMERCIAL',
      id: homeId,
      tenantId: uuidv7(),
      number: 99,
      raisedAmount: '5',
      castle: 1,
    }
    const row = await rowIn(await staff.post('/api/projects', given))
    expect(row).toMatchObject({ number: 2, raisedAmount: '0.00' })
    expect(row.id).not.toBe(homeId)
    expect(row).not.toHaveProperty('castle')
    expect(await rowIn(await staff.patch(`/api/projects/${row.id}`, { createdBy: uuidv7(), castle: 2 }))).toEqual(row)
  })

  it.each(['PATCH', 'PUT'])('%s changes the given fields and no other', async (method) => {
    const { staff, home } = await setupFirm()
    const response = await staff.request(method, home, { name: 'Port' })
    expect([response.status, response.headers.get('etag')]).toEqual([200, '"2"'])
    expect(await rowIn(response)).toMatchObject({ name: 'Port', location: 'Lisbon', number: 2 })
    expect(await rowIn(await staff.request(method, home, {}))).toMatchObject({ number: 2 })
  })

  it('carry the names of rows to which they refer, in lists as well', async () => {
    const { staff, homeId, personId } = await setupFirm()
    const row = await rowIn(
      await staff.post('/api/investments', { projectId: homeId, investorId: personId, amount: '5' }),
    )
    expect(row).toMatchObject({
      projectName: 'Harbour',
      investorFirstName: 'Ines',
      investorLastName: null,
      amount: '5.00',
    })
    expect(await (await staff.get('/api/investments')).json()).toEqual([row])
  })

  it('DELETE returns the deleted record, and 404 the second time', async () => {
    const { staff, home, homeId } = await setupFirm()
    const response = await staff.delete(home)
    expect([response.status, await response.json()]).toEqual([200, { success: true, id: homeId }])
    expect((await staff.delete(home)).status).toBe(404)
    expect((await staff.get(home)).status).toBe(404)
    expect((await staff.patch(home, { name: 'Port' })).status).toBe(404)
  })

  it('a project with investments stays: 409', async () => {
    const { staff, home, homeId, personId } = await setupFirm()
    await staff.write(investment(homeId, personId))
    const response = await staff.delete(home)
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'HAS_INVESTMENTS' }])
  })

  it('errors are listed for each field, as texts and as keys', async () => {
    const { staff } = await setupFirm()
    const response = await staff.post('/api/investments', { amount: '0', status: 'LATE', investmentDate: '2026-02-30' })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      message: 'Some fields need attention.',
      code: 'VALIDATION',
      errors: {
        projectId: 'This field is required',
        investorId: 'This field is required',
        amount: 'Must be greater than 0',
        status: 'Choose one of: COMMITTED, FUNDED, ACTIVE, EXITED',
        investmentDate: 'Expected a valid date as YYYY-MM-DD',
      },
      issues: {
        projectId: { key: 'required' },
        investorId: { key: 'required' },
        amount: { key: 'above', params: { above: '0' } },
        status: { key: 'choice', params: { options: 'COMMITTED, FUNDED, ACTIVE, EXITED' } },
        investmentDate: { key: 'date' },
      },
    })
  })
})

describe('preferences', () => {
  it('are created by their owner, once, in the row that devices would create', async () => {
    const { reader, investor: person, admin } = await setupFirm()
    const request = (fields: object) => reader.post('/api/user-preferences', fields)
    const made = await request({ userId: person.userId, language: 'tr' })
    expect([made.status, await rowIn(made)]).toMatchObject([
      201,
      { id: preferences(person.userId).id, userId: person.userId, language: 'tr' },
    ])
    expect((await request({ userId: person.userId, language: 'fr' })).status).toBe(409)
    expect((await request({ userId: admin.userId })).status).toBe(403)
    expect((await as(server, admin).post('/api/user-preferences', { userId: person.userId })).status).toBe(403)
  })
})

describe('preferences that are set in part', () => {
  it('store only the given fields, and read defaults for the others', async () => {
    const { reader, investor: person } = await setupFirm()
    const made = await rowIn(await reader.post('/api/user-preferences', { userId: person.userId, language: 'tr' }))
    const specified = { defaultCurrency: 'USD', dateFormat: 'MM/DD/YYYY', timeZone: 'UTC', language: 'tr' }
    expect(made).toMatchObject(specified)
    expect(await rowIn(await reader.get(`/api/user-preferences/${made['id'] as string}`))).toMatchObject(specified)
    const stored = await rowOf(reader, 'userPreferences', made['id'] as string)
    expect(stored).toMatchObject({ defaultCurrency: null, dateFormat: null, timeZone: null, language: 'tr' })
  })
})

describe('a document that an investor creates', () => {
  it('without naming an investor belongs to their own record', async () => {
    const { admin, investor: account, reader, staff, personId } = await setupFirm()
    const document = { name: 'Passport', type: 'KYC' }
    expect((await reader.post('/api/documents', document)).status).toBe(403)
    await link(server, admin, account, personId)
    const made = await rowIn(await reader.post('/api/documents', document))
    expect(made).toMatchObject({ ...document, investorId: personId, audience: 'STAFF', uploadedBy: account.userId })
    expect((await reader.get(`/api/documents/${made.id}`)).status).toBe(200)
    const ofFirm = await rowIn(await staff.post('/api/documents', document))
    expect(ofFirm).toMatchObject({ investorId: null })
    expect((await reader.get(`/api/documents/${ofFirm.id}`)).status).toBe(404)
  })

  it('must name an investor when the person has several records', async () => {
    const { admin, investor: account, reader, staff, personId } = await setupFirm()
    const second = investor({ firstName: 'Kerem' })
    await staff.write(second)
    for (const id of [personId, second.id]) await link(server, admin, account, id)
    const response = await reader.post('/api/documents', { name: 'Passport' })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: { investorId: 'Choose which of your records the document belongs to' } },
    ])
    expect((await reader.post('/api/documents', { name: 'Passport', investorId: second.id })).status).toBe(201)
  })
})

describe('the documents of an investor’s record', () => {
  it('are added by its people up to 500, one or many in a request, and by staff beyond', async () => {
    const { admin, investor: account, reader, staff, personId } = await setupFirm()
    await link(server, admin, account, personId)
    const document = () => create('documents', { name: 'Passport', investorId: personId })
    await staff.push(...Array.from({ length: 498 }, () => change(document())))
    const verdicts = await reader.push(...Array.from({ length: 4 }, () => change(document())))
    const issue = { key: 'mostDocuments', params: { max: 500 } }
    const refused = { verdict: 'rejected', code: 'VALIDATION', issues: { investorId: issue } }
    expect(verdicts).toMatchObject([{ verdict: 'applied' }, { verdict: 'applied' }, refused, refused])
    const response = await reader.post('/api/documents', { name: 'Passport' })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: { investorId: 'The limit of 500 documents has been reached. Ask your firm to delete some.' } },
    ])
    const more = document()
    await staff.write(more)
    await staff.write(remove('documents', more.id))
    expect((await reader.post('/api/documents', { name: 'Passport' })).status, 'still 500').toBe(400)
    const [, first] = (await (await staff.get('/api/documents')).json()) as { id: string }[]
    await staff.write(remove('documents', first!.id))
    expect((await reader.post('/api/documents', { name: 'Passport' })).status).toBe(201)
  })
})

describe('a referral contact', () => {
  it('is created, listed, changed and deleted by staff, and hidden from investors', async () => {
    const { staff, reader, manager, personId } = await setupFirm()
    const given = { name: 'Selim', email: 'selim@example.com', phone: '+90 532', fullAddress: '3 Quay Street' }
    const response = await staff.post('/api/referrals', { ...given, notes: '', investorId: personId })
    expect(response.status).toBe(201)
    const made = await rowIn(response)
    expect(made).toMatchObject({ ...given, notes: null, investorId: personId, isActive: true })
    const list = async () => (await (await as(server, manager).get('/api/referrals')).json()) as Row[]
    expect(await list()).toMatchObject([given])
    const path = `/api/referrals/${made.id}`
    const changed = await rowIn(await staff.patch(path, { isActive: false, investorId: null }))
    expect(changed).toMatchObject({ ...given, isActive: false, investorId: null })
    for (const [method, url] of [
      ['GET', '/api/referrals'],
      ['POST', '/api/referrals'],
      ['GET', path],
      ['PATCH', path],
      ['DELETE', path],
    ] as const)
      expect([url, method, (await reader.request(method, url, method === 'GET' ? undefined : {})).status]).toEqual([
        url,
        method,
        403,
      ])
    expect((await staff.delete(path)).status).toBe(200)
    expect(await list()).toEqual([])
  })

  it('needs a name', async () => {
    const { staff } = await setupFirm()
    const response = await staff.post('/api/referrals', { name: '', email: 'selim@example.com' })
    expect([response.status, await response.json()]).toMatchObject([400, { errors: { name: 'Name is required' } }])
  })
})

describe('today', () => {
  it('follows the person’s time zone', async () => {
    const { staff, manager, admin, homeId, personId } = await setupFirm()
    await staff.write(preferences(admin.userId, { timeZone: 'Pacific/Auckland' }))
    server.clock.set('2026-03-15T23:30:00.000Z')
    const paid = { projectId: homeId, investorId: personId, amount: '5' }
    const dayFor = async (device: ReturnType<typeof as>) =>
      (await rowIn(await device.post('/api/investments', paid)))['investmentDate']
    expect([await dayFor(staff), await dayFor(as(server, manager))]).toEqual(['2026-03-16', '2026-03-15'])
    await staff.write(create('investments', { ...paid, investmentDate: '2026-01-01' }), create('investments', paid))
    const list = (await (await staff.get('/api/investments')).json()) as Row[]
    expect(list.map((row) => row['investmentDate'])).toEqual(['2026-03-16', '2026-03-15', '2026-01-01', '2026-03-16'])
  })
})

describe('If-Match', () => {
  it('refuses a change to a row that has changed: 409 with the row', async () => {
    const { staff, home } = await setupFirm()
    await staff.patch(home, { name: 'Port' })
    for (const response of [
      await staff.patch(home, { name: 'Dock' }, { 'if-match': '"1"' }),
      await staff.delete(home, { 'if-match': '"1"' }),
    ]) {
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({
        code: 'CONFLICT',
        name: 'Port',
        number: 2,
        message: expect.any(String),
      })
    }
    expect((await staff.patch(home, { name: 'Dock' }, { 'if-match': '"2"' })).status).toBe(200)
    expect((await staff.patch(home, { name: 'Pier' }, { 'if-match': '*' })).status).toBe(200)
    expect((await staff.delete(home, { 'if-match': '"4"' })).status).toBe(200)
  })

  it.each(['1', 'x', '"x"', 'W/"1"', '""', '"1", "2"', `"${'9'.repeat(30)}"`])('%s is malformed', async (header) => {
    const { staff, home } = await setupFirm()
    expect((await staff.patch(home, { name: 'Port' }, { 'if-match': header })).status).toBe(400)
  })

  it('without it the last writer wins', async () => {
    const { staff, home } = await setupFirm()
    await staff.patch(home, { name: 'Port' })
    expect((await staff.patch(home, { name: 'Dock' })).status).toBe(200)
  })
})

describe('Idempotency-Key', () => {
  const fields = { name: 'Quay', type: 'COMMERCIAL' }

  it.each([uuidv7(), uuidv4(), '00000000-0000-0000-0000-000000000000', '12345678-1234-0234-0234-123456789ABC'])(
    'the same request with %s makes one row',
    async (key) => {
      const { staff, tenantId } = await setupFirm()
      const post = (body: object) => staff.post('/api/projects', body, { 'idempotency-key': key })
      const [first, again] = [await post(fields), await post(fields)]
      expect([first.status, again.status]).toEqual([201, 201])
      expect(await again.json()).toEqual(await first.json())
      expect((await post({ ...fields, name: 'Another' })).status).toBe(409)
      expect(await numberOf(server, tenantId)).toBe(2)
    },
  )

  it('counts for one person and one entity only', async () => {
    const { staff, manager } = await setupFirm()
    const headers = { 'idempotency-key': uuidv7() }
    expect((await staff.post('/api/projects', fields, headers)).status).toBe(201)
    expect((await as(server, manager).post('/api/projects', fields, headers)).status).toBe(409)
    const person = { firstName: 'Ines', email: 'ines@example.com' }
    expect((await staff.post('/api/investors', person, headers)).status).toBe(409)
  })

  it.each(['x', '', `${uuidv7()}0`])('"%s" is malformed', async (key) => {
    const { staff } = await setupFirm()
    expect((await staff.post('/api/projects', fields, { 'idempotency-key': key })).status).toBe(400)
  })
})

describe('filters', () => {
  it('are equalities, and several hold together', async () => {
    const { staff, homeId, personId } = await setupFirm()
    const second = investor({ firstName: 'Kerem' })
    const rows = [
      investment(homeId, personId, { status: 'FUNDED', investmentDate: '2026-01-10' }),
      investment(homeId, second.id, { status: 'FUNDED' }),
      investment(homeId, second.id),
    ]
    await staff.write(second, ...rows)
    const find = async (query: string) =>
      ((await (await staff.get(`/api/investments?${query}`)).json()) as Row[]).map(({ id }) =>
        rows.findIndex((row) => row.id === id),
      )
    expect(await find(`projectId=${homeId}`)).toEqual([0, 1, 2])
    expect(await find(`investorId=${second.id}`)).toEqual([1, 2])
    expect(await find(`investorId=${second.id}&status=FUNDED`)).toEqual([1])
    await staff.write(update('investments', rows[1]!.id, { status: 'ACTIVE' }, { status: 'FUNDED' }))
    for (const status of ['FUNDED', 'ACTIVE']) expect(await find(`status=${status}`)).toEqual([0, 1])
    expect(await find('status=COMMITTED')).toEqual([2])
    expect(await find('investmentDate=2026-01-10')).toEqual([0])
    expect(await find('castle=1&__proto__=2')).toEqual([0, 1, 2])
    expect(await (await staff.get('/api/projects?isVisibleToInvestors=false')).json()).toEqual([])
  })

  it('an unknown and another firm’s id find nothing', async () => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    for (const id of [uuidv7(), there.homeId]) {
      const response = await here.staff.get(`/api/investments?projectId=${id}`)
      expect([response.status, await response.json()]).toEqual([200, []])
    }
  })

  it.each([
    'projectId=x',
    'projectId=',
    'status=LATE',
    'investmentDate=2026-02-30',
    'currency=usd',
    `investorId=${'-'.repeat(36)}`,
  ])('%s is malformed', async (query) => {
    const { staff } = await setupFirm()
    const response = await staff.get(`/api/investments?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'VALIDATION',
      errors: { [query.split('=')[0]!]: expect.any(String) },
    })
  })

  it('an investor finds only records they may see, by fields they may read', async () => {
    const { staff, reader, admin, investor: account, homeId, personId } = await setupFirm()
    await link(server, admin, account, personId)
    const [own, theirs] = [investment(homeId, personId), investor({ firstName: 'Kerem' })]
    await staff.write(own, theirs, investment(homeId, theirs.id))
    const list = async (path: string) => ((await (await reader.get(path)).json()) as Row[]).map(({ id }) => id)
    expect(await list('/api/investments')).toEqual([own.id])
    expect(await list(`/api/investments?investorId=${theirs.id}`)).toEqual([])
    expect(await list(`/api/investors?referralId=${uuidv7()}`)).toEqual([personId])
    await staff.write(remove('investments', own.id))
    expect(await list('/api/investments')).toEqual([])
  })
})
