import { openSql } from '#server/db/postgres/open-sql.ts'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, it } from 'vitest'
import { namesText, readableNames } from '#schema/records/readable-names.ts'
import { hashOfShown } from '#schema/records/apply-verb.ts'
import { replicatedEntities } from '#schema/registry.ts'
import { verifyChain } from '#server/entities/audit-logs/verify-chain.ts'
import type { Hint } from '#server/bus/payload.ts'
import { beginEpoch } from '#server/db/connect/epochs.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { linkPerson } from '#server/entities/investors/link-person.ts'
import { act, change, create, investment, investor, project, remove, restore, update } from '#server/test/changes.ts'
import { asOwner } from '#server/test/database.ts'
import { as } from '#server/test/device.ts'
import { chainOf, createFirm, numberOf, type TestFirm } from '#server/test/firm.ts'
import { setupServer, testAuditKeys } from '#server/test/server.ts'
import { createWorld } from '#server/test/world.ts'
import { purge } from './purge.ts'

const server = await setupServer()
const owner = openSql(server.ownerUrl)
afterAll(() => owner.end())
const day = 86_400_000

function serverOf({ tenantId }: Pick<TestFirm, 'tenantId'>) {
  const own = {
    ...purge,
    run: async (deps: Parameters<typeof purge.run>[0], job: Parameters<typeof purge.run>[1]) =>
      job.tenantId === tenantId ? purge.run(deps, job) : {},
  }
  const worker = () => createWorker({ ...server, jobs: { purge: own } })
  const runJob = async () => {
    await server.database.clock.read()
    await worker().checkAllFirms()
  }
  const stayIn = () =>
    server.database.directory`update directory.sessions set last_used = ${server.now().toISOString()},
      expire = ${new Date(server.now().getTime() + day).toISOString()} where tenant_id = ${tenantId}`
  async function days(count: number): Promise<void> {
    for (let left = count; left > 0; left -= 2) {
      server.clock.advance(Math.min(left, 2) * day)
      await server.database.clock.read()
    }
    await stayIn()
    await runJob()
  }
  return { runJob, days, worker }
}

async function setupFirm() {
  const firm = await createFirm(server)
  const [staff, client] = [as(server, firm.admin), as(server, firm.investor)]
  const [home, person] = [
    project({ name: 'Canary house' }),
    investor({ firstName: 'Canary', phone: '+33 6 12 34 56 78' }),
  ]
  const paid = investment(home.id, person.id)
  const contract = create('documents', { name: 'Canary contract', investorId: person.id })
  await staff.write(home, person)
  await staff.write(paid, contract)
  const stored = (table: string, id: string) =>
    server.database.tenant(firm.tenantId, async (tx) => {
      const [row] = await tx.query<{ row: Record<string, unknown> }>(
        `select row_to_json(t) as row from ${table} t where tenant_id = $1 and id = $2`,
        [tx.tenantId, id],
      )
      return row!.row
    })
  const trail = () =>
    server.database.tenant(firm.tenantId, (tx) =>
      tx.query<{ action: string; entityId: string; userId: string | null; details: { followed?: unknown } }>(
        `select action, entity_id as "entityId", user_id as "userId", details from audit_logs
where tenant_id = $1 and action like '%.purge' order by n, id`,
        [firm.tenantId],
      ),
    )
  const runs = serverOf(firm)
  await runs.runJob()
  return { ...firm, ...runs, staff, client, home, person, paid, contract, stored, trail }
}

describe('35 days after a delete', () => {
  it('DEL14 row contents are removed; ids, numbers and audiences stay', async () => {
    const { staff, person, paid, contract, home, days, stored } = await setupFirm()
    const number = await staff.write(remove('investors', person.id))
    await days(34)
    expect(await stored('investors', person.id)).toMatchObject({ first_name: 'Canary', phone: '+33 6 12 34 56 78' })
    await days(1)
    expect(await stored('investors', person.id)).toMatchObject({
      n: number,
      first_name: '',
      phone: null,
      email: '',
      total_invested: 0,
      deleted_in: null,
      deleted_at: expect.any(String),
    })
    expect(await stored('investments', paid.id)).toMatchObject({
      n: number,
      amount: 0,
      project_id: home.id,
      investor_id: person.id,
      project_name: null,
    })
    expect(await stored('documents', contract.id)).toMatchObject({ n: number, name: '', investor_id: person.id })
    expect(JSON.stringify(await stored('projects', home.id)), 'what lives stays').toContain('Canary house')
  })

  it('nothing of them is left for any entity, and nothing else is changed', async () => {
    const world = await createWorld(server, 'BIRD')
    const { runJob, days } = serverOf(world)
    await runJob()
    const deletedIn = uuidv7()
    const texts = (rows: ReadonlyMap<string, string>) =>
      server.database.tenant(world.tenantId, async (tx) => {
        const found: Record<string, string> = {}
        for (const { name, table } of replicatedEntities) {
          const [row] = await tx.query<{ text: string }>(
            `select row_to_json(t)::text as text from ${table} t where tenant_id = $1 and id = $2`,
            [tx.tenantId, rows.get(name)],
          )
          found[name] = row!.text
        }
        return found
      })
    const [before, others] = [await texts(world.near), await texts(world.far)]
    await server.database.tenant(world.tenantId, async (tx) => {
      for (const { name, table } of replicatedEntities)
        await tx.query(`update ${table} set deleted_at = $3, deleted_in = $4 where tenant_id = $1 and id = $2`, [
          tx.tenantId,
          world.near.get(name),
          server.now().toISOString(),
          deletedIn,
        ])
    })
    await days(35)
    const after = await texts(world.near)
    expect(Object.values(before).filter((text) => text.includes('NEARBIRD')).length).toBeGreaterThan(15)
    expect(Object.keys(after).filter((name) => after[name]!.includes('NEARBIRD'))).toEqual([])
    for (const { name } of replicatedEntities) {
      const [previous, next] = [JSON.parse(before[name]!), JSON.parse(after[name]!)] as { n: number; id: string }[]
      expect([name, next!.id, next!.n]).toEqual([name, previous!.id, previous!.n])
    }
    expect(await texts(world.far)).toEqual(others)
  })

  it('DEL10 a restore is refused with a reason, an update is a conflict, and the trash is empty', async () => {
    const { staff, person, paid, days } = await setupFirm()
    await staff.write(remove('investors', person.id))
    await days(35)
    for (const { entity, id } of [person, paid])
      expect(await staff.attempt(restore(entity, id))).toMatchObject({
        verdict: 'rejected',
        code: 'DELETED',
        errors: { id: 'This record was deleted more than 30 days ago and cannot be restored' },
      })
    const response = await staff.post(`/api/investors/${person.id}/restore`, {})
    expect([response.status, await response.json()]).toMatchObject([
      409,
      { code: 'DELETED', errors: { id: expect.any(String) } },
    ])
    const edit = update('investors', person.id, { firstName: 'Ada' }, { firstName: 'Canary' })
    expect(await staff.attempt(edit)).toMatchObject({
      verdict: 'conflict',
      code: 'DELETED',
      conflicts: [{ theirs: null, by: null }],
    })
    expect(await staff.attempt(remove('investors', person.id))).toMatchObject({ verdict: 'applied' })
    expect(await (await staff.get('/api/trash')).json()).toEqual([])
    expect(await staff.attempt(investment(project().id, person.id))).toMatchObject({ verdict: 'rejected' })
  })

  it('DEL10 a restore comes too late after 30 days, while the contents still exist', async () => {
    const { staff, person, days, stored } = await setupFirm()
    await staff.write(remove('investors', person.id))
    await days(31)
    expect(await staff.attempt(restore('investors', person.id))).toMatchObject({ verdict: 'rejected', code: 'DELETED' })
    expect(await stored('investors', person.id)).toMatchObject({ first_name: 'Canary' })
  })

  it('DEL10 rows that were restored in time or deleted later stay', async () => {
    const { staff, person, home, days, stored } = await setupFirm()
    await staff.write(remove('investors', person.id))
    await days(29)
    await staff.write(restore('investors', person.id))
    await staff.write(remove('investors', person.id))
    await days(29)
    expect(await stored('investors', person.id)).toMatchObject({ first_name: 'Canary' })
    await staff.write(restore('investors', person.id))
    await days(36)
    expect(await stored('investors', person.id)).toMatchObject({ first_name: 'Canary' })
    expect(await stored('projects', home.id)).toMatchObject({ name: 'Canary house' })
  })

  it('DEL10 DEL15 devices receive nothing, and offline ones still learn of the delete', async () => {
    const { staff, client, investor: guest, tenantId, admin, person, paid, contract, days } = await setupFirm()
    const viewer = { tenantId, userId: admin.userId, role: 'ADMIN' as const, investorIds: [] }
    await linkPerson.run(server, { kind: 'person', viewer }, person.id, { userId: guest.userId })
    const [away, guestAway] = [await staff.pull(), await client.pull()]
    expect(guestAway.rows.map(([entity]) => entity)).toContain('documents')
    const received: Hint[] = []
    const unsubscribe = server.hints.subscribe(tenantId, (written) => received.push(written))
    await staff.write(remove('investments', paid.id))
    await staff.write(remove('documents', contract.id))
    const [here, guestHere] = [await staff.pull(away, true), await client.pull(guestAway, true)]
    const [number, chain] = [await numberOf(server, tenantId), await chainOf(server, tenantId)]
    await expect.poll(() => received.at(-1)?.number).toBe(number)
    received.length = 0
    await days(35)
    unsubscribe()
    expect([await numberOf(server, tenantId), await chainOf(server, tenantId), received]).toEqual([number, chain, []])
    expect((await staff.pull(here)).rows).toEqual([])
    expect((await client.pull(guestHere)).rows).toEqual([])
    expect((await staff.pull(away, true)).rows).toEqual(here.rows)
    expect((await client.pull(guestAway, true)).rows).toEqual(guestHere.rows)
    expect(guestHere.rows).toContainEqual(['documents', contract.id, number, null])
    expect((await staff.pull(undefined, true)).pages.at(-1)!.digest).toEqual(here.pages.at(-1)!.digest)
  })

  it('GROW8 GROW26 rows stay while they may contain unknown fields', async () => {
    const { staff, person, days, stored } = await setupFirm()
    const names = readableNames()
    const fields = { ...names['investors']!.fields, secondName: 'all' }
    await staff.write(remove('investors', person.id))
    await owner`insert into readable_names (ordinal, begins, narrows, names)
      values (1000, '{}', '{}', ${namesText({ ...names, investors: { ...names['investors']!, fields } })}::text::json)`
    await days(36)
    expect(await stored('investors', person.id)).toMatchObject({ first_name: 'Canary' })
    await owner`delete from readable_names where ordinal = 1000`
    await days(1)
    expect(await stored('investors', person.id)).toMatchObject({ first_name: '' })
  })

  it('DEL10 a purged link does not change visibility', async () => {
    const { client, investor: guest, tenantId, staff, person, days, stored } = await setupFirm()
    const other = investor()
    await staff.write(other)
    await linkPerson.run(server, { kind: 'system', tenantId }, person.id, { userId: guest.userId })
    await staff.write(remove('investors', person.id))
    await linkPerson.run(server, { kind: 'system', tenantId }, other.id, { userId: guest.userId })
    const { scope, to, epoch } = await client.pull()
    await days(35)
    expect(await stored('investors', person.id)).toMatchObject({ first_name: '' })
    expect((await client.pull({ to, epoch, scope })).scope).toBe(scope)
  })

  it('DEL17 is audited as a job, one entry per row that somebody deleted', async () => {
    const { staff, tenantId, person, paid, contract, days, trail } = await setupFirm()
    await staff.write(remove('investors', person.id))
    await days(36)
    expect(await trail()).toMatchObject([
      {
        action: 'investors.purge',
        entityId: person.id,
        userId: null,
        details: { actor: { kind: 'job', job: 'purge' } },
      },
    ])
    const [entry] = await trail()
    expect(entry!.details.followed).toEqual(
      expect.arrayContaining([
        ['investments', paid.id],
        ['documents', contract.id],
      ]),
    )
    await staff.write(project())
    const verified = () => verifyChain(server.database, testAuditKeys, { tenantId, chain: 'records' }, [])
    const { entries, findings } = await verified()
    expect(findings).toEqual([])
    expect(entries).toBeGreaterThan(4)
    const [purged] = (entry!.details as { emptied: [string, string][] }).emptied
    await owner`update audit_logs set details = details || '{"before":{"name":"Quay"}}' where hash = ${purged![0]}`
    expect((await verified()).found, 'a value that comes back').toBeGreaterThan(0)
    await owner`update audit_logs set details = details - 'before' - 'changeId' where hash = ${purged![0]}`
    expect((await verified()).findings.map(({ problem }) => problem)).toEqual([
      'was altered: no purge or erasure lists it',
    ])
  })

  it('DEL11 their texts are removed from the audit trail, verdicts and activities, and no others are', async () => {
    const { staff, person, home, tenantId, days } = await setupFirm()
    const other = investor({ firstName: 'Swallow' })
    await staff.write(other)
    await staff.write(update('investors', person.id, { firstName: 'Canary II' }, { firstName: 'Canary' }))
    const clashes = [
      change(update('investors', person.id, { address: 'Canary 1' }, { address: 'Canary 2' })),
      change(update('projects', home.id, { location: 'Swallow 1' }, { location: 'Swallow 2' })),
    ]
    const kept = investment(home.id, other.id, { status: 'FUNDED', amount: '515.15' })
    const lost = investment(home.id, person.id, { status: 'FUNDED', amount: '737.37' })
    await staff.write(kept, lost)
    const exited = change({ ...act('projects', 'exit', home.id, {}), expect: hashOfShown([]) })
    expect(await staff.push(...clashes, exited)).toMatchObject([
      { verdict: 'conflict' },
      { verdict: 'conflict' },
      { code: 'RESULT_CHANGED' },
    ])
    await server.database.tenant(tenantId, (tx) =>
      tx.query(
        `insert into held_changes (tenant_id, id, user_id, session_id, state, verdict, created_at)
select tenant_id, id, user_id, user_id, 'HELD', result, at from verdicts where tenant_id = $1 and result ? 'conflicts'`,
        [tenantId],
      ),
    )
    await staff.write(remove('investors', person.id))
    const log = () =>
      server.database.tenant(tenantId, async (tx) => {
        const [row] = await tx.query<{ text: string }>(
          `select concat((select json_agg(a) from audit_logs a where tenant_id = $1 and entity_type <> 'projects'),
  (select json_agg(v) from verdicts v where tenant_id = $1), (select json_agg(h) from held_changes h where tenant_id = $1), (select json_agg(t) from activities t where tenant_id = $1 and entity_type <> 'projects')) as text`,
          [tenantId],
        )
        return row!.text
      })
    await days(34)
    const before = await log()
    expect(before.match(/Canary/g)!.length).toBeGreaterThan(6)
    expect(before).toContain('"amount": "737.37"')
    await days(1)
    const left = await log()
    expect(left).not.toContain('737.37')
    expect(
      left.match(/"amount": "515.15"/g),
      'its entry, and in the result of a verb, including a held one',
    ).toHaveLength(3)
    expect(left.replaceAll('Canary house', '')).not.toContain('Canary')
    expect(
      left.match(/Swallow/g),
      'its entry, its activity, that of its investment, and two values of a conflict, including a held one',
    ).toHaveLength(7)
    const again = await staff.push(...clashes, exited)
    expect(again).toMatchObject([
      { conflicts: [{ id: person.id, field: 'address', base: null, yours: null, theirs: null }] },
      { conflicts: [{ id: home.id, field: 'location', base: 'Swallow 2', yours: 'Swallow 1' }] },
      { code: 'RESULT_CHANGED' },
    ])
    const { theirs } = again[2]!.result!
    expect(theirs.map(({ id }) => id)).toEqual([home.id, kept.id, lost.id].toSorted())
    expect(theirs.find(({ id }) => id === lost.id)).toEqual({ entity: 'investments', id: lost.id, fields: {} })
    expect(theirs.find(({ id }) => id === kept.id)).toMatchObject({ fields: { amount: '515.15' } })
  })
})

describe('the purge', () => {
  it('works in batches that never split a group', async () => {
    const { tenantId, days, trail } = await setupFirm()
    const groups = [300, 190, 20, 700]
    await asOwner(server, async (sql) => {
      for (const [i, rows] of groups.entries())
        await sql.unsafe(
          `insert into referrals (tenant_id, id, n, created_at, updated_at, name, deleted_at, deleted_in)
select $1, gen_random_uuid(), 3, $2, $2, 'Canary', $2, $3 from generate_series(1, $4::int)`,
          [tenantId, new Date(server.now().getTime() + i).toISOString(), uuidv7(), rows],
        )
    })
    const left = async () => {
      const [row] = await server.database.tenant(tenantId, (tx) =>
        tx.query<{ left: number }>(`select count(*) as left from referrals where tenant_id = $1 and name = 'Canary'`, [
          tenantId,
        ]),
      )
      return row!.left
    }
    const steps: number[] = []
    await days(34)
    server.clock.advance(day + groups.length)
    const database = {
      ...server.database,
      tenant: async (...given: Parameters<typeof server.database.tenant>) => {
        const done = await server.database.tenant(...given)
        const now = await left()
        if (now !== (steps.at(-1) ?? 1210)) steps.push(now)
        return done
      },
    } as typeof server.database
    await createWorker({ ...server, database, jobs: { purge } }).checkAllFirms()
    expect(steps).toEqual([720, 700, 0])
    expect((await trail()).map(({ details }) => (details.followed as unknown[]).length + 1)).toEqual(groups)
  })

  it('runs once on any number of nodes', async () => {
    const { staff, person, days, worker, trail } = await setupFirm()
    await staff.write(remove('investors', person.id))
    await days(34)
    server.clock.advance(day)
    await Promise.all([worker().checkAllFirms(), worker().checkAllFirms(), worker().checkAllFirms()])
    expect(await trail()).toHaveLength(1)
  })

  it('DEL16 waits while devices resend changes that a backup lacked, because they may include a restore', async () => {
    const { staff, tenantId, person, days, stored } = await setupFirm()
    await staff.write(remove('investors', person.id))
    await days(34)
    await server.database.upkeep(tenantId, (tx) => beginEpoch(tx, server.now()))
    await days(2)
    expect(await stored('investors', person.id)).toMatchObject({ first_name: 'Canary' })
    await days(1)
    expect(await stored('investors', person.id)).toMatchObject({ first_name: '' })
  })

  it('DEL10 yesterday’s backup still has rows restored on the last day', async () => {
    const { staff, tenantId, person, paid, runJob, days, stored } = await setupFirm()
    await staff.write(remove('investors', person.id))
    await days(29)
    const copyOf = (table: string) =>
      server.database.tenant(tenantId, (tx) =>
        tx.query<{ row: Record<string, unknown> }>(
          `select row_to_json(t) as row from ${table} t where tenant_id = $1`,
          [tenantId],
        ),
      )
    const copies = new Map<string, { row: Record<string, unknown> }[]>()
    for (const table of ['investors', 'investments', 'documents', 'jobs']) copies.set(table, await copyOf(table))
    server.clock.advance(day / 2)
    await staff.write(restore('investors', person.id))
    await server.database.tenant(tenantId, async (tx) => {
      for (const [table, rows] of copies) {
        if (table === 'jobs') continue
        for (const { row } of rows)
          await tx.query(
            `update ${table} set deleted_at = $3, deleted_in = $4, emptied = $5::text::jsonb where tenant_id = $1 and id = $2`,
            [tenantId, row['id'], row['deleted_at'], row['deleted_in'], JSON.stringify(row['emptied'])],
          )
      }
    })
    server.clock.advance(day)
    await runJob()
    await days(3)
    expect(await stored('investors', person.id)).toMatchObject({ first_name: 'Canary', deleted_in: expect.any(String) })
    expect(await stored('investments', paid.id)).toMatchObject({ amount: expect.any(Number) })
    await days(3)
    expect(await stored('investors', person.id)).toMatchObject({ first_name: '' })
  })

  it('DEL16 waits after several days without a run: this may be a restored copy', async () => {
    const { staff, person, runJob, days, stored } = await setupFirm()
    await days(4)
    await staff.write(remove('investors', person.id))
    server.clock.advance(40 * day)
    await runJob()
    await days(2)
    expect(await stored('investors', person.id)).toMatchObject({ first_name: 'Canary' })
    await days(1)
    expect(await stored('investors', person.id)).toMatchObject({ first_name: '' })
  })

  it('DEL16 removes nothing after a clock jump of a day', async () => {
    const { staff, person, runJob, days, stored } = await setupFirm()
    await days(4)
    await staff.write(remove('investors', person.id))
    const now = server.now().toISOString()
    server.clock.advance(400 * day)
    await runJob()
    server.clock.set(now)
    await runJob()
    await days(3)
    expect(await stored('investors', person.id)).toMatchObject({ first_name: 'Canary' })
  })
})
