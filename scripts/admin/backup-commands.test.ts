import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { folderStore } from '#server/files/file-store.ts'
import { newKey } from '#server/secrets/keys.ts'
import { create, project } from '#server/test/changes.ts'
import { createEmptyDatabase, createTestDatabase } from '#server/test/database.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { pdf } from '#server/test/sample-files.ts'
import { openServer } from '#server/test/server.ts'
import { uploading } from '#server/test/uploading.ts'
import { runBackupCommand } from './backup-commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'holdfast-commands-'))
const { ownerUrl, drop } = await createTestDatabase()
const server = await openServer(ownerUrl, { files: folderStore(join(folder, 'files')) })
const firm = await createFirm(server)
afterAll(async () => {
  await server.close()
  await drop()
  rmSync(folder, { recursive: true })
})
// A restore prints its steps.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

const settings = {
  DATABASE_URL: ownerUrl,
  DATA_DIR: folder,
  FILES_DIR: join(folder, 'files'),
  BACKUP_DIR: join(folder, 'backups'),
  BACKUP_KEYS: newKey(new Date()),
}

async function run(args: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const result = await runBackupCommand(args.split(' '), { ...settings, ...more })
  return typeof result === 'string' ? result : `${result!.exitCode}: ${result!.text}`
}

async function createTarget(): Promise<string> {
  const target = await createEmptyDatabase()
  onTestFinished(target.drop)
  return target.ownerUrl
}

beforeAll(async () => {
  const document = create('documents', { name: 'Plan', type: 'REPORT' })
  await as(server, firm.admin).write(document)
  const about = { id: document.id, filename: 'Plan.pdf', filetype: 'application/pdf' }
  await uploading(server, firm.admin).upload(about, pdf(3_000))
})

it('backup makes a backup, and reports a missing folder or key, or a folder with other files', async () => {
  expect(await run('backup')).toMatch(/^0: \S+Z: 1 firms, \d+ rows \(.*\) and 1 files \(.*\)\. It is in .*backups\.$/)
  await expect(run('backup', { BACKUP_DIR: '' })).rejects.toThrow('Set BACKUP_DIR')
  await expect(run('backup', { BACKUP_KEYS: '' })).rejects.toThrow('npm run keys')
  await expect(run(`backup --to ${folder}`)).rejects.toThrow('not empty but has no backups in it')
  await expect(run('backup --folder x')).rejects.toThrow("Unknown option '--folder'")
})

it('backup reports a file that the storage has lost, with exit code 1', async () => {
  for await (const { key, size } of server.files.stored()) {
    const bytes = await new Response(await server.files.read(key, 0, size - 1)).arrayBuffer()
    await server.files.remove(key)
    onTestFinished(() => server.files.keep(key, Buffer.from(bytes)))
  }
  expect(await run(`backup --to ${join(folder, 'other')}`)).toMatch(/^1: [^]*1 files are missing from it/)
})

it('backup --verify reads a backup, and refuses one that is unknown, damaged or of another key', async () => {
  expect(await run('backup --verify latest')).toMatch(/All of it was read, and it is as it was written\.$/)
  await expect(run('backup --verify 2020-01-01T00-00-00Z')).rejects.toThrow('has no backup')
  await expect(run('backup --verify latest', { BACKUP_KEYS: newKey(new Date(0)) })).rejects.toThrow('BACKUP_KEYS lacks')
  const [name] = readdirSync(join(settings.BACKUP_DIR, 'backups'))
  const path = join(settings.BACKUP_DIR, 'backups', name!, 'public.documents')
  const bytes = readFileSync(path)
  onTestFinished(() => writeFileSync(path, bytes))
  writeFileSync(path, bytes.subarray(1))
  await expect(run('backup --verify latest')).rejects.toThrow('is not a file of a backup')
})

it('backups lists them, including those whose key is missing', async () => {
  expect(await run('backups')).toMatch(/1 files \(.*\)\. Verified at /)
  expect(await run('backups', { BACKUP_KEYS: newKey(new Date(0)) })).toContain('BACKUP_KEYS lacks')
  expect(await run(`backups --from ${join(folder, 'none')}`)).toMatch(/none holds no backups\.$/)
  await expect(run('backups', { BACKUP_DIR: '' })).rejects.toThrow('Set BACKUP_DIR')
})

it('restore restores into an empty database and lists what no device brings back, and recovery shows what came back', async () => {
  const response = await as(server, firm.manager).post('/api/projects', { name: 'Over REST', type: 'REAL_ESTATE' })
  expect(response.status).toBe(201)
  const [target, list] = [await createTarget(), join(folder, 'lost.csv')]
  const restored = { DATABASE_URL: target, FILES_DIR: join(folder, 'restored') }
  const output = await run(`restore latest --from-old ${ownerUrl} --list-to ${list}`, restored)
  expect(output).toMatch(/All of it was restored\.\n[^]*No device brings back 1 entries of the audit trail/)
  expect(readFileSync(list, 'utf8')).toMatch(/,rest,[^\r]*,projects\.create,/)
  expect(await run('recovery', restored)).toMatch(/waits for devices until \S+Z\. [^]*0 changes came back/)
  expect(await run('recovery')).toBe('No firm has been restored from a backup.')
  await expect(run('recovery --firm x')).rejects.toThrow("Unknown option '--firm'")
})

it('restore changes nothing without a name, in a database with firms, or in a storage with other files', async () => {
  await expect(run('restore')).rejects.toThrow('Name the backup')
  await expect(run('restore 2020-01-01T00-00-00Z')).rejects.toThrow('has no backup')
  await expect(run('restore latest')).rejects.toThrow('Stop every node')
  const restored = { DATABASE_URL: await createTarget(), FILES_DIR: join(folder, 'third') }
  await run('restore latest', restored)
  await expect(run('restore latest', restored)).rejects.toThrow('--replace')
  expect(await run('restore latest --replace', restored)).toContain('Nothing else was written.')
  const target = { DATABASE_URL: await createTarget(), FILES_DIR: join(folder, 'third') }
  await expect(run('restore latest', { ...target, BACKUP_KEYS: newKey(new Date(0)) })).rejects.toThrow('lacks')
  await folderStore(target.FILES_DIR).keep(`${firm.tenantId}/${uuidv7()}-${'0'.repeat(64)}`, pdf())
  await expect(run('restore latest', target)).rejects.toThrow('--keep-files')
  await withSql(target.DATABASE_URL, async (sql) =>
    expect([...(await sql`select to_regclass('directory.tenants') as found`)]).toEqual([{ found: null }]),
  )
})

it('record-backup marks as backed up what was there when it began', async () => {
  expect(await run('record-backup')).toContain('run npm run admin -- record-backup --begin before each')
  expect(await run('record-backup --begin')).toContain('The changes of 1 firms are noted')
  await as(server, firm.admin).write(project())
  expect(await run('record-backup')).toContain('with the changes that 1 firms had when it began')
  await expect(run('record-backup --end')).rejects.toThrow("Unknown option '--end'")
})
