import { openSql } from '#server/db/postgres/open-sql.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '#schema/kernel/enumerations.ts'
import { namesText, type ReadableNames, readableNames } from '#schema/records/readable-names.ts'
import type { Batch } from '#server/records/write/batch.ts'
import { transact } from '#server/records/write/transact.ts'
import { change, create, investment, investor, merge, project, remove, restore, update } from '#server/test/changes.ts'
import { as, type Device } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const names = readableNames()
const owner = openSql(server.ownerUrl)
const [first] = await owner<{ ordinal: number; text: string }[]>`
  select ordinal, names::text as text from readable_names order by ordinal desc limit 1`
beforeEach(async () => void (await owner`delete from readable_names where ordinal > ${first!.ordinal}`))
afterAll(() => owner.end())

async function migrate(begins: readonly Role[], narrows: readonly Role[] = [], to = names): Promise<void> {
  await owner`insert into readable_names (ordinal, begins, narrows, names)
    select max(ordinal) + 1, ${[...begins]}, ${[...narrows]}, ${namesText(to)}::text::json from readable_names`
}

const withoutPapers = (to: ReadableNames): ReadableNames =>
  Object.fromEntries(Object.entries(to).filter(([name]) => name !== 'documents' && name !== 'activities'))

const withField = (field: string, readers: string): ReadableNames => {
  const { projects } = names
  return { ...names, projects: { ...projects!, fields: { ...projects!.fields, [field]: readers } } }
}

async function setupFirm() {
  const firm = await createFirm(server)
  const [staff, reader] = [as(server, firm.admin), as(server, firm.investor)]
  await staff.write(project())
  return { ...firm, staff, reader, fromStaff: await staff.pull(), fromReader: await reader.pull() }
}

async function firstHint({ cookie }: { readonly cookie: string }): Promise<number> {
  const controller = new AbortController()
  const { signal } = controller
  const response = await server.app.request('/api/sync/stream', { headers: { cookie }, signal })
  const { value } = await response.body!.getReader().read()
  controller.abort()
  return Number(/\d+/.exec(new TextDecoder().decode(value))![0])
}

async function request(device: Device, { to, epoch, scope }: { to: number; epoch: string; scope: string }) {
  const query = new URLSearchParams({ after: String(to), epoch, scope })
  const response = await device.get(`/api/sync/feed?${query.toString()}`)
  const { code, narrowed } = (await response.json()) as { code?: string; narrowed?: boolean }
  return code === undefined ? response.status : [response.status, code, narrowed]
}

describe('readable names', () => {
  it('GROW6 of a migrated database match the definitions', () => {
    expect(first!.text).toBe(namesText(readableNames()))
  })

  it('GROW6 GROW15 begin no scope when only something new was added', async () => {
    const { staff, reader, fromStaff, fromReader } = await setupFirm()
    await migrate([])
    expect(await request(staff, fromStaff)).toBe(200)
    expect(await request(reader, fromReader)).toBe(200)
  })

  it('GROW6 GROW12 begin the scopes of the roles that they name, and of no others', async () => {
    const { staff, reader, fromStaff, fromReader } = await setupFirm()
    await migrate(['INVESTOR'])
    await migrate([])
    expect(await request(staff, fromStaff)).toBe(200)
    expect(await request(reader, fromReader)).toEqual([409, 'SCOPE', false])
    expect(await request(reader, await reader.pull())).toBe(200)
  })

  it('GROW6 PULL8 GROW13 narrow for a device that has something which its role may no longer read, however long it was away', async () => {
    const { staff, reader, fromStaff, fromReader } = await setupFirm()
    await migrate(['INVESTOR'], ['INVESTOR'])
    const late = await reader.pull()
    await migrate(['INVESTOR', 'ADMIN'])
    expect(await request(staff, fromStaff)).toEqual([409, 'SCOPE', false])
    expect(await request(reader, fromReader)).toEqual([409, 'SCOPE', true])
    expect(await request(reader, late)).toEqual([409, 'SCOPE', false])
  })

  it('GROW6 narrow by a person’s current role', async () => {
    const { staff, fromReader, fromStaff } = await setupFirm()
    await migrate(['INVESTOR'], ['INVESTOR'])
    expect(await request(staff, { ...fromReader, epoch: fromStaff.epoch })).toEqual([409, 'SCOPE', false])
  })

  it('GROW6 narrow for investors who come from a version without them', async () => {
    const { reader, fromReader } = await setupFirm()
    expect(await request(reader, { ...fromReader, scope: '2.INVESTOR.0' })).toEqual([409, 'SCOPE', true])
  })
})

describe('a node beside one of a later version', () => {
  it('GROW7 GROW16 reports that rows may lack fields, and sends no digest', async () => {
    const { staff, reader, fromStaff, fromReader } = await setupFirm()
    await migrate([], [], withField('harbour', 'staff'))
    expect(await staff.page(fromStaff, true)).toMatchObject({ older: true })
    expect(await staff.page(fromStaff, true)).not.toHaveProperty('digest')
    const page = await reader.page(fromReader, true)
    expect(page).not.toHaveProperty('older')
    expect(page).not.toHaveProperty('digest')
  })

  it('GROW7 sends nothing that the later version no longer sends', async () => {
    const { reader, staff } = await setupFirm()
    await migrate(['INVESTOR'], ['INVESTOR'], withField('location', 'staff'))
    const [row] = (await reader.pull()).rows
    expect(row![3]).not.toHaveProperty('location')
    expect(row![3]).toHaveProperty('name')
    expect((await staff.pull()).rows[0]![3]).toHaveProperty('location')
    const { projects: _, ...others } = names
    await migrate(['INVESTOR', 'ADMIN'], ['INVESTOR', 'ADMIN'], others)
    expect((await staff.pull()).rows.filter(([entity]) => entity === 'projects')).toEqual([])
  })

  it('GROW7 PULL8 GROW17 that sends fewer of an investor’s rows does not send EPOCH to their device', async () => {
    const { reader, staff, fromReader, admin, investor: account } = await setupFirm()
    const own = investor()
    await staff.write(own)
    await link(server, admin, account, own.id)
    await staff.write(create('documents', { name: 'Passport', investorId: own.id, type: 'OTHER' }))
    const { pages, ...from } = await reader.pull()
    expect(from.to).toBeGreaterThan(fromReader.to)
    const { to, mark } = pages.at(-1)!
    const query = new URLSearchParams({ after: String(to), epoch: from.epoch, scope: from.scope })
    const feed = async (known: string) => {
      const response = await reader.get(`/api/sync/feed?${query.toString()}${known}`)
      return [response.status, await response.json()]
    }
    await migrate([], [], withoutPapers(withField('harbour', 'all')))
    const page = { from: to, to, mark, more: false, older: true, rows: [] }
    expect(await feed(`&known=${to}:${mark}`)).toMatchObject([200, page])
    expect(await feed('')).toMatchObject([503, { code: 'NEWER' }])
    expect(await feed(`&known=${to}:another`)).toMatchObject([409, { code: 'EPOCH' }])
    await migrate([], [], withField('harbour', 'all'))
    expect(await feed(`&known=${to}:${mark}`)).toMatchObject([200, page])
  })

  it('GROW7 HINT4 sends streams no number of rows that it may no longer send', async () => {
    const { reader, staff, admin, investor: account } = await setupFirm()
    const own = investor()
    await staff.write(own)
    await link(server, admin, account, own.id)
    await migrate([], [], withoutPapers(names))
    const { to } = await reader.page()
    await staff.write(create('documents', { name: 'Passport', investorId: own.id, type: 'OTHER' }))
    expect(await firstHint(account)).toBe(to)
  })

  it('GROW7 of the newest version does not mention missing fields, and gives a digest', async () => {
    const { staff, fromStaff } = await setupFirm()
    const page = await staff.page(fromStaff, true)
    expect(page).not.toHaveProperty('older')
    expect(page.digest).toMatchObject({ count: expect.any(Number) })
  })

  it.each<[string, ReadableNames, ReturnType<typeof project>]>([
    ['a field', withField('harbour', 'all'), project({ harbour: 'Izmir' })],
    ['an entity', { ...names, harbours: names['projects']! }, { ...project(), entity: 'harbours' }],
  ])(
    'GROW8 does not decide a change with %s of the later version, nor those that build on it',
    async (_, laterNames, operation) => {
      const { staff } = await setupFirm()
      await migrate([], [], laterNames)
      const [undecided, other] = [change(operation), change(project())]
      const onto = change(update('projects', operation.id, { name: 'Port' }, { name: 'Harbour' }))
      const document = change(create('documents', { name: 'Deed', projectId: operation.id, type: 'REPORT' }))
      const later = { verdict: 'later', number: null, code: 'NEWER' }
      expect(await staff.push(undecided, onto, other, document)).toMatchObject([
        later,
        later,
        { verdict: 'applied' },
        later,
      ])
      await owner`delete from readable_names where ordinal > ${first!.ordinal}`
      expect(await staff.push(undecided), 'nothing was remembered, and nobody knows it').toMatchObject([
        { verdict: 'rejected', code: 'VALIDATION' },
      ])
    },
  )

  const withHarbours = { ...names, harbours: names['projects']! }
  const newer = { verdict: 'later', number: null, code: 'NEWER' }

  it('GROW8 does not decide on a change whose author saw what only the later version knows', async () => {
    const { staff } = await setupFirm()
    const home = project()
    await staff.write(home)
    await migrate([], [], withField('harbour', 'all'))
    const seen = { name: 'Harbour', harbour: 'Izmir' }
    expect(await staff.attempt(remove('projects', home.id, seen))).toMatchObject(newer)
    expect(await staff.attempt(update('projects', home.id, { name: 'Quay' }, seen))).toMatchObject(newer)
    await migrate([], [], withHarbours)
    expect(await staff.attempt(remove('projects', home.id, { $with: { harbours: [] } }))).toMatchObject(newer)
    await migrate([])
    expect(await staff.attempt(remove('projects', home.id, { name: 'Harbour' }))).toMatchObject({ verdict: 'applied' })
  })

  it('GROW8 GROW20 neither deletes nor restores while rows of an entity that it does not know may belong to it', async () => {
    const { staff, tenantId } = await setupFirm()
    const [home, gone] = [project(), project()]
    await staff.write(home, gone)
    await staff.write(remove('projects', gone.id))
    await migrate([], [], withHarbours)
    expect(await staff.attempt(remove('projects', home.id))).toMatchObject(newer)
    expect(await staff.attempt(restore('projects', gone.id))).toMatchObject(newer)
    const requests = [
      await staff.delete(`/api/projects/${home.id}`),
      await staff.post(`/api/projects/${gone.id}/restore`, {}),
    ]
    for (const response of requests)
      expect([response.status, await response.json()]).toMatchObject([503, { code: 'NEWER' }])
    for (const work of [
      (batch: Batch) => batch.remove('projects', home.id),
      (batch: Batch) => batch.restore('projects', gone.id),
    ])
      await expect(transact(server, { kind: 'system', tenantId }, work)).rejects.toMatchObject({ code: 'NEWER' })
    expect(await staff.attempt(project())).toMatchObject({ verdict: 'applied' })
  })

  it('GROW27 decides no act while rows may hold what only the later version knows', async () => {
    const { staff } = await setupFirm()
    const [stays, goes] = [investor(), investor()]
    await staff.write(stays, goes)
    await migrate([], [], withField('berths', 'staff'))
    expect(await staff.attempt(merge(stays.id, goes.id))).toMatchObject(newer)
    await owner`delete from readable_names where ordinal > ${first!.ordinal}`
    expect(await staff.attempt(merge(stays.id, goes.id))).toMatchObject({ verdict: 'applied' })
  })

  it('GROW8 GROW19 puts no value into a conflict that the later version hides from this role', async () => {
    const { staff } = await setupFirm()
    const home = project({ location: 'Izmir' })
    await staff.write(home)
    const edit = update('projects', home.id, { location: 'Porto' }, { location: 'Bari' })
    await migrate(['ADMIN'], ['ADMIN'], withField('location', 'investor'))
    expect(await staff.attempt(edit)).toMatchObject(newer)
    const hidden = { ...names['projects']!, rows: { ...names['projects']!.rows, ADMIN: 'nothing' as const } }
    await migrate(['ADMIN'], ['ADMIN'], { ...names, projects: hidden })
    expect(await staff.attempt(edit)).toMatchObject(newer)
    expect(await staff.push({ ...change(edit) })).toMatchObject([newer])
  })

  it('GROW7 GROW8 GROW25 returns over REST what both versions show, and defers the rest to the later one', async () => {
    const { staff, reader } = await setupFirm()
    const home = project({ location: 'Izmir', type: 'COMMERCIAL' })
    await staff.write(home)
    await migrate(['INVESTOR'], ['INVESTOR'], withField('location', 'staff'))
    const list = async (device: Device, query = '') =>
      (await (await device.get(`/api/projects${query}`)).json()) as Record<string, unknown>[]
    expect((await list(staff)).at(-1)).toMatchObject({ location: 'Izmir' })
    for (const row of [...(await list(reader)), await (await reader.get(`/api/projects/${home.id}`)).json()])
      expect(row).not.toHaveProperty('location')
    await migrate(['INVESTOR'], ['INVESTOR'], withField('type', 'staff'))
    expect(await list(reader, '?type=COMMERCIAL'), 'not filtered by what they may not read').toHaveLength(2)
    const { projects: _, ...others } = names
    await migrate(['INVESTOR', 'ADMIN'], ['INVESTOR', 'ADMIN'], others)
    for (const path of ['/api/projects', `/api/projects/${home.id}`]) expect((await staff.get(path)).status).toBe(503)
    await migrate([], [], withField('harbour', 'all'))
    const body = { name: 'Quay', type: 'COMMERCIAL', harbour: 'Izmir' }
    expect((await staff.post('/api/projects', body)).status).toBe(503)
    expect((await staff.patch(`/api/projects/${home.id}`, { harbour: 'Izmir' })).status).toBe(503)
    expect((await staff.patch(`/api/projects/${home.id}`, { location: 'Bari', colour: 'red' })).status).toBe(200)
  })

  it('GROW7 GROW8 sums no records, and runs no verb on records, that the later version shows to other people', async () => {
    const { staff, reader, investor: account } = await setupFirm()
    const own = investor()
    await staff.write(own)
    const link = () => staff.post(`/api/investors/${own.id}/link`, { userId: account.userId })
    const trash = async () => (await (await staff.get('/api/trash')).json()) as { entity: string }[]
    const gone = project()
    await staff.write(gone)
    await staff.write(remove('projects', gone.id))
    expect(await trash()).toMatchObject([{ entity: 'projects' }])
    const rows = { ...names['investors']!.rows, INVESTOR: 'nothing' as const }
    await migrate(['INVESTOR'], ['INVESTOR'], { ...names, investors: { ...names['investors']!, rows } })
    expect((await link()).status).toBe(503)
    const { projects: _, ...others } = names
    await migrate(['INVESTOR', 'ADMIN'], ['INVESTOR', 'ADMIN'], others)
    for (const device of [staff, reader]) expect((await device.get('/api/dashboard/metrics')).status).toBe(503)
    expect(await trash()).toEqual([])
    await owner`delete from readable_names where ordinal > ${first!.ordinal}`
    expect((await link()).status).toBe(200)
    expect((await staff.get('/api/dashboard/metrics')).status).toBe(200)
  })

  it('GROW7 omits joined names that the later version hides from this role', async () => {
    const { staff } = await setupFirm()
    const [home, own] = [project(), investor()]
    await staff.write(home, own)
    await staff.write(investment(home.id, own.id))
    const first = async () => ((await (await staff.get('/api/investments')).json()) as Record<string, unknown>[])[0]!
    expect(await first()).toHaveProperty('projectName', 'Harbour')
    await migrate(['ADMIN'], ['ADMIN'], withField('name', 'investor'))
    expect(await first()).not.toHaveProperty('projectName')
  })

  it('GROW8 GROW23 does not decide on what builds on such a change either, when the database refuses others of the request', async () => {
    const { staff } = await setupFirm()
    await migrate([], [], withField('harbour', 'all'))
    const rate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '3.67', date: '2026-03-01' }
    const home = project({ harbour: 'Izmir' })
    const changes = [
      change(create('exchangeRates', rate)),
      change(create('exchangeRates', rate)),
      change(home),
      change(create('documents', { name: 'Deed', projectId: home.id, type: 'REPORT' })),
    ]
    const later = { verdict: 'later', code: 'NEWER' }
    const twice = { verdict: 'rejected', code: 'DUPLICATE' }
    expect(await staff.push(...changes)).toMatchObject([{ verdict: 'applied' }, twice, later, later])
  })

  it('GROW8 GROW21 does not decide on a value that it would refuse, because the later version may allow it', async () => {
    const { staff } = await setupFirm()
    await migrate([], [], withField('harbour', 'all'))
    const castle = project({ type: 'CASTLE' })
    const unknownType = change(castle)
    const long = change(project({ name: 'x'.repeat(300) }))
    const onto = change(create('documents', { name: 'Deed', projectId: castle.id, type: 'REPORT' }))
    const missing = change(create('documents', { name: 'Deed', projectId: project().id, type: 'REPORT' }))
    const later = { verdict: 'later', code: 'NEWER' }
    const refused = { verdict: 'rejected', code: 'VALIDATION' }
    expect(await staff.push(unknownType, long, onto, missing)).toMatchObject([later, later, later, refused])
    await owner`delete from readable_names where ordinal > ${first!.ordinal}`
    expect(await staff.push(unknownType, long)).toMatchObject([refused, refused])
  })
})
