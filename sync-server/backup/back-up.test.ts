import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { appRole, directoryRole, upkeepRole } from '#server/db/connect/roles.ts'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { folderStore } from '#server/files/file-store.ts'
import { removeUnlessBackingUp } from '#server/files/removal-lock.ts'
import { makeBackup, newBackupFolder, restoreBackup, temporaryFolder, usualRetention } from '#server/test/backing-up.ts'
import { create, investment, investor, merge, project } from '#server/test/changes.ts'
import { createEmptyDatabase } from '#server/test/database.ts'
import { as } from '#server/test/device.ts'
import { fingerprintOf } from '#server/test/fingerprint.ts'
import { createFirm, type TestFirm } from '#server/test/firm.ts'
import { pdf } from '#server/test/sample-files.ts'
import { setupServer } from '#server/test/server.ts'
import { smallDevice } from '#server/test/small-device.ts'
import { uploading } from '#server/test/uploading.ts'
import { backUp } from './back-up.ts'
import { openBackupFolder } from './backup-folder.ts'
import { withFolderLock } from './backup-lock.ts'
import { restore } from './restore.ts'
import { UnreadableBackup } from './encrypted-file.ts'
import { verifyBackup } from './verify-backup.ts'

const server = await setupServer()

const bytes = pdf(600_000)

async function addDocument(firm: TestFirm, content = bytes, name = 'Plan') {
  const document = create('documents', { name, type: 'REPORT' })
  await as(server, firm.admin).write(document)
  const status = await uploading(server, firm.admin).upload(
    { id: document.id, filename: `${name}.pdf`, filetype: 'application/pdf' },
    content,
  )
  expect(status).toBe(204)
  return document
}

async function createBusyFirm(content = bytes) {
  const firm = await createFirm(server)
  const [home, person] = [project({ name: 'Quai \\ "Größe"\n\tNULL \\N' }), investor()]
  await as(server, firm.admin).write(home, person)
  await as(server, firm.admin).write(investment(home.id, person.id))
  return { firm, home, person, document: await addDocument(firm, content) }
}

const device = ({ app }: typeof server, cookie: string) => smallDevice((path, init) => app.request(path, init), cookie)

/** Rows that a restore changes on purpose are left out. */
const comparable = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^public\.(epochs|tenant_numbers|jobs) /.test(line))
    .join('\n')

const read = async (from: typeof server, firm: TestFirm, id: string): Promise<Buffer> => {
  const response = await from.app.request(`/files/${id}`, { headers: { cookie: firm.admin.cookie } })
  return Buffer.from(await response.arrayBuffer())
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
}

describe('a restored backup', () => {
  it('has every row and every file of every firm, and begins one epoch', async () => {
    const [one, other] = [await createBusyFirm(), await createBusyFirm()]
    const folder = newBackupFolder()
    const manifest = await makeBackup(server, folder)
    expect(manifest.firms.map(({ id }) => id)).toEqual(expect.arrayContaining([one.firm.tenantId, other.firm.tenantId]))
    const { server: restored } = await restoreBackup(folder, manifest)
    for (const { firm, document } of [one, other]) {
      expect(comparable(await fingerprintOf(restored, firm.tenantId))).toBe(
        comparable(await fingerprintOf(server, firm.tenantId)),
      )
      expect((await read(restored, firm, document.id)).equals(bytes)).toBe(true)
      const epochs = await restored.database.tenant(firm.tenantId, (tx) =>
        tx.query('select id from epochs where tenant_id = $1', [tx.tenantId]),
      )
      expect(epochs).toHaveLength(2)
    }
    expect(restored.unexpectedErrors).toEqual([])
  })

  it('keeps firms apart and roles without bypass, as the migrations do', async () => {
    await createBusyFirm()
    const folder = newBackupFolder()
    const { server: restored } = await restoreBackup(folder, await makeBackup(server, folder))
    const policies = (ownerUrl: string) =>
      withSql(ownerUrl, async (sql) => {
        const rows = await sql<{ line: string }[]>`
          select concat_ws(' ', c.oid::regclass, c.relrowsecurity, c.relforcerowsecurity, c.relacl) as line from pg_class c
          where c.relnamespace in ('public'::regnamespace, 'directory'::regnamespace)
            and not exists (select from pg_depend where objid = c.oid and deptype = 'e') order by 1`
        return rows.map(({ line }) => line)
      })
    expect(await policies(restored.ownerUrl)).toEqual(await policies(server.ownerUrl))
  })

  it('gets back every change that was acknowledged after it, once, with a verb’s rows', async () => {
    const { firm, home, person } = await createBusyFirm()
    const [ada, bo] = [device(server, firm.admin.cookie), device(server, firm.manager.cookie)]
    for (const each of [ada, bo]) await each.sync()
    await ada.act(project({ name: 'Before' }))
    const folder = newBackupFolder()
    const manifest = await makeBackup(server, folder)
    const twin = investor({ firstName: 'Inès', email: 'twin@example.com' })
    expect((await bo.act(twin))?.verdict).toBe('applied')
    expect((await bo.act(investment(home.id, twin.id, { amount: '70.00' })))?.verdict).toBe('applied')
    expect((await ada.act(project({ name: 'After' })))?.verdict).toBe('applied')
    await bo.sync()
    expect((await bo.act(merge(person.id, twin.id)))?.verdict).toBe('applied')
    await ada.sync()
    const expected = [...ada.rows()].filter(([key]) => !key.startsWith('activities ')).length

    const { server: restored } = await restoreBackup(folder, manifest)
    for (const each of [ada, bo]) each.connectTo((path, init) => restored.app.request(path, init))
    for (const each of [ada, bo, ada, bo, ada]) await each.sync()
    const rows = [...ada.rows()].filter(([key]) => !key.startsWith('activities '))
    expect(rows).toHaveLength(expected)
    const named = (name: string) => rows.filter(([, row]) => row['name'] === name)
    expect([named('Before').length, named('After').length]).toEqual([1, 1])
    expect(rows.filter(([key]) => key === `investors ${twin.id}`)).toEqual([])
    expect(rows.filter(([key, row]) => key.startsWith('investments ') && row['investorId'] === person.id)).toHaveLength(
      2,
    )
    for (const each of [ada, bo]) expect(each.verdicts()).not.toContain('conflict')
  })

  it('replaces its own database only on request, and begins an epoch there too', async () => {
    const { firm } = await createBusyFirm()
    const first = newBackupFolder()
    const { server: own } = await restoreBackup(first, await makeBackup(server, first))
    const folder = newBackupFolder()
    const { name } = await makeBackup(own, folder)
    const atBackup = comparable(await fingerprintOf(own, firm.tenantId))
    await as(own, firm.admin).write(project({ name: 'Later' }))
    const before = await fingerprintOf(own, firm.tenantId)
    const options = { folder, name, ownerUrl: own.ownerUrl, store: own.files, onStep: () => {} }
    const again = { ...options, replacesDatabase: false, keepsFiles: false }
    await expect(restore(again)).rejects.toThrow('Stop every node')
    await own.close()
    await expect(restore(again)).rejects.toThrow('--replace')
    expect(await fingerprintOf(own, firm.tenantId)).toBe(before)
    await restore({ ...again, replacesDatabase: true })
    expect(comparable(await fingerprintOf(own, firm.tenantId))).toBe(atBackup)
    const epochs = await withSql(
      own.ownerUrl,
      (sql) => sql`select recovers_until from epochs where tenant_id = ${firm.tenantId}`,
    )
    expect(epochs).toHaveLength(3)
  })

  it('works for an owner without superuser rights, and so does a backup of it', async () => {
    const { firm } = await createBusyFirm()
    const folder = newBackupFolder()
    const manifest = await makeBackup(server, folder)
    const { ownerUrl, drop } = await createEmptyDatabase()
    const url = Object.assign(new URL(ownerUrl), { username: 'owner_of_backups' })
    await withSql(ownerUrl, async (sql) => {
      // The same password, so that the roles of the other tests keep theirs.
      const password = decodeURIComponent(url.password)
      await sql.unsafe(`create role owner_of_backups login createrole bypassrls password '${password}'`)
      await sql.unsafe(`grant ${appRole}, ${upkeepRole}, ${directoryRole} to owner_of_backups with admin option`)
      await sql.unsafe(`alter database "${url.pathname.slice(1)}" owner to owner_of_backups`)
    })
    onTestFinished(async () => {
      await drop()
      await withSql(server.ownerUrl, (sql) => sql.unsafe('drop role owner_of_backups'))
    })
    const { server: restored } = await restoreBackup(folder, manifest, { ownerUrl: url.href })
    expect(comparable(await fingerprintOf(restored, firm.tenantId))).toBe(
      comparable(await fingerprintOf(server, firm.tenantId)),
    )
    const again = await makeBackup(restored, newBackupFolder())
    const rows = ({ tables }: typeof manifest) =>
      tables.flatMap(({ schema, name, rows: count }) =>
        schema === 'public' && name !== 'epochs' ? [[name, count]] : [],
      )
    expect(rows(again)).toEqual(rows(manifest))
  })

  it('does not touch a storage with other files, unless they are to stay', async () => {
    await createBusyFirm()
    const folder = newBackupFolder()
    const manifest = await makeBackup(server, folder)
    const store = folderStore(temporaryFolder())
    const key = `${manifest.firms[0]!.id}/${manifest.firms[0]!.id}-${'a'.repeat(64)}`
    await store.keep(key, Buffer.from('other'))
    await expect(restoreBackup(folder, manifest, { store })).rejects.toThrow('--keep-files')
    const { restored } = await restoreBackup(folder, manifest, { store, keepsFiles: true })
    expect(restored.keptFiles).toBe(1)
    expect(await store.sizeOf(key)).toBe(5)
  })
})

describe('a backup', () => {
  it('holds nothing that can be read without its key', async () => {
    const { firm } = await createBusyFirm()
    const folder = newBackupFolder()
    const { name } = await makeBackup(server, folder)
    const all = Buffer.concat(filesBelow(folder.path).map((path) => readFileSync(path)))
    for (const text of ['Größe', firm.tenantId, firm.admin.email, '%PDF']) expect(all.includes(text)).toBe(false)
    const stranger = openBackupFolder(folder.path, [{ id: 'test', bytes: Buffer.alloc(32, 8) }])
    await expect(verifyBackup(stranger, name)).rejects.toThrow(UnreadableBackup)
    const other = openBackupFolder(folder.path, [{ id: 'other', bytes: Buffer.alloc(32, 7) }])
    await expect(verifyBackup(other, name)).rejects.toThrow('“test”')
  })

  it('is read with an older key after a new one was added', async () => {
    await createBusyFirm()
    const folder = newBackupFolder()
    const { name } = await makeBackup(server, folder)
    const keys = [
      { id: 'new', bytes: Buffer.alloc(32, 9) },
      { id: 'test', bytes: Buffer.alloc(32, 7) },
    ]
    await expect(verifyBackup(openBackupFolder(folder.path, keys), name)).resolves.toMatchObject({ manifest: { name } })
    server.clock.advance(86_400_000)
    const onlyNew = {
      database: server.database,
      ownerUrl: server.ownerUrl,
      store: server.files,
      keys: keys.slice(0, 1),
    }
    const done = await backUp({
      ...onlyNew,
      folder: openBackupFolder(folder.path, onlyNew.keys),
      retention: usualRetention,
    })
    expect(done).toMatchObject({ removed: [], unreadable: [name] })
    await verifyBackup(folder, name)
  })

  it('does not verify, nor is anything restored, when a byte of any file differs or is missing', async () => {
    await createBusyFirm()
    const folder = newBackupFolder()
    const manifest = await makeBackup(server, folder)
    await verifyBackup(folder, manifest.name)
    const sample = filesBelow(folder.path).filter((path) => /manifest$|files$|public\.projects$|contents/.test(path))
    for (const path of sample.slice(0, 6)) {
      const before = readFileSync(path)
      const changed = Buffer.from(before)
      changed[changed.length >> 1]! ^= 1
      writeFileSync(path, changed)
      await expect(verifyBackup(folder, manifest.name)).rejects.toThrow(UnreadableBackup)
      writeFileSync(path, before)
      truncateSync(path, before.length - 1)
      await expect(verifyBackup(folder, manifest.name)).rejects.toThrow(UnreadableBackup)
      writeFileSync(path, before)
    }
    await verifyBackup(folder, manifest.name)
    const table = join(folder.path, 'backups', manifest.name, 'public.projects')
    writeFileSync(table, readFileSync(join(folder.path, 'backups', manifest.name, 'public.investors')))
    const { ownerUrl, drop } = await createEmptyDatabase()
    const store = folderStore(temporaryFolder())
    const options = { folder, name: manifest.name, ownerUrl, store, replacesDatabase: false, keepsFiles: false }
    await expect(restore({ ...options, onStep: () => {} })).rejects.toThrow(UnreadableBackup)
    expect(await store.id.read()).toBeNull()
    await withSql(ownerUrl, async (sql) =>
      expect((await sql`select to_regclass('directory.tenants') as found`)[0]).toEqual({ found: null }),
    )
    await drop()
  })

  it('copies a file once, and keeps it as long as a backup names it', async () => {
    const { firm, document } = await createBusyFirm()
    const folder = newBackupFolder()
    server.clock.set('2026-03-01T03:00:00.000Z')
    const first = await makeBackup(server, folder)
    const contents = () =>
      readdirSync(join(folder.path, 'contents'), { recursive: true, withFileTypes: true }).filter((each) =>
        each.isFile(),
      )
    const count = contents().length
    const own = await addDocument(firm, pdf(5_000, 'Another'), 'Other')
    await server.database.upkeep(firm.tenantId, (tx) =>
      tx.query('delete from files where tenant_id = $1 and record_id = $2', [tx.tenantId, document.id]),
    )
    server.clock.set('2026-03-02T03:00:00.000Z')
    const second = await makeBackup(server, folder)
    expect(contents()).toHaveLength(count + 1)
    expect((await verifyBackup(folder, first.name)).files.length).toBeGreaterThan(0)
    server.clock.set('2026-03-03T03:00:00.000Z')
    await server.database.upkeep(firm.tenantId, (tx) =>
      tx.query('delete from files where tenant_id = $1 and record_id = $2', [tx.tenantId, own.id]),
    )
    await makeBackup(server, folder, { daily: 1, weekly: 0, monthly: 0 })
    expect(existsSync(join(folder.path, 'backups', second.name))).toBe(false)
    expect((await folder.finishedNames()).length).toBe(1)
    expect(contents().length).toBeLessThan(count + 1)
  })

  it('names files that the storage has lost or that are damaged', async () => {
    const { firm } = await createBusyFirm(pdf(800, 'Lost'))
    const [key] = await server.database.tenant(firm.tenantId, (tx) =>
      tx.query<{ key: string }>(
        `select tenant_id || '/' || id || '-' || sha256 as key from files where tenant_id = $1`,
        [tx.tenantId],
      ),
    )
    await server.files.remove(key!.key)
    await addDocument(firm, pdf(700), 'Whole')
    const folder = newBackupFolder()
    const manifest = await makeBackup(server, folder)
    expect(manifest.files.missing).toEqual([key!.key])
    const { server: restored } = await restoreBackup(folder, manifest)
    expect(await restored.files.sizeOf(key!.key)).toBeNull()
  })

  it('that was interrupted does not count, and the next one removes it', async () => {
    await createBusyFirm()
    const folder = newBackupFolder()
    const { name } = await makeBackup(server, folder)
    const partial = join(folder.path, 'backups', '2026-01-01T00-00-00Z')
    await folder.writePart('2026-01-01T00-00-00Z', 'public.projects', (async function* () {})())
    const [group] = readdirSync(join(folder.path, 'contents'))
    const left = join(folder.path, 'contents', group!, 'left.part')
    writeFileSync(left, '')
    expect(await folder.finishedNames()).toEqual([name])
    server.clock.advance(86_400_000)
    await makeBackup(server, folder)
    expect([existsSync(partial), existsSync(left)]).toEqual([false, false])
    expect(await folder.finishedNames()).toHaveLength(2)
  })

  it('runs once at a time in a folder, and takes over from a process that was killed', async () => {
    const folder = newBackupFolder()
    await withFolderLock(folder.path, async () => {
      await expect(makeBackup(server, folder)).rejects.toThrow('Another backup')
    })
    const lock = { id: 'x', host: hostname(), pid: 2 ** 22 + 1 }
    writeFileSync(join(folder.path, 'lock'), JSON.stringify(lock))
    await makeBackup(server, folder)
    expect(existsSync(join(folder.path, 'lock'))).toBe(false)
  })

  it('of another database is refused, and so is a folder with other things', async () => {
    const folder = newBackupFolder()
    writeFileSync(join(folder.path, 'diary.txt'), 'dear diary')
    await expect(makeBackup(server, folder)).rejects.toThrow('not empty')
    const own = newBackupFolder()
    await makeBackup(server, own)
    writeFileSync(join(own.path, 'holdfast-backups'), 'other\n')
    await expect(makeBackup(server, own)).rejects.toThrow('another database')
  })

  it('lets no file be removed until it has ended', async () => {
    await createBusyFirm()
    const folder = newBackupFolder()
    const removals: boolean[] = []
    const files = {
      ...server.files,
      read: async (...args: Parameters<typeof server.files.read>) => {
        removals.push(await removeUnlessBackingUp(server.database, async () => {}))
        return server.files.read(...args)
      },
    }
    await makeBackup({ ...server, files }, folder, usualRetention)
    expect(removals.length).toBeGreaterThan(0)
    expect(removals).not.toContain(true)
    expect(await removeUnlessBackingUp(server.database, async () => {})).toBe(true)
  })

  it('is one moment: rows that are written meanwhile are in none of its tables', async () => {
    const { firm } = await createBusyFirm()
    const folder = newBackupFolder()
    let isOver = false
    const writing = (async () => {
      for (let i = 0; !isOver; i++) await as(server, firm.admin).write(project({ name: `Row ${i}` }))
      return undefined
    })()
    const manifest = await makeBackup(server, folder)
    isOver = true
    await writing
    const { server: restored } = await restoreBackup(folder, manifest)
    const [found] = await restored.database.tenant(firm.tenantId, (tx) =>
      tx.query<{ counter: number; rows: number; marks: number }>(
        `select (select n from tenant_numbers where tenant_id = $1) as counter,
  (select max(n) from projects where tenant_id = $1) as rows, (select max(n) from marks where tenant_id = $1) as marks`,
        [tx.tenantId],
      ),
    )
    const { number } = manifest.firms.find(({ id }) => id === firm.tenantId)!
    expect(found).toEqual({ counter: number, rows: number, marks: number })
  })
})
