// Changes that come back after an older backup did: what waits, what is ordered by where it had been, what is a conflict.
import { describe, expect, it } from 'vitest'
import type { Change, Operation } from '#schema/protocol.ts'
import { beginEpoch, endRecovery, recoveryMs } from '../db/epochs.ts'
import { change, create, investment, investor, project, remove, update } from '../test/changes.ts'
import { as, rowOf } from '../test/device.ts'
import { chainOf, createFirm, numberOf } from '../test/firm.ts'
import { setupServer } from '../test/server.ts'

const server = await setupServer()
const lost = 'x'.repeat(22)

/** A firm whose database came from a backup: numbers after `fork` meant something else before. */
async function setupRestored({ hasNewEpoch = true } = {}) {
  const firm = await createFirm(server)
  const staff = as(server, firm.admin)
  const [home, person] = [project({ location: 'Oslo' }), investor()]
  await staff.write(home)
  await staff.write(person)
  const { epoch, to: fork } = await staff.page()
  if (hasNewEpoch) await server.database.tenant(firm.tenantId, (tx) => beginEpoch(tx, server.now()))
  /** The change as it comes back: it had `number` in the history that is lost. */
  const back = (number: number, ...ops: Operation[]): Change => ({
    ...change(...ops),
    was: { epoch, number: fork + number, mark: lost },
  })
  const edit = (fields: Record<string, unknown>, base: Record<string, unknown>) =>
    update('projects', home.id, fields, base)
  const row = () => rowOf(staff, 'projects', home.id)
  return {
    ...firm,
    staff,
    other: as(server, firm.manager),
    reader: as(server, firm.investor),
    back,
    edit,
    row,
    home: home.id,
    person: person.id,
  }
}

const said = (verdicts: readonly { verdict: string; code?: string | undefined; number: number | null }[]) =>
  verdicts.map(({ verdict, code }) => code ?? verdict)

describe('a change that is in this history', () => {
  it('HIST7 is applied with its number, without being judged', async () => {
    const { staff, other, edit, tenantId } = await setupRestored({ hasNewEpoch: false })
    const [, one, two] = await chainOf(server, tenantId)
    const was = { epoch: 'whatever', number: one!.n, mark: one!.mark }
    await other.write(edit({ name: 'Port' }, { name: 'Harbour' }))
    const again = { ...change(edit({ name: 'Dock' }, { name: 'Harbour' })), was }
    const missing = {
      ...change(update('projects', again.id, { name: 'x' }, { name: 'y' })),
      was,
    }
    expect(await staff.push(again, missing)).toEqual(
      [again, missing].map(({ id }) => ({ id, verdict: 'applied', number: one!.n, mark: one!.mark })),
    )
    expect(await numberOf(server, tenantId)).toBe(3)
    expect(said(await staff.push({ ...again, was: { ...was, mark: two!.mark } }))).toEqual(['CONFLICT'])
  })

  it('HIST8 is known by its id and operations, whenever it was made and wherever it had been', async () => {
    const { staff, tenantId } = await setupRestored({ hasNewEpoch: false })
    const [made, spoilt] = [change(project()), change(project({ type: 'CASTLE' }))]
    const broken = { ...change(project()), ops: [{ op: 'drop' }] }
    const first = await staff.push(made, spoilt, broken)
    const moved = { at: '2026-04-01T00:00:00.000Z', behind: true, was: { epoch: 'x', number: 900, mark: lost } }
    expect(await staff.push(...[made, spoilt, broken].map((each) => ({ ...each, ...moved })))).toEqual(first)
    expect(await numberOf(server, tenantId)).toBe(3)
    const missing = update('projects', project().id, { name: 'a' }, { name: 'b' })
    expect(said(await staff.push({ ...change(missing), behind: true })), 'nothing was lacking').toEqual(['NOT_FOUND'])
  })
})

describe('BACK1 while a firm recovers', () => {
  it.each(['was', 'behind'] as const)('a change with %s about a row that is not here waits, undecided', async (how) => {
    const { staff, back, person, tenantId } = await setupRestored()
    const home = project()
    const about = [
      update('projects', home.id, { name: 'Port' }, { name: 'Harbour' }),
      remove('projects', home.id),
      investment(home.id, person),
    ]
    const changes = about.map((op, i) => (how === 'was' ? back(i + 2, op) : { ...change(op), behind: true }))
    const waiting = changes.map(({ id }) => ({ id, verdict: 'later', number: null, mark: null }))
    // One by one, as they may come from several devices.
    for (let time = 0; time < 2; time++)
      for (const [i, each] of changes.entries()) expect(await staff.push(each)).toEqual([waiting[i]])
    expect(await numberOf(server, tenantId)).toBe(2)
    await staff.push(back(1, home))
    expect(said(await staff.push(changes[2], changes[0]))).toEqual(['applied', 'applied'])
    expect(await rowOf(staff, 'projects', home.id)).toMatchObject({ name: 'Port', raisedAmount: '1000.00' })
  })

  it('what may not be read waits alike, and what may be read but not written is refused', async () => {
    const { staff, reader, back, edit, home, person } = await setupRestored()
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
    for (const op of about) verdicts.push(...(await reader.push(back(9, op))))
    expect(said(verdicts)).toEqual(['later', 'later', 'later', 'FORBIDDEN', 'later'])
  })

  it('a change of several waits as a whole, and later ones of the request about its rows with it', async () => {
    const { staff, back, edit, row, home } = await setupRestored()
    const gone = project()
    const whole = back(
      5,
      edit({ name: 'Port' }, { name: 'Harbour' }),
      update('projects', gone.id, { name: 'a' }, { name: 'b' }),
    )
    const next = change(edit({ description: 'New' }, { description: null }))
    const onto = change(create('documents', { name: 'Plan', projectId: gone.id }))
    const apart = change(project())
    expect(said(await staff.push(whole, next, onto, apart))).toEqual(['later', 'later', 'later', 'applied'])
    expect(await row()).toMatchObject({ id: home, name: 'Harbour', description: null })
    expect(said(await staff.push(next))).toEqual(['applied'])
  })

  it('later ones of the request wait with it also where the database refuses one of them', async () => {
    const { staff, back, edit, row, admin } = await setupRestored()
    const preferences = () => change(create('userPreferences', { userId: admin.userId }))
    const about = back(
      1,
      edit({ name: 'Port' }, { name: 'Harbour' }),
      update('projects', project().id, { name: 'a' }, { name: 'b' }),
    )
    const next = change(edit({ name: 'Dock' }, { name: 'Port' }))
    expect(said(await staff.push(preferences(), preferences(), about, next))).toEqual([
      'applied',
      'DUPLICATE',
      'later',
      'later',
    ])
    expect(await row()).toMatchObject({ name: 'Harbour' })
  })

  it('a change made now is judged as always', async () => {
    const { staff, person } = await setupRestored()
    const gone = project()
    const now = [change(update('projects', gone.id, { name: 'a' }, { name: 'b' })), change(investment(gone.id, person))]
    expect(said(await staff.push(...now))).toEqual(['NOT_FOUND', 'VALIDATION'])
  })

  it('ends after 72 hours', async () => {
    const { staff, back } = await setupRestored()
    const about = back(1, update('projects', project().id, { name: 'a' }, { name: 'b' }))
    server.clock.advance(recoveryMs - 1)
    expect(said(await staff.push(about))).toEqual(['later'])
    server.clock.advance(1)
    expect(said(await staff.push(about))).toEqual(['NOT_FOUND'])
  })

  it('ends when an administrator says so, for good', async () => {
    const { staff, back, tenantId } = await setupRestored()
    const about = () => back(1, update('projects', project().id, { name: 'a' }, { name: 'b' }))
    await server.database.tenant(tenantId, (tx) => endRecovery(tx, server.now()))
    expect(said(await staff.push(about()))).toEqual(['NOT_FOUND'])
    server.clock.advance(60_000)
    expect(said(await staff.push(about()))).toEqual(['NOT_FOUND'])
  })

  it('begins with the first change that this history lacks, also where nobody noticed the restore', async () => {
    const { staff, back, tenantId } = await setupRestored({ hasNewEpoch: false })
    const missing = update('projects', project().id, { name: 'a' }, { name: 'b' })
    const [, point] = await chainOf(server, tenantId)
    const inChain = { ...change(missing), was: { epoch: 'x', number: point!.n, mark: point!.mark } }
    const behind = { ...change(missing), behind: true }
    expect(said(await staff.push(inChain, behind))).toEqual(['applied', 'NOT_FOUND'])
    server.clock.advance(1000)
    expect(said(await staff.push(back(1, missing)))).toEqual(['later'])
    server.clock.advance(recoveryMs - 1)
    expect(said(await staff.push(back(2, missing)))).toEqual(['later'])
    server.clock.advance(1)
    expect(said(await staff.push(back(3, missing)))).toEqual(['NOT_FOUND'])
  })
})

describe('BACK2 a create that comes back after the delete of its parent', () => {
  it('goes with the parent’s group', async () => {
    const { staff, back, person, home, tenantId } = await setupRestored()
    const paid = investment(home, person)
    const gone = back(7, remove('investors', person))
    expect(said(await staff.push(gone))).toEqual(['applied'])
    const edit = update('investments', paid.id, { amount: '7' }, { amount: '1000.00' })
    expect(said(await staff.push(back(3, paid), back(4, edit)))).toEqual(['applied', 'applied'])
    expect(await rowOf(staff, 'investments', paid.id)).toBeUndefined()
    expect(await rowOf(staff, 'projects', home)).toMatchObject({ raisedAmount: '0.00' })
    const rows = await server.database.tenant(tenantId, (tx) =>
      tx.query('select amount::text as amount, deleted_in as "deletedIn" from investments where tenant_id = $1', [
        tenantId,
      ]),
    )
    expect(rows).toEqual([{ amount: '7.00', deletedIn: gone.id }])
  })

  it('loses only the reference where that is optional, to be filled when the parent is restored', async () => {
    const { staff, back, tenantId } = await setupRestored()
    const contact = create('referrals', { name: 'Layla' })
    await staff.push(back(1, contact))
    await staff.push(back(5, remove('referrals', contact.id)))
    const referred = investor({ referralId: contact.id })
    expect(said(await staff.push(back(3, referred)))).toEqual(['applied'])
    expect(await rowOf(staff, 'investors', referred.id)).toMatchObject({ referralId: null })
    const [row] = await server.database.tenant(tenantId, (tx) =>
      tx.query('select emptied from referrals where tenant_id = $1', [tenantId]),
    )
    expect(row).toEqual({ emptied: [['investors', referred.id, 'referralId']] })
  })

  it('is refused as always when the delete came before it, or is of this history', async () => {
    const { staff, other, back, home, person } = await setupRestored()
    const second = investor()
    await staff.write(second)
    await staff.push(back(3, remove('investors', person)))
    await other.write(remove('investors', second.id))
    const verdicts = await staff.push(back(7, investment(home, person)), back(8, investment(home, second.id)))
    expect(said(verdicts)).toEqual(['PARENT_GONE', 'PARENT_GONE'])
  })
})

describe('BACK3 the order of what comes back', () => {
  it.each([
    ['in their order', [3, 4]],
    ['the later one first', [4, 3]],
  ])('the higher number wins, whatever the base: %s', async (_, numbers) => {
    const { staff, other, back, edit, row } = await setupRestored()
    const [first, second] = [
      back(3, edit({ name: 'Port' }, { name: 'Quay' })),
      back(4, edit({ name: 'Dock', location: 'Bergen' }, { name: 'Port', location: 'Oslo' })),
    ]
    for (const number of numbers)
      expect(said(await (number === 3 ? staff : other).push(number === 3 ? first : second))).toEqual(['applied'])
    expect(await row()).toMatchObject({ name: 'Dock', location: 'Bergen' })
  })

  it('a field that nobody filled before is of whoever made the row', async () => {
    const { staff, back, edit, row } = await setupRestored()
    expect(said(await staff.push(back(3, edit({ description: 'New' }, { description: 'Old' }))))).toEqual(['applied'])
    expect(await row()).toMatchObject({ description: 'New' })
  })

  it('an edit that led back to the old value keeps its place, too', async () => {
    const { staff, other, back, edit, row } = await setupRestored()
    const [there, andBack] = [
      back(3, edit({ name: 'Port' }, { name: 'Harbour' })),
      back(4, edit({ name: 'Harbour' }, { name: 'Port' })),
    ]
    expect(said(await other.push(andBack))).toEqual(['applied'])
    expect(said(await staff.push(there))).toEqual(['applied'])
    expect(await row()).toMatchObject({ name: 'Harbour' })
  })

  it('fields that merge together have one order', async () => {
    const { staff, back, person } = await setupRestored()
    const named = (fields: object, base: object) => update('investors', person, { ...fields }, { ...base })
    await staff.push(back(4, named({ lastName: 'Rossi' }, { lastName: 'Moreau' })))
    await staff.push(back(3, named({ firstName: 'Ada' }, { firstName: 'Ines' })))
    expect(await rowOf(staff, 'investors', person)).toMatchObject({ firstName: 'Ines', lastName: 'Rossi' })
  })

  it('what was written since the restore is merged by base, and does not give way', async () => {
    const { staff, other, back, edit, row } = await setupRestored()
    await other.write(edit({ name: 'Port' }, { name: 'Harbour' }))
    const [verdict] = await staff.push(
      back(9, edit({ name: 'Dock', location: 'Bergen' }, { name: 'Harbour', location: 'Oslo' })),
    )
    expect(verdict).toMatchObject({ verdict: 'conflict', number: 4, conflicts: [{ field: 'name', theirs: 'Port' }] })
    expect(await row()).toMatchObject({ name: 'Port', location: 'Bergen' })
    expect(said(await other.push(back(8, edit({ location: 'Rome' }, { location: 'Ghent' }))))).toEqual(['applied'])
    expect(await row()).toMatchObject({ location: 'Bergen' })
  })

  it('where nobody noticed the restore, and of another epoch, base alone decides', async () => {
    const { staff, back, edit, row } = await setupRestored({ hasNewEpoch: false })
    expect(said(await staff.push(back(3, edit({ name: 'Port' }, { name: 'Quay' }))))).toEqual(['CONFLICT'])
    expect(said(await staff.push(back(4, edit({ name: 'Port' }, { name: 'Harbour' }))))).toEqual(['applied'])
    const other = {
      ...back(9, edit({ name: 'Dock' }, { name: 'Harbour' })),
      was: { epoch: 'y', number: 99, mark: lost },
    }
    expect(said(await staff.push(other))).toEqual(['CONFLICT'])
    expect(await row()).toMatchObject({ name: 'Port' })
  })

  it('a number that both histories have says nothing of the order', async () => {
    const { staff, edit, tenantId } = await setupRestored({ hasNewEpoch: false })
    const { epoch } = await staff.page()
    await staff.write(edit({ name: 'Port' }, { name: 'Harbour' }))
    await server.database.tenant(tenantId, (tx) => beginEpoch(tx, server.now()))
    const was = { epoch, number: 3, mark: lost }
    expect(said(await staff.push({ ...change(edit({ name: 'Dock' }, { name: 'Harbour' })), was }))).toEqual([
      'CONFLICT',
    ])
  })

  it('a delete goes over what it had seen coming, not over what came since', async () => {
    const { staff, other, back, edit, home, person } = await setupRestored()
    const paper = create('documents', { name: 'Plan', projectId: home })
    const seen = { name: 'Port', $with: { documents: [] } }
    await other.push(back(1, paper))
    expect(said(await staff.push(back(5, remove('projects', home, seen))))).toEqual(['applied'])
    expect(said(await other.push(back(4, edit({ name: 'Port' }, { name: 'Harbour' }))))).toEqual(['applied'])
    expect(said(await other.push(back(6, edit({ name: 'Dock' }, { name: 'Port' }))))).toEqual(['DELETED'])
    await other.write(update('investors', person, { phone: '+1' }, { phone: null }))
    expect(said(await staff.push(back(5, remove('investors', person, { phone: '+2' }))))).toEqual(['DELETE_CHANGED'])
  })

  it('where it had been is kept in the audit trail', async () => {
    const { staff, back, edit, tenantId } = await setupRestored()
    await staff.push(back(3, edit({ name: 'Port' }, { name: 'Harbour' })))
    const entries = await server.database.tenant(tenantId, (tx) =>
      tx.query(`select details -> 'was' as was from audit_logs where tenant_id = $1 order by n`, [tenantId]),
    )
    expect(entries).toEqual([{ was: null }, { was: null }, { was: { epoch: expect.any(String), number: 5 } }])
  })
})
