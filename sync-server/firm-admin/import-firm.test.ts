import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { newId } from '#server/db/new-id.ts'
import { openSql } from '#server/db/postgres/open-sql.ts'
import { verifyTrail } from '#server/entities/audit-logs/verify-trail.ts'
import { exportFirm } from '#server/firm-export/export-firm.ts'
import { exportedEntities, exportedNames, leftOutFields } from '#server/firm-export/exported-tables.ts'
import { createAuditKeys } from '#server/secrets/audit-keys.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { change, create, investment, investor, project, remove, restore, update } from '#server/test/changes.ts'
import { as, foldRows } from '#server/test/device.ts'
import { rowsPerTable } from '#server/test/fill-tables.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { pdf } from '#server/test/sample-files.ts'
import { openServer, setupServer, testAuditKeys } from '#server/test/server.ts'
import { sha256Of, uploading } from '#server/test/uploading.ts'
import { importFirm } from './import-firm.ts'
import { createRowReader } from './imported-rows.ts'

const server = await setupServer()
const { ownerUrl, drop } = await createTestDatabase()
const there = await openServer(ownerUrl)
afterAll(async () => {
  await there.close()
  await drop()
})

async function setupExport() {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const firm = await createFirm(server)
  const { tenantId, admin } = firm
  const client = as(server, admin)
  const [home, gone, person] = [project({ name: 'Say "hello",\r\nworld', location: '=1+1' }), project(), investor()]
  const document = create('documents', { name: 'Plan', type: 'REPORT', projectId: home.id, investorId: person.id })
  await client.write(home, gone, person, document, investment(home.id, person.id))
  await client.write(update('projects', home.id, { description: '' }, { description: null }))
  await client.write(remove('projects', gone.id))
  await link(server, admin, firm.investor, person.id)
  await client.post('/api/bank-accounts', { bankName: 'Bank', accountNumber: '12345678' })
  await uploading(server, admin).upload(
    { id: document.id, filename: '../Plan of the harbour.pdf', filetype: 'application/pdf' },
    pdf(),
  )
  await server.database.tenant(tenantId, (tx) =>
    tx.query(
      `insert into held_changes (tenant_id, id, user_id, session_id, change, state, created_at)
values ($1, gen_random_uuid(), $2, gen_random_uuid(), '{"ops":[]}', 'HELD', now())`,
      [tenantId, admin.userId],
    ),
  )
  const exportTo = async (from: typeof there, name: string) => {
    const to = join(folder, name)
    await exportFirm({ database: from.database, ownerUrl: from.ownerUrl, store: from.files, tenantId, to })
    return to
  }
  const first = await exportTo(server, 'first')
  const run = (from = first, changed: object = {}) =>
    importFirm({ ...there, store: there.files, folder: from, ...changed })
  return { ...firm, folder, home, gone, person, first, exportTo, run, client }
}

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name))
      .map((path) => [relative(folder, path), readFileSync(path, 'latin1')]),
  )

/** An attacker who changes a file also changes its hash. */
function forge(folder: string, path: string, change: (text: string) => string): void {
  const full = join(folder, path)
  const [before, sums] = [readFileSync(full), join(folder, 'SHA256SUMS')]
  writeFileSync(full, change(before.toString()))
  writeFileSync(sums, readFileSync(sums, 'utf8').replace(sha256Of(before), sha256Of(readFileSync(full))))
}

async function isEmptyThere(tenantId: string): Promise<boolean> {
  const owner = openSql(ownerUrl)
  try {
    const rows = Object.values(await rowsPerTable(owner, tenantId)).flat()
    return rows.length === 0 && (await owner`select from directory.tenants where id = ${tenantId}`).length === 0
  } finally {
    await owner.end()
  }
}

it('an imported firm exports the same files, with one more audit entry', async () => {
  const { tenantId, first, exportTo, run, home, gone, admin, investor: reader } = await setupExport()
  expect(await run()).toMatchObject({ tenantId, files: 1 })
  const second = filesIn(await exportTo(there, 'second'))
  const original = filesIn(first)
  const own = ['README.txt', 'SHA256SUMS', 'audit-heads.csv', 'audit-events.csv']
  const without = (files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).filter(([path]) => !own.includes(path)))
  expect(without(second)).toEqual(without(original))
  const [before, after] = [original['audit-events.csv']!, second['audit-events.csv']!]
  expect(after.slice(0, before.length)).toBe(before)
  expect(after.slice(before.length).match(/tenants\.import/g)).toHaveLength(1)
  expect(await verifyTrail(there.database, testAuditKeys, tenantId, [])).toMatchObject({ findings: [] })
  await expect(run()).rejects.toThrow(`The firm ${tenantId} already exists`)

  const deviceOf = async ({ userId }: { readonly userId: string }) =>
    as(there, { cookie: `holdfast=${await there.sessions.begin({ id: userId, tenantId })}` })
  const [staff, person] = [await deviceOf(admin), await deviceOf(reader)]
  expect(foldRows((await staff.pull()).rows).get(`projects ${home.id}`)).toMatchObject({ location: '=1+1' })
  expect((await person.pull()).rows.map(([entity]) => entity)).toContain('investments')
  expect(await staff.push(change(restore('projects', gone.id)))).toMatchObject([{ verdict: 'applied' }])
  expect(await verifyTrail(there.database, testAuditKeys, tenantId, [])).toMatchObject({ findings: [] })
})

it('a device of the firm meets a new epoch and loads all rows again', async () => {
  const { tenantId, client, run, admin } = await setupExport()
  const before = await client.pull()
  await run()
  const cookie = `holdfast=${await there.sessions.begin({ id: admin.userId, tenantId })}`
  const device = as(there, { cookie })
  const query = new URLSearchParams({ after: String(before.to), epoch: before.epoch, scope: before.scope })
  const response = await device.get(`/api/sync/feed?${query.toString()}`)
  expect([response.status, await response.json()]).toMatchObject([409, { code: 'EPOCH' }])
  const again = await device.pull()
  expect(foldRows(again.rows)).toEqual(foldRows(before.rows))
})

it.each([
  ['a changed table', (to: string) => appendFileSync(join(to, 'tables/projects.csv'), 'x'), 'does not have the hash'],
  ['a missing file', (to: string) => rmSync(join(to, 'tables/deals.csv')), 'Files are missing'],
  ['an additional file', (to: string) => writeFileSync(join(to, 'tables/more.csv'), ''), 'does not belong'],
  ['a link', (to: string) => asLink(join(to, 'firm.csv')), 'does not belong'],
  ['a path out of the folder', (to: string) => forge(to, 'files.csv', outOfFolder), /row of file \S+ is invalid/],
  [
    'a path in the sums',
    (to: string) => appendFileSync(join(to, 'SHA256SUMS'), `${'0'.repeat(64)}  ../x\n`),
    'missing',
  ],
  ['an unknown column', (to: string) => forge(to, 'firm.csv', (text) => `isDemo,${text}`), 'the columns are not those'],
  [
    'an altered entry',
    (to: string) => forge(to, 'audit-records.csv', (text) => text.replace(/PERSON|person/, 'other')),
    'was altered',
  ],
  [
    'a shorter trail',
    (to: string) => forge(to, 'audit-records.csv', (text) => `${text.split('\r\n').slice(0, -2).join('\r\n')}\r\n`),
    'cut off',
  ],
  [
    'the trail of another firm',
    (to: string) => forge(to, 'firm.csv', (text) => text.replace(/[0-9a-f-]{36}/, newId())),
    'another firm',
  ],
  [
    'an unknown role',
    (to: string) => forge(to, 'tables/users.csv', (text) => text.replace('INVESTOR', 'ROOT')),
    'ROOT is not one of',
  ],
  [
    'an invalid number',
    (to: string) => forge(to, 'tables/projects.csv', (text) => text.replace(/,(\d+),/, ',1e99,')),
    'is not a number',
  ],
  ['a row twice', (to: string) => forge(to, 'tables/investors.csv', twice), 'duplicate key'],
  [
    'a reference to a missing row',
    (to: string) => forge(to, 'tables/projects.csv', (text) => `${text.split('\r\n')[0]}\r\n`),
    /foreign key|could not commit transaction for shard/,
  ],
])('refuses %s, and writes nothing', async (_, change, message) => {
  const { tenantId, first, run } = await setupExport()
  change(first)
  await expect(run()).rejects.toThrow(message)
  expect(await isEmptyThere(tenantId)).toBe(true)
})

const asLink = (path: string): void => {
  renameSync(path, `${path}.moved`)
  symlinkSync(`${path}.moved`, path)
}
const outOfFolder = (text: string): string => text.replace(/files\/[^,\r]*/, 'files/../../../etc/passwd')
const twice = (text: string): string => `${text}${text.split('\r\n')[1]}\r\n`

it('refuses a trail whose key this server lacks', async () => {
  const { tenantId, run } = await setupExport()
  const auditKeys = createAuditKeys(() => [{ id: 'other', bytes: Buffer.alloc(32, 1) }])
  await expect(run(undefined, { auditKeys })).rejects.toThrow('sealed under the key test, which is not here')
  expect(await isEmptyThere(tenantId)).toBe(true)
})

it('refuses an e-mail address or a person that another firm has', async () => {
  const { tenantId, admin, manager, run } = await setupExport()
  const other = await createFirm(there)
  const { directory } = there.database
  await directory`update directory.users set email = ${admin.email} where id = ${other.admin.userId}`
  await expect(run()).rejects.toThrow(`The e-mail address ${admin.email} already exists`)
  await directory`update directory.users set email = 'other@example.com', id = ${manager.userId} where id = ${other.admin.userId}`
  await expect(run()).rejects.toThrow(`The person ${manager.userId} already exists`)
  expect(await isEmptyThere(tenantId)).toBe(true)
})

it('a failed run leaves no firm, and the next run imports everything', async () => {
  const { tenantId, run, exportTo, first } = await setupExport()
  const { database } = there
  const directory = new Proxy(database.directory, {
    get: (target, name) =>
      name === 'begin' ? () => Promise.reject(new Error('killed')) : (Reflect.get(target, name) as unknown),
  })
  const broken = [
    { store: { ...there.files, keep: () => Promise.reject(new Error('killed')) } },
    { events: { writeWith: () => Promise.reject(new Error('killed')) } },
    { database: { ...database, directory } },
  ]
  for (const changed of broken) {
    await expect(run(undefined, changed)).rejects.toThrow('killed')
    expect(await database.directory`select from directory.tenants where id = ${tenantId}`).toHaveLength(0)
    expect(await database.directory`select from directory.users where tenant_id = ${tenantId}`).toHaveLength(0)
  }
  await run()
  expect(filesIn(await exportTo(there, 'second'))['tables/projects.csv']).toBe(filesIn(first)['tables/projects.csv'])
})

it('every column that exports omit gets a valid value', () => {
  const seals = { ...server.seals, seal: () => 'sealed' }
  for (const entity of exportedEntities) {
    const row = createRowReader(
      entity,
      'tenant',
      seals,
    )(Object.fromEntries(exportedNames(entity).map((name) => [name, null])))
    for (const name of leftOutFields(entity))
      expect([entity.name, name, entity.fields[name]!.nullable || row[name] !== null]).toEqual([
        entity.name,
        name,
        true,
      ])
  }
})
