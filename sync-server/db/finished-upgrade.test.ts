import { afterAll, beforeEach, expect, it } from 'vitest'
import { openSql } from '#server/db/postgres/open-sql.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { openServer } from '#server/test/server.ts'
import { recordFinishedUpgrade, refuseDowngrade, type Upgrade } from './finished-upgrade.ts'
import { migrate } from './migrate.ts'
import { newestMigration } from './migration-state.ts'

const { ownerUrl, drop } = await createTestDatabase()
const server = await openServer(ownerUrl)
const { directory } = server.database
const owner = openSql(ownerUrl)
afterAll(async () => {
  await server.close()
  await owner.end()
  await drop()
})
beforeEach(() => directory`delete from directory.installation where part = 'finishedUpgrade'`)

const older: Upgrade = { version: '1.0.0', migration: newestMigration - 1 }
const newer: Upgrade = { version: '1.1.0', migration: newestMigration + 1 }

it('an older version starts while the upgrade is under way, and not once every node is upgraded', async () => {
  for (const beside of [older, {}]) {
    await recordFinishedUpgrade(directory, [newer, beside], newer)
    await expect(refuseDowngrade(owner, older)).resolves.toBeUndefined()
  }
  await recordFinishedUpgrade(directory, [newer], newer)
  await expect(refuseDowngrade(owner, newer)).resolves.toBeUndefined()
  await expect(refuseDowngrade(owner, older)).rejects.toThrow('restore a backup from before the upgrade')
})

it('an older node that still runs does not undo a finished upgrade', async () => {
  await recordFinishedUpgrade(directory, [newer], newer)
  await recordFinishedUpgrade(directory, [older], older)
  await expect(refuseDowngrade(owner, older)).rejects.toThrow('upgraded to Holdfast 1.1.0')
})

it('a version with the same migrations can be started again', async () => {
  await recordFinishedUpgrade(directory, [], { ...newer, version: '1.1.1' })
  await expect(refuseDowngrade(owner, newer)).resolves.toBeUndefined()
})

it('migrates nothing in a database that a newer version has upgraded', async () => {
  await migrate(ownerUrl)
  await recordFinishedUpgrade(directory, [], newer)
  await expect(migrate(ownerUrl)).rejects.toThrow('Start version 1.1.0 or a newer one')
})
