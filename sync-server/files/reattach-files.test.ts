import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeBackup, newBackupFolder, restoreBackup, temporaryFolder } from '#server/test/backing-up.ts'
import { create } from '#server/test/changes.ts'
import { createFirm } from '#server/test/firm.ts'
import { pdf } from '#server/test/sample-files.ts'
import { setupServer } from '#server/test/server.ts'
import { smallDevice } from '#server/test/small-device.ts'
import { uploading } from '#server/test/uploading.ts'
import { checkFiles } from './check-files.ts'
import { folderStore } from './file-store.ts'
import { removeFiles } from './remove-files.ts'
import { orphanedFiles } from './reattach-files.ts'

const shared = temporaryFolderOfFile()
const files = folderStore(shared)
const server = await setupServer({ files })

function temporaryFolderOfFile(): string {
  return join(process.env['TMPDIR'] ?? '/tmp', `holdfast-reattach-${process.pid}-${Date.now()}`)
}

const bytes = pdf(4_000)

/** A document whose record and file the backup lacks, in a storage that was not lost. */
async function loseDocument(versions: readonly Buffer[] = [bytes]) {
  const firm = await createFirm(server)
  const ada = smallDevice((path, init) => server.app.request(path, init), firm.admin.cookie)
  await ada.sync()
  const folder = newBackupFolder()
  const manifest = await makeBackup(server, folder)
  const document = create('documents', { name: 'Plan', type: 'REPORT' })
  expect((await ada.act(document))?.verdict).toBe('applied')
  for (const content of versions) {
    server.clock.advance(60_000)
    const intended = { id: document.id, filename: 'Plan.pdf', filetype: 'application/pdf' }
    expect(await uploading(server, firm.admin).upload(intended, content)).toBe(204)
  }
  const { server: restored } = await restoreBackup(folder, manifest, { store: files, keepsFiles: true })
  restored.clock.set(server.now().toISOString())
  const runJob = () =>
    removeFiles(files).run(restored, {
      tenantId: firm.tenantId,
      kind: 'removeFiles',
      key: '',
      payload: {},
      doneAt: null,
    })
  const read = async (id: string): Promise<Buffer> =>
    Buffer.from(
      await (await restored.app.request(`/files/${id}`, { headers: { cookie: firm.admin.cookie } })).arrayBuffer(),
    )
  ada.connectTo((path, init) => restored.app.request(path, init))
  const row = () => ada.rows().get(`documents ${document.id}`)
  return { firm, ada, document, restored, runJob, read, row }
}

describe('a file that no row names', () => {
  it('belongs to its record again when that returns, without an upload', async () => {
    const { firm, ada, document, restored, runJob, read, row } = await loseDocument()
    await runJob()
    expect((await orphanedFiles(restored, firm.tenantId)).map(({ about }) => about?.recordId)).toEqual([document.id])
    expect((await checkFiles(restored.database, files)).orphaned.length).toBeGreaterThan(0)
    for (let i = 0; i < 2; i++) await ada.sync()
    expect(row()).toMatchObject({ name: 'Plan', fileState: 'NONE', version: 0 })
    expect(await runJob(), 'soon again, while records return').toMatchObject({ at: expect.any(Date) as Date })
    await ada.sync()
    expect(row()).toMatchObject({ fileState: 'STORED', version: 1, fileName: 'Plan.pdf' })
    expect((await read(document.id)).equals(bytes)).toBe(true)
    expect(await orphanedFiles(restored, firm.tenantId)).toEqual([])
    await runJob()
    await ada.sync()
    expect(row()).toMatchObject({ version: 1 })
  })

  it('returns with its versions, in their order', async () => {
    const { ada, document, runJob, read, row } = await loseDocument([pdf(300, 'Draft'), bytes])
    for (let i = 0; i < 2; i++) await ada.sync()
    await runJob()
    await ada.sync()
    expect(row()).toMatchObject({ version: 2 })
    expect((await read(document.id)).equals(bytes)).toBe(true)
  })

  it('does not replace one that was uploaded since', async () => {
    const { firm, ada, document, restored, runJob, read } = await loseDocument()
    for (let i = 0; i < 2; i++) await ada.sync()
    restored.clock.advance(60_000)
    const newer = pdf(900, 'Newer')
    const intended = { id: document.id, filename: 'Plan.pdf', filetype: 'application/pdf' }
    expect(await uploading(restored, firm.admin).upload(intended, newer)).toBe(204)
    await runJob()
    expect((await read(document.id)).equals(newer)).toBe(true)
    expect(await orphanedFiles(restored, firm.tenantId)).toHaveLength(1)
  })

  it('stays away when its bytes are not those of its hash, and so does one of another firm', async () => {
    const { firm, ada, restored, runJob, row } = await loseDocument()
    const [orphaned] = await orphanedFiles(restored, firm.tenantId)
    await writeFile(join(shared, 'kept', orphaned!.key), pdf(4_000, 'Another'))
    const other = await createFirm(restored)
    const about = JSON.stringify(orphaned!.about)
    const key = `${other.tenantId}/${orphaned!.key.slice(orphaned!.key.indexOf('/') + 1)}`
    await files.keep(key, bytes, about)
    for (let i = 0; i < 2; i++) await ada.sync()
    await runJob()
    await ada.sync()
    expect(row()).toMatchObject({ fileState: 'NONE', version: 0 })
  })
})

it('a file that is removed leaves no note', async () => {
  const store = folderStore(temporaryFolder())
  await store.keep('firm/one-a', Buffer.from('x'), 'about')
  await store.keep('firm/two-a', Buffer.from('x'), 'about')
  expect(await store.about('firm/one-a')).toBe('about')
  await store.remove('firm/one-a')
  await store.discard('firm/two')
  expect([await store.about('firm/one-a'), await store.about('firm/two-a')]).toEqual([null, null])
})
