import type { Sql } from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/db/connect/database.ts'
import { ensureRoles } from '#server/db/connect/roles.ts'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { makeBackup, newBackupFolder, restoreBackup } from '#server/test/backing-up.ts'
import { create, project } from '#server/test/changes.ts'
import { createEmptyDatabase } from '#server/test/database.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { pdf } from '#server/test/sample-files.ts'
import { setupServer } from '#server/test/server.ts'
import { smallDevice } from '#server/test/small-device.ts'
import { uploading } from '#server/test/uploading.ts'
import { ownMigrations, runMigrations } from './migrations-of-backup.ts'
import { fullName, quoteName, selectTables } from './select-tables.ts'

const server = await setupServer()

const missingMigrations = 2

/** Has the server's rows, but lacks its last migrations. */
async function openOlderDatabase() {
  const { ownerUrl, drop } = await createEmptyDatabase()
  await withSql(ownerUrl, async (older) => {
    await ensureRoles(older, ownerUrl)
    await older.begin((sql) => runMigrations(sql, ownMigrations().slice(0, -missingMigrations)))
    await older`set session_replication_role = replica`
    await withSql(server.ownerUrl, (newer) => copyRows(newer, older))
  })
  const database = await openDatabase(ownerUrl, 2, server.now)
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  return { ...server, database, ownerUrl }
}

async function copyRows(from: Sql, to: Sql): Promise<void> {
  for (const table of await selectTables(to)) {
    // Written by migrations.
    if (table.name === 'readable_names') continue
    const columns = table.columns.map(quoteName).join(', ')
    const rows = await from.unsafe<{ row: string }[]>(`select row_to_json(t)::text as row from ${fullName(table)} t`)
    await to.unsafe(`delete from ${fullName(table)}`)
    await to.unsafe(
      `insert into ${fullName(table)} (${columns})
select ${columns} from json_populate_recordset(null::${fullName(table)}, $1::text::json)`,
      [`[${rows.map(({ row }) => row).join()}]`],
    )
  }
}

const appliedMigrations = (ownerUrl: string) =>
  withSql(ownerUrl, async (sql) => (await sql`select hash from drizzle.__drizzle_migrations`).length)

it('a backup of a database that lacks the last migrations is restored and migrated', async () => {
  const firm = await createFirm(server)
  const [home, document] = [project({ name: 'Quay' }), create('documents', { name: 'Plan', type: 'REPORT' })]
  const device = smallDevice((path, init) => server.app.request(path, init), firm.admin.cookie)
  await device.sync()
  await device.act(home)
  await as(server, firm.admin).write(document)
  const about = { id: document.id, filename: 'Plan.pdf', filetype: 'application/pdf' }
  expect(await uploading(server, firm.admin).upload(about, pdf(2_000))).toBe(204)
  const before = await as(server, firm.admin).pull()
  const folder = newBackupFolder()
  const older = await openOlderDatabase()
  const manifest = await makeBackup(older, folder)
  expect(await appliedMigrations(older.ownerUrl)).toBe(ownMigrations().length - missingMigrations)
  expect((await device.act(project({ name: 'Pier' })))?.verdict).toBe('applied')

  const { server: restored } = await restoreBackup(folder, manifest)
  expect(await appliedMigrations(restored.ownerUrl)).toBe(ownMigrations().length)
  expect((await as(restored, firm.admin).pull()).rows).toEqual(before.rows)
  const file = await restored.app.request(`/files/${document.id}`, { headers: { cookie: firm.admin.cookie } })
  expect(Buffer.from(await file.arrayBuffer()).equals(pdf(2_000))).toBe(true)
  device.connectTo((path, init) => restored.app.request(path, init))
  for (let i = 0; i < 2; i++) await device.sync()
  const names = (await as(restored, firm.admin).pull()).rows.flatMap(([entity, , , fields]) =>
    entity === 'projects' ? [fields?.['name']] : [],
  )
  expect(names).toEqual(['Quay', 'Pier'])
})

it('a backup of a newer version is refused before anything is written, and the message names the version', async () => {
  const folder = newBackupFolder()
  const manifest = await makeBackup(server, folder)
  const migrations = [...manifest.migrations, { when: Date.now(), hash: 'newer' }]
  await folder.finish({ ...manifest, version: '9.9.9', migrations })
  const { ownerUrl, drop } = await createEmptyDatabase()
  onTestFinished(drop)
  await expect(restoreBackup(folder, manifest, { ownerUrl })).rejects.toThrow(
    'was made by Holdfast 9.9.9, which has migrations that this version',
  )
  await withSql(ownerUrl, async (sql) =>
    expect((await sql`select to_regclass('directory.tenants') as found`)[0]).toEqual({ found: null }),
  )
  await folder.finish({ ...manifest, format: 2 as 1 })
  await expect(restoreBackup(folder, manifest)).rejects.toThrow('has a format that this version cannot read')
})
