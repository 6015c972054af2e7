import { createHmac, hkdfSync } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { FileStore } from '#server/files/file-store.ts'
import { storedKey } from '#server/files/uploads.ts'
import { byText } from '#server/test/by-text.ts'
import { create, investor, project, remove, update } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm, signUp } from '#server/test/firm.ts'
import { passwordHash } from '#server/test/password.ts'
import { morning, setupServer } from '#server/test/server.ts'
import { sha256Of, uploading } from '#server/test/uploading.ts'
import { pdf } from '#server/test/sample-files.ts'
import { exportFirm } from './export-firm.ts'

const server = await setupServer()
const samplePdf = pdf()

/** As a stranger would read them. */
function readTable(path: string): Record<string, string | null>[] {
  const rows: (string | null)[][] = [[]]
  const text = readFileSync(path, 'utf8')
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    rows.at(-1)!.push(found[1] === undefined ? found[2] || null : found[1].replaceAll('""', '"'))
    if (found[3] === '\r\n') rows.push([])
  }
  expect(rows.pop()).toEqual([])
  const names = rows.shift()!
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name!, row[at]!])))
}

const auditKey = Buffer.from(hkdfSync('sha256', Buffer.alloc(32), '', 'holdfast audit chain', 32))
const members = [
  'action',
  'chain',
  'details',
  'entityId',
  'entityType',
  'id',
  'keyId',
  'number',
  'place',
  'previousHash',
]
const unquoted = ['details', 'number', 'place']

/** The algorithm of README.txt. */
function hashOfEntry(entry: Record<string, string | null>, tenantId: string): string {
  const all = { ...entry, tenantId }
  const text = [...members, 'tenantId', 'timestamp', 'userId'].flatMap((name) => {
    const value = (all as Record<string, string | null>)[name]
    return value === null ? [] : [`"${name}":${unquoted.includes(name) ? value : JSON.stringify(value)}`]
  })
  return createHmac('sha256', auditKey)
    .update(`{${text.join(',')}}`)
    .digest('hex')
}

async function setupExport() {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { tenantId, admin } = await createFirm(server)
  await signUp(server, tenantId, 'ADMIN', passwordHash)
  const client = as(server, admin)
  const [home, gone, person] = [project({ name: 'Say "hello",\nworld' }), project({ name: 'Gone' }), investor()]
  const document = create('documents', { name: 'Plan', type: 'REPORT', projectId: home.id })
  await client.write(home, gone, person, document)
  await client.write(update('projects', home.id, { location: '=1+1' }, { location: null }))
  await client.write(remove('projects', gone.id))
  const to = join(folder, 'export')
  const run = (store: FileStore = server.files) =>
    exportFirm({ database: server.database, ownerUrl: server.ownerUrl, store, tenantId, to })
  return { folder, to, tenantId, admin, home, gone, person, document, run }
}

it('exports records with deleted ones, exact values, and the hash of every file', async () => {
  const { to, tenantId, home, gone, person, run } = await setupExport()
  const other = await createFirm(server)
  await as(server, other.admin).write(project({ name: 'Foreign' }))
  expect(await run()).toEqual({ files: 0, missing: [] })
  const projects = readTable(join(to, 'tables/projects.csv'))
  expect(projects.map(({ id }) => id!).toSorted(byText)).toEqual([home.id, gone.id].toSorted(byText))
  const found = (id: string) => projects.find((each) => each['id'] === id)
  expect(found(home.id)).toMatchObject({ name: 'Say "hello",\nworld', location: '=1+1', deletedAt: null })
  expect(found(gone.id)).toMatchObject({ name: 'Gone', deletedAt: expect.any(String) as string })
  expect(readTable(join(to, 'tables/investors.csv'))).toMatchObject([{ id: person.id, email: 'ines@example.com' }])
  expect(readTable(join(to, 'firm.csv'))).toMatchObject([{ id: tenantId, createdAt: morning, leaseDays: '30' }])
  expect(readTable(join(to, 'tables/users.csv'))).toHaveLength(4)
  const sums = readFileSync(join(to, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
  const paths = sums.map((line) => line.slice(66))
  expect(sums).toEqual(paths.map((path) => `${sha256Of(readFileSync(join(to, path)))}  ${path}`))
  expect(paths).toEqual(expect.arrayContaining(['README.txt', 'firm.csv', 'tables/projects.csv', 'audit-records.csv']))
})

it('has no passwords, second factors, cookies or sealed values', async () => {
  const { to, run, admin } = await setupExport()
  await run()
  const text = readdirSync(to, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => readFileSync(join(each.parentPath, each.name), 'utf8'))
    .join('\n')
  const [row] = await server.database.directory<{ sid: string }[]>`
    select sid from directory.sessions where user_id = ${admin.userId}`
  for (const secret of [passwordHash, row!.sid]) expect(text).not.toContain(secret)
  const names = readFileSync(join(to, 'tables/users.csv'), 'utf8').split('\r\n')[0]!
  expect(names).not.toMatch(/password|totp|hash|sid|token/i)
})

it('the audit trail can be verified with what README.txt says', async () => {
  const { to, tenantId, run } = await setupExport()
  await server.events.write(tenantId, {
    action: 'things.done',
    outcome: 'done',
    entityType: 'things',
    entityId: null,
    userId: null,
    details: { text: 'ü "quoted", and\nmore', empty: '' },
  })
  await run()
  const heads = readTable(join(to, 'audit-heads.csv'))
  for (const chain of ['records', 'events']) {
    let last = '0'.repeat(64)
    const entries = readTable(join(to, `audit-${chain}.csv`))
    expect(entries.length).toBeGreaterThan(0)
    for (const [index, entry] of entries.entries()) {
      expect([entry['place'], entry['previousHash']]).toEqual([String(index + 1), last])
      expect(hashOfEntry(entry, tenantId)).toBe(entry['hash'])
      last = entry['hash']!
    }
    expect(heads.find((each) => each['chain'] === chain)).toMatchObject({ place: String(entries.length), hash: last })
  }
})

it('has the files under their names, and says which ones the storage has lost', async () => {
  const { to, tenantId, admin, document, run, folder } = await setupExport()
  expect(
    await uploading(server, admin).upload(
      { id: document.id, filename: 'Plan of the harbour.pdf', filetype: 'application/pdf' },
      samplePdf,
    ),
  ).toBe(204)
  expect(await run()).toMatchObject({ files: 1, missing: [] })
  const [file] = readTable(join(to, 'files.csv'))
  expect(file).toMatchObject({
    fileName: 'Plan of the harbour.pdf',
    recordId: document.id,
    sha256: sha256Of(samplePdf),
  })
  expect(readFileSync(join(to, file!['path']!))).toEqual(samplePdf)
  await expect(run()).rejects.toThrow('exists already')
  rmSync(to, { recursive: true })
  await server.files.remove(storedKey(tenantId, { id: file!['id']!, sha256: file!['sha256']! }))
  expect(await run()).toMatchObject({ files: 0, missing: [{ fileName: 'Plan of the harbour.pdf' }] })
  expect(readdirSync(folder)).toEqual(['export'])
})

it('leaves nothing behind when it fails', async () => {
  const { to, folder, admin, document, run } = await setupExport()
  await uploading(server, admin).upload({ id: document.id, filename: 'a.pdf', filetype: 'application/pdf' }, samplePdf)
  const broken = { ...server.files, read: () => Promise.reject(new Error('The disk is broken')) }
  await expect(run(broken)).rejects.toThrow('The disk is broken')
  expect([existsSync(to), readdirSync(folder)]).toEqual([false, []])
})
