import { expect, it } from 'vitest'
import { beginEpoch } from '#server/db/connect/epochs.ts'
import { lastBackupAt } from '#server/installation.ts'
import { makeBackup, newBackupFolder } from '#server/test/backing-up.ts'
import { create, investment, investor, project } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm, link, numberOf } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { smallDevice } from '#server/test/small-device.ts'
import { recordBackupStart, recordBackupEnd, recordFinishedBackup } from './durable-changes.ts'

const server = await setupServer()

async function setupFirm() {
  const firm = await createFirm(server)
  const device = (who: 'admin' | 'investor') =>
    smallDevice((path, init) => server.app.request(path, init), firm[who].cookie)
  const durable = async (who: 'admin' | 'investor' = 'admin'): Promise<number> => {
    const fresh = device(who)
    await fresh.sync()
    return fresh.durable()
  }
  return { firm, staff: as(server, firm.admin), durable }
}

it('BACK4 the durable number is the highest in a finished backup, and 0 before the first', async () => {
  const { firm, staff, durable } = await setupFirm()
  const other = await setupFirm()
  await staff.write(project())
  expect(await durable()).toBe(0)
  const folder = newBackupFolder()
  await makeBackup(server, folder)
  const saved = await numberOf(server, firm.tenantId)
  await staff.write(project())
  expect([await durable(), await other.durable()]).toEqual([saved, 0])
  await makeBackup(server, folder)
  expect(await durable()).toBe(saved + 1)
})

it('BACK4 the durable number stays when a backup fails', async () => {
  const { staff, durable } = await setupFirm()
  await staff.write(project())
  const files = { ...server.files, sizeOf: () => Promise.reject(new Error('unused')) }
  const folder = newBackupFolder()
  const broken = { ...folder, finish: () => Promise.reject(new Error('The disk is full')) }
  await expect(makeBackup({ ...server, files }, broken)).rejects.toThrow('The disk is full')
  expect([await durable(), await folder.finishedNames()]).toEqual([0, []])
})

it('BACK4 the durable number reveals nothing to an investor about others', async () => {
  const { firm, staff, durable } = await setupFirm()
  const [home, ines] = [project(), investor()]
  await staff.write(home, ines)
  await link(server, firm.admin, firm.investor, ines.id)
  await staff.write(investment(home.id, ines.id))
  const own = await numberOf(server, firm.tenantId)
  for (let i = 0; i < 5; i++) await staff.write(create('referrals', { name: 'Rana' }))
  await makeBackup(server, newBackupFolder())
  expect([await durable('investor'), await durable('admin')]).toEqual([own, own + 5])
  await staff.write(investment(home.id, ines.id))
  expect(await durable('investor')).toBe(0)
})

it('BACK4 the durable number of another tool’s backup is the one from its beginning', async () => {
  const { firm, staff, durable } = await setupFirm()
  await staff.write(project())
  const begun = await numberOf(server, firm.tenantId)
  await recordBackupStart(server.database)
  await staff.write(project())
  expect(await durable()).toBe(0)
  server.clock.advance(60_000)
  expect(await recordBackupEnd(server.database)).toBeGreaterThan(0)
  expect(await durable()).toBe(begun)
  await staff.write(project())
  server.clock.advance(60_000)
  expect(await recordBackupEnd(server.database), 'its beginning was not recorded').toBeNull()
  expect(await durable()).toBe(begun)
  expect(await lastBackupAt(server.database)).toEqual(server.now())
})

it('BACK4 the durable number never falls, and a backup of another copy of the database makes nothing durable', async () => {
  const { firm, staff, durable } = await setupFirm()
  await staff.write(project(), project())
  const folder = newBackupFolder()
  const older = await makeBackup(server, folder)
  await staff.write(project())
  await makeBackup(server, folder)
  const highest = await durable()
  await recordFinishedBackup(server.database, server.now(), older.firms)
  expect(await durable()).toBe(highest)
  await staff.write(project())
  await server.database.upkeep(firm.tenantId, (tx) => beginEpoch(tx, server.now()))
  const id = firm.tenantId
  await recordFinishedBackup(server.database, server.now(), [{ id, number: highest + 1, mark: 'other' }])
  expect(await durable()).toBe(highest)
})
