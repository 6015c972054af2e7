import { describe, expect, it } from 'vitest'
import { create, investment, investor, project, remove, restore } from '#server/test/changes.ts'
import { asOwner } from '#server/test/database.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const day = 86_400_000

async function setupFirm() {
  const firm = await createFirm(server)
  const [staff, other] = [as(server, firm.admin), as(server, firm.manager)]
  const [home, person] = [project(), investor({ firstName: 'Ines', lastName: 'Okafor' })]
  const paid = investment(home.id, person.id)
  await staff.write(home, person)
  await staff.write(paid, create('documents', { name: 'Contract', investorId: person.id }))
  const trash = async (device = staff) => {
    const response = await device.get('/api/trash')
    return { status: response.status, body: (await response.json()) as { id: string }[] }
  }
  return { ...firm, staff, other, home, person, paid, trash }
}

describe('GET /api/trash', () => {
  it('lists rows deleted together as one entry, newest first, with the person', async () => {
    const { staff, other, admin, manager, home, person, trash } = await setupFirm()
    await server.database
      .directory`update directory.users set first_name = 'Ada', last_name = 'Berg' where id = ${admin.userId}`
    await staff.write(remove('investors', person.id))
    server.clock.advance(60_000)
    await other.write(remove('projects', home.id))
    expect(await trash()).toEqual({
      status: 200,
      body: [
        {
          entity: 'projects',
          id: home.id,
          title: 'Harbour',
          deletedAt: '2026-03-15T10:01:00.000Z',
          deletedBy: manager.email,
          rows: { projects: 1 },
        },
        {
          entity: 'investors',
          id: person.id,
          title: 'Ines Okafor',
          deletedAt: '2026-03-15T10:00:00.000Z',
          deletedBy: 'Ada Berg',
          rows: { investors: 1, investments: 1, documents: 1 },
        },
      ],
    })
  })

  it('lists records deleted in one change separately, each with what belongs to it', async () => {
    const { staff, person, home, trash } = await setupFirm()
    const omar = investor({ firstName: 'Omar', email: 'omar@example.com' })
    await staff.write(omar)
    await staff.write(investment(home.id, omar.id))
    await staff.write(remove('investors', person.id), remove('investors', omar.id))
    const { body } = await trash()
    expect(body.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject(
      [
        { id: person.id, rows: { investors: 1, investments: 1, documents: 1 } },
        { id: omar.id, rows: { investors: 1, investments: 1 } },
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
    await staff.write(restore('investors', omar.id))
    expect((await trash()).body).toMatchObject([{ id: person.id }])
    await staff.write(remove('investors', omar.id))
    expect((await trash()).body.map(({ id }) => id).toSorted()).toEqual([person.id, omar.id].toSorted())
  })

  it('names a row by its record', async () => {
    const { staff, paid, trash } = await setupFirm()
    await staff.write(remove('investments', paid.id))
    expect((await trash()).body).toMatchObject([
      { entity: 'investments', id: paid.id, title: 'Ines Okafor · Harbour · 1000.00 USD' },
    ])
  })

  it('also lists rows with an audit entry of the older form, `delete` without an entity', async () => {
    const { staff, person, tenantId, trash } = await setupFirm()
    await staff.write(remove('investors', person.id))
    await asOwner(
      server,
      (sql) =>
        sql`update audit_logs set action = 'delete' where tenant_id = ${tenantId} and action = 'investors.delete'`,
    )
    expect((await trash()).body).toMatchObject([{ entity: 'investors', id: person.id }])
  })

  it('omits restored rows and those older than 30 days', async () => {
    const { staff, person, home, trash } = await setupFirm()
    await staff.write(remove('investors', person.id))
    await staff.write(remove('projects', home.id))
    await staff.write(restore('projects', home.id))
    expect((await trash()).body.map(({ id }) => id)).toEqual([person.id])
    server.clock.advance(30 * day - 1)
    expect((await trash()).body).toHaveLength(1)
    server.clock.advance(1)
    expect((await trash()).body).toHaveLength(0)
  })

  it('is for staff of the firm', async () => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    await here.staff.write(remove('investors', here.person.id))
    expect(await here.trash(as(server, here.investor))).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await here.trash(here.other)).body).toHaveLength(1)
    expect((await there.trash()).body).toEqual([])
  })
})
