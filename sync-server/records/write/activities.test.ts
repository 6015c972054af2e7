import { describe, expect, it } from 'vitest'
import { create, investment, investor, preferences, project, remove, update } from '#server/test/changes.ts'
import { as, type Device, foldRows } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupFirm() {
  const firm = await createFirm(server)
  const [staff, reader] = [as(server, firm.admin), as(server, firm.investor)]
  const [home, own, other] = [project(), investor(), investor({ firstName: 'Kerem', lastName: 'Demir' })]
  await staff.write(home, own, other)
  await link(server, firm.admin, firm.investor, own.id)
  return { ...firm, staff, reader, home, own, other }
}

const activitiesOf = async (device: Device): Promise<string[]> =>
  [...foldRows((await device.pull()).activities).values()]
    .toSorted((a, b) => Number(a['number']) - Number(b['number']))
    .map(({ action, title }) => `${String(action)} ${String(title)}`)

const actionsOn = async (device: Device, id: string): Promise<string[]> =>
  [...foldRows((await device.pull()).activities).values()]
    .filter(({ entityId }) => entityId === id)
    .map(({ action }) => String(action))

describe('an activity', () => {
  it('FOLLOW5 comes with the change itself, to staff and to the investors whom it concerns', async () => {
    const { staff, reader, admin, home, own, other } = await setupFirm()
    const [mine, theirs] = [investment(home.id, own.id), investment(home.id, other.id)]
    const secret = project({ name: 'Quarry', isVisibleToInvestors: false })
    const number = await staff.write(mine, theirs, secret)
    const all = foldRows((await staff.pull()).activities)
    expect([...all.values()].filter((each) => each['number'] === number)).toEqual(
      [mine, theirs, secret].map(({ entity, id }) =>
        expect.objectContaining({
          at: '2026-03-15T10:00:00.000Z',
          userId: admin.userId,
          by: expect.stringContaining('@'),
          action: 'create',
          entityType: entity,
          entityId: id,
          title: expect.stringMatching(entity === 'projects' ? /^Quarry$/ : /^\S.* · Harbour · 1000\.00 USD$/),
        }),
      ),
    )
    expect(await activitiesOf(reader)).toEqual(['create Harbour', 'create Ines', 'create Ines · Harbour · 1000.00 USD'])
    const [first] = (await reader.pull()).activities
    expect(Object.keys(first![3]!)).toEqual([
      'at',
      'action',
      'entityType',
      'entityId',
      'title',
      'createdAt',
      'updatedAt',
    ])
  })

  it('FOLLOW5 about something that an investor may not read does not reach them', async () => {
    const { staff, reader, home, own } = await setupFirm()
    const value = create('valuations', { projectId: home.id, nav: '5' })
    const contact = create('referrals', { name: 'Layla' })
    await staff.write(value, contact)
    await staff.write(
      update('valuations', value.id, { notes: 'Between us' }, { notes: null }),
      update('investors', own.id, { referralId: contact.id }, { referralId: null }),
    )
    expect(await actionsOn(reader, value.id)).toEqual(['create'])
    expect(await actionsOn(reader, own.id)).toEqual(['create'])
    await staff.write(update('investors', own.id, { phone: '+10001' }, { phone: null }))
    expect(await actionsOn(reader, own.id)).toEqual(['create', 'update'])
    expect(await actionsOn(staff, own.id)).toEqual(['create', 'link', 'update', 'update'])
  })

  it('FOLLOW5 FOLLOW12 does not name a project that an investor may not know', async () => {
    const { staff, reader, own } = await setupFirm()
    const secret = project({ name: 'Quarry', isVisibleToInvestors: false })
    const paid = create('cashFlows', { projectId: secret.id, investorId: own.id, amount: '5', type: 'DISTRIBUTION' })
    await staff.write(secret, paid)
    expect((await activitiesOf(reader)).slice(-1)).toEqual(['create null'])
    await staff.write(update('projects', secret.id, { isVisibleToInvestors: true }, { isVisibleToInvestors: false }))
    await staff.write(update('cashFlows', paid.id, { amount: '6' }, { amount: '5' }))
    expect((await activitiesOf(reader)).slice(-1)).toEqual(['update Quarry'])
  })

  it('FOLLOW5 FOLLOW14 leaves an investor with the record, and does not come back with it', async () => {
    const { staff, reader, home } = await setupFirm()
    const document = create('documents', { name: 'Sheet', type: 'FACT_SHEET', projectId: home.id })
    await staff.write(document)
    const seen = await reader.pull()
    const hide = (to: boolean) =>
      update('projects', home.id, { isVisibleToInvestors: to }, { isVisibleToInvestors: !to })
    await staff.write(hide(false))
    expect([await actionsOn(reader, home.id), await actionsOn(reader, document.id)]).toEqual([[], []])
    const gone = foldRows([...seen.activities, ...(await reader.pull(seen)).activities])
    expect([...gone.values()].map(({ title }) => title)).toEqual(['Ines'])
    await staff.write(update('projects', home.id, { name: 'Hidden name' }, { name: 'Harbour' }))
    await staff.write(hide(true))
    expect([await actionsOn(reader, home.id), await actionsOn(reader, document.id)]).toEqual([['update'], []])
    expect(await actionsOn(staff, home.id)).toEqual(['create', 'update', 'update', 'update'])
    await staff.write(remove('projects', home.id))
    expect([await actionsOn(reader, home.id), (await reader.pull()).texts.join().includes(home.id)]).toEqual([
      [],
      false,
    ])
    expect(await actionsOn(staff, home.id)).toContain('delete')
  })

  it('FOLLOW5 FOLLOW13 of a delete names the records to which the deleted one referred, to staff', async () => {
    const { staff, reader, home, own } = await setupFirm()
    const paid = create('cashFlows', { projectId: home.id, investorId: own.id, amount: '5', type: 'DISTRIBUTION' })
    await staff.write(paid)
    await staff.write(remove('cashFlows', paid.id))
    const acts = [...foldRows((await staff.pull()).activities).values()].filter(({ entityId }) => entityId === paid.id)
    expect(acts.map(({ action, belongedTo }) => [action, belongedTo])).toEqual([
      ['create', null],
      ['delete', [home.id, own.id]],
    ])
    expect(await actionsOn(reader, paid.id)).toEqual([])
  })

  it('FOLLOW5 FOLLOW13 of a delete names the records to which what went with the deleted one referred, to staff', async () => {
    const { staff, reader, home, own, other } = await setupFirm()
    const [away, kept] = [project({ name: 'Quarry' }), project({ name: 'Pier' })]
    const [held, theirs] = [investment(home.id, own.id), investment(kept.id, other.id)]
    const paid = create('cashFlows', { projectId: away.id, investorId: own.id, amount: '5', type: 'DISTRIBUTION' })
    await staff.write(away, kept, held, theirs, paid)
    const [document, notice] = [
      create('documents', { name: 'Plan', investorId: own.id }),
      create('documents', { name: 'Sheet', projectId: away.id }),
    ]
    await staff.write(document, notice)
    await staff.write(remove('investors', own.id), remove('investors', other.id))
    const acts = [...foldRows((await staff.pull()).activities).values()].filter(({ action }) => action === 'delete')
    const belongedTo = new Map(acts.map((act) => [act['entityId'], new Set(act['belongedTo'] as string[])]))
    expect(belongedTo).toEqual(
      new Map([
        [own.id, new Set([home.id, away.id])],
        [other.id, new Set([kept.id])],
      ]),
    )
    expect((await reader.pull()).texts.join()).not.toContain('belongedTo')
  })

  it('is never about preferences, and only the server writes it', async () => {
    const { staff, manager, admin } = await setupFirm()
    const mine = preferences(admin.userId)
    await staff.write(mine)
    expect(await actionsOn(as(server, manager), mine.id)).toEqual([])
    const [, id] = (await staff.pull()).activities[0]!
    for (const op of [
      create('activities', {}),
      update('activities', id, { title: 'x' }, { title: 'y' }),
      remove('activities', id),
    ])
      expect(await staff.attempt(op)).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('PULL13 PULL20 is sent for 90 days, and not counted in the digest', async () => {
    const { admin, tenantId } = await setupFirm()
    const signIn = async () =>
      as(server, { cookie: `holdfast=${await server.sessions.begin({ id: admin.userId, tenantId })}` })
    server.clock.set('2026-05-15T10:00:00.000Z')
    const then = await signIn()
    await then.write(project({ name: 'Quay' }))
    expect((await then.pull(undefined, true)).pages[0]).toMatchObject({ total: 10, digest: { count: 5 } })
    server.clock.set('2026-06-14T10:00:00.000Z')
    const now = await signIn()
    expect((await now.pull(undefined, true)).pages[0]).toMatchObject({ total: 6, digest: { count: 5 } })
    expect(await activitiesOf(now)).toEqual(['create Quay'])
  })
})
