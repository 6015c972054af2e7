import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { create, investment, investor, project, restore } from '#server/test/changes.ts'
import { as, foldRows, rowOf } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupFirm() {
  const firm = await createFirm(server)
  const staff = as(server, firm.manager)
  const [harbour, ines, twin, omar] = [project(), investor(), investor({ firstName: 'Inès' }), investor()]
  await staff.write(harbour, ines, twin, omar)
  await link(server, firm.admin, firm.investor, twin.id)
  const fields = { investorId: twin.id }
  const [first, second] = [investment(harbour.id, ines.id), investment(harbour.id, twin.id, { amount: '250' })]
  const moving = [
    second,
    create('cashFlows', { ...fields, projectId: harbour.id, amount: '5', type: 'DIVIDEND' }),
    create('documents', { ...fields, name: 'Passport' }),
    create('referrals', { ...fields, name: 'Inès again' }),
    create('investorConnections', { requesterId: twin.id, recipientId: omar.id }),
    create('notDuplicates', { firstId: twin.id, secondId: omar.id }),
  ]
  const between = [
    create('investorConnections', { requesterId: twin.id, recipientId: ines.id }),
    create('notDuplicates', { firstId: ines.id, secondId: twin.id }),
  ]
  await staff.write(first, ...moving, ...between)
  const merge = (body: object = { from: twin.id }, headers = {}, device = staff) =>
    device.post(`/api/investors/${ines.id}/merge`, body, headers)
  const total = async (id: string) => (await rowOf(staff, 'investors', id))?.['totalInvested']
  const rows = async () => foldRows((await staff.pull()).rows)
  return { ...firm, staff, ines, twin, omar, moving, between, merge, total, rows }
}

const ownerOf = (row: Readonly<Record<string, unknown>> | undefined) =>
  row?.['investorId'] ?? row?.['requesterId'] ?? row?.['firstId']

describe('two records of one investor', () => {
  it('become one: rows, sums and people move, and the other record is deleted', async () => {
    const { ines, twin, moving, between, merge, total, rows, investor: client } = await setupFirm()
    const response = await merge()
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { id: ines.id, firstName: 'Ines', totalInvested: '1250.00', userId: client.userId },
    ])
    const after = await rows()
    for (const { entity, id } of moving)
      expect([entity, ownerOf(after.get(`${entity} ${id}`))]).toEqual([entity, ines.id])
    for (const { entity, id } of between) expect(after.get(`${entity} ${id}`)).toBeUndefined()
    expect(await total(twin.id)).toBeUndefined()
    const seen = foldRows((await as(server, client).pull()).rows)
    expect([...seen.values()].filter(({ lastName }) => lastName !== undefined).map(({ id }) => id)).toEqual([ines.id])
  })

  it('are two again after a restore', async () => {
    const { staff, ines, twin, moving, between, merge, total, rows, investor: client } = await setupFirm()
    const before = await rows()
    await merge()
    await staff.write(restore('investors', twin.id))
    const after = await rows()
    for (const { entity, id } of [...moving, ...between])
      expect(ownerOf(after.get(`${entity} ${id}`))).toBe(ownerOf(before.get(`${entity} ${id}`)))
    expect([await total(ines.id), await total(twin.id)]).toEqual(['1000.00', '250.00'])
    const seen = foldRows((await as(server, client).pull()).rows)
    expect(seen.has(`investors ${twin.id}`)).toBe(true)
  })

  it('a restore ignores rows that were moved again', async () => {
    const { staff, ines, twin, moving, merge, rows } = await setupFirm()
    await merge()
    const contact = moving.find(({ entity }) => entity === 'referrals')!
    await staff.patch(`/api/referrals/${contact.id}`, { investorId: null })
    await staff.write(restore('investors', twin.id))
    expect((await rows()).get(`referrals ${contact.id}`)).toMatchObject({ investorId: null })
    expect((await rows()).get(`investors ${ines.id}`)).toBeDefined()
  })

  it('a link made after the merge survives its undo', async () => {
    const { staff, admin, ines, twin, merge, rows, investor: client } = await setupFirm()
    await merge()
    await link(server, admin, client, ines.id)
    await staff.write(restore('investors', twin.id))
    const links = [...(await rows())].filter(([key]) => key.startsWith('investorUsers '))
    expect(links.map(([, row]) => row['investorId'])).toEqual([ines.id])
    expect(foldRows((await as(server, client).pull()).rows).has(`investors ${ines.id}`)).toBe(true)
  })

  it('an existing link of the person stays one', async () => {
    const { admin, ines, merge, rows, investor: client } = await setupFirm()
    await link(server, admin, client, ines.id)
    expect((await merge()).status).toBe(200)
    const links = [...(await rows())].filter(([key]) => key.startsWith('investorUsers '))
    expect(links.map(([, row]) => row['investorId'])).toEqual([ines.id])
  })

  it('PULL19 the names of hidden projects that the moved holdings reveal are sent to the investor', async () => {
    const { staff, omar, admin, investor: client } = await setupFirm()
    const [hidden, guest] = [project({ isVisibleToInvestors: false }), investor()]
    await staff.write(hidden, guest)
    const document = create('documents', { name: 'Paper', investorId: omar.id, projectId: hidden.id })
    await staff.write(investment(hidden.id, guest.id), document)
    await link(server, admin, client, omar.id)
    const device = as(server, client)
    const before = await device.pull()
    expect(foldRows(before.rows).get(`documents ${document.id}`)?.['projectId']).toBeNull()
    await staff.post(`/api/investors/${omar.id}/merge`, { from: guest.id })
    const after = foldRows((await device.pull(before)).rows)
    expect(after.get(`documents ${document.id}`)).toMatchObject({ projectId: hidden.id })
  })

  it('are merged once per key, with one activity', async () => {
    const { staff, ines, merge } = await setupFirm()
    const key = { 'idempotency-key': uuidv7() }
    const before = (await staff.pull()).activities.length
    expect([(await merge(undefined, key)).status, (await merge(undefined, key)).status]).toEqual([200, 200])
    const { activities } = await staff.pull()
    expect(activities.slice(before).map((row) => row[3])).toMatchObject([{ action: 'merge', entityId: ines.id }])
  })
})

it('a merge needs another investor of the firm', async () => {
  const { ines, merge } = await setupFirm()
  const foreign = (await setupFirm()).ines.id
  const statuses = [
    await merge({}),
    await merge({ from: ines.id }),
    await merge({ from: uuidv7() }),
    await merge({ from: foreign }),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  expect(await statuses[2]!.json()).toEqual(await statuses[3]!.json())
})
