import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { create, project, remove } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupFirm() {
  const firm = await createFirm(server)
  const staff = as(server, firm.manager)
  const [rana, omar] = [create('referrals', { name: 'Rana' }), create('referrals', { name: 'Omar' })]
  const harbour = project()
  await staff.write(rana, omar, harbour)
  const agreed = { commissionPercentage: '1.5', frequency: 'MONTHLY', projectId: harbour.id }
  return { ...firm, staff, rana, omar, agreed, at: `/api/referrals/${rana.id}` }
}

const bodyOf = async (response: Response) => (await response.json()) as Record<string, unknown>

it('a contact’s commissions are listed, added, changed and deleted', async () => {
  const { staff, rana, omar, agreed, at } = await setupFirm()
  const response = await staff.post(`${at}/commissions`, { ...agreed, referralId: omar.id, createdBy: 'me' })
  const row = await bodyOf(response)
  expect([response.status, row]).toMatchObject([201, { referralId: rana.id, commissionPercentage: '1.50' }])
  await staff.post(`/api/referrals/${omar.id}/commissions`, agreed)
  expect(await bodyOf(await staff.get(`${at}/commissions`))).toMatchObject([{ id: row['id'] }])
  expect(await bodyOf(await staff.get(`${at}/commissions?frequency=ANNUALLY`))).toEqual([])
  const own = `/api/referral-commissions/${row['id'] as string}`
  for (const method of ['PUT', 'PATCH'])
    expect(await bodyOf(await staff.request(method, own, { ...agreed, frequency: 'ANNUALLY' }))).toMatchObject({
      frequency: 'ANNUALLY',
      commissionPercentage: '1.50',
    })
  expect([(await staff.delete(own)).status, (await staff.delete(own)).status]).toEqual([200, 404])
  expect(await bodyOf(await staff.get(`${at}/commissions`))).toEqual([])
})

it('a contact’s attachments are listed, added, changed and deleted, in parts on request', async () => {
  const { staff, at } = await setupFirm()
  const document = { documentName: 'Terms', documentUrl: '/files/terms.pdf', description: 'Signed' }
  for (let i = 0; i < 3; i++) expect((await staff.post(`${at}/attachments`, document)).status).toBe(201)
  const part = await staff.get(`${at}/attachments?limit=2`)
  const next = /^<(.*)>; rel="next"$/.exec(part.headers.get('link') ?? '')![1]!
  const rows = [...((await part.json()) as unknown[]), ...((await (await staff.get(next)).json()) as unknown[])]
  expect(rows).toHaveLength(3)
  const own = `/api/referral-attachments/${(rows[0] as { id: string }).id}`
  expect(await bodyOf(await staff.patch(own, { notes: 'Read' }))).toMatchObject({ ...document, notes: 'Read' })
  expect((await staff.delete(own)).status).toBe(200)
})

it('with a key a commission is added once', async () => {
  const { staff, agreed, at } = await setupFirm()
  const key = { 'idempotency-key': uuidv7() }
  const ids = []
  for (let i = 0; i < 2; i++) ids.push((await bodyOf(await staff.post(`${at}/commissions`, agreed, key)))['id'])
  expect(ids[0]).toBe(ids[1])
})

it('a contact who is missing, deleted or of another firm gets 404, and so does every investor', async () => {
  const { staff, investor, rana, agreed, at } = await setupFirm()
  const stranger = as(server, (await createFirm(server)).admin)
  const notFound = [404, { message: 'Not found', code: 'NOT_FOUND' }]
  const request = async (device: typeof staff, path: string) => {
    const responses = [await device.get(`${path}/commissions`), await device.post(`${path}/commissions`, agreed)]
    return Promise.all(responses.map(async (each) => [each.status, await each.json()]))
  }
  expect(await request(stranger, at)).toEqual([notFound, notFound])
  for (const id of [uuidv7(), 'x']) expect(await request(staff, `/api/referrals/${id}`)).toEqual([notFound, notFound])
  await staff.write(remove('referrals', rana.id))
  expect(await request(staff, at)).toEqual([notFound, notFound])
  expect((await request(as(server, investor), at)).map(([status]) => status)).toEqual([403, 403])
  expect((await request(as(server, null), at)).map(([status]) => status)).toEqual([401, 401])
})

it('a wrong body is refused by name', async () => {
  const { staff, at } = await setupFirm()
  expect(await bodyOf(await staff.post(`${at}/commissions`, {}))).toMatchObject({
    errors: {
      commissionPercentage: expect.any(String),
      frequency: expect.any(String),
      projectId: expect.any(String),
    },
  })
})
