import { expect, it, onTestFinished } from 'vitest'
import { entities, tenantEntities } from '#schema/registry.ts'
import { openSql } from '#server/db/postgres/open-sql.ts'
import { verifyTrail } from '#server/entities/audit-logs/verify-trail.ts'
import { purgeRows } from '#server/records/write/purge-rows.ts'
import { fieldsOfRule, textFields } from '#server/records/rows/personal-fields.ts'
import { create, investment, investor, project, remove, update } from '#server/test/changes.ts'
import { as, foldRows } from '#server/test/device.ts'
import { rowsPerTable } from '#server/test/fill-tables.ts'
import { createFirm, signUp } from '#server/test/firm.ts'
import { setupServer, testAuditKeys } from '#server/test/server.ts'
import { erasePerson, findPerson } from './erase-person.ts'

const server = await setupServer()

async function setupPerson() {
  const owner = openSql(server.ownerUrl)
  onTestFinished(() => owner.end())
  const { tenantId, admin } = await createFirm(server)
  const person = await signUp(server, tenantId, 'PORTFOLIO_MANAGER')
  const email = `ines-${tenantId}@secret.example`
  await server.database.directory`
    update directory.users set email = ${email}, first_name = 'Zephyrine' where id = ${person.userId}`
  const client = as(server, admin)
  const fields = {
    firstName: 'Zephyrine',
    email,
    phone: '+90 555 123 45 67',
    address: 'Inesville',
  }
  const [ines, other, home] = [
    investor(fields),
    investor({ firstName: 'Zephyrine', email: 'o@example.com' }),
    project(),
  ]
  const referrer = create('referrals', { name: 'Zephyrine', email: email.toUpperCase(), investorId: ines.id })
  const paid = investment(home.id, ines.id, { amount: '1234.00' })
  await client.write(home, ines, other, referrer, paid)
  await client.write(update('investors', ines.id, { notes: 'whispered' }, { notes: null }))
  const contact = { phone: '+90 555 765 43 21', email: `former-${tenantId}@secret.example` }
  await client.write(update('investors', ines.id, contact, { phone: fields.phone, email }))
  await client.write(update('investors', ines.id, { phone: fields.phone, email }, contact))
  // Not hexadecimal, so that no id or hash contains its end.
  const account = { bankName: 'Inesville', accountNumber: 'DE-1234WXYZ' }
  await as(server, person).post('/api/bank-accounts', account)
  await client.post('/api/user-invitations', { email: `${email}.org`, role: 'INVESTOR' })
  const find = () => findPerson(server, tenantId, email.toUpperCase())
  const erase = async () => erasePerson(server, tenantId, await find())
  const verify = async () =>
    (await verifyTrail(server.database, testAuditKeys, tenantId, [])).findings.filter(
      ({ chain }) => chain === 'records',
    )
  return { owner, email, tenantId, admin, person, client, ines, other, referrer, paid, account, find, erase, verify }
}

it('erases contact data in every table, and keeps ids, amounts and what belongs to others', async () => {
  const { owner, email, tenantId, client, person, ines, other, referrer, paid, account, erase, verify, find } =
    await setupPerson()
  const before = await client.pull()
  const found = await find()
  expect(found.people.map(({ id }) => id).toSorted()).toEqual([person.userId, ines.id, referrer.id].toSorted())
  expect(await erase()).toMatchObject({ rows: expect.any(Number) as number, entries: expect.any(Number) as number })
  const left = Object.entries(await rowsPerTable(owner, tenantId))
  const holding = (word: string) =>
    left.filter(([, rows]) => rows.some((row) => row.includes(word))).map(([table]) => table)
  for (const word of [
    '+90 555 123 45 67',
    '+90 555 765 43 21',
    `former-${tenantId}`,
    'Inesville',
    account.accountNumber,
    'WXYZ',
    'whispered',
  ])
    expect([word, holding(word)]).toEqual([word, []])
  // Another person has the same first name, and another address begins with the same text.
  expect(holding('Zephyrine').toSorted()).toEqual(['activities', 'audit_logs', 'investors'])
  expect(left.flatMap(([, rows]) => rows).filter((row) => row.replaceAll(`${email}.org`, '').includes(email))).toEqual(
    [],
  )
  expect(await verify()).toEqual([])
  const pulled = foldRows((await client.pull(before)).rows)
  expect(pulled.get(`investors ${ines.id}`)).toMatchObject({ firstName: '—', phone: null, totalInvested: '1234.00' })
  expect(pulled.has(`investors ${other.id}`)).toBe(false)
  const all = foldRows((await client.pull()).rows)
  expect(all.get(`investments ${paid.id}`)).toMatchObject({ amount: '1234.00', investorId: ines.id })
  expect(all.get(`investors ${other.id}`)).toMatchObject({ firstName: 'Zephyrine' })
  expect((await as(server, person).get('/api/auth/user')).status).toBe(401)
  expect(await findPerson(server, tenantId, ines.id)).toMatchObject({ people: found.people, contacts: [] })
})

it('erases once: a second run changes no row', async () => {
  const { tenantId, ines, erase, verify } = await setupPerson()
  await erase()
  const again = await findPerson(server, tenantId, ines.id)
  expect(await erasePerson(server, tenantId, again)).toEqual({ rows: 0, entries: 0 })
  expect(await verify()).toEqual([])
})

it('verifying the trail finds an altered entry that looks erased', async () => {
  const { owner, tenantId, ines, other, erase, verify } = await setupPerson()
  await erase()
  const alter = (id: string, path: string, value: string) => owner`
    update audit_logs set details = jsonb_set(details, ${path}::text::text[], ${value}::text::jsonb)
    where tenant_id = ${tenantId} and entity_id = ${id} and action = 'investors.create'`
  await alter(other.id, '{after,firstName}', `"erased:${'0'.repeat(64)}"`)
  expect(await verify()).toMatchObject([{ problem: 'was altered: no purge or erasure lists it' }])
  await alter(other.id, '{after,firstName}', '"Zephyrine"')
  expect(await verify()).toEqual([])
  await alter(ines.id, '{after,kycStatus}', '"VERIFIED"')
  expect((await verify()).length).toBeGreaterThan(0)
})

it('verifying the trail finds an erased entry that was restored, and an erasure whose list is gone', async () => {
  const { owner, tenantId, ines, erase, verify } = await setupPerson()
  const entries = await owner<{ id: string; details: object }[]>`
    select id, details from audit_logs where tenant_id = ${tenantId} and entity_id = ${ines.id}`
  await erase()
  const erased = await owner<{ id: string; details: object }[]>`
    select id, details from audit_logs where tenant_id = ${tenantId} and entity_id = ${ines.id} and action not like '%.erase'`
  const [entry] = entries
  await owner`update audit_logs set details = ${owner.json(entry!.details as never)} where id = ${entry!.id}`
  expect(await verify()).toMatchObject([{ problem: 'lists an emptied entry that is missing or was altered again' }])
  const same = erased.find(({ id }) => id === entry!.id)!
  await owner`update audit_logs set details = ${owner.json(same.details as never)} where id = ${entry!.id}`
  expect(await verify()).toEqual([])
  await owner`
    update audit_logs set details = details - 'emptied' where tenant_id = ${tenantId} and action like '%.erase'`
  expect((await verify()).length).toBeGreaterThan(0)
})

it('an erased record can be purged and erased again, and its trail stays valid', async () => {
  const { owner, tenantId, client, ines, erase, verify } = await setupPerson()
  await erase()
  await client.write(remove('investors', ines.id))
  const purge = { kind: 'job', tenantId, job: 'purge' } as const
  expect(await purgeRows(server, purge, server.now())).toBe(true)
  expect(await owner`select from investors where id = ${ines.id} and email = ''`).toHaveLength(1)
  expect(await verify()).toEqual([])
  await erasePerson(server, tenantId, await findPerson(server, tenantId, ines.id))
  expect(await owner`select from investors where id = ${ines.id} and email = ''`).toHaveLength(1)
  expect(await verify()).toEqual([])
})

it('is refused while held changes of a revoked device name the person', async () => {
  const { tenantId, admin, ines, erase } = await setupPerson()
  await server.database.tenant(tenantId, (tx) =>
    tx.query(
      `insert into held_changes (tenant_id, id, user_id, session_id, change, state, created_at)
values ($1, gen_random_uuid(), $2, gen_random_uuid(), $3, 'HELD', now())`,
      [tenantId, admin.userId, JSON.stringify({ ops: [{ id: ines.id }] })],
    ),
  )
  await expect(erase()).rejects.toThrow('Accept or reject them first')
})

it('does not find people of another firm', async () => {
  const { ines, email } = await setupPerson()
  const { tenantId } = await createFirm(server)
  expect(await findPerson(server, tenantId, ines.id)).toEqual({ people: [], contacts: [] })
  expect(await findPerson(server, tenantId, email)).toMatchObject({ people: [] })
})

/** Texts of the books, the firm or the program, which an erasure keeps. A new text must be erased or listed here. */
const keptTexts: Readonly<Record<string, readonly string[]>> = {
  projects: ['name', 'description', 'notes', 'location'],
  investors: ['kycStatus', 'kycDocuments'],
  investments: ['projectName'],
  documents: ['name', 'type', 'url', 'fileName', 'mimeType', 'sha256'],
  referrals: ['earlierPauses'],
  referralAttachments: ['documentName', 'documentUrl', 'description', 'notes', 'fileName', 'mimeType', 'sha256'],
  cashFlows: ['description'],
  valuations: ['notes'],
  commissions: ['description'],
  deals: ['name', 'description', 'industry', 'location'],
  documentSignatures: ['signerRole', 'subject'],
  exchangeRates: ['source'],
  savedViews: ['list'],
  notifications: ['titleKey', 'params', 'url'],
  activities: ['source', 'action', 'entityType', 'belongedTo', 'changes'],
  auditLogs: ['action', 'entityType', 'details', 'keyId', 'hash', 'previousHash'],
  analyticsData: ['type', 'data'],
  pushSubscriptions: ['auth'],
  userInvitations: ['token'],
  sessions: ['sid'],
}

it('every text of every entity is erased or kept on purpose', () => {
  const kept = Object.fromEntries(
    entities.flatMap((entity) => {
      const erased = new Set(entity.personal.flatMap((rule) => fieldsOfRule(entity, rule)))
      const names = textFields(entity).filter((name) => !erased.has(name))
      return names.length ? [[entity.name, names]] : []
    }),
  )
  expect(kept).toEqual(keptTexts)
  for (const entity of tenantEntities)
    for (const rule of entity.personal)
      expect(rule.of === 'self' || ['user', 'reference'].includes(entity.fields[rule.of]!.storage.kind)).toBe(true)
})
