import { readdirSync, readFileSync } from 'node:fs'
import { openSql } from '#server/db/postgres/open-sql.ts'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { createEmptyDatabase } from '#server/test/database.ts'
import { ensureRoles } from './connect/roles.ts'

const { ownerUrl, drop } = await createEmptyDatabase()
const owner = openSql(ownerUrl)
afterAll(async () => {
  await owner.end()
  await drop()
})

const folder = new URL('./migrations/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))

async function migrateWith(names: readonly string[]): Promise<void> {
  await owner.begin(async (sql) => {
    for (const name of names)
      for (const statement of readFileSync(new URL(name, folder), 'utf8').split('--> statement-breakpoint'))
        await sql.unsafe(statement)
  })
}

it('documents, valuations, rates and preferences of the first version get their values and new numbers, audit entries their places', async () => {
  await ensureRoles(owner, ownerUrl)
  await migrateWith(files.filter((name) => name < '0002'))
  const [tenant, project, investor] = [uuidv7(), uuidv7(), uuidv7()]
  const ids = {
    sheet: uuidv7(),
    contract: uuidv7(),
    value: uuidv7(),
    early: uuidv7(),
    older: uuidv7(),
    newer: uuidv7(),
    me: uuidv7(),
    you: uuidv7(),
  }
  const stamps = (id: string, n: number) => ({
    tenant_id: tenant,
    id,
    n,
    created_at: '2026-01-01Z',
    updated_at: '2026-01-01Z',
  })
  const insert = (table: string, ...rows: Record<string, unknown>[]) =>
    owner`insert into ${owner(table)} ${owner(rows)}`
  await owner`insert into directory.tenants (id, name, created_at) values (${tenant}, 'Firm', now())`
  await insert('tenant_numbers', { tenant_id: tenant, n: 9, audit_hash: '' })
  await insert('projects', { ...stamps(project, 1), name: 'Harbour', type: 'COMMERCIAL' })
  await insert('investors', { ...stamps(investor, 1), first_name: 'Ines', email: 'ines@example.com' })
  await insert('investments', {
    ...stamps(uuidv7(), 2),
    project_id: project,
    investor_id: investor,
    amount: '150.00',
    status: 'FUNDED',
    investment_date: '2025-01-15',
  })
  const document = { project_id: project, shown: true, shown_since: 3 }
  await insert(
    'documents',
    { ...stamps(ids.sheet, 3), ...document, name: 'Sheet', type: 'FACT_SHEET' },
    { ...stamps(ids.contract, 3), ...document, name: 'Contract', type: 'CONTRACT' },
  )
  await insert(
    'valuations',
    { ...stamps(ids.value, 4), project_id: project, nav: '180.00', valuation_date: '2025-01-15' },
    { ...stamps(ids.early, 4), project_id: project, nav: '180.00', valuation_date: '2025-01-14' },
  )
  const rate = { from_currency: 'USD', to_currency: 'AED', rate: '3.6725', date: '2026-01-01' }
  await insert('exchange_rates', { ...stamps(ids.older, 5), ...rate }, { ...stamps(ids.newer, 6), ...rate })
  await insert(
    'user_preferences',
    { ...stamps(ids.me, 7), user_id: uuidv7(), time_zone: 'Europe/Istanbul', date_format: 'DD.MM.YYYY' },
    { ...stamps(ids.you, 8), user_id: uuidv7(), time_zone: 'Mars/Olympus', date_format: 'D' },
  )

  const [first, second] = ['1'.repeat(64), '2'.repeat(64)]
  const entry = { action: 'create', entity_type: 'projects', details: '{}', timestamp: '2026-01-01Z' }
  await insert(
    'audit_logs',
    { ...stamps(uuidv7(), 2), ...entry, hash: second, previous_hash: first },
    { ...stamps(uuidv7(), 1), ...entry, hash: first, previous_hash: '0'.repeat(64) },
    { ...stamps(uuidv7(), 3), ...entry, hash: 'x', previous_hash: 'y' },
  )

  await migrateWith(files.filter((name) => name >= '0002' && name < '0043'))
  const bound = { tenant_id: tenant, created_at: '2026-01-01Z', updated_at: '2026-01-01Z' }
  for (const [email, hash] of [
    ['ines@example.com', 'one'],
    ['heir@example.com', 'one'],
    ['mia@example.com', 'two'],
  ] as const)
    await insert('directory.users', { ...bound, id: uuidv7(), email, provider_hash: hash })
  const verdict = { tenant_id: tenant, user_id: uuidv7(), hash: 'x', at: '2026-01-01Z' }
  for (const answer of ['v1.test.sealed', uuidv7(), null])
    await insert('verdicts', { ...verdict, id: uuidv7(), result: { verdict: 'applied', ...(answer && { answer }) } })
  await migrateWith(files.filter((name) => name >= '0043'))

  const rowsOf = async (table: string, columns: string) =>
    (await owner.unsafe(`select n::int, ${columns} from ${table} order by n, 2`)).map((row) => Object.values(row))
  expect(await rowsOf('documents', 'id, audience, shown, shown_since::int')).toEqual([
    [11, ids.sheet, 'INVESTORS', true, 3],
    [11, ids.contract, 'STAFF', false, 3],
  ])
  expect(await rowsOf('valuations', 'id, value_ratio')).toEqual([
    [4, ids.early, null],
    [12, ids.value, '1.200000'],
  ])
  expect(await rowsOf('exchange_rates', 'id, deleted_at is null')).toEqual([
    [6, ids.newer, true],
    [10, ids.older, false],
  ])
  expect(await rowsOf('user_preferences', 'id, time_zone, date_format')).toEqual([
    [7, ids.me, 'Europe/Istanbul', 'DD.MM.YYYY'],
    [13, ids.you, 'UTC', 'MM/DD/YYYY'],
  ])
  expect(
    await owner`select email, provider_hash as hash from directory.users where provider_hash is not null`,
    'who shared an identity is bound again',
  ).toEqual([{ email: 'mia@example.com', hash: 'two' }])
  expect(await owner`select tenant_id, key from jobs where kind = 'ratioRenewal' and run_at <= now()`).toEqual([
    { tenant_id: tenant, key: '' },
  ])
  expect(await owner`select id from verdicts where result ->> 'answer' like 'v1.%'`).toEqual([])
  expect(await owner`select id from verdicts`, 'what devices and accounts need stays').toHaveLength(2)
  expect(await rowsOf('tenant_numbers', 'tenant_id, audit_place, audit_seal')).toEqual([[13, tenant, 2, '']])
  expect(await rowsOf('audit_logs', 'place, key_id'), 'in the order of the chain').toEqual([
    [1, 1, null],
    [2, 2, null],
    [3, null, null],
  ])
})
