import { describe, expect, it } from 'vitest'
import { recordedFields } from '#schema/records/changed-values.ts'
import { tenantEntities } from '#schema/registry.ts'
import { create, investment, investor, merge, project, remove, update } from '#server/test/changes.ts'
import { as, type Device, foldRows } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { transact } from './transact.ts'

const server = await setupServer()

async function setupFirm() {
  const firm = await createFirm(server)
  const [staff, reader] = [as(server, firm.manager), as(server, firm.investor)]
  const [home, own] = [project({ isVisibleToInvestors: true }), investor()]
  const paid = investment(home.id, own.id)
  await staff.write(home, own, paid)
  await link(server, firm.admin, firm.investor, own.id)
  return { ...firm, staff, reader, home, own, paid }
}

const lastOf = async (device: Device, id: string): Promise<Readonly<Record<string, unknown>> | undefined> =>
  [...foldRows((await device.pull()).activities).values()].filter(({ entityId }) => entityId === id).at(-1)

describe('the activity of a change', () => {
  it('FOLLOW18 holds the values before and after of each field that a person changed, and the device', async () => {
    const { tenantId, staff, paid, manager } = await setupFirm()
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const secret = await server.sessions.begin({ id: manager.userId, tenantId }, agent)
    const before = { amount: '1000.00', currency: 'USD', status: 'COMMITTED' }
    await as(server, { cookie: `holdfast=${secret}` }).write(
      update('investments', paid.id, { amount: '2500.00', status: 'FUNDED' }, before),
    )
    expect(await lastOf(staff, paid.id)).toMatchObject({
      action: 'update',
      device: 'Firefox on Linux',
      source: null,
      changes: [
        ['amount', '1000.00', '2500.00'],
        ['status', 'COMMITTED', 'FUNDED'],
      ],
    })
  })

  it('FOLLOW18 has no values where a record begins or ends', async () => {
    const { staff, paid } = await setupFirm()
    expect(await lastOf(staff, paid.id)).toMatchObject({ action: 'create', changes: [] })
    await staff.write(remove('investments', paid.id))
    expect(await lastOf(staff, paid.id)).toMatchObject({ action: 'delete', changes: [] })
  })

  it('FOLLOW18 cuts long texts, and names jobs', async () => {
    const { staff, home, tenantId } = await setupFirm()
    const long = 'a'.repeat(1_500)
    await staff.write(update('projects', home.id, { notes: long }, { notes: null }))
    expect(await lastOf(staff, home.id)).toMatchObject({ changes: [['notes', null, `${'a'.repeat(1_000)}…`]] })
    const job = { kind: 'job', tenantId, job: 'test' } as const
    await transact(server, job, (batch) => batch.update('projects', home.id, { notes: null }))
    expect(await lastOf(staff, home.id)).toMatchObject({ userId: null, device: null, source: 'job' })
  })

  it('FOLLOW18 of an act holds the values of the other rows that it wrote, but not their texts', async () => {
    const { staff, own, paid } = await setupFirm()
    const twin = investor({ firstName: 'Inés' })
    await staff.write(twin)
    await staff.write(merge(twin.id, own.id))
    expect((await lastOf(staff, twin.id))!['changes']).toContainEqual([
      'investorId',
      own.id,
      twin.id,
      'investments',
      paid.id,
    ])
  })

  it('FOLLOW18 of a delete holds the references that it emptied', async () => {
    const { staff, own } = await setupFirm()
    const contact = create('referrals', { name: 'Layla' })
    await staff.write(contact)
    await staff.write(update('investors', own.id, { referralId: contact.id }, { referralId: null }))
    await staff.write(remove('referrals', contact.id))
    expect(await lastOf(staff, contact.id)).toMatchObject({
      action: 'delete',
      changes: [['referralId', contact.id, null, 'investors', own.id]],
    })
  })

  it('FOLLOW19 gives investors neither values nor devices', async () => {
    const { staff, reader, own } = await setupFirm()
    await staff.write(update('investors', own.id, { phone: '+10001', notes: 'canary' }, { phone: null, notes: null }))
    expect(Object.keys((await lastOf(reader, own.id))!)).toEqual(
      expect.not.arrayContaining(['changes', 'device', 'source']),
    )
    const listed = await (await reader.get('/api/activities')).text()
    expect([...(await reader.pull()).texts, listed].filter((text) => /canary|"changes"|"device"/.test(text))).toEqual(
      [],
    )
  })

  it('FOLLOW19 records no field that some staff may not read, and no secret', () => {
    for (const entity of tenantEntities) {
      const secret = Object.entries(entity.fields).flatMap(([name, { readers, storage }]) =>
        readers === 'nobody' || storage.kind === 'secret' ? [name] : [],
      )
      expect([entity.name, recordedFields(entity).filter((name) => secret.includes(name))]).toEqual([entity.name, []])
    }
    const isOfAllStaff = ({ access }: (typeof tenantEntities)[number]) =>
      access.ADMIN.read === 'everything' && access.PORTFOLIO_MANAGER.read === 'everything'
    expect(tenantEntities.filter((entity) => !isOfAllStaff(entity) && recordedFields(entity).length > 0)).toEqual([])
  })
})
