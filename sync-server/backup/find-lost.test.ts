import { expect, it } from 'vitest'
import { beginEpoch } from '#server/db/connect/epochs.ts'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { makeBackup, newBackupFolder, restoreBackup } from '#server/test/backing-up.ts'
import { change, project } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { importPath, setupFolder } from '#server/test/importing.ts'
import { setupServer } from '#server/test/server.ts'
import { smallDevice } from '#server/test/small-device.ts'
import { findLost, UnrelatedDatabase } from './find-lost.ts'
import { findReturned } from './returned.ts'

const server = await setupServer()
const file = setupFolder()('quays.csv', 'Name,Kind\nQuay,REAL_ESTATE\n')

const device = ({ app }: typeof server, cookie: string) => smallDevice((path, init) => app.request(path, init), cookie)

it('lists what was written over REST, by imports and jobs, and by people who have signed out since', async () => {
  const firm = await createFirm(server)
  const ada = device(server, firm.admin.cookie)
  await ada.sync()
  await ada.act(project({ name: 'Before' }))
  const folder = newBackupFolder()
  const manifest = await makeBackup(server, folder)
  const [mine] = manifest.firms.filter(({ id }) => id === firm.tenantId)
  await ada.act(project({ name: 'Comes back' }))
  await as(server, firm.manager).post('/api/projects', { name: 'Over REST', type: 'REAL_ESTATE' })
  await importPath(server, firm.admin, 'projects', { columns: { Name: 'name', Kind: 'type' } }, file)
  const gone = as(server, firm.manager)
  await gone.push(change(project({ name: 'Signed out' })))
  await server.database.directory`delete from directory.sessions where user_id = ${firm.manager.userId}`
  await ada.act(project({ name: 'Comes back, too' }))

  const found = await withSql(server.ownerUrl, (sql) => findLost(sql, { ...manifest, firms: [mine!] }))
  const own = found.find((each) => each.firm === mine!.name)!
  expect(own.returning).toBe(2)
  expect(own.lost.map(({ kind, action, by, source }) => [kind, action, by, source])).toEqual([
    ['rest', 'projects.create', firm.manager.email, null],
    ['import', 'projects.create', firm.admin.email, 'quays.csv'],
    ['import', 'projects.import', firm.admin.email, 'quays.csv'],
    ['signedOut', 'projects.create', firm.manager.email, null],
  ])

  const { server: restored } = await restoreBackup(folder, manifest)
  // As a device does when the restored database's clock is behind (HIST23).
  await restored.database.upkeep(firm.tenantId, (tx) => beginEpoch(tx, restored.now()))
  ada.connectTo((path, init) => restored.app.request(path, init))
  for (let i = 0; i < 3; i++) await ada.sync()
  const names = [...ada.rows()].flatMap(([key, row]) => (key.startsWith('projects ') ? [String(row['name'])] : []))
  expect(names.toSorted()).toEqual(['Before', 'Comes back', 'Comes back, too'])
  const returned = (await findReturned(restored.database)).find((each) => each.firm === mine!.name)!
  const first = mine!.number + 1
  expect(returned).toMatchObject({ began: mine!.number, returned: 2, gaps: [[first + 1, returned.highest - 1]] })
  expect(returned.highest).toBe(own.lastNumber)
})

it('refuses a database that does not continue the backup', async () => {
  await createFirm(server)
  const folder = newBackupFolder()
  const manifest = await makeBackup(server, folder)
  const other = { ...manifest, firms: manifest.firms.map((firm) => ({ ...firm, mark: 'another' })) }
  await expect(withSql(server.ownerUrl, (sql) => findLost(sql, other))).rejects.toThrow(UnrelatedDatabase)
})
