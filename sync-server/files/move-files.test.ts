import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { announceNode } from '#server/db/nodes.ts'
import { requireStorage, retireStorage } from '#server/installation.ts'
import { createApp } from '#server/test/app.ts'
import { create, project } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { startS3Server } from '#server/test/services/s3-server.ts'
import { pdf } from '#server/test/sample-files.ts'
import { setupServer } from '#server/test/server.ts'
import { uploading } from '#server/test/uploading.ts'
import { openBucket } from './bucket.ts'
import { checkFiles } from './check-files.ts'
import { type FileStore, folderStore } from './file-store.ts'
import { moveFiles } from './move-files.ts'
import { s3Store } from './s3-store.ts'
import { twoStores } from './two-stores.ts'

const server = await setupServer()

async function setupStorages() {
  const path = await mkdtemp(join(tmpdir(), 'holdfast-move-'))
  const s3 = await startS3Server()
  onTestFinished(async () => {
    await s3.remove()
    await rm(path, { recursive: true, force: true })
  })
  return { folder: folderStore(path), path, bucket: s3Store(openBucket(s3.place)) }
}

async function setupPapers(files: FileStore, count: number) {
  const firm = await createFirm(server)
  const node = { ...server, app: createApp({ ...server, files }) }
  const home = project()
  const documents = Array.from({ length: count }, (_, i) =>
    create('documents', { name: `Plan ${i}`, type: 'REPORT', projectId: home.id }),
  )
  await as(node, firm.admin).write(home, ...documents)
  const contents = documents.map((_, i) => pdf(1_000 + i))
  for (const [i, { id }] of documents.entries()) await uploading(node, firm.admin).upload(plan(id), contents[i]!)
  return { ...firm, ids: documents.map(({ id }) => id), contents }
}

const complete = { deleted: 0, damaged: [], arriving: 0, remaining: 0, unsuitableNodes: [] }

const plan = (id: string) => ({ id, filename: 'Plan.pdf', filetype: 'application/pdf' })

const move = (storages: { readonly target: FileStore; readonly source: FileStore }) =>
  moveFiles(server.database, { ...storages, onEmptied: () => retireStorage(server.database, storages.source.id) })

async function keysIn(files: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of files.stored()) keys.push(key)
  return keys
}

it('moves every file to the other storage while it is read, and back', async () => {
  const { folder, bucket } = await setupStorages()
  const { admin, ids, contents, tenantId } = await setupPapers(folder, 6)
  const nodes = [twoStores(folder, bucket), twoStores(bucket, folder)].map((files) => ({
    ...server,
    app: createApp({ ...server, files }),
  }))
  const readAll = async () =>
    Promise.all(
      nodes.flatMap((node) =>
        ids.map(async (id) => Buffer.from(await (await as(node, admin).get(`/files/${id}`)).arrayBuffer())),
      ),
    )
  const all = [...contents, ...contents]
  for (const [target, source] of [
    [bucket, folder],
    [folder, bucket],
  ] as const) {
    const reads: Buffer[][] = []
    let isMoving = true
    const reading = (async () => {
      while (isMoving) reads.push(await readAll())
    })()
    const bytes = contents.reduce((sum, { length }) => sum + length, 0)
    const moved = await move({ target, source })
    isMoving = false
    await reading
    expect(moved).toEqual({ ...complete, moved: 6, bytes })
    for (const each of reads) expect(each).toEqual(all)
    expect([await keysIn(source), (await keysIn(target)).length]).toEqual([[], 6])
    const notes = await Promise.all((await keysIn(target)).map((key) => target.about(key)))
    expect(notes.map((note) => (JSON.parse(note!) as { recordId: string }).recordId).toSorted()).toEqual(ids.toSorted())
    expect(await readAll()).toEqual(all)
  }
  expect((await keysIn(folder)).every((key) => key.startsWith(tenantId))).toBe(true)
})

it('an upload that began in the old storage finishes there, and is moved by the next run', async () => {
  const { folder, bucket } = await setupStorages()
  const { admin, tenantId, ids } = await setupPapers(folder, 1)
  const inFolder = { ...server, app: createApp({ ...server, files: folder }) }
  const inBoth = { ...server, app: createApp({ ...server, files: twoStores(bucket, folder) }) }
  const whole = pdf(3_000)
  const begun = await uploading(inFolder, admin).begin(plan(ids[0]!), whole.length)
  const location = begun.headers.get('location')!
  await uploading(inFolder, admin).send(location, 0, whole.subarray(0, 1_000))
  await folder.id.write('one')
  expect(await move({ target: bucket, source: folder })).toMatchObject({ moved: 1, arriving: 1 })
  expect(await folder.id.read()).toBe('one')
  const device = uploading(inBoth, admin)
  expect(await device.offset(location)).toBe(1_000)
  expect((await device.send(location, 1_000, whole.subarray(1_000))).status).toBe(204)
  const file = await as(inBoth, admin).get(`/files/${ids[0]!}`)
  expect(Buffer.from(await file.arrayBuffer())).toEqual(whole)
  expect([await keysIn(folder), (await keysIn(bucket)).filter((key) => key.startsWith(tenantId)).length]).toEqual([
    [],
    2,
  ])
  expect(await move({ target: bucket, source: folder })).toMatchObject({ moved: 0, arriving: 0 })
  await expect(requireStorage(server.database, folder.id)).rejects.toThrow('it is retired')
})

it('a file deleted during the move does not reappear', async () => {
  const { folder, bucket } = await setupStorages()
  await setupPapers(folder, 3)
  const node = twoStores(bucket, folder)
  const keep: FileStore['keep'] = async (key, bytes) => {
    await bucket.keep(key, bytes)
    await node.remove(key)
    // As if a server had begun the deletion before and finished it afterwards.
    await bucket.keep(key, bytes)
  }
  const moved = await move({ target: { ...bucket, keep }, source: folder })
  expect(moved).toMatchObject({ moved: 0, deleted: 3 })
  expect([await keysIn(folder), await keysIn(bucket)]).toEqual([[], []])
})

it('nothing is deleted in the old storage before the new one returns its bytes', async () => {
  const { folder, bucket } = await setupStorages()
  await setupPapers(folder, 3)
  const before = await keysIn(folder)
  const keep: FileStore['keep'] = (key, bytes) => bucket.keep(key, Buffer.from(bytes).fill(0, 10, 20))
  await expect(move({ target: { ...bucket, keep }, source: folder })).rejects.toThrow('as they were written')
  expect((await keysIn(folder)).toSorted()).toEqual(before.toSorted())
  expect(await move({ target: bucket, source: folder })).toMatchObject({ moved: 3, damaged: [] })
})

it('nothing is moved while a running node stores new files in the source, or does not report where', async () => {
  const { folder, bucket } = await setupStorages()
  await setupPapers(folder, 1)
  const moveAll = () => move({ target: bucket, source: folder })
  const start = (files: FileStore) =>
    announceNode({
      directory: server.database.directory,
      storage: files.id,
      now: () => new Date(),
      node: { id: randomUUID(), name: 'one', pushKey: 'key' },
    })
  const message = `one does not store new files in ${bucket.id.name}`
  const stop = await start(twoStores(folder, bucket))
  await expect(moveAll()).rejects.toThrow(message)
  await server.database.directory`
    update directory.installation set value = (value::jsonb - 'storesFilesIn')::text where part like 'node %'`
  await expect(moveAll()).rejects.toThrow(message)
  await stop()
  expect(await keysIn(folder)).toHaveLength(1)

  let stopLate = async () => {}
  const keep: FileStore['keep'] = async (...given) => {
    stopLate = await start(twoStores(folder, bucket))
    await bucket.keep(...given)
  }
  expect(await move({ target: { ...bucket, keep }, source: folder })).toMatchObject({
    moved: 1,
    unsuitableNodes: [message],
  })
  await requireStorage(server.database, twoStores(folder, bucket).id)
  await stopLate()
})

it('files stored in the source during the move are moved too, or reported as remaining', async () => {
  const { folder, bucket } = await setupStorages()
  await setupPapers(folder, 1)
  const { tenantId } = await createFirm(server)
  const storeLate = (isEndless: boolean): FileStore['keep'] => {
    let stored = 0
    return async (...given) => {
      await bucket.keep(...given)
      if (!isEndless && stored > 0) return
      const bytes = Buffer.from(`late ${stored++}`)
      await folder.keep(`${tenantId}/${randomUUID()}-${createHash('sha256').update(bytes).digest('hex')}`, bytes)
    }
  }
  const moveWhileStoring = (isEndless: boolean) =>
    move({ target: { ...bucket, keep: storeLate(isEndless) }, source: folder })
  expect(await moveWhileStoring(false)).toMatchObject({ ...complete, moved: 2 })
  expect(await keysIn(folder)).toEqual([])
  await setupPapers(folder, 1)
  const { remaining } = (await moveWhileStoring(true))!
  expect(remaining).toBeGreaterThan(0)
  expect(await keysIn(folder)).toHaveLength(remaining)
})

it('a probe of the doctor is neither moved nor damaged', async () => {
  const { folder, bucket } = await setupStorages()
  await setupPapers(folder, 1)
  const probe = `doctor/probe-${'2'.repeat(64)}`
  await folder.keep(probe, Buffer.from('A probe of the doctor'))
  expect(await move({ target: bucket, source: folder })).toMatchObject({ ...complete, moved: 1 })
  expect(await keysIn(folder)).toEqual([probe])
})

it('only one process moves files', async () => {
  const { folder, bucket } = await setupStorages()
  await setupPapers(folder, 1)
  const second: unknown[] = []
  const keep: FileStore['keep'] = async (...given) => {
    second.push(await move({ target: bucket, source: folder }))
    await bucket.keep(...given)
  }
  expect(await move({ target: { ...bucket, keep }, source: folder })).toMatchObject({ moved: 1 })
  expect(second).toEqual([null])
})

it('a check lists missing, truncated, altered and orphaned files, and nothing else', async () => {
  const { folder, path } = await setupStorages()
  const { tenantId, ids, admin } = await setupPapers(folder, 4)
  const ofFirm = async () => {
    const { problems, orphaned } = await checkFiles(server.database, folder)
    const own = problems.filter(({ key }) => key.startsWith(tenantId))
    return {
      problems: Object.fromEntries(own.map((each) => [each.recordId, each.problem])),
      orphaned: orphaned.toSorted(),
    }
  }
  const begun = await uploading({ app: createApp({ ...server, files: folder }) }, admin).begin(plan(ids[3]!), 2_000)
  const open = `${tenantId}/${begun.headers.get('location')!.split('/').at(-1)!}-${'0'.repeat(64)}`
  await folder.keep(open, Buffer.from('Its row follows'))
  await folder.keep(`doctor/probe-${'2'.repeat(64)}`, Buffer.from('A probe of the doctor'))
  expect(await ofFirm()).toEqual({ problems: {}, orphaned: [] })
  const rows = await server.database.tenant(tenantId, (tx) =>
    tx.query<{ recordId: string; key: string }>(
      `select record_id as "recordId", tenant_id || '/' || id || '-' || sha256 as key from files where tenant_id = $1 and state = 'STORED'`,
      [tenantId],
    ),
  )
  const [missing, cut, altered] = ids.map((id) => rows.find(({ recordId }) => recordId === id)!.key)
  await folder.remove(missing!)
  await writeFile(join(path, 'kept', cut!), 'cut')
  await writeFile(join(path, 'kept', altered!), Buffer.alloc(1_002))
  const orphan = `${tenantId}/nobody-${'1'.repeat(64)}`
  // The same upload is unfinished, but in another firm.
  const { tenantId: otherFirm } = await createFirm(server)
  const elsewhere = open.replace(tenantId, otherFirm)
  for (const key of [orphan, elsewhere]) await folder.keep(key, Buffer.from('No row references this'))
  expect(await ofFirm()).toEqual({
    problems: { [ids[0]!]: 'missing', [ids[1]!]: 'size', [ids[2]!]: 'hash' },
    orphaned: [orphan, elsewhere].toSorted(),
  })
  expect((await readdir(join(path, 'kept', tenantId))).length).toBe(5)
})
