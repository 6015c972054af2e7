import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { investment, investor, project } from '#server/test/changes.ts'
import { as, foldRows } from '#server/test/device.ts'
import { createFirm, numberOf } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupFirm() {
  const firm = await createFirm(server)
  const staff = as(server, firm.manager)
  const [home, ines] = [project(), investor()]
  const held = ['FUNDED', 'ACTIVE', 'COMMITTED', 'EXITED'].map((status) => investment(home.id, ines.id, { status }))
  await staff.write(home, ines, ...held)
  const exit = (body: unknown = {}, key?: string, who = staff, id = home.id) =>
    who.post(`/api/projects/${id}/exit`, body, key ? { 'idempotency-key': key } : {})
  const statuses = async () => {
    const rows = (await (await staff.get('/api/investments')).json()) as {
      readonly id: string
      readonly status: string
    }[]
    return held.map(({ id }) => rows.find((row) => row.id === id)!.status)
  }
  return { ...firm, staff, home, ines, exit, statuses }
}

it('exits the project and its funded investments in one change; commitments stay', async () => {
  const { exit, statuses, tenantId, home } = await setupFirm()
  const before = await numberOf(server, tenantId)
  const response = await exit({ actualIRR: '14.2' })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ id: home.id, status: 'EXITED', actualIRR: '14.20' })
  expect(await statuses()).toEqual(['EXITED', 'EXITED', 'COMMITTED', 'EXITED'])
  expect(await numberOf(server, tenantId)).toBe(before + 1)
})

it('ACT6 repeated, with its key or without, writes nothing', async () => {
  const { exit, tenantId } = await setupFirm()
  const key = uuidv7()
  const first = await (await exit({}, key)).json()
  const number = await numberOf(server, tenantId)
  expect(await (await exit({}, key)).json()).toEqual(first)
  expect((await exit()).status).toBe(200)
  expect(await (await exit({ actualIRR: '3' })).json()).toMatchObject({ code: 'STATE' })
  expect(await (await exit({ actualIRR: '3' }, key)).json()).toMatchObject({ code: 'DUPLICATE' })
  expect(await numberOf(server, tenantId)).toBe(number)
})

it('is refused with a wrong rate, without changes', async () => {
  const { exit, statuses } = await setupFirm()
  expect((await exit({ actualIRR: 'much' })).status).toBe(400)
  expect(await statuses()).toEqual(['FUNDED', 'ACTIVE', 'COMMITTED', 'EXITED'])
})

it('ACT11 is one entry of the project, with its investments in the audit trail and the activities', async () => {
  const { staff, admin, exit, home } = await setupFirm()
  const before = (await staff.pull()).activities.length
  await exit()
  const { activities } = await staff.pull()
  expect(activities.slice(before).map((row) => row[3])).toMatchObject([
    { action: 'exit', entityId: home.id },
    { action: 'update', entityType: 'investments' },
    { action: 'update', entityType: 'investments' },
  ])
  const trail = (await (await as(server, admin).get('/api/audit-logs?limit=3')).json()) as { action: string }[]
  expect(trail.map(({ action }) => action).toSorted()).toEqual([
    'investments.update',
    'investments.update',
    'projects.exit',
  ])
})

it('NUM4 ACT7 exits more investments than one number holds', async () => {
  const { staff, exit, home, ines, tenantId } = await setupFirm()
  const many = Array.from({ length: 2_050 }, () => investment(home.id, ines.id, { status: 'ACTIVE' }))
  for (let at = 0; at < many.length; at += 50) await staff.write(...many.slice(at, at + 50))
  const before = await numberOf(server, tenantId)
  expect((await exit()).status).toBe(200)
  expect(await numberOf(server, tenantId)).toBeGreaterThan(before + 1)
  const rows = foldRows((await staff.pull()).rows)
  expect(many.filter(({ id }) => rows.get(`investments ${id}`)?.['status'] !== 'EXITED')).toEqual([])
})
