import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSql } from '#server/db/postgres/open-sql.ts'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { createAttempts } from '#server/auth/attempts.ts'
import { openDatabase } from '#server/db/connect/database.ts'
import { createFirm, openTenant } from '#server/firms/create-firm.ts'
import { createBackgroundTasks } from '#server/records/background-tasks.ts'
import { createEvents } from '#server/records/audit/events.ts'
import { createAuditKeys } from '#server/secrets/audit-keys.ts'
import { openKeys } from '#server/secrets/keys.ts'
import { oidcSecretAad } from '#server/secrets/aad.ts'
import { createSeals } from '#server/secrets/seal.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { adminResult } from './admin/admin-result.ts'
import { createPrograms } from './processes/admin-process.ts'

const { ownerUrl, drop } = await createTestDatabase()
const owner = openSql(ownerUrl)
afterAll(async () => {
  await owner.end()
  await drop()
})

const settings = { DATABASE_URL: ownerUrl, DEMO: '' }

const admin = (...args: string[]) => adminResult(settings, ...args)

function setupDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'admin-'))
  process.env['DATA_DIR'] = folder
  onTestFinished(() => {
    delete process.env['DATA_DIR']
    rmSync(folder, { recursive: true })
  })
  return folder
}

const epochs = () =>
  owner<{ began: string; open: boolean | null }[]>`
    select began, recovers_until > now() as open from epochs order by ordinal`

it('begins a new epoch for a firm, and ends its recovery', async () => {
  expect(await admin('create-firm', '--name', 'Quay', '--email', 'ada@example.com')).toMatchObject({ code: 0 })
  expect(await epochs()).toMatchObject([{ began: '0', open: null }])
  const [wrong, none] = [await admin('new-epoch', '--firm', 'Port'), await admin('new-epoch')]
  expect(wrong).toEqual({ output: 'There is no firm called Port', code: 1 })
  expect(none).toEqual({ output: expect.stringContaining('Usage:'), code: 1 })
  expect(await admin('new-epoch', '--firm', 'Quay')).toMatchObject({ code: 0 })
  expect(await epochs()).toMatchObject([{ open: null }, { began: '0', open: true }])
  expect(await admin('end-recovery', '--firm', 'Quay')).toMatchObject({ code: 0 })
  expect(await epochs()).toMatchObject([{ open: null }, { open: false }])
})

it('prints a result with exit code 0, and a mistake with 1', async () => {
  const { adminWith } = createPrograms()
  const ends = [adminWith(settings, 'users', '--firm', 'Quay'), adminWith(settings, 'users', '--firm', 'Port')]
  expect(await Promise.all(ends.map(({ ended }) => ended))).toEqual([
    { output: '\n', code: 0 },
    { output: 'There is no firm called Port\n', code: 1 },
  ])
})

it('lists the people of one firm', async () => {
  expect(await admin('users', '--firm', 'Nowhere')).toEqual({ output: 'There is no firm called Nowhere', code: 1 })
  const at = new Date().toISOString()
  const [firm] = await owner<{ id: string }[]>`select id from directory.tenants where name = 'Quay'`
  await owner`insert into directory.users (id, tenant_id, email, role, password_hash, created_at, updated_at) values
    (gen_random_uuid(), ${firm!.id}, 'ada@example.com', 'ADMIN', 'HASH', ${at}, ${at}),
    (gen_random_uuid(), gen_random_uuid(), 'foreign@example.com', 'ADMIN', 'HASH', ${at}, ${at})`
  const output = 'ada@example.com  ADMIN  active  never signed in'
  expect(await admin('users', '--firm', 'Quay')).toEqual({ output, code: 0 })
  const { output: reset } = await admin('reset-password', '--email', 'Ada@example.com')
  expect(reset).toMatch(
    /^Ada@example\.com opens this link within a day:\nhttp:.*\/api\/auth\/reset\?token=operator\.[\w-]{43}$/,
  )
  expect(await admin('reset-password', '--email', 'nobody@example.com')).toMatchObject({ code: 1 })
})

it('unlock ends the pauses of a person and of an address', async () => {
  const database = await openDatabase(ownerUrl, 2)
  onTestFinished(() => database.close())
  const attempts = createAttempts(database, database.clock.now, () => 1)
  const by = (account: string, address: string) => ({ account, address, device: undefined })
  const [ada, address] = ['locked@example.com', '2001:db8:1:2::3']
  const isLocked = async (account: string, from: string) =>
    typeof (await attempts.begin(by(account, from))) === 'number'
  for (const from of [address, '192.0.2.7']) await attempts.begin(by(ada, from))
  for (let i = 0; i < 3; i++) await attempts.begin(by(`other${i}@example.com`, address))
  expect([await isLocked(ada, '192.0.2.7'), await isLocked('new@example.com', address)]).toEqual([true, true])
  expect(await admin('unlock')).toMatchObject({ code: 1, output: expect.stringContaining('Usage:') as string })
  expect(await admin('unlock', 'Locked@example.com')).toMatchObject({ code: 0 })
  expect([await isLocked(ada, '192.0.2.7'), await isLocked('new@example.com', address)]).toEqual([false, true])
  expect(await admin('unlock', '2001:db8:1:2:ffff::')).toMatchObject({ code: 0 })
  expect(await isLocked('new@example.com', address)).toBe(false)
})

it('seals every secret under a new key', async () => {
  const DATA_DIR = setupDataFolder()
  const seals = createSeals(openKeys({ DATA_DIR }, () => new Date()))
  const [firm] = await owner<{ id: string }[]>`select id from directory.tenants where name = 'Quay'`
  const aad = oidcSecretAad(firm!.id)
  const first = seals.newest()
  await owner`update directory.tenants set oidc_client_secret_encrypted = ${seals.seal('hush', aad)} where id = ${firm!.id}`
  expect(await admin('rotate-keys', '--new-key')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^1 secrets were sealed anew/) as string,
  })
  const [row] = await owner<{ sealed: string }[]>`
    select oidc_client_secret_encrypted as sealed from directory.tenants where id = ${firm!.id}`
  expect([seals.open(row!.sealed, aad), seals.keyOf(row!.sealed) === first]).toEqual(['hush', false])
})

it('verify-audit reports an intact trail, or the broken entry with exit code 1', async () => {
  setupDataFolder()
  expect((await admin('verify-audit', '--firm', 'Nowhere')).code).toBe(1)
  const before = await admin('verify-audit', '--firm', 'Quay')
  expect(before).toEqual({
    output: expect.stringMatching(/Nothing was found. But .* Quay: whether/) as string,
    code: 0,
  })
  expect(before.output).not.toContain('as it was written')
  const wrong = [await admin('verify-audit', '--unkeyed-until', '2')]
  wrong.push(await admin('verify-audit', '--firm', 'Quay', '--unkeyed-until', 'x'))
  expect(wrong).toEqual(Array(2).fill({ output: expect.stringContaining('Usage:') as string, code: 1 }))
  const [firm] = await owner<{ id: string }[]>`select id from directory.tenants where name = 'Quay'`
  await owner`insert into audit_events (tenant_id, place, id, action, entity_type, details, timestamp, key_id, hash, previous_hash)
    values (${firm!.id}, 1, gen_random_uuid(), 'sessions.signIn', 'users', '{}', now(), 'none', 'x', 'y')`
  const after = await admin('verify-audit')
  expect(after.code).toBe(1)
  expect(after.output).toMatch(
    /Quay: events, position 1: entry [\w-]{36} is sealed under the key none, which is not here/,
  )
  expect(after.output).toContain('Quay: events, position 1: the entry the row with the head of the chain is missing')
})

it('verify-audit finds what was altered, removed, reordered or cut off, in each firm', async () => {
  const DATA_DIR = setupDataFolder()
  const database = await openDatabase(ownerUrl)
  onTestFinished(() => database.close())
  const now = () => new Date()
  const auditKeys = createAuditKeys(openKeys({ DATA_DIR }, now))
  const backgroundTasks = createBackgroundTasks((error) => expect.unreachable(String(error)))
  const events = createEvents({ database, auditKeys, backgroundTasks, now })
  const event = {
    action: 'sessions.signIn',
    outcome: 'done',
    entityType: 'users',
    entityId: null,
    userId: null,
  } as const
  const setupChain = async (name: string): Promise<string> => {
    const tenantId = await openTenant(database)
    await createFirm(database, tenantId, name, [], now())
    for (let i = 0; i < 5; i++) await events.write(tenantId, { ...event, details: { i } })
    return tenantId
  }
  const move = (tenantId: string, from: number, to: number) =>
    owner`update audit_events set place = ${to} where tenant_id = ${tenantId} and place = ${from}`
  const tamper: Readonly<Record<string, (tenantId: string) => Promise<unknown>>> = {
    Whole: async () => {},
    Altered: (id) => owner`update audit_events set action = 'sessions.signOut' where tenant_id = ${id} and place = 3`,
    Removed: (id) => owner`delete from audit_events where tenant_id = ${id} and place = 3`,
    Reordered: async (id) => {
      await move(id, 2, 0)
      await move(id, 3, 2)
      await move(id, 0, 3)
    },
    Cut: (id) => owner`delete from audit_events where tenant_id = ${id} and place > 3`,
  }
  for (const [name, change] of Object.entries(tamper)) await change(await setupChain(name))
  const { output, code } = await admin('verify-audit')
  expect(code).toBe(1)
  const found = output
    .split('\n')
    .filter((line) => /^(Whole|Altered|Removed|Reordered|Cut): events, position/.test(line))
  expect(found.map((line) => line.replace(/entry [\w-]{36}/, 'entry ID')).toSorted()).toEqual([
    'Altered: events, position 3: entry ID was altered',
    'Cut: events, position 4: the entry is missing: the chain was written up to position 5 and is cut off after position 3',
    'Removed: events, position 3: the entry is missing',
    'Reordered: events, position 2: entry ID was moved: it was written at position 3',
    'Reordered: events, position 3: entry ID was moved: it was written at position 2',
  ])
})

it('frees an e-mail from the account that has it, once', async () => {
  setupDataFolder()
  const refused = expect.stringContaining('Secrets of this database are sealed under the key') as string
  expect(await admin('free-email', 'Ada@example.com')).toEqual({ output: refused, code: 1 })
  expect(await admin('adopt')).toMatchObject({ code: 0 })
  const output = await admin('free-email', 'Ada@example.com')
  expect(output).toMatchObject({ code: 0, output: expect.stringContaining('Ada@example.com is free') as string })
  const freed = await owner`select is_active, password_hash from directory.users where email like '%@freed.invalid'`
  expect(freed).toEqual([{ is_active: false, password_hash: null }])
  const acts = await owner`select details->>'by' as by from audit_logs where action = 'users.freeEmail'`
  expect(acts).toEqual([{ by: 'operator' }])
  expect(await admin('free-email', 'ada@example.com')).toMatchObject({ code: 1 })
})
