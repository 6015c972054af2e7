import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { limits } from '#schema/sync/protocol.ts'
import { openDatabase } from '#server/db/connect/database.ts'
import { beginEpoch } from '#server/db/connect/epochs.ts'
import { asOwner } from '#server/test/database.ts'
import { addMissingCheckpointHashes } from '#server/db/checkpoint-hashes.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { createApp } from '#server/test/app.ts'
import { change, create, investment, investor, project, remove, update } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { chainOf, createFirm, link, numberOf } from '#server/test/firm.ts'
import { importPath, setupFolder } from '#server/test/importing.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const write = setupFolder()

async function setupFirm() {
  const firm = await createFirm(server)
  const chain = () => chainOf(server, firm.tenantId)
  const markOf = async (number: number) => (await chain()).find(({ n }) => n === number)!.mark
  return { ...firm, staff: as(server, firm.admin), reader: as(server, firm.investor), chain, markOf }
}

async function expectWhole(tenantId: string): Promise<void> {
  const chain = await chainOf(server, tenantId)
  const counter = await numberOf(server, tenantId)
  expect(chain.map(({ n }) => n)).toEqual(Array.from({ length: counter + 1 }, (_, n) => n))
  expect(new Set(chain.map(({ mark }) => mark)).size).toBe(chain.length)
  for (const { mark } of chain) expect(mark).toMatch(/^[\w-]{36}$/)
  const [last] = await server.database.tenant(tenantId, (tx) =>
    tx.query('select mark from tenant_numbers where tenant_id = $1', [tenantId]),
  )
  expect(last).toEqual({ mark: chain.at(-1)!.mark })
}

describe('HIST1 every number has a checkpoint hash', () => {
  it('of a new firm, of changes by devices and REST, and of links', async () => {
    const { staff, admin, investor: account, tenantId, chain } = await setupFirm()
    expect(await chain()).toMatchObject([{ n: 0 }])
    const [home, person] = [project(), investor()]
    await staff.push(change(home), change(person), change(project({ type: 'CASTLE' })), change(home))
    await staff.write(investment(home.id, person.id))
    await link(server, admin, account, person.id)
    expect((await staff.patch(`/api/projects/${home.id}`, { name: 'Port' })).status).toBe(200)
    await staff.write(remove('investors', person.id))
    expect(await numberOf(server, tenantId)).toBe(6)
    await expectWhole(tenantId)
  })

  it('of each part of a split change', async () => {
    const { staff, tenantId } = await setupFirm()
    const home = project()
    await staff.write(home)
    await asOwner(server, (sql) =>
      sql.unsafe(
        `insert into valuations (tenant_id, id, n, created_at, updated_at, project_id, nav, valuation_date, shown, shown_since)
select $1::uuid, r.id, 1, now(), now(), $2::uuid, 5, '2026-01-01', true, 1 from unnest($3::uuid[]) as r(id)`,
        [tenantId, home.id, Array.from({ length: limits.rowsPerNumber + 1 }, () => uuidv7())],
      ),
    )
    const hide = update('projects', home.id, { isVisibleToInvestors: false }, { isVisibleToInvestors: true })
    expect(await staff.write(hide)).toBeGreaterThan(2)
    await expectWhole(tenantId)
  })

  it('by imports', async () => {
    const { admin, tenantId } = await setupFirm()
    const path = write('projects.csv', 'Name,Kind\nQuay,REAL_ESTATE\nPort,REAL_ESTATE\n')
    await importPath(server, admin, 'projects', { columns: { Name: 'name', Kind: 'type' } }, path)
    expect(await numberOf(server, tenantId), 'two rows and the run').toBe(3)
    await expectWhole(tenantId)
  })

  it('of the seeded demo firms', async () => {
    await seedDemo(server)
    const firms = await server.database.directory<{ id: string }[]>`
      select id from directory.tenants where name in ('Demo Capital', 'Other Partners')`
    expect(firms).toHaveLength(2)
    for (const { id } of firms) await expectWhole(id)
  })

  it('of migrations and older servers, added at the start', async () => {
    const { staff, tenantId, chain } = await setupFirm()
    for (let i = 0; i < 4; i++) await staff.write(project())
    const before = await chain()
    await asOwner(server, async (owner) => {
      await owner`delete from marks where tenant_id = ${tenantId} and n > 2`
      await owner`update tenant_numbers set mark = '', n = 6 where tenant_id = ${tenantId}`
      await addMissingCheckpointHashes(owner)
      await addMissingCheckpointHashes(owner)
    })
    await expectWhole(tenantId)
    expect((await chain()).slice(0, 3)).toEqual(before.slice(0, 3))
    await staff.write(project())
    await expectWhole(tenantId)
  })
})

describe('HIST2 heads and verdicts contain the checkpoint hash of their number', () => {
  it('on every page, whatever its end', async () => {
    const { staff, reader, markOf } = await setupFirm()
    const description = 'x'.repeat(19_000)
    expect(await staff.page()).toMatchObject({ to: 0, mark: await markOf(0) })
    for (let i = 0; i < 2; i++) await staff.write(...Array.from({ length: 40 }, () => project({ description })))
    for (const device of [staff, reader]) {
      const { pages } = await device.pull()
      expect(pages.map(({ more }) => more)).toEqual([true, false])
      for (const { to, mark } of pages) expect(mark).toBe(await markOf(to))
    }
  })

  it('in every verdict, null without a number', async () => {
    const { staff, reader, markOf } = await setupFirm()
    const home = project()
    const created = change(home)
    const edit = (fields: object, base: object, seen: number) =>
      update('projects', home.id, { ...fields }, { ...base }, seen)
    const verdicts = [
      ...(await staff.push(created, change(home), change(project({ type: 'CASTLE' })))),
      ...(await staff.push(created, change(edit({ name: 'Port' }, { name: 'Harbour' }, 1)), change(home))),
      ...(await staff.push(
        change(edit({ location: 'Oslo' }, { location: null }, 1)),
        change(edit({ name: 'Quay', description: 'New' }, { name: 'Harbour', description: null }, 1)),
        change(edit({ name: 'Quay' }, { name: 'Harbour' }, 1)),
        change(
          create('projects', { name: 'Port', type: 'REAL_ESTATE', location: 'Oslo', description: 'New' }, home.id),
        ),
      )),
      ...(await reader.push(change(project()))),
    ]
    expect(verdicts.map(({ verdict, number }) => [verdict, number])).toEqual([
      ['applied', 1],
      ['applied', 1],
      ['rejected', null],
      ['applied', 1],
      ['applied', 2],
      ['rejected', null],
      ['merged', 3],
      ['conflict', 4],
      ['rejected', null],
      ['applied', 4],
      ['rejected', null],
    ])
    for (const { number, mark } of verdicts) expect(mark).toBe(number === null ? null : await markOf(number))
  })
})

describe('HIST3 a checkpoint that a device sends', () => {
  const feed = (known: string, rest = 'after=0&epoch=&scope=') => `/api/sync/feed?${rest}&known=${known}`

  it.each(['', '1', ':', '1:', ':x', '-1:x', '1.5:x', `${'9'.repeat(16)}:x`, '1:x:y', '1:x y', 'x:1'])(
    'known "%s" is malformed',
    async (known) => {
      const { staff } = await setupFirm()
      const response = await staff.get(feed(encodeURIComponent(known)))
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'VALIDATION' }])
    },
  )

  it('may be one of several to the feed, each of which must be in the chain', async () => {
    const { staff, markOf } = await setupFirm()
    await staff.push(change(project()), change(project()))
    const [one, two] = [`1:${await markOf(1)}`, `2:${await markOf(2)}`]
    const request = async (...known: string[]) => {
      const response = await staff.get(feed(known.map(encodeURIComponent).join('&known=')))
      return response.status
    }
    expect(await request(one, two)).toBe(200)
    expect([
      await request(one, '2:other'),
      await request('1:other', two),
      await request(two, `3:${await markOf(2)}`),
    ]).toEqual([409, 409, 409])
    expect(await request(...Array.from({ length: 9 }, () => one))).toBe(400)
  })

  it.each<[string, unknown]>([
    ['no number', { mark: 'x' }],
    ['no mark', { number: 1 }],
    ['a number below 0', { number: -1, mark: 'x' }],
    ['a text', '1:x'],
    ['a mark that PostgreSQL cannot hold', { number: 1, mark: 'a\u0000b' }],
  ])('known with %s makes a malformed envelope', async (_, known) => {
    const { staff, tenantId } = await setupFirm()
    const response = await staff.post('/api/sync/changes', { client: uuidv7(), changes: [change(project())], known })
    expect(response.status).toBe(400)
    expect(await numberOf(server, tenantId)).toBe(0)
  })

  it('of this chain is accepted, the latest and every earlier one', async () => {
    const { staff, reader, chain } = await setupFirm()
    for (let i = 0; i < 3; i++) await staff.write(project())
    for (const { n, mark } of await chain()) {
      expect((await staff.get(feed(`${n}:${mark}`))).status).toBe(200)
      expect((await reader.get(feed(`${n}:${mark}`))).status).toBe(200)
      expect((await staff.send([], { number: n, mark })).status).toBe(200)
    }
  })

  it.each<[string, (points: { n: number; mark: string }[], foreign: string) => string]>([
    ['beyond the counter', () => `9:${'x'.repeat(22)}`],
    ['beyond the counter with a mark that is another’s', (points) => `9:${points[1]!.mark}`],
    ['of another mark', () => `2:${'x'.repeat(22)}`],
    ['of another number’s mark', (points) => `2:${points[1]!.mark}`],
    ['of another firm', (_, foreign) => `1:${foreign}`],
    ['of number 0 of another firm’s', () => '0:x'],
  ])('%s is EPOCH, before a row is read or a change judged', async (_, say) => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    for (const { staff } of [here, there]) for (let i = 0; i < 3; i++) await staff.write(project())
    const { epoch, scope } = await here.staff.page()
    const point = say(await here.chain(), await there.markOf(1))
    const [number, mark] = [Number(point.split(':')[0]), point.split(':')[1]!]
    const refusal = { code: 'EPOCH', epoch, scope, narrowed: false, message: expect.any(String) }
    for (const rest of [
      'after=0&epoch=&scope=',
      `after=1&epoch=${epoch}&scope=${scope}`,
      `after=1&epoch=x&scope=${scope}`,
    ]) {
      const response = await here.staff.get(feed(point, rest))
      expect([response.status, await response.json()]).toEqual([409, refusal])
    }
    const made = change(project())
    const response = await here.staff.send([made], { number, mark })
    expect([response.status, await response.json()]).toEqual([409, refusal])
    expect(await numberOf(server, here.tenantId)).toBe(3)
    expect(await here.staff.push(made)).toMatchObject([{ verdict: 'applied', number: 4 }])
  })
})

describe('HIST4 the epoch is a row', () => {
  it('a new epoch applies at every node immediately, for this firm’s devices only', async () => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    const database = await openDatabase(server.ownerUrl, 2)
    const second = as({ ...server, app: createApp({ ...server, database }) }, here.admin)
    await here.staff.write(project())
    const [before, others] = [await here.staff.pull(), await there.staff.pull()]
    expect(await second.page(before)).toMatchObject({ epoch: before.epoch })
    await server.database.upkeep(here.tenantId, (tx) => beginEpoch(tx, server.now()))
    const request = ({ to, epoch, scope }: typeof before) =>
      `/api/sync/feed?${new URLSearchParams({ after: String(to), epoch, scope }).toString()}`
    const fresh = await here.staff.page()
    expect(fresh.epoch).not.toBe(before.epoch)
    for (const device of [here.staff, second, as(server, here.investor)]) {
      const response = await device.get(request(before))
      expect([response.status, await response.json()]).toMatchObject([409, { code: 'EPOCH', epoch: fresh.epoch }])
    }
    expect((await there.staff.get(request(others))).status).toBe(200)
    await database.close()
  })

  it('is read in the same snapshot as its page', async () => {
    const { admin, tenantId, staff } = await setupFirm()
    const before = await staff.page()
    const database = {
      ...server.database,
      snapshot: ((id, work) =>
        server.database.snapshot(id, (tx) =>
          work({
            ...tx,
            query: async (text, params) => {
              const rows = await tx.query<never>(text, params)
              if (!text.includes('from epochs')) return rows
              await server.database.upkeep(tenantId, (other) => beginEpoch(other, server.now()))
              await staff.write(project())
              return rows
            },
          }),
        )) as typeof server.database.snapshot,
    }
    const page = await as({ ...server, app: createApp({ ...server, database }) }, admin).page()
    expect(page).toMatchObject({ epoch: before.epoch, to: 0, rows: [] })
    expect((await staff.page()).epoch).not.toBe(before.epoch)
  })
})
