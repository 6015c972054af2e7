import { expect, it, onTestFinished } from 'vitest'
import { openSql } from '#server/db/postgres/open-sql.ts'
import { newId } from '#server/db/new-id.ts'
import { create, project } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { fillTables, rowsPerTable } from '#server/test/fill-tables.ts'
import { createFirm } from '#server/test/firm.ts'
import { pdf } from '#server/test/sample-files.ts'
import { setupServer } from '#server/test/server.ts'
import { uploading } from '#server/test/uploading.ts'
import { cancelDeletion, deleteFirm, deleteRows, planDeletion } from './delete-firm.ts'
import { resumeFirm } from '#server/firms/suspended.ts'

const server = await setupServer()
const day = 86_400_000

async function setupFirms() {
  const owner = openSql(server.ownerUrl)
  onTestFinished(() => owner.end())
  const firms = [await createFirm(server), await createFirm(server)] as const
  const documents = firms.map(() => create('documents', { name: 'Plan', type: 'REPORT' }))
  for (const [at, { admin }] of firms.entries()) {
    await as(server, admin).write(project(), documents[at]!)
    await uploading(server, admin).upload(
      { id: documents[at]!.id, filename: 'a.pdf', filetype: 'application/pdf' },
      pdf(),
    )
  }
  await fillTables(
    owner,
    firms.map(({ tenantId }) => ({ tenantId, id: newId() })),
  )
  const [{ tenantId }, other] = firms
  const run = () => deleteFirm({ ...server, store: server.files, tenantId })
  async function filesOf(firmId: string): Promise<number> {
    let count = 0
    for await (const _ of server.files.stored(firmId)) count++
    return count
  }
  return { owner, tenantId, admin: firms[0].admin, other, run, filesOf }
}

const planIn = (tenantId: string, days: number) =>
  planDeletion(server, tenantId, new Date(server.now().getTime() + days * day))

it('removes every row and file of a firm, and nothing of another', async () => {
  const { owner, tenantId, other, run, filesOf } = await setupFirms()
  const before = await rowsPerTable(owner, tenantId)
  expect(Object.entries(before).filter(([, rows]) => !rows.length)).toEqual([])
  expect([await planIn(tenantId, 30), await planIn(tenantId, 1)]).toEqual([true, false])
  const others = await rowsPerTable(owner, other.tenantId)
  server.clock.advance(30 * day)
  const rows = Object.values(await rowsPerTable(owner, tenantId)).flat().length
  expect(await run()).toEqual({ rows, files: 1 })
  expect(Object.values(await rowsPerTable(owner, tenantId)).flat()).toEqual([])
  expect(await owner`select 1 from directory.tenants where id = ${tenantId}`).toHaveLength(0)
  expect(await rowsPerTable(owner, other.tenantId)).toEqual(others)
  expect([await filesOf(tenantId), await filesOf(other.tenantId)]).toEqual([0, 1])
  await expect(run()).rejects.toThrow('not due')
})

it('covers every table with a tenant id', async () => {
  const { owner, tenantId } = await setupFirms()
  const found = await owner<{ name: string }[]>`
    select case table_schema when 'public' then table_name else table_schema || '.' || table_name end as name
    from information_schema.columns where column_name = 'tenant_id' and table_schema in ('public', 'directory')`
  expect(Object.keys(await rowsPerTable(owner, tenantId)).toSorted()).toEqual(found.map(({ name }) => name).toSorted())
})

it('a firm whose deletion is planned is suspended, and is neither resumed nor deleted before a cancellation or the planned time', async () => {
  const { owner, tenantId, admin, run, filesOf } = await setupFirms()
  await planIn(tenantId, 30)
  expect((await as(server, admin).get('/api/auth/user')).status).toBe(503)
  expect(await resumeFirm(server, tenantId)).toBe(false)
  server.clock.advance(30 * day - 1)
  await expect(run()).rejects.toThrow('not due')
  expect([await cancelDeletion(server, tenantId), await cancelDeletion(server, tenantId)]).toEqual([true, false])
  server.clock.advance(day)
  await expect(run()).rejects.toThrow('not due')
  await expect(deleteRows(server.ownerUrl, tenantId, 'due')).rejects.toThrow('has changed')
  await expect(deleteRows(server.ownerUrl, tenantId, 'unlisted')).rejects.toThrow('has changed')
  expect(await filesOf(tenantId)).toBe(1)
  expect(await owner`select 1 from projects where tenant_id = ${tenantId}`).not.toHaveLength(0)
  expect(await resumeFirm(server, tenantId)).toBe(true)
})

it('a run that failed between files and rows is completed by the next', async () => {
  const { owner, tenantId, run, filesOf } = await setupFirms()
  await planIn(tenantId, 0)
  const broken = { ...server.files, sweep: () => Promise.reject(new Error('killed')) }
  await expect(deleteFirm({ ...server, store: broken, tenantId })).rejects.toThrow('killed')
  expect([
    await filesOf(tenantId),
    (await owner`select 1 from files where tenant_id = ${tenantId}`).length > 0,
  ]).toEqual([0, true])
  expect(await run()).toMatchObject({ files: 0 })
  expect(Object.values(await rowsPerTable(owner, tenantId)).flat()).toEqual([])
})

it('is not canceled once it removes files', async () => {
  const { tenantId } = await setupFirms()
  await planIn(tenantId, 0)
  const canceled: unknown[] = []
  const remove = async (key: string) => {
    canceled.push(await cancelDeletion(server, tenantId))
    await server.files.remove(key)
  }
  expect(await deleteFirm({ ...server, store: { ...server.files, remove }, tenantId })).toMatchObject({ files: 1 })
  expect(canceled).toEqual([null])
})
