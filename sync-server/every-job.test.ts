import { readFileSync } from 'node:fs'
import { openSql } from '#server/db/postgres/open-sql.ts'
import { afterAll, expect, it } from 'vitest'
import { Unavailable } from './db/connect/unavailable.ts'
import { jobsOf } from './jobs.ts'
import type { Job, JobKind } from './jobs/job.ts'
import { createWorker } from './jobs/worker.ts'
import { asPerson } from './records/actor.ts'
import { changeDirectory } from './records/write/directory-actions.ts'
import { change, create, investment, investor, project, remove } from './test/changes.ts'
import { as, type Device } from './test/device.ts'
import { createFirm, link } from './test/firm.ts'
import { pdf } from './test/sample-files.ts'
import { setupServer } from './test/server.ts'
import { uploading } from './test/uploading.ts'
import { noPush } from './test/services/push-service.ts'

const server = await setupServer()
const owner = openSql(server.ownerUrl)
afterAll(() => owner.end())

const heads = new Set<string>()
const jobs: Readonly<Record<string, JobKind>> = jobsOf({
  files: server.files,
  writeHead: async (line) => void heads.add(line),
  push: noPush,
})

const recurring = Object.keys(jobs).filter((kind) => jobs[kind]!.everyMs !== undefined || jobs[kind]!.findFirms)

async function setupFirm() {
  const { tenantId, admin } = await createFirm(server)
  const staff = as(server, admin)
  const contact = create('referrals', { name: 'Rana' })
  const [harbour, quay, ines] = [
    project(),
    project(),
    investor({ referralId: contact.id, kycStatus: 'APPROVED', kycReviewOn: '2026-06-30' }),
  ]
  const terms = { commissionPercentage: '1.50', frequency: 'QUARTERLY' }
  const document = create('documents', { name: 'Plan', projectId: harbour.id })
  await staff.write(contact, harbour, quay, ines, document)
  await staff.write(create('referralCommissions', { referralId: contact.id, projectId: harbour.id, ...terms }))
  await staff.write(
    investment(harbour.id, ines.id, { status: 'FUNDED', investmentDate: '2025-01-31' }),
    create('valuations', { projectId: harbour.id, nav: '5', valuationDate: '2025-02-28' }),
  )
  await owner`update investments set value = null, value_date = null, project_currency = null where tenant_id = ${tenantId}`
  await owner`delete from holding_values where tenant_id = ${tenantId}`
  await staff.push(change(project({ type: 'CASTLE' })))
  await staff.write(remove('projects', quay.id))
  const plan = { id: document.id, filename: 'plan.pdf', filetype: 'application/pdf' }
  expect((await uploading(server, admin).begin(plan, pdf(1_000).length)).status).toBe(201)
  await dropHeldChange(staff, { id: admin.userId, tenantId })
  await commitUnaudited(tenantId, admin.userId)
  server.clock.advance(200 * 86_400_000)
  return tenantId
}

async function dropHeldChange(staff: Device, person: { readonly id: string; readonly tenantId: string }) {
  const cookie = `holdfast=${await server.sessions.begin(person, 'Firefox/143.0')}`
  const devices = (await (await staff.get('/api/devices')).json()) as { id: string; device: string | null }[]
  const { id } = devices.find(({ device }) => device)!
  await staff.post(`/api/devices/${id}/revoke`, undefined)
  const held = change(project())
  expect((await as(server, { cookie }).send([held])).status).toBe(403)
  expect((await staff.post(`/api/held-changes/${held.id}/drop`, undefined)).status).toBe(200)
}

async function commitUnaudited(tenantId: string, userId: string): Promise<void> {
  const stopped = { ...server.database, tenant: () => Promise.reject(new Unavailable('The server stops')) }
  await changeDirectory({ ...server, database: stopped }, async (_, note) => {
    const actor = asPerson({ tenantId, userId, role: 'ADMIN', investorIds: [] })
    await note(actor, { entity: 'users', verb: 'update', entityId: userId, details: {} }, userId)
  })
}

async function stateOf(tenantId: string): Promise<Readonly<Record<string, unknown>>> {
  const tables = await owner<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.columns
    where column_name = 'tenant_id' and table_schema in ('public', 'directory') order by 1`
  expect(tables.length).toBeGreaterThan(30)
  const state: Record<string, unknown> = {}
  for (const { name } of tables)
    state[name] = await owner.unsafe(`select t::text from ${name} t where tenant_id = $1 order by 1`, [tenantId])
  return state
}

/** Returns whether it reports a change. */
async function run(tenantId: string, kind: string): Promise<boolean> {
  const now = server.now().toISOString()
  let job: Job = { tenantId, kind, key: '', payload: {}, doneAt: now }
  let hasReported = false
  let again = true
  while (again) {
    const { hasMore = false, hasChanged = false, payload = job.payload } = (await jobs[kind]!.run(server, job)) ?? {}
    job = { ...job, payload }
    hasReported ||= hasChanged
    again = hasMore
  }
  return hasReported
}

it('every recurring job reports what it changes, and changes nothing when it runs again', async () => {
  const tenantId = await setupFirm()
  const idle: string[] = []
  for (const kind of recurring) {
    const [before, headsBefore] = [JSON.stringify(await stateOf(tenantId)), heads.size]
    const hasReported = await run(tenantId, kind)
    const [after, headsAfter] = [await stateOf(tenantId), heads.size]
    const hasChanged = JSON.stringify(after) !== before
    if (!hasChanged && headsAfter === headsBefore) idle.push(kind)
    expect([kind, hasReported]).toEqual([kind, hasChanged && !jobs[kind]!.isUnaudited])
    expect([kind, await run(tenantId, kind)]).toEqual([kind, false])
    expect([await stateOf(tenantId), heads.size], `${kind} runs again`).toEqual([after, headsAfter])
  }
  expect(idle, 'jobs without work here').toEqual([])
})

const upgrade = readFileSync(new URL('./db/migrations/0051_ratio_renewal.sql', import.meta.url), 'utf8')

async function setupHoldings() {
  const { tenantId, admin, investor: person } = await createFirm(server)
  const [staff, reader] = [as(server, admin), as(server, person)]
  const ines = investor()
  const rate = (rate: string, date: string) =>
    create('exchangeRates', { fromCurrency: 'USD', toCurrency: 'TRY', rate, date })
  await staff.write(ines, rate('20', '2025-01-01'), rate('40', '2026-01-01'))
  await link(server, admin, person, ines.id)
  const projects = Array.from({ length: 51 }, () => project({ isVisibleToInvestors: true }))
  const values = { status: 'FUNDED', investmentDate: '2025-06-01' }
  await staff.push(
    ...projects.map((home) =>
      change(
        home,
        investment(home.id, ines.id, { ...values, amount: '1000' }),
        investment(home.id, ines.id, { ...values, amount: '20000', currency: 'TRY' }),
        create('valuations', { projectId: home.id, nav: '3000', valuationDate: '2026-02-01' }),
      ),
    ),
  )
  return { tenantId, person, reader }
}

it('after an upgrade shares and ratios are recomputed, and devices receive the differences', async () => {
  const { tenantId, person, reader } = await setupHoldings()
  const { tenantId: other } = await setupHoldings()
  const before = await reader.pull()
  const otherState = await stateOf(other)
  await owner`update investments set value_ratio = case when currency = 'USD' then 3 end where tenant_id = ${tenantId}`
  await owner`update valuations set value_ratio = 3 where tenant_id = ${tenantId}`
  await owner`delete from holding_values where tenant_id = ${tenantId}`
  await owner.unsafe(upgrade)
  server.clock.set(new Date(Date.now() + 1_000).toISOString())
  await createWorker({ ...server, jobs: { ratioRenewal: jobs['ratioRenewal']! } }).checkAllFirms()
  const ended = await owner`select tenant_id from jobs
    where kind = 'ratioRenewal' and run_at is null and last_error is null and tenant_id in ${owner([tenantId, other])}`
  expect(ended).toHaveLength(2)

  const device = as(server, { cookie: `holdfast=${await server.sessions.begin({ id: person.userId, tenantId })}` })
  const { rows, activities } = await device.pull(before)
  const ratios = Map.groupBy(rows, ([entity, , , fields]) =>
    [entity, fields!['currency'], fields!['valueRatio']].join(' '),
  )
  expect(Object.fromEntries([...ratios].map(([ratio, each]) => [ratio, each.length]))).toEqual({
    'investments USD 1.500000': 51,
    'investments TRY 3.000000': 51,
    'valuations  1.500000': 51,
    'holdingValues  ': 102,
  })
  expect(activities).toEqual([])

  const after = await stateOf(tenantId)
  await run(tenantId, 'ratioRenewal')
  expect(await stateOf(tenantId)).toEqual(after)
  expect((await stateOf(other))['public.investments']).toEqual(otherState['public.investments'])
})
