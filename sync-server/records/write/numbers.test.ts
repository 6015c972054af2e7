import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { digestOf } from '#schema/sync/digest.ts'
import { limits } from '#schema/sync/protocol.ts'
import { byText } from '#server/test/by-text.ts'
import { change, create, investment, investor, project, remove, update } from '#server/test/changes.ts'
import { as, foldRows } from '#server/test/device.ts'
import { createFirm, numberOf } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { asOwner } from '#server/test/database.ts'

const server = await setupServer()

async function setupFirm() {
  const firm = await createFirm(server)
  return { ...firm, staff: as(server, firm.admin) }
}

describe('numbers', () => {
  it('NUM1 every row that a change writes carries its number, rows that only follow included', async () => {
    const { staff } = await setupFirm()
    const [home, person] = [project(), investor()]
    expect(await staff.write(home, person)).toBe(1)
    const paid = investment(home.id, person.id, { status: 'FUNDED' })
    expect(await staff.write(paid)).toBe(2)
    const { rows } = await staff.pull()
    expect(rows.map(([entity, , number]) => [entity, number]).toSorted(byText)).toEqual([
      ['investments', 2],
      ['investors', 2],
      ['projects', 2],
    ])
  })

  it('NUM2 twenty devices that write concurrently get twenty numbers without a gap, and a reader beside them misses none', async () => {
    const { staff, tenantId } = await setupFirm()
    const writers = Array.from({ length: 20 }, (_, i) => change(project({ name: `Project ${i}` })))
    const seen = new Map<string, number>()
    let isDone = false
    const reading = (async () => {
      let at = await staff.pull(undefined, true)
      for (let wasDone = false; ;) {
        for (const [, id, number] of at.rows) seen.set(id, number)
        expect(at.pages.at(-1)!.digest).toEqual(digestOf([...seen].map(([id, number]) => ({ id, number }))))
        if (wasDone) return
        wasDone = isDone
        at = await staff.pull(at, true)
      }
    })()
    const verdicts = await Promise.all(writers.map((each) => staff.push(each)))
    isDone = true
    await reading
    const numbers = verdicts.flat().map(({ number }) => number!)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    expect(new Map(writers.map(({ ops }, i) => [ops[0]!.id, numbers[i]]))).toEqual(seen)
    expect(await numberOf(server, tenantId)).toBe(20)
  })

  it('NUM2 changes that move the same sum concurrently lose none of it', async () => {
    const { staff } = await setupFirm()
    const [home, person] = [project(), investor()]
    await staff.write(home, person)
    await Promise.all(
      Array.from({ length: 12 }, () => staff.write(investment(home.id, person.id, { amount: '10.01' }))),
    )
    const rows = foldRows((await staff.pull()).rows)
    expect(rows.get(`projects ${home.id}`)).toMatchObject({ raisedAmount: '120.12' })
    expect(rows.get(`investors ${person.id}`)).toMatchObject({ totalInvested: '120.12' })
  })

  it('NUM3 a change that writes nothing uses no number', async () => {
    const { staff, tenantId } = await setupFirm()
    const home = project()
    await staff.write(home)
    const [again, same, refused, next] = await staff.push(
      change(home),
      change(update('projects', home.id, { name: 'Harbour' }, { name: 'Harbour' })),
      change(project({ type: 'CASTLE' })),
      change(project()),
    )
    expect([again, same].map((each) => each!.number)).toEqual([1, 1])
    expect(refused).toMatchObject({ verdict: 'rejected', number: null })
    expect(next).toMatchObject({ verdict: 'applied', number: 2 })
    expect(await numberOf(server, tenantId)).toBe(2)
  })

  it('NUM4 a change with more than 2,000 rows continues with the next number, and its verdict carries the last one', async () => {
    const { staff, tenantId } = await setupFirm()
    const home = project()
    await staff.write(home)
    const count = limits.rowsPerNumber + 500
    await asOwner(server, (sql) =>
      sql.unsafe(
        `insert into valuations (tenant_id, id, n, created_at, updated_at, project_id, nav, valuation_date, shown, shown_since)
select $1::uuid, r.id, 1, now(), now(), $2::uuid, 5, '2026-01-01', true, 1 from unnest($3::uuid[]) as r(id)`,
        [tenantId, home.id, Array.from({ length: count }, () => uuidv7())],
      ),
    )
    const before = await staff.pull()
    const verdict = await staff.attempt(
      update('projects', home.id, { isVisibleToInvestors: false }, { isVisibleToInvestors: true }),
    )
    const numbers = Math.ceil((2 * (count + 1)) / limits.rowsPerNumber)
    expect(verdict).toMatchObject({ verdict: 'applied', number: 1 + numbers })
    expect(await numberOf(server, tenantId)).toBe(1 + numbers)
    const { rows } = await staff.pull(before)
    expect(rows).toHaveLength(count + 1)
    expect(new Set(rows.map(([, , number]) => number)).size).toBe(numbers)
  })

  it('NUM1 a delete and everything that goes with it have one number', async () => {
    const { staff } = await setupFirm()
    const [home, person] = [project(), investor()]
    const paid = investment(home.id, person.id)
    const document = create('documents', { name: 'Contract', investorId: person.id })
    await staff.write(home, person, paid, document)
    const before = await staff.pull()
    const number = await staff.write(remove('investors', person.id))
    const { rows } = await staff.pull(before)
    expect(rows.map(([entity, , at, fields]) => [entity, at, fields === null]).toSorted(byText)).toEqual([
      ['documents', number, true],
      ['investments', number, true],
      ['investors', number, true],
      ['projects', number, false],
    ])
  })
})
