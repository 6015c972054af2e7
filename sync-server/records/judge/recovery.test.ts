import { describe, expect, it } from 'vitest'
import type { Change, Operation, Verdict } from '#schema/sync/protocol.ts'
import { beginEpoch, endRecovery, recoveryMs } from '#server/db/connect/epochs.ts'
import { nextCheckpointHash } from '#server/db/checkpoint-hashes.ts'
import { act, change, create, investment, investor, project, remove, update } from '#server/test/changes.ts'
import { hashOfShown } from '#schema/records/apply-verb.ts'
import { onEachNode } from '#server/test/citus-nodes.ts'
import { asOwner } from '#server/test/database.ts'
import { as, rowOf } from '#server/test/device.ts'
import { chainOf, createFirm, marker, numberOf, type TestPerson } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const lost = 'x'.repeat(22)

const wordsOf = ({ id, ops }: Change) => ({ id, ops })

async function setupRestored({ hasNewEpoch = true, more = (_: TestPerson): Operation[] => [] } = {}) {
  const firm = await createFirm(server)
  const staff = as(server, firm.admin)
  const [home, person] = [project({ location: 'Oslo' }), investor()]
  await staff.write(home)
  await staff.write(person)
  for (const each of more(firm.admin)) await staff.write(each)
  const { epoch, to: fork } = await staff.page()
  const markOf = await marker(server, firm.tenantId)
  const copied = server.now()
  server.clock.advance(3_600_000)
  if (hasNewEpoch) await server.database.upkeep(firm.tenantId, (tx) => beginEpoch(tx, server.now()))
  const replayed = (number: number, ...ops: Operation[]): Change => {
    const made = change(...ops)
    const at = new Date(copied.getTime() + 1000 * number)
    return { ...made, was: { epoch, number: fork + number, mark: markOf(fork + number, at, wordsOf(made)) } }
  }
  const edit = (fields: Record<string, unknown>, base: Record<string, unknown>) =>
    update('projects', home.id, fields, base)
  const row = () => rowOf(staff, 'projects', home.id)
  return {
    ...firm,
    staff,
    other: as(server, firm.manager),
    reader: as(server, firm.investor),
    replayed,
    markOf,
    edit,
    row,
    home: home.id,
    person: person.id,
  }
}

async function loseChange(tenantId: string, number: number, projectId: string): Promise<void> {
  await server.database.tenant(tenantId, async (tx) => {
    await tx.query('update projects set n = 1, location = $2 where tenant_id = $1 and id = $3', [
      tenantId,
      'Oslo',
      projectId,
    ])
  })
  await asOwner(server, (sql) => sql`update marks set mark = ${lost} where tenant_id = ${tenantId} and n > ${number}`)
}

const recoversUntil = async (tenantId: string) => {
  const rows = await server.database.tenant(tenantId, (tx) =>
    tx.query<{ until: string | null }>('select recovers_until as until from epochs where tenant_id = $1', [tenantId]),
  )
  return rows.map(({ until }) => until)
}

type Restored = Awaited<ReturnType<typeof setupRestored>>
type FormerPosition = NonNullable<Change['was']>

const codesOf = (verdicts: readonly { verdict: string; code?: string | undefined; number: number | null }[]) =>
  verdicts.map(({ verdict, code }) => code ?? verdict)

describe('a change that is in this chain', () => {
  it('HIST7 is applied with its number, without being judged', async () => {
    const { staff, other, edit, tenantId } = await setupRestored({ hasNewEpoch: false })
    const [, one, two] = await chainOf(server, tenantId)
    const formerNumber = { epoch: 'whatever', number: one!.n, mark: one!.mark }
    await other.write(edit({ name: 'Port' }, { name: 'Harbour' }))
    const again = { ...change(edit({ name: 'Dock' }, { name: 'Harbour' })), was: formerNumber }
    const missing = {
      ...change(update('projects', again.id, { name: 'x' }, { name: 'y' })),
      was: formerNumber,
    }
    expect(await staff.push(again, missing)).toEqual(
      [again, missing].map(({ id }) => ({ id, verdict: 'applied', number: one!.n, mark: one!.mark })),
    )
    expect(await numberOf(server, tenantId)).toBe(3)
    expect(codesOf(await staff.push({ ...again, was: { ...formerNumber, mark: two!.mark } }))).toEqual(['CONFLICT'])
  })

  it('HIST8 is recognized by its id and operations, whatever its time and former number', async () => {
    const { staff, tenantId } = await setupRestored({ hasNewEpoch: false })
    const [made, spoilt] = [change(project()), change(project({ type: 'CASTLE' }))]
    const broken = { ...change(project()), ops: [{ op: 'drop' }] }
    const first = await staff.push(made, spoilt, broken)
    const moved = { at: '2026-04-01T00:00:00.000Z', behind: true, was: { epoch: 'x', number: 900, mark: lost } }
    expect(await staff.push(...[made, spoilt, broken].map((each) => ({ ...each, ...moved })))).toEqual(first)
    expect(await numberOf(server, tenantId)).toBe(3)
    const missing = update('projects', project().id, { name: 'a' }, { name: 'b' })
    expect(codesOf(await staff.push({ ...change(missing), behind: true })), 'nothing was lacking').toEqual([
      'NOT_FOUND',
    ])
  })
})

it('BACK20 an act that comes back waits while its result differs, and is applied after the recovery', async () => {
  const { staff, other, replayed, home, person, tenantId } = await setupRestored()
  const stake = investment(home, person, { status: 'ACTIVE', amount: '100.00' })
  const shown = [
    { entity: 'investments', id: stake.id, fields: { amount: '100.00', currency: 'USD' } },
    { entity: 'projects', id: home, fields: { actualIRR: null } },
  ].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const exit = replayed(2, { ...act('projects', 'exit', home, {}), expect: hashOfShown(shown) })
  expect(await staff.push(exit), 'its investment is still missing').toMatchObject([{ verdict: 'later', number: null }])
  await other.push(replayed(1, stake))
  await other.write(update('investments', stake.id, { amount: '120.00' }, { amount: '100.00' }))
  expect(await staff.push(exit)).toMatchObject([{ verdict: 'later' }])
  await server.database.upkeep(tenantId, (tx) => endRecovery(tx, server.now()))
  expect(await staff.push(exit)).toMatchObject([{ verdict: 'applied' }])
  expect(await rowOf(staff, 'investments', stake.id)).toMatchObject({ status: 'EXITED', amount: '120.00' })
})

it('HIST12 a repeated request is judged like a new one if the first response was sent before a restore', async () => {
  const { staff, edit, home, tenantId } = await setupRestored({ hasNewEpoch: false })
  const made = change(edit({ name: 'Port' }, { name: 'Harbour' }))
  await staff.write(remove('projects', home, { name: 'Harbour' }))
  expect(codesOf(await staff.push(made))).toEqual(['DELETED'])
  await asOwner(server, async (sql) => {
    await sql`delete from verdicts where tenant_id = ${tenantId} and id = ${made.id}`
    await sql`update projects set deleted_at = null, deleted_in = null where tenant_id = ${tenantId} and id = ${home}`
  })
  expect(codesOf(await staff.push(made))).toEqual(['applied'])
})

describe('BACK1 while a firm recovers', () => {
  it.each(['was', 'behind'] as const)(
    'BACK7 a change with %s about a row that is not here waits, undecided',
    async (how) => {
      const { staff, replayed, person, tenantId } = await setupRestored()
      const home = project()
      const about = [
        update('projects', home.id, { name: 'Port' }, { name: 'Harbour' }),
        remove('projects', home.id),
        investment(home.id, person),
      ]
      const changes = about.map((op, i) => (how === 'was' ? replayed(i + 2, op) : { ...change(op), behind: true }))
      const waiting = changes.map(({ id }) => ({ id, verdict: 'later', number: null, mark: null }))
      for (let time = 0; time < 2; time++)
        for (const [i, each] of changes.entries()) expect(await staff.push(each)).toEqual([waiting[i]])
      expect(await numberOf(server, tenantId)).toBe(2)
      await staff.push(replayed(1, home))
      expect(codesOf(await staff.push(changes[2], changes[0]))).toEqual(['applied', 'applied'])
      expect(await rowOf(staff, 'projects', home.id)).toMatchObject({ name: 'Port', raisedAmount: '1000.00' })
    },
  )

  it('BACK7 a change to a row that may not be read waits alike, and one to a row that may only be read is refused', async () => {
    const { staff, reader, replayed, edit, home, person } = await setupRestored()
    const hidden = project({ isVisibleToInvestors: false })
    await staff.write(hidden)
    const about = [
      update('projects', hidden.id, { name: 'Port' }, { name: 'Harbour' }),
      update('projects', person, { name: 'Port' }, { name: 'Harbour' }),
      create('documents', { name: 'Contract', investorId: person }),
      edit({ name: 'Port' }, { name: 'Harbour' }),
      create('documents', { name: 'Plan', projectId: home }),
    ]
    const verdicts = []
    for (const op of about) verdicts.push(...(await reader.push(replayed(9, op))))
    expect(codesOf(verdicts)).toEqual(['later', 'later', 'later', 'FORBIDDEN', 'later'])
  })

  it('a change of several operations waits as a whole, and later ones of the request about its rows wait with it', async () => {
    const { staff, replayed, edit, row, home } = await setupRestored()
    const gone = project()
    const whole = replayed(
      5,
      edit({ name: 'Port' }, { name: 'Harbour' }),
      update('projects', gone.id, { name: 'a' }, { name: 'b' }),
    )
    const next = change(edit({ description: 'New' }, { description: null }))
    const onto = change(create('documents', { name: 'Plan', projectId: gone.id }))
    const apart = change(project())
    expect(codesOf(await staff.push(whole, next, onto, apart))).toEqual(['later', 'later', 'later', 'applied'])
    expect(await row()).toMatchObject({ id: home, name: 'Harbour', description: null })
    expect(codesOf(await staff.push(next))).toEqual(['applied'])
  })

  it('later changes of the request wait with it also when the database refuses one of them', async () => {
    const { staff, replayed, edit, row } = await setupRestored()
    const rate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '3.67', date: '2026-03-01' }
    const rates = () => change(create('exchangeRates', rate))
    const about = replayed(
      1,
      edit({ name: 'Port' }, { name: 'Harbour' }),
      update('projects', project().id, { name: 'a' }, { name: 'b' }),
    )
    const next = change(edit({ name: 'Dock' }, { name: 'Port' }))
    expect(codesOf(await staff.push(rates(), rates(), about, next))).toEqual(['applied', 'DUPLICATE', 'later', 'later'])
    expect(await row()).toMatchObject({ name: 'Harbour' })
  })

  it('a new change is judged normally', async () => {
    const { staff, person } = await setupRestored()
    const gone = project()
    const now = [change(update('projects', gone.id, { name: 'a' }, { name: 'b' })), change(investment(gone.id, person))]
    expect(codesOf(await staff.push(...now))).toEqual(['NOT_FOUND', 'VALIDATION'])
  })

  it('ends after 72 hours', async () => {
    const { staff, replayed } = await setupRestored()
    const about = replayed(1, update('projects', project().id, { name: 'a' }, { name: 'b' }))
    server.clock.advance(recoveryMs - 1)
    expect(codesOf(await staff.push(about))).toEqual(['later'])
    server.clock.advance(1)
    expect(codesOf(await staff.push(about))).toEqual(['NOT_FOUND'])
  })

  it('ends for good when an administrator ends it', async () => {
    const { staff, replayed, tenantId } = await setupRestored()
    const about = () => replayed(1, update('projects', project().id, { name: 'a' }, { name: 'b' }))
    await server.database.upkeep(tenantId, (tx) => endRecovery(tx, server.now()))
    expect(codesOf(await staff.push(about()))).toEqual(['NOT_FOUND'])
    server.clock.advance(60_000)
    expect(codesOf(await staff.push(about()))).toEqual(['NOT_FOUND'])
  })

  it('begins with the first change that this timeline lacks, even after an unnoticed restore', async () => {
    const { staff, replayed, tenantId } = await setupRestored({ hasNewEpoch: false })
    const missing = update('projects', project().id, { name: 'a' }, { name: 'b' })
    const [, point] = await chainOf(server, tenantId)
    const inChain = { ...change(missing), was: { epoch: 'x', number: point!.n, mark: point!.mark } }
    const behind = { ...change(missing), behind: true }
    expect(codesOf(await staff.push(inChain, behind))).toEqual(['applied', 'NOT_FOUND'])
    server.clock.advance(1000)
    expect(codesOf(await staff.push(replayed(1, missing)))).toEqual(['later'])
    server.clock.advance(recoveryMs - 1)
    expect(codesOf(await staff.push(replayed(2, missing)))).toEqual(['later'])
    server.clock.advance(1)
    expect(codesOf(await staff.push(replayed(3, missing)))).toEqual(['NOT_FOUND'])
  })
})

describe('BACK5 each lost epoch has its 72 hours once', () => {
  const days = 24 * 3_600_000
  const missing = () => update('projects', project().id, { name: 'a' }, { name: 'b' })

  it('a lost epoch that was unknown when the last recovery began starts another recovery, once', async () => {
    const { staff, replayed, markOf } = await setupRestored()
    server.clock.advance(20 * days)
    expect(codesOf(await staff.push(replayed(3, missing())))).toEqual(['NOT_FOUND'])
    const made = change(missing())
    const lost = markOf(99, new Date(server.now().getTime() - 1), wordsOf(made))
    const stale = { ...made, was: { epoch: 'x', number: 99, mark: lost } }
    expect(codesOf(await staff.push(stale))).toEqual(['later'])
    server.clock.advance(recoveryMs - 1)
    expect(codesOf(await staff.push(stale, replayed(4, missing())))).toEqual(['later', 'later'])
    server.clock.advance(1)
    expect(codesOf(await staff.push(stale, replayed(5, missing())))).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  })

  it('a lost epoch found while the firm recovers from another has its 72 hours, too', async () => {
    const { staff, replayed, markOf } = await setupRestored()
    server.clock.advance(recoveryMs - 1000)
    const point = { number: 50, mark: markOf(50, server.now()) }
    expect((await staff.send([], point)).status).toBe(409)
    server.clock.advance(recoveryMs - 1)
    expect(codesOf(await staff.push(replayed(3, missing())))).toEqual(['later'])
    server.clock.advance(1)
    expect(codesOf(await staff.push(replayed(4, missing())))).toEqual(['NOT_FOUND'])
  })

  it('BACK17 a lost epoch with times from a fast clock has its 72 hours once, too, and can be ended manually', async () => {
    const { staff, markOf, tenantId } = await setupRestored()
    const ahead = (years: number) => {
      const made = change(missing())
      const mark = markOf(99, new Date(server.now().getTime() + years * 365 * days), wordsOf(made))
      return { ...made, was: { epoch: 'x', number: 99, mark } }
    }
    const [once, later] = [ahead(5), ahead(6)]
    expect(codesOf(await staff.push(once))).toEqual(['later'])
    server.clock.advance(recoveryMs)
    expect(codesOf(await staff.push(once))).toEqual(['NOT_FOUND'])
    expect(codesOf(await staff.push(later))).toEqual(['later'])
    await server.database.upkeep(tenantId, (tx) => endRecovery(tx, server.now()))
    expect(codesOf(await staff.push(later))).toEqual(['NOT_FOUND'])
  })

  it.each(['the feed', 'changes'])('a checkpoint sent to %s starts it for unsent changes', async (route) => {
    const { staff, reader, markOf } = await setupRestored({ hasNewEpoch: false })
    const point = { number: 50, mark: markOf(50, server.now()) }
    const about = { ...change(missing()), behind: true }
    expect(codesOf(await staff.push(change(missing())))).toEqual(['NOT_FOUND'])
    const signature =
      route === 'changes'
        ? await reader.send([], point)
        : await reader.get(`/api/sync/feed?after=0&epoch=&scope=&known=${point.number}:${point.mark}`)
    expect(signature.status).toBe(409)
    expect(codesOf(await staff.push(about))).toEqual(['later'])
  })

  async function waitingLocks(): Promise<number> {
    let count = 0
    await onEachNode(server.ownerUrl, async (sql) => {
      count += (await sql`select from pg_locks where not granted`).length
    })
    return count
  }

  it('HIST23 of devices that prove the same loss concurrently, one begins an epoch, and a later loss begins another', async () => {
    const { reader, staff, markOf, tenantId } = await setupRestored({ hasNewEpoch: false })
    const point = (number: number) => ({ number, mark: markOf(number, server.now()) })
    const read = ({ number, mark }: { number: number; mark: string }) =>
      reader.get(`/api/sync/feed?after=0&epoch=&scope=&known=${number}:${mark}`)
    const reading = await server.database.tenant(tenantId, async (tx) => {
      await tx.query('select n from tenant_numbers where tenant_id = $1 for update', [tenantId])
      const requests = [50, 51].map((number) => read(point(number)))
      await expect.poll(waitingLocks).toBeGreaterThan(1)
      // A promise would be awaited before the lock is released.
      return { requests }
    })
    const responses = [...(await Promise.all(reading.requests)), await reader.send([], point(52))]
    const { epoch } = await staff.page()
    for (const response of responses) expect(await response.json()).toMatchObject({ code: 'EPOCH', epoch })
    expect(await recoversUntil(tenantId)).toHaveLength(2)
    server.clock.advance(1_000)
    expect((await reader.send([], point(50))).status).toBe(409)
    expect(await recoversUntil(tenantId)).toHaveLength(3)
  })

  it('an administrator ends the recovery of every epoch that was lost by then', async () => {
    const { staff, replayed, tenantId } = await setupRestored({ hasNewEpoch: false })
    await server.database.upkeep(tenantId, (tx) => endRecovery(tx, server.now()))
    expect(codesOf(await staff.push(replayed(3, missing())))).toEqual(['NOT_FOUND'])
  })

  it('BACK19 invented checkpoints without a seal start no recovery', async () => {
    const { staff, reader, tenantId } = await setupRestored({ hasNewEpoch: false })
    const forged = (mark: string) => ({ ...change(missing()), was: { epoch: 'x', number: 5, mark } })
    for (const device of [staff, reader])
      for (const mark of [lost, 'A'.repeat(36)]) {
        expect(codesOf(await device.push(forged(mark)))).toEqual(['NOT_FOUND'])
        expect((await device.send([], { number: 9, mark })).status).toBe(409)
      }
    expect(await recoversUntil(tenantId)).toEqual([null])
  })

  it('BACK19 a firm older than checkpoint hashes believes staff as well', async () => {
    const { staff, tenantId } = await setupRestored({ hasNewEpoch: false })
    await asOwner(server, (sql) => sql`update epochs set created_at = '2026-01-01' where tenant_id = ${tenantId}`)
    const forged = { ...change(missing()), was: { epoch: 'x', number: 5, mark: lost } }
    expect(codesOf(await staff.push(forged))).toEqual(['later'])
    expect(await recoversUntil(tenantId)).toEqual([expect.any(String)])
  })

  it('BACK19 in a firm older than seals, unsealed checkpoints of staff start at most one recovery, those of investors none', async () => {
    const { staff, reader, tenantId } = await setupRestored({ hasNewEpoch: false })
    await asOwner(
      server,
      (sql) => sql`update marks set mark = ${'y'.repeat(22)} where tenant_id = ${tenantId} and n = 0`,
    )
    const forged = (number: number) => ({ ...change(missing()), was: { epoch: 'x', number, mark: lost } })
    const bare = { ...change(missing()), was: { epoch: 'x', number: 9 } }
    expect((await reader.send([], { number: 9, mark: lost })).status).toBe(409)
    expect((await reader.get(`/api/sync/feed?after=0&epoch=&scope=&known=9:${lost}`)).status).toBe(409)
    const [, { mark }] = (await chainOf(server, tenantId)) as [unknown, { mark: string }]
    expect((await reader.send([], { number: 7, mark })).status).toBe(409)
    expect(codesOf(await reader.push(forged(9), bare))).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    expect(codesOf(await staff.push(forged(10)))).toEqual(['later'])
    server.clock.advance(recoveryMs)
    expect(codesOf(await staff.push(forged(11)))).toEqual(['NOT_FOUND'])
  })
})

describe('BACK2 a create replayed after the delete of its parent', () => {
  it('is deleted with the parent’s group', async () => {
    const { staff, replayed, person, home, tenantId } = await setupRestored()
    const paid = investment(home, person)
    const gone = replayed(7, remove('investors', person))
    expect(codesOf(await staff.push(gone))).toEqual(['applied'])
    const edit = update('investments', paid.id, { amount: '7' }, { amount: '1000.00' })
    expect(codesOf(await staff.push(replayed(3, paid), replayed(4, edit)))).toEqual(['applied', 'applied'])
    expect(await rowOf(staff, 'investments', paid.id)).toBeUndefined()
    expect(await rowOf(staff, 'projects', home)).toMatchObject({ raisedAmount: '0.00' })
    const rows = await server.database.tenant(tenantId, (tx) =>
      tx.query('select amount::text as amount, deleted_in as "deletedIn" from investments where tenant_id = $1', [
        tenantId,
      ]),
    )
    expect(rows).toEqual([{ amount: '7.00', deletedIn: gone.id }])
  })

  it('loses only an optional reference, which a restore of the parent fills again', async () => {
    const { staff, replayed, tenantId } = await setupRestored()
    const contact = create('referrals', { name: 'Layla' })
    await staff.push(replayed(1, contact))
    await staff.push(replayed(5, remove('referrals', contact.id)))
    const referred = investor({ referralId: contact.id })
    expect(codesOf(await staff.push(replayed(3, referred)))).toEqual(['applied'])
    expect(await rowOf(staff, 'investors', referred.id)).toMatchObject({ referralId: null })
    const [row] = await server.database.tenant(tenantId, (tx) =>
      tx.query('select emptied from referrals where tenant_id = $1', [tenantId]),
    )
    expect(row).toEqual({ emptied: [['investors', referred.id, 'referralId']] })
  })

  it('is refused as usual when the delete came before it, or belongs to this epoch', async () => {
    const { staff, other, replayed, home, person } = await setupRestored()
    const second = investor()
    await staff.write(second)
    await staff.push(replayed(3, remove('investors', person)))
    await other.write(remove('investors', second.id))
    const verdicts = await staff.push(replayed(7, investment(home, person)), replayed(8, investment(home, second.id)))
    expect(codesOf(verdicts)).toEqual(['PARENT_GONE', 'PARENT_GONE'])
  })
})

describe('BACK3 the order of replayed changes', () => {
  it.each([
    ['in their order', [3, 4]],
    ['the later one first', [4, 3]],
  ])('the higher number wins, whatever the base: %s', async (_, numbers) => {
    const { staff, other, replayed, edit, row } = await setupRestored()
    const [first, second] = [
      replayed(3, edit({ name: 'Port' }, { name: 'Quay' })),
      replayed(4, edit({ name: 'Dock', location: 'Bergen' }, { name: 'Port', location: 'Oslo' })),
    ]
    for (const number of numbers)
      expect(codesOf(await (number === 3 ? staff : other).push(number === 3 ? first : second))).toEqual(['applied'])
    expect(await row()).toMatchObject({ name: 'Dock', location: 'Bergen' })
  })

  it('a field that was never set counts as written by the creator of the row', async () => {
    const { staff, replayed, edit, row } = await setupRestored()
    expect(codesOf(await staff.push(replayed(3, edit({ description: 'New' }, { description: 'Old' }))))).toEqual([
      'applied',
    ])
    expect(await row()).toMatchObject({ description: 'New' })
  })

  it('an edit back to the old value keeps its order, too', async () => {
    const { staff, other, replayed, edit, row } = await setupRestored()
    const [there, andBack] = [
      replayed(3, edit({ name: 'Port' }, { name: 'Harbour' })),
      replayed(4, edit({ name: 'Harbour' }, { name: 'Port' })),
    ]
    expect(codesOf(await other.push(andBack))).toEqual(['applied'])
    expect(codesOf(await staff.push(there))).toEqual(['applied'])
    expect(await row()).toMatchObject({ name: 'Harbour' })
  })

  it('fields that merge together have one order', async () => {
    const { staff, replayed, person } = await setupRestored()
    const renamed = (fields: object, base: object) => update('investors', person, { ...fields }, { ...base })
    await staff.push(replayed(4, renamed({ lastName: 'Rossi' }, { lastName: 'Moreau' })))
    await staff.push(replayed(3, renamed({ firstName: 'Ada' }, { firstName: 'Ines' })))
    expect(await rowOf(staff, 'investors', person)).toMatchObject({ firstName: 'Ines', lastName: 'Rossi' })
  })

  it('a value written since the restore is merged by base and not overwritten', async () => {
    const { staff, other, replayed, edit, row } = await setupRestored()
    await other.write(edit({ name: 'Port' }, { name: 'Harbour' }))
    const [verdict] = await staff.push(
      replayed(9, edit({ name: 'Dock', location: 'Bergen' }, { name: 'Harbour', location: 'Oslo' })),
    )
    expect(verdict).toMatchObject({ verdict: 'conflict', number: 4, conflicts: [{ field: 'name', theirs: 'Port' }] })
    expect(await row()).toMatchObject({ name: 'Port', location: 'Bergen' })
    expect(codesOf(await other.push(replayed(8, edit({ location: 'Rome' }, { location: 'Ghent' }))))).toEqual([
      'applied',
    ])
    expect(await row()).toMatchObject({ location: 'Bergen' })
  })

  it('base alone decides after an unnoticed restore, or for another epoch', async () => {
    const { staff, replayed, edit, row } = await setupRestored({ hasNewEpoch: false })
    expect(codesOf(await staff.push(replayed(3, edit({ name: 'Port' }, { name: 'Quay' }))))).toEqual(['CONFLICT'])
    expect(codesOf(await staff.push(replayed(4, edit({ name: 'Port' }, { name: 'Harbour' }))))).toEqual(['applied'])
    const other = replayed(9, edit({ name: 'Dock' }, { name: 'Harbour' }))
    expect(codesOf(await staff.push({ ...other, was: { ...other.was!, epoch: 'y' } }))).toEqual(['CONFLICT'])
    expect(await row()).toMatchObject({ name: 'Port' })
  })

  it('BACK11 a number that both epochs contain does not determine the order', async () => {
    const { staff, edit, replayed, tenantId } = await setupRestored({ hasNewEpoch: false })
    await staff.write(edit({ name: 'Port' }, { name: 'Harbour' }))
    await server.database.upkeep(tenantId, (tx) => beginEpoch(tx, server.now()))
    expect(codesOf(await staff.push(replayed(1, edit({ name: 'Dock' }, { name: 'Harbour' }))))).toEqual(['CONFLICT'])
  })

  it('a write of a copy before it had its epoch is not older than changes that the copy lacked', async () => {
    const { staff, other, edit, replayed, row, tenantId } = await setupRestored({ hasNewEpoch: false })
    await other.write(edit({ name: 'Port' }, { name: 'Harbour' }))
    await server.database.upkeep(tenantId, (tx) => beginEpoch(tx, server.now()))
    expect(codesOf(await staff.push(replayed(9, edit({ name: 'Dock' }, { name: 'Harbour' }))))).toEqual(['CONFLICT'])
    expect(await row()).toMatchObject({ name: 'Port' })
  })

  it('BACK12 of two undistinguished copies, the later one’s numbers are later, even if they are lower', async () => {
    const { staff, other, edit, replayed, row, markOf } = await setupRestored({ hasNewEpoch: false })
    const first = replayed(9, edit({ name: 'Port' }, { name: 'Harbour' }))
    const second = replayed(2, edit({ name: 'Dock' }, { name: 'Harbour' }))
    const later = new Date(server.now().getTime() - 1000)
    const formerNumber = { ...second.was!, mark: markOf(second.was!.number, later, wordsOf(second)) }
    expect(codesOf(await other.push({ ...second, was: formerNumber }))).toEqual(['applied'])
    expect(codesOf(await staff.push(first))).toEqual(['applied'])
    expect(await row()).toMatchObject({ name: 'Dock' })
  })

  describe('counts only with proof', () => {
    it.each<[string, (formerNumber: FormerPosition, markOf: Restored['markOf']) => FormerPosition]>([
      ['of a number that it made up', (formerNumber) => ({ ...formerNumber, number: 999 })],
      ['of a mark that it made up', (formerNumber) => ({ ...formerNumber, number: 999, mark: lost })],
      ['of no mark', ({ epoch }) => ({ epoch, number: 999 })],
      [
        'of the mark that another change had',
        (formerNumber, markOf) => ({ ...formerNumber, number: 999, mark: markOf(999, server.now(), 'another') }),
      ],
      [
        'of the mark that another firm had',
        (formerNumber) => ({
          ...formerNumber,
          mark: nextCheckpointHash('another', '', { number: formerNumber.number, at: 0, hash: '' }),
        }),
      ],
    ])('BACK14 a replayed change with the position %s overwrites no later value', async (_, forge) => {
      const { staff, other, edit, replayed, row, markOf } = await setupRestored()
      expect(codesOf(await other.push(replayed(3, edit({ name: 'Port' }, { name: 'Harbour' }))))).toEqual(['applied'])
      const mine = replayed(9, edit({ name: 'Dock', location: 'Bergen' }, { name: 'Pier', location: 'Oslo' }))
      const [verdict] = await staff.push({ ...mine, was: forge(mine.was!, markOf) })
      expect(verdict).toMatchObject({ verdict: 'conflict', conflicts: [{ field: 'name', theirs: 'Port' }] })
      expect(await row()).toMatchObject({ name: 'Port', location: 'Bergen' })
      expect(codesOf(await other.push(replayed(4, edit({ location: 'Rome' }, { location: 'Ghent' }))))).toEqual([
        'CONFLICT',
      ])
    })

    it('the accepted part of a change proves its number on its own', async () => {
      const { staff, other, edit, row, home, tenantId } = await setupRestored({ hasNewEpoch: false })
      const partly = change(edit({ name: 'Dock', location: 'Bergen' }, { name: 'Pier', location: 'Oslo' }))
      const [verdict] = await staff.push(partly)
      expect(verdict).toMatchObject({ verdict: 'conflict', number: 3 })
      const { epoch } = await staff.page()
      await loseChange(tenantId, 2, home)
      const formerNumber = { epoch, number: 3, mark: verdict!.mark! }
      const accepted = { ...change(edit({ location: 'Bergen' }, { location: 'Oslo' })), was: formerNumber }
      const more = { ...change(edit({ location: 'Rome' }, { location: 'Oslo' })), was: formerNumber }
      await server.database.upkeep(tenantId, (tx) => beginEpoch(tx, server.now()))
      expect(codesOf(await other.push(accepted))).toEqual(['applied'])
      expect(codesOf(await other.push(more))).toEqual(['CONFLICT'])
      const places = await server.database.tenant(tenantId, (tx) =>
        tx.query(`select details -> 'was' -> 'number' as was from audit_logs where tenant_id = $1 order by n`, [
          tenantId,
        ]),
      )
      expect(places.at(-1)).toEqual({ was: 3 })
      expect(await row()).toMatchObject({ location: 'Bergen' })
    })
  })

  it('BACK10 a delete overrides changes from before its former number, not changes made since', async () => {
    const { staff, other, replayed, edit, home, person } = await setupRestored()
    const document = create('documents', { name: 'Plan', projectId: home })
    const seen = { name: 'Port', $with: { documents: [] } }
    await other.push(replayed(1, document))
    expect(codesOf(await staff.push(replayed(5, remove('projects', home, seen))))).toEqual(['applied'])
    expect(codesOf(await other.push(replayed(4, edit({ name: 'Port' }, { name: 'Harbour' }))))).toEqual(['applied'])
    expect(codesOf(await other.push(replayed(6, edit({ name: 'Dock' }, { name: 'Port' }))))).toEqual(['DELETED'])
    await other.write(update('investors', person, { phone: '+10001' }, { phone: null }))
    expect(codesOf(await staff.push(replayed(5, remove('investors', person, { phone: '+10002' }))))).toEqual([
      'DELETE_CHANGED',
    ])
  })

  describe('does not apply to signatures', () => {
    const first = { url: 'https://example.com/first' }
    const second = { url: 'https://example.com/second' }

    async function setupUnsigned() {
      const contract = create('documents', { name: 'Deed', ...first })
      const requested = create('documentSignatures', { documentId: contract.id, status: 'PENDING_SIGNATURE' })
      const requestFor = ({ userId }: TestPerson) => ({
        ...requested,
        fields: { ...requested.fields, signerId: userId },
      })
      const restored = await setupRestored({ more: (signer) => [contract, requestFor(signer)] })
      const signature = () => rowOf(restored.staff, 'documentSignatures', requested.id)
      const signing = async () => {
        const { status, subject } = (await signature())!
        return update('documentSignatures', requested.id, { status: 'SIGNED' }, { status, subject })
      }
      const change = update('documents', contract.id, second, first)
      return {
        ...restored,
        signature,
        signing,
        change,
        document: () => rowOf(restored.staff, 'documents', contract.id),
      }
    }

    it('BACK13 a version they have not seen is not signed: they are asked again', async () => {
      const { staff, replayed, signature, signing, change } = await setupUnsigned()
      await staff.write(change)
      const seen = await signing()
      await staff.write({ ...change, fields: first, base: second })
      const [{ verdict, conflicts }] = (await staff.push(replayed(9, seen))) as [Verdict]
      expect([verdict, conflicts!.map(({ field }) => field)]).toEqual(['conflict', ['status', 'subject']])
      expect(await signature()).toMatchObject({ status: 'PENDING_SIGNATURE' })
      expect(codesOf(await staff.push(replayed(8, change), replayed(9, seen)))).toEqual(['applied', 'applied'])
      expect(await signature()).toMatchObject({ status: 'SIGNED', subject: seen.base['subject'] })
    })

    it('BACK13 a later signature stays', async () => {
      const { staff, replayed, signing, change, document } = await setupUnsigned()
      await staff.write(await signing())
      const signed = { verdict: 'rejected', code: 'VALIDATION', issues: { url: { key: 'signed' } } }
      expect(await staff.push(replayed(9, change))).toMatchObject([signed])
      expect(await document()).toMatchObject(first)
      expect(
        codesOf(await staff.push(replayed(10, { ...change, fields: { language: 'tr' }, base: { language: 'en' } }))),
      ).toEqual(['applied'])
    })
  })

  it('the former number is kept in the audit trail', async () => {
    const { staff, replayed, edit, tenantId } = await setupRestored()
    await staff.push(replayed(3, edit({ name: 'Port' }, { name: 'Harbour' })))
    const entries = await server.database.tenant(tenantId, (tx) =>
      tx.query(`select details -> 'was' as was from audit_logs where tenant_id = $1 order by n`, [tenantId]),
    )
    expect(entries).toEqual([
      { was: null },
      { was: null },
      { was: { epoch: expect.any(String), number: 5, at: expect.any(Number) } },
    ])
  })
})
