import { expect, it } from 'vitest'
import { auditMissingActions } from '#server/entities/audit-logs/audit-missing-actions.ts'
import { Unavailable } from '#server/db/connect/unavailable.ts'
import { as } from '#server/test/device.ts'
import { createFirm, signUp } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { asPerson } from '#server/records/actor.ts'
import { changeDirectory } from './directory-actions.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'

const server = await setupServer()

async function setupAct() {
  const { tenantId, admin } = await createFirm(server)
  const { userId } = admin
  const actor = asPerson({ tenantId, userId, role: 'ADMIN', investorIds: [] })
  const rename = (deps: WriteDeps, fails = false) =>
    changeDirectory(deps, async (sql, note) => {
      await sql`update directory.users set last_name = 'Updated' where id = ${userId}`
      await note(
        actor,
        { entity: 'users', verb: 'update', entityId: userId, details: { after: { lastName: 'Updated' } } },
        userId,
      )
      if (fails) throw new Error('The server stops')
    })
  const auditedActions = async () => {
    const [user] = await server.database.directory`select last_name as name from directory.users where id = ${userId}`
    const entries = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ action: string }>(
        `select action from audit_logs where tenant_id = $1 and entity_id = $2 and action = 'users.update'`,
        [tenantId, userId],
      ),
    )
    const notes = await server.database.directory`select id, noted from directory.acts where tenant_id = ${tenantId}`
    return { isChanged: user!['name'] === 'Updated', entries: entries.length, notes: notes.length }
  }
  const runJob = () =>
    auditMissingActions.run(server, { tenantId, kind: 'auditActs', key: '', payload: {}, doneAt: null })
  return { tenantId, rename, auditedActions, runJob }
}

const eventsOf = (tenantId: string) =>
  server.database.tenant(tenantId, (tx) =>
    tx.query(`select action, details ->> 'note' as note from audit_events where tenant_id = $1`, [tenantId]),
  )

const withoutTenant: WriteDeps = {
  ...server,
  database: { ...server.database, tenant: () => Promise.reject(new Unavailable('The lock is held')) },
}

it('an action is audited as soon as its change is committed', async () => {
  const { rename, auditedActions } = await setupAct()
  await rename(server)
  expect(await auditedActions()).toEqual({ isChanged: true, entries: 1, notes: 0 })
})

it('a change that is not made is not audited', async () => {
  const { rename, auditedActions, runJob } = await setupAct()
  await expect(rename(server, true)).rejects.toThrow('The server stops')
  await runJob()
  expect(await auditedActions()).toEqual({ isChanged: false, entries: 0, notes: 0 })
})

it('a committed change whose audit was interrupted is audited later, once', async () => {
  const { rename, auditedActions, runJob } = await setupAct()
  await rename(withoutTenant)
  expect(await auditedActions()).toEqual({ isChanged: true, entries: 0, notes: 1 })
  await runJob()
  await runJob()
  expect(await auditedActions()).toEqual({ isChanged: true, entries: 1, notes: 0 })
})

it('a note that outlived its entry is not audited again', async () => {
  const { tenantId, rename, auditedActions, runJob } = await setupAct()
  await rename(withoutTenant)
  const { directory } = server.database
  const [note] = await directory`select id, noted from directory.acts where tenant_id = ${tenantId}`
  await runJob()
  await directory`
    insert into directory.acts (id, tenant_id, noted, at)
    values (${note!['id']}, ${tenantId}, ${note!['noted']}, ${server.now().toISOString()})`
  await runJob()
  expect(await auditedActions()).toEqual({ isChanged: true, entries: 1, notes: 0 })
})

it.each([
  ['without a seal', (noted: string) => noted.slice(noted.indexOf(' ') + 1)],
  ['whose text was altered', (noted: string) => noted.replace('Updated', 'Forged')],
  ['of another key', (noted: string) => noted.replace(/^\w+:/, 'other:')],
  ['of nothing', () => ''],
])('a note %s is reported instead of audited', async (_, alter) => {
  const { tenantId, rename, auditedActions, runJob } = await setupAct()
  await rename(withoutTenant)
  const { directory } = server.database
  const [note] = await directory`select id, noted from directory.acts where tenant_id = ${tenantId}`
  await directory`update directory.acts set noted = ${alter(note!['noted'] as string)} where id = ${note!['id']}`
  await runJob()
  expect(await auditedActions()).toEqual({ isChanged: true, entries: 0, notes: 0 })
  expect(server.unexpectedErrors.splice(0).join()).toContain('forged note')
  expect(await eventsOf(tenantId)).toEqual([{ action: 'notes.forged', note: note!['id'] }])
})

it('a note that was moved to another firm or id is reported there', async () => {
  const [from, to] = [await setupAct(), await setupAct()]
  await from.rename(withoutTenant)
  const { directory } = server.database
  await directory`update directory.acts set tenant_id = ${to.tenantId} where tenant_id = ${from.tenantId}`
  await to.runJob()
  await from.rename(withoutTenant)
  await directory`update directory.acts set id = gen_random_uuid() where tenant_id = ${from.tenantId}`
  await from.runJob()
  for (const { auditedActions, tenantId } of [from, to]) {
    expect(await auditedActions()).toMatchObject({ entries: 0, notes: 0 })
    expect(await eventsOf(tenantId)).toHaveLength(1)
  }
  server.unexpectedErrors.length = 0
})

it('people who wait for their firm’s lock do not block other firms', async () => {
  const [busy, other] = [await createFirm(server), await createFirm(server)]
  const people = await Promise.all(Array.from({ length: 6 }, () => signUp(server, busy.tenantId, 'INVESTOR')))
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const isHeld = Promise.withResolvers<void>()
  const holding = server.database.tenant(busy.tenantId, async (tx) => {
    await tx.query('select n from tenant_numbers where tenant_id = $1 for update', [busy.tenantId])
    isHeld.resolve()
    await held
  })
  await isHeld.promise
  const changes = people.map(({ userId }) =>
    as(server, busy.admin).patch(`/api/users/${userId}`, { role: 'PORTFOLIO_MANAGER' }),
  )
  const readers = Array.from({ length: 6 }, () => as(server, other.admin).get('/api/users'))
  expect((await Promise.all(readers)).map(({ status }) => status)).toEqual(readers.map(() => 200))
  letGo()
  await holding
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(changes.map(() => 200))
})
