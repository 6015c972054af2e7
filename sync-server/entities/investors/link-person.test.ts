import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { investment, investor, project } from '#server/test/changes.ts'
import { as, foldRows, rowOf } from '#server/test/device.ts'
import { createFirm, numberOf, signUp, type TestFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupFirm() {
  const firm = await createFirm(server)
  const [staff, client] = [as(server, firm.manager), as(server, firm.investor)]
  const [home, person] = [project(), investor()]
  await staff.write(home, person)
  await staff.write(investment(home.id, person.id))
  const { userId } = firm.investor
  const request = (verb: 'link' | 'unlink', body: unknown = { userId }, key?: string, id = person.id) =>
    staff.post(`/api/investors/${id}/${verb}`, body, key ? { 'idempotency-key': key } : {})
  return { ...firm, staff, client, person, userId, request }
}

const linksOf = async ({ admin }: Pick<TestFirm, 'admin'>) =>
  [...foldRows((await as(server, admin).pull()).rows)]
    .filter(([key]) => key.startsWith('investorUsers '))
    .map(([, { userId, investorId }]) => [userId, investorId])

const actionsOf = ({ tenantId }: Pick<TestFirm, 'tenantId'>) =>
  server.database.tenant(tenantId, (tx) =>
    tx.query<{ action: string; by: string; id: string }>(
      'select action, user_id as by, entity_id as id from audit_logs where tenant_id = $1 order by place',
      [tenantId],
    ),
  )

describe('linking a person', () => {
  it('gives access to the record and returns it', async () => {
    const { client, person, userId, request, ...firm } = await setupFirm()
    expect((await client.pull()).rows.map(([entity]) => entity)).not.toContain('investments')
    const response = await request('link')
    expect([response.status, response.headers.get('etag')]).toEqual([200, '"3"'])
    expect(await response.json()).toMatchObject({ id: person.id, userId, number: 3 })
    expect((await client.pull()).rows.map(([entity]) => entity)).toEqual(
      expect.arrayContaining(['investors', 'investments', 'projects']),
    )
    expect(await linksOf(firm)).toEqual([[userId, person.id]])
  })

  it('is one entry in the audit trail and the activities', async () => {
    const { staff, person, request, manager, ...firm } = await setupFirm()
    await request('link')
    const acts = (await actionsOf(firm)).slice(-2)
    expect(acts.map(({ action, by }) => [action, by])).toEqual([
      ['investors.link', manager.userId],
      ['investorUsers.create', manager.userId],
    ])
    expect(acts[0]!.id).toBe(person.id)
    const activities = (await staff.pull()).activities.filter(([, , number]) => number === 3)
    expect(activities.map((row) => row[3])).toMatchObject([
      { action: 'link', entityId: person.id, userId: manager.userId },
    ])
  })

  it('repeated with its key, returns the same without writing; another request with that key is refused', async () => {
    const { userId, person, request, ...firm } = await setupFirm()
    const other = await signUp(server, firm.tenantId, 'INVESTOR')
    const key = uuidv7()
    const first = await (await request('link', { userId }, key)).json()
    const number = await numberOf(server, firm.tenantId)
    const again = await request('link', { userId }, key)
    expect([again.status, await again.json()]).toEqual([200, first])
    const responses = [await request('link', { userId: other.userId }, key), await request('unlink', { userId }, key)]
    const byOther = await as(server, firm.admin).post(
      `/api/investors/${person.id}/link`,
      { userId },
      { 'idempotency-key': key },
    )
    for (const response of [...responses, byOther])
      expect([response.status, await response.json()]).toMatchObject([409, { code: 'DUPLICATE' }])
    expect(await numberOf(server, firm.tenantId)).toBe(number)
    expect(await linksOf(firm)).toHaveLength(1)
  })

  it('repeated with its key, does not redo an undone link', async () => {
    const { userId, request, ...firm } = await setupFirm()
    const key = uuidv7()
    await request('link', { userId }, key)
    await request('unlink')
    expect((await request('link', { userId }, key)).status).toBe(200)
    expect(await linksOf(firm)).toEqual([])
  })

  it('is idempotent, even in parallel', async () => {
    const { request, ...firm } = await setupFirm()
    const responses = await Promise.all([request('link'), request('link'), request('link')])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await linksOf(firm)).toHaveLength(1)
    expect(await numberOf(server, firm.tenantId)).toBe(3)
  })

  it.each([
    ['nothing', undefined],
    ['a list', []],
    ['no person', {}],
    ['no id', { userId: 'Ines' }],
    ['a number', { userId: 7 }],
  ])('needs a person: %s is a 400', async (_, body) => {
    const { staff, person, tenantId } = await setupFirm()
    const response = await staff.request('POST', `/api/investors/${person.id}/link`, body ?? '')
    expect([response.status, (await response.json()) as unknown]).toMatchObject([400, { code: 'VALIDATION' }])
    expect(await numberOf(server, tenantId)).toBe(2)
  })

  it('refuses a deleted record', async () => {
    const { staff, person, request } = await setupFirm()
    await staff.delete(`/api/investors/${person.id}`)
    expect((await request('link')).status).toBe(404)
  })
})

describe('unlinking a person', () => {
  it('revokes access; the record then shows the remaining person linked first', async () => {
    const { staff, client, person, request, ...firm } = await setupFirm()
    const other = await signUp(server, firm.tenantId, 'INVESTOR')
    await request('link')
    await request('link', { userId: other.userId })
    expect((await request('unlink')).status).toBe(200)
    expect((await client.pull()).rows.map(([entity]) => entity)).toEqual(['projects'])
    expect(await linksOf(firm)).toEqual([[other.userId, person.id]])
    expect(await rowOf(staff, 'investors', person.id)).toMatchObject({ userId: other.userId })
    const actions = (await actionsOf(firm)).map(({ action }) => action)
    expect(actions.slice(-2)).toEqual(['investors.unlink', 'investorUsers.delete'])
  })
})
