// Kills the mover in the middle of its work while a node reads and writes. `npm run prove` does it many times.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { runningNodes } from '#server/db/nodes.ts'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { type FileStore, folderStore } from '#server/files/file-store.ts'
import { openBucket } from '#server/files/bucket.ts'
import { s3Store } from '#server/files/s3-store.ts'
import { createApp } from '#server/test/app.ts'
import { create, project } from '#server/test/changes.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { pdf } from '#server/test/sample-files.ts'
import { openServer } from '#server/test/server.ts'
import { startS3Server } from '#server/test/services/s3-server.ts'
import { uploading } from '#server/test/uploading.ts'
import { adminResult } from './admin/admin-result.ts'
import { createPrograms } from './processes/admin-process.ts'
import { startNode } from './processes/node-process.ts'

const kills = Number(process.env['MOVE_KILLS'] ?? 1)
const filesPerKill = 12

const withoutBucket = { S3_BUCKET: '', S3_ENDPOINT: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }

const plan = (id: string) => ({ id, filename: 'Plan.pdf', filetype: 'application/pdf' })

async function countIn(files: FileStore): Promise<number> {
  let count = 0
  for await (const _ of files.stored()) count++
  return count
}

async function setup() {
  const { ownerUrl, drop } = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'moving-'))
  const s3 = await startS3Server()
  const testServer = await openServer(ownerUrl)
  testServer.clock.set(new Date().toISOString())
  const { bucket, endpoint, accessKeyId, secretAccessKey } = s3.place
  const settings = {
    DATABASE_URL: ownerUrl,
    DATA_DIR: dataDir,
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  onTestFinished(async () => {
    await testServer.close()
    await drop()
    await s3.remove()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const programs = createPrograms()
  type Settings = Readonly<Record<string, string>>
  const admin = (command: string, more: Settings) => adminResult({ ...settings, ...more }, command)
  const startAdmin = (command: string, more: Settings) => programs.adminWith({ ...settings, ...more }, command)
  return {
    testServer,
    admin,
    startAdmin,
    folder: folderStore(join(dataDir, 'files')),
    bucket: s3Store(openBucket(s3.place)),
    startNode: async (more: Readonly<Record<string, string>>) => {
      const node = await startNode(ownerUrl, dataDir, more)
      programs.add(node.program)
      return node
    },
    settings,
    ownerUrl,
  }
}

it('files that are moved while people work survive any kill, and each is readable at every moment', async () => {
  const { testServer, admin, startAdmin, folder, bucket, startNode, settings } = await setup()
  const firm = await createFirm(testServer)
  const home = project()
  await as(testServer, firm.admin).write(home)
  const contents = new Map<string, Buffer>()
  const addPaper = async (app: Parameters<typeof uploading>[0]['app']) => {
    const document = create('documents', { name: 'Plan', type: 'REPORT', projectId: home.id })
    await as(testServer, firm.admin).write(document)
    const bytes = pdf(2_000 + contents.size)
    expect(await uploading({ app }, firm.admin).upload(plan(document.id), bytes)).toBe(204)
    contents.set(document.id, bytes)
  }
  const before = createApp({ ...testServer, files: folder })
  for (let i = 0; i < filesPerKill * (kills + 1); i++) await addPaper(before)

  const moving = { STORE_FILES_IN: 'bucket' }
  for (const [oldSettings, reason] of [
    [{}, 'does not use the bucket'],
    [{ ...settings, STORE_FILES_IN: 'folder' }, 'does not store new files in the bucket'],
  ] as const) {
    const old = await startNode(oldSettings)
    const { code, output } = await admin('move-files', moving)
    expect([code, output]).toEqual([1, expect.stringContaining(reason)])
    old.program.kill('SIGTERM')
    await once(old.program, 'exit')
  }

  const { url } = await startNode({ ...settings, ...moving })
  /** Waits like a device when a session has sent too many requests. */
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('origin', url)
    const response = await fetch(url + path, { ...init, headers })
    if (response.status !== 429) return response
    await after(1_000 * Number(response.headers.get('retry-after')))
    return request(path, init)
  }
  const readPaper = async (id: string) => {
    const response = await request(`/files/${id}`, { headers: { cookie: firm.admin.cookie } })
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  let isOver = false
  let reads = 0
  const working = (async () => {
    while (!isOver) {
      for (const [id, bytes] of contents) {
        expect(await readPaper(id)).toEqual({ status: 200, bytes })
        reads++
      }
      await addPaper({ request } as unknown as Parameters<typeof uploading>[0]['app'])
    }
  })()
  for (let kill = 0; kill < kills; kill++) {
    const { program, ended } = startAdmin('move-files', moving)
    const goal = (await countIn(folder)) - filesPerKill / 2
    while ((await countIn(folder)) > goal) await after(1)
    program.kill('SIGKILL')
    await ended
  }
  expect(await countIn(folder)).toBeGreaterThan(0)
  expect(await admin('move-files', moving)).toMatchObject({ code: 0 })
  isOver = true
  await working
  expect([await countIn(folder), await countIn(bucket)]).toEqual([0, contents.size])
  for (const [id, bytes] of contents) expect(await readPaper(id)).toEqual({ status: 200, bytes })
  const output = expect.stringContaining(`${contents.size} files were checked`) as string
  expect(await admin('check-files', moving)).toMatchObject({ code: 0, output })
  // Neither a restart with both storages nor a check makes the folder usable again.
  const restarted = await startNode({ ...settings, ...moving })
  for (const [storage, code, message] of [
    [{ ...settings, STORE_FILES_IN: 'folder' }, 1, 'it is retired'],
    [withoutBucket, 1, 'it is retired'],
    [{}, 0, `${contents.size} files were checked`],
  ] as const)
    expect(await admin('check-files', storage)).toMatchObject({
      code,
      output: expect.stringContaining(message) as string,
    })
  expect(await admin('move-files', moving)).toMatchObject({ code: 0 })
  expect((await startAdmin('doctor', moving).ended).output).toContain('Remove STORE_FILES_IN and FILES_DIR')
  restarted.program.kill('SIGTERM')
  if (process.env['VERBOSE']) console.log(`${kills} kills, ${contents.size} files, ${reads} reads meanwhile`)
})

it('a node that starts while the move ends stops again if its storage was retired', async () => {
  const { testServer, startNode, ownerUrl } = await setup()
  const first = await startNode({})
  first.program.kill('SIGTERM')
  await once(first.program, 'exit')
  await withSql(ownerUrl, (owner) =>
    owner.unsafe(`
      create function retire() returns trigger language plpgsql security definer as $$ begin
        insert into directory.installation (part, value)
        select 'retiredStorages', json_build_array(json_build_object('id', value, 'name', ''))::text
        from directory.installation where part = 'fileStorage' on conflict do nothing;
        return new;
      end $$;
      create trigger retire before insert on directory.installation
        for each row when (new.part like 'node %') execute function retire();`),
  )
  // It may end before it responds.
  const program = await startNode({}).then(
    (node) => node.program,
    () => undefined,
  )
  if (program && program.exitCode === null) await once(program, 'exit')
  expect(program?.exitCode ?? 1).toBe(1)
  expect(await runningNodes(testServer.database.directory)).toEqual([])
})
