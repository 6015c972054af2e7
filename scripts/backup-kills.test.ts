// `npm run prove` kills backups and restores many times.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openBackupFolder } from '#server/backup/backup-folder.ts'
import { folderStore } from '#server/files/file-store.ts'
import { verifyBackup } from '#server/backup/verify-backup.ts'
import { newKey, parseKeys } from '#server/secrets/keys.ts'
import { create, project } from '#server/test/changes.ts'
import { createEmptyDatabase, createTestDatabase } from '#server/test/database.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { pdf } from '#server/test/sample-files.ts'
import { openServer } from '#server/test/server.ts'
import { smallDevice } from '#server/test/small-device.ts'
import { uploading } from '#server/test/uploading.ts'
import { createPrograms } from './processes/admin-process.ts'

const kills = Number(process.env['BACKUP_KILLS'] ?? 1)
const documents = 12

async function setup() {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-killed-'))
  const [files, backups] = [join(dataDir, 'files'), join(dataDir, 'backups')]
  const { ownerUrl, drop } = await createTestDatabase()
  const target = await createEmptyDatabase()
  const server = await openServer(ownerUrl, { files: folderStore(files) })
  const key = newKey(new Date())
  onTestFinished(async () => {
    await server.close()
    await drop()
    await target.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const programs = createPrograms()
  const own = { DATABASE_URL: ownerUrl, DATA_DIR: dataDir, FILES_DIR: files, BACKUP_DIR: backups, BACKUP_KEYS: key }
  const admin = (more: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    programs.adminWith({ ...own, ...more }, ...args)
  /** Kills one run at each part of the time that a whole run takes. */
  async function killOften(run: () => ReturnType<typeof admin>, wholeMs: number, check: () => Promise<void>) {
    for (let kill = 1; kill <= kills; kill++) {
      const { program, ended } = run()
      await Promise.race([after((wholeMs * kill) / (kills + 1)), ended])
      program.kill('SIGKILL')
      await ended
      await check()
    }
  }
  return { server, admin, killOften, target, dataDir, folder: openBackupFolder(backups, parseKeys(key, 'the test')) }
}

async function timed<T>(work: Promise<T>): Promise<readonly [T, number]> {
  const began = performance.now()
  const result = await work
  return [result, performance.now() - began]
}

it('a killed backup does not count, a killed restore can be repeated, and devices bring back the rest once', async () => {
  const { server, admin, killOften, target, dataDir, folder } = await setup()
  const firm = await createFirm(server)
  const ada = smallDevice((path, init) => server.app.request(path, init), firm.admin.cookie)
  await ada.sync()
  const home = project()
  await ada.act(home)
  const contents = new Map<string, Buffer>()
  for (let i = 0; i < documents; i++) {
    const document = create('documents', { name: `Plan ${i}`, type: 'REPORT', projectId: home.id })
    await as(server, firm.admin).write(document)
    contents.set(document.id, pdf(300_000 + i))
    const intended = { id: document.id, filename: 'Plan.pdf', filetype: 'application/pdf' }
    expect(await uploading(server, firm.admin).upload(intended, contents.get(document.id)!)).toBe(204)
  }
  const [first, backupMs] = await timed(admin({}, 'backup').ended)
  expect(first).toMatchObject({ code: 0 })
  await killOften(
    () => admin({}, 'backup'),
    backupMs,
    async () => {
      for (const name of await folder.finishedNames()) await verifyBackup(folder, name)
    },
  )
  await ada.act(project({ name: 'In the last backup' }))
  expect(await admin({}, 'backup').ended).toMatchObject({ code: 0 })
  const listed = await admin({}, 'backup', '--verify', 'latest').ended
  expect(listed).toMatchObject({ code: 0, output: expect.stringContaining('as it was written') as string })
  expect((await ada.act(project({ name: 'After it' })))?.verdict).toBe('applied')

  const restored = join(dataDir, 'restored')
  const onto = { FILES_DIR: restored }
  const args = ['restore', 'latest', '--to-url', target.ownerUrl, '--from-old', server.ownerUrl]
  await killOften(
    () => admin(onto, ...args),
    backupMs * 2,
    async () => {},
  )
  // A kill may have come after the last step.
  const again = await admin(onto, ...args, '--replace').ended
  expect(again).toMatchObject({
    code: 0,
    output: expect.stringContaining('devices bring back 1 changes') as string,
  })
  const other = await openServer(target.ownerUrl, { files: folderStore(restored) })
  onTestFinished(() => other.close())
  ada.connectTo((path, init) => other.app.request(path, init))
  for (let i = 0; i < 3; i++) await ada.sync()
  const names = [...ada.rows()].flatMap(([key, row]) => (key.startsWith('projects ') ? [String(row['name'])] : []))
  expect(names.toSorted()).toEqual(['After it', 'Harbour', 'In the last backup'])
  expect(ada.epochs()).toBe(1)
  for (const [id, bytes] of contents) {
    const response = await other.app.request(`/files/${id}`, { headers: { cookie: firm.admin.cookie } })
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  }
  const check = await admin({ ...onto, DATABASE_URL: target.ownerUrl }, 'check-files').ended
  expect(check).toMatchObject({ code: 0 })
  if (process.env['VERBOSE']) console.log(`${kills} kills of a backup and of a restore`)
})
