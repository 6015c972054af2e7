import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { feedHead, limits } from '#schema/sync/protocol.ts'
import { digestOf } from '#schema/sync/digest.ts'
import type { Database } from '#server/db/connect/database.ts'
import { createApp } from '#server/test/app.ts'
import { change, create, investment, investor, project, remove, update } from '#server/test/changes.ts'
import { asOwner } from '#server/test/database.ts'
import { as, foldRows } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupFirm() {
  const firm = await createFirm(server)
  return { ...firm, staff: as(server, firm.admin), other: as(server, firm.manager), reader: as(server, firm.investor) }
}

const long = 'x'.repeat(19_000)

describe('pages', () => {
  it('PULL1 a page holds each changed row once, in its newest state, in number order', async () => {
    const { staff } = await setupFirm()
    const [one, two] = [project({ name: 'One' }), project({ name: 'Two' })]
    await staff.write(one)
    await staff.write(two)
    const seen = await staff.pull()
    await staff.write(update('projects', one.id, { name: 'First' }, { name: 'One' }))
    await staff.write(update('projects', one.id, { name: 'Very first' }, { name: 'First' }))
    expect((await staff.pull(seen)).rows.map(([, id, number, fields]) => [id, number, fields!['name']])).toEqual([
      [one.id, 4, 'Very first'],
    ])
    expect((await staff.pull()).rows.map(([, id, number]) => [id, number])).toEqual([
      [two.id, 2],
      [one.id, 4],
    ])
  })

  it('is planned once by each connection, however many people read, but each time on Citus', async () => {
    const [one, two] = [await setupFirm(), await setupFirm()]
    for (const { reader } of [one, two, one]) await reader.page()
    const plans = await server.database.tenant(one.tenantId, (tx) =>
      tx.query(
        `select case when current_setting('citus.shard_count', true) is null then generic_plans else custom_plans end::int as used,
          (custom_plans + generic_plans)::int as runs from pg_prepared_statements where statement like '%from exits%'`,
      ),
    )
    expect(plans).toEqual([{ used: 3, runs: 3 }])
  })

  it('PULL2 a page ends only between numbers, however many rows a change wrote', async () => {
    const { staff } = await setupFirm()
    const sizes = [50, 1, 50, 50, 7, 50, 50, 50, 3, 50]
    for (const size of sizes) {
      await staff.write(...Array.from({ length: size }, () => project({ description: long.slice(0, 9000) })))
    }
    const { pages } = await staff.pull()
    expect(pages.length).toBeGreaterThan(2)
    const counts = new Map<number, number>()
    for (const page of pages) {
      const ends = new Set(page.rows.map(([, , number]) => number))
      for (const number of ends) expect(counts.has(number)).toBe(false)
      for (const [, , number] of page.rows) counts.set(number, (counts.get(number) ?? 0) + 1)
    }
    expect([...counts]).toEqual(sizes.map((size, i) => [i + 1, 2 * size]))
  })

  it('PULL2 PULL7 a page of many small rows ends between numbers, too', async () => {
    const { staff, tenantId } = await setupFirm()
    const person = investor()
    await staff.write(person)
    const perNumber = 700
    await asOwner(server, async (sql) => {
      await sql.unsafe(
        `insert into exchange_rates (tenant_id, id, n, created_at, updated_at, from_currency, to_currency, rate, date, source)
select $1::uuid, r.id, 2 + (r.i - 1) / $3::int, now(), now(), 'USD', 'AED', 3.6725, '2000-01-01'::date + r.i::int, 'MANUAL' from unnest($2::uuid[]) with ordinality as r(id, i)`,
        [tenantId, Array.from({ length: 6 * perNumber }, () => uuidv7()), perNumber],
      )
      await sql`update tenant_numbers set n = 7 where tenant_id = ${tenantId}`
    })
    const { pages, rows } = await staff.pull()
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) {
      expect(page.rows.length).toBeLessThanOrEqual(2_500)
      const numbers = page.rows.map(([, , number]) => number).filter((number) => number > 1)
      expect(numbers.length % perNumber).toBe(0)
    }
    expect(new Set(rows.map(([, id]) => id)).size).toBe(6 * perNumber + 1)
  })

  it('PULL7 a page holds at most about a megabyte, except that one change is never cut', async () => {
    const { staff, tenantId } = await setupFirm()
    for (let i = 0; i < 4; i++) await staff.write(...Array.from({ length: 45 }, () => project({ description: long })))
    const { texts } = await staff.pull()
    expect(texts.length).toBe(4)
    for (const text of texts) expect(text.length).toBeLessThan(limits.bytesPerPage + 10_000)
    await server.database.tenant(tenantId, async (tx) => {
      for (const table of ['projects', 'activities'])
        await tx.query(`update ${table} set n = 4 where tenant_id = $1 and n = 3`, [tenantId])
    })
    const { pages, texts: larger } = await staff.pull()
    expect(pages.map((page) => page.rows.length)).toEqual([90, 90, 180])
    expect(larger[2]!.length).toBeGreaterThan(limits.bytesPerPage)
  })

  it('PULL3 the last page goes up to the counter, an earlier one to its last row', async () => {
    const { staff, other } = await setupFirm()
    const [one, two] = [
      await staff.write(...Array.from({ length: 40 }, () => project({ description: long }))),
      await staff.write(...Array.from({ length: 40 }, () => project({ description: long }))),
    ]
    const last = await staff.write(investor())
    await staff.push(change(project({ type: 'CASTLE' })))
    const { pages } = await other.pull()
    expect(pages.map(({ more, to }) => [more, to])).toEqual([
      [true, one],
      [false, last],
    ])
    expect(last).toBe(two + 1)
  })

  it('PULL4 from echoes after, and total counts the rows of the scope only at after 0', async () => {
    const { staff, reader } = await setupFirm()
    await staff.write(project(), project({ isVisibleToInvestors: false }), project())
    expect(await staff.page()).toMatchObject({ from: 0, to: 1, total: 6, more: false, durable: 0 })
    const first = await reader.page()
    expect(first).toMatchObject({ total: 4 })
    expect(first.rows).toHaveLength(4)
    expect(await reader.page(first)).toMatchObject({ from: 1, to: 1, total: null, rows: [] })
    expect(feedHead.safeParse(first).success).toBe(true)
  })

  it('PULL5 a deleted row is reported as gone to devices that had it, and not mentioned at after 0', async () => {
    const { staff, reader } = await setupFirm()
    const home = project()
    await staff.write(home)
    const seen = await staff.pull()
    const number = await staff.write(remove('projects', home.id))
    expect((await staff.pull(seen)).rows).toEqual([['projects', home.id, number, null]])
    expect((await staff.pull()).rows).toEqual([])
    expect((await reader.pull()).texts.join()).not.toContain(home.id)
  })

  it('PULL6 fields are those of the REST response, without id, tenant, number and joined names', async () => {
    const { staff, reader, admin, investor: account } = await setupFirm()
    const [home, person] = [project({ targetAmount: '1000000', expectedIRR: '12.5', duration: '3' }), investor()]
    const paid = investment(home.id, person.id, { amount: '12.5', status: 'FUNDED' })
    await staff.write(home, person)
    await staff.write(paid, create('valuations', { projectId: home.id, nav: '25' }))
    await link(server, admin, account, person.id)
    for (const device of [staff, reader]) {
      const feed = foldRows((await device.pull()).rows)
      for (const [path, id] of [
        ['projects', home.id],
        ['investors', person.id],
        ['investments', paid.id],
      ] as const) {
        const body = (await (await device.get(`/api/${path}/${id}`)).json()) as Record<string, unknown>
        const { tenantId: _t, investorFirstName: _f, investorLastName: _l, projectName, ...rest } = body
        const row = device === reader && path === 'investments' ? { ...rest, projectName } : rest
        expect(feed.get(`${path} ${id}`)).toEqual(row)
      }
    }
    const rows = foldRows((await staff.pull()).rows)
    expect(rows.get(`projects ${home.id}`)).toMatchObject({
      targetAmount: '1000000.00',
      expectedIRR: '12.50',
      duration: '3.0',
      raisedAmount: '12.50',
    })
  })
})

describe('the state of a device', () => {
  it('PULL8 another epoch, another scope and a number beyond the counter are refused before any row', async () => {
    const { staff } = await setupFirm()
    await staff.write(project())
    const { epoch, scope, to } = await staff.pull()
    const request = async (query: Record<string, string>) => {
      const response = await staff.get(`/api/sync/feed?${new URLSearchParams(query).toString()}`)
      return [response.status, await response.json()] as const
    }
    const refusal = { epoch, scope, narrowed: false }
    expect(await request({ after: String(to), epoch: uuidv7(), scope })).toEqual([
      409,
      { code: 'EPOCH', message: expect.any(String), ...refusal },
    ])
    expect(await request({ after: String(to + 1), epoch, scope })).toEqual([
      409,
      { code: 'EPOCH', message: expect.any(String), ...refusal },
    ])
    expect(await request({ after: '0', epoch, scope: scope.replace('ADMIN', 'INVESTOR') })).toEqual([
      409,
      { code: 'SCOPE', message: expect.any(String), ...refusal },
    ])
  })

  it('PULL8 PULL17 a lower role and a link that is gone narrow; a new link does not', async () => {
    const { staff, reader, admin, investor: account } = await setupFirm()
    const [person, other] = [investor(), investor()]
    await staff.write(person, other)
    const request = async (device: typeof reader, from: { epoch: string; scope: string; to: number }) => {
      const query = new URLSearchParams({ after: String(from.to), epoch: from.epoch, scope: from.scope })
      return (await (await device.get(`/api/sync/feed?${query.toString()}`)).json()) as {
        code?: string
        narrowed?: boolean
      }
    }
    const before = await reader.pull()
    await link(server, admin, account, person.id)
    expect(await request(reader, before)).toMatchObject({ code: 'SCOPE', narrowed: false })
    const linked = await reader.pull()
    await link(server, admin, account, other.id)
    expect(await request(reader, linked)).toMatchObject({ code: 'SCOPE', narrowed: false })
    const both = await reader.pull()
    await staff.write(remove('investors', other.id))
    expect(await request(reader, both)).toMatchObject({ code: 'SCOPE', narrowed: true })
    const asStaff = await staff.pull()
    await server.database.directory`update directory.users set role = 'INVESTOR' where id = ${admin.userId}`
    expect(await request(staff, asStaff)).toMatchObject({ code: 'SCOPE', narrowed: true })
    const lowered = await staff.pull()
    await server.database.directory`update directory.users set role = 'ADMIN' where id = ${admin.userId}`
    expect(await request(staff, lowered)).toMatchObject({ code: 'SCOPE', narrowed: false })
  })

  it.each([
    'after=1&epoch=&scope=x',
    'after=1&epoch=x&scope=',
    'after=1',
    '',
    'after=',
    'after=-1',
    'after=1.5',
    'after=1e3',
    'after=x',
    `after=${'9'.repeat(20)}`,
  ])('PULL9 the query "%s" is malformed', async (query) => {
    const { staff } = await setupFirm()
    const response = await staff.get(`/api/sync/feed?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'VALIDATION' })
  })

  it('PULL10 the last page carries the digest of the scope, as a device computes it', async () => {
    const { staff, reader, admin, investor: account } = await setupFirm()
    const person = investor()
    await staff.write(person)
    await link(server, admin, account, person.id)
    for (let i = 0; i < 3; i++) await staff.write(...Array.from({ length: 40 }, () => project({ description: long })))
    const hidden = project({ isVisibleToInvestors: false })
    await staff.write(hidden, investment(hidden.id, person.id))
    for (const device of [staff, reader]) {
      const { pages, rows } = await device.pull(undefined, true)
      expect(pages.length).toBeGreaterThan(1)
      const held = [...foldRows(rows).values()].map(({ id, number }) => ({ id: String(id), number: Number(number) }))
      expect(pages.map(({ digest }) => digest)).toEqual([...pages.slice(1).map(() => undefined), digestOf(held)])
    }
    expect(await staff.page(await staff.pull())).not.toHaveProperty('digest')
  })

  it('PULL3 PULL10 counter, rows, total and digest are of one snapshot, whatever is written meanwhile', async () => {
    const { staff, admin } = await setupFirm()
    await staff.write(project())
    const database: Database = {
      ...server.database,
      snapshot: (tenantId, work) =>
        server.database.snapshot(tenantId, (tx) =>
          work({
            ...tx,
            query: async (text, params) => {
              if (text.includes('with viewer')) await staff.write(project())
              return tx.query(text, params)
            },
          }),
        ),
    }
    const reader = as({ ...server, app: createApp({ ...server, database }) }, admin)
    const page = await reader.page(undefined, true)
    expect(page).toMatchObject({ to: 1, total: 2, digest: { count: 1 } })
    expect(page.rows).toHaveLength(2)
    expect((await staff.pull(page)).rows.length).toBeGreaterThan(2)
  })

  it('is recognized by its protocol version', async () => {
    const { staff } = await setupFirm()
    const request = (version: string) => staff.get('/api/sync/feed?after=0', { 'Holdfast-Protocol': version })
    expect((await request('1')).status).toBe(200)
    expect((await request('2')).status).toBe(503)
    for (const version of ['0', 'x', '-1', '1.0']) {
      const response = await request(version)
      expect([response.status, await response.json()]).toEqual([
        426,
        { code: 'TOO_OLD', message: expect.any(String), min: 1 },
      ])
    }
    expect((await staff.push(change(project())))[0]).toMatchObject({ verdict: 'applied' })
  })
})
