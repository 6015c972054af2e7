// The documented copy of backups to a bucket, with rclone. `npm run prove` runs it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { folderStore } from '#server/files/file-store.ts'
import { newKey } from '#server/secrets/keys.ts'
import { create, project } from '#server/test/changes.ts'
import { createEmptyDatabase, createTestDatabase } from '#server/test/database.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { pdf } from '#server/test/sample-files.ts'
import { openServer } from '#server/test/server.ts'
import { startS3Server } from '#server/test/services/s3-server.ts'
import { uploading } from '#server/test/uploading.ts'
import { testEnvironment } from './checks/test-environment.ts'
import { root } from './processes/programs.ts'

const documents = 20
const page = readFileSync(join(root, 'sync-server/operations/backup.md'), 'utf8')
const [copying = '', restoring = ''] = [...page.matchAll(/```sh backup-copy\n([^]*?)```/g)].map(([, text]) => text!)

it('the page has commands that copy backups to a bucket, the manifests last, and restore from it', () => {
  const lines = copying.trim().split('\n')
  expect(lines.map((line) => [line.startsWith('rclone copy '), line.includes('--exclude manifest')])).toEqual([
    [false, false],
    [true, true],
    [true, false],
  ])
  expect(restoring).toContain('restore latest --from')
})

async function setup() {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-copied-'))
  const [database, target, s3] = [await createTestDatabase(), await createEmptyDatabase(), await startS3Server()]
  const [files, backups] = [join(dataDir, 'files'), join(dataDir, 'backups')]
  const server = await openServer(database.ownerUrl, { files: folderStore(files) })
  const programs: ChildProcess[] = []
  onTestFinished(async () => {
    for (const program of programs) program.kill('SIGKILL')
    await server.close()
    await database.drop()
    await target.drop()
    await s3.remove()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const remote = { TYPE: 's3', PROVIDER: 'Other', ENDPOINT: s3.place.endpoint, REGION: s3.place.region }
  const keys = { ACCESS_KEY_ID: s3.place.accessKeyId, SECRET_ACCESS_KEY: s3.place.secretAccessKey }
  const env = {
    // A proxy's certificate in AWS_CA_BUNDLE stops rclone.
    ...testEnvironment(),
    ...Object.fromEntries(
      Object.entries({ ...remote, ...keys }).map(([name, value]) => [`RCLONE_CONFIG_OFFSITE_${name}`, value]),
    ),
    RCLONE_CONFIG: join(dataDir, 'rclone.conf'),
    BACKUP_DIR: backups,
    BACKUP_KEYS: newKey(new Date()),
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: dataDir,
    FILES_DIR: files,
    DEMO: '',
  }
  /** `copy` stands for the page's `/restore/holdfast`. */
  function start(script: string, copy: string, more: Readonly<Record<string, string>> = {}) {
    const text = script
      .replaceAll('npm run admin --', `${process.execPath} ${join(root, 'scripts/admin.ts')}`)
      .replaceAll('/restore/holdfast', copy)
      .replaceAll('/var/backups/holdfast', backups)
      .replaceAll('offsite:holdfast', `offsite:${s3.place.bucket}`)
    const program = spawn('bash', ['-euc', text], {
      env: { ...env, ...more },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    })
    programs.push(program)
    return { program, ended: once(program, 'exit').then(([code]) => code as number | null) }
  }
  const copied = () =>
    readdirSync(s3.folder, { recursive: true, encoding: 'utf8' }).filter((name) => /contents.*_object$/.test(name))
  return { dataDir, server, target, start, copied }
}

const drills = process.env['BACKUP_COPY'] === undefined ? [] : ['a killed rclone']

it.each(drills)('%s leaves no backup without its files in the bucket, and the next copy can be restored', async () => {
  const { dataDir, server, target, start, copied } = await setup()
  const firm = await createFirm(server)
  const home = project()
  await as(server, firm.admin).write(home)
  const papers = new Map<string, Buffer>()
  for (let i = 0; i < documents; i++) {
    const paper = create('documents', { name: `Plan ${i}`, type: 'REPORT', projectId: home.id })
    await as(server, firm.admin).write(paper)
    papers.set(paper.id, pdf(300_000 + i))
    const intended = { id: paper.id, filename: 'Plan.pdf', filetype: 'application/pdf' }
    expect(await uploading(server, firm.admin).upload(intended, papers.get(paper.id)!)).toBe(204)
  }
  const [partial, whole] = [join(dataDir, 'partial'), join(dataDir, 'whole')]
  const [fetching = '', verifying = ''] = restoring.split('\n')

  const first = start(copying, whole)
  while (!copied().length) {
    expect(first.program.exitCode).toBe(null)
    await after(1)
  }
  process.kill(-first.program.pid!, 'SIGKILL')
  await first.ended
  expect(copied().length).toBeLessThan(documents)
  expect(await start(fetching, partial).ended).toBe(0)
  expect(await start(verifying, partial).ended).toBe(1)

  expect(await start(copying, whole).ended).toBe(0)
  const onto = { DATABASE_URL: target.ownerUrl, FILES_DIR: join(dataDir, 'restored') }
  expect(await start(restoring, whole, onto).ended).toBe(0)
  const other = await openServer(target.ownerUrl, { files: folderStore(onto.FILES_DIR) })
  onTestFinished(() => other.close())
  for (const [id, bytes] of papers) {
    const response = await other.app.request(`/files/${id}`, { headers: { cookie: firm.admin.cookie } })
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  }
})
