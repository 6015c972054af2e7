import { describe, expect, it } from 'vitest'
import { createWorker } from '#server/jobs/worker.ts'
import { transact } from '#server/records/write/transact.ts'
import { create, investment, investor, preferences, project, remove, restore, update } from '#server/test/changes.ts'
import { as, rowOf } from '#server/test/device.ts'
import { createFirm, numberOf } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { purgeRows } from '#server/records/write/purge-rows.ts'
import { commissionRun } from './daily-run.ts'

const server = await setupServer()

interface RunResult {
  readonly until: string
  readonly count: number
  readonly totals: Readonly<Record<string, string>>
  readonly commissions: readonly Readonly<Record<string, unknown>>[]
}

async function setupFirm(frequency = 'QUARTERLY', held: object = {}) {
  const firm = await createFirm(server)
  const staff = as(server, firm.manager)
  const contact = create('referrals', { name: 'Rana' })
  const [harbour, ines] = [project(), investor({ referralId: contact.id })]
  const agreement = create('referralCommissions', {
    referralId: contact.id,
    projectId: harbour.id,
    commissionPercentage: '1.50',
    frequency,
  })
  const funded = { amount: '200000.00', status: 'FUNDED', investmentDate: '2025-01-31', ...held }
  const holding = investment(harbour.id, ines.id, funded)
  await staff.write(contact, harbour, ines, agreement, holding)
  const run = async (query = '', who = staff): Promise<RunResult> => {
    const response = await who.post(`/api/commissions/run${query}`, undefined)
    expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, ''])
    return (await response.json()) as RunResult
  }
  const written = async () => {
    const { rows } = await staff.pull()
    return rows
      .filter(([entity, , , fields]) => entity === 'commissions' && fields)
      .map((row) => row[3]!)
      .toSorted((a, b) => String(a['calculatedOn']).localeCompare(String(b['calculatedOn'])))
  }
  const days = async () => (await written()).map(({ calculatedOn }) => calculatedOn)
  const idOn = async (day: string) => {
    const { rows } = await staff.pull()
    const found = rows.find(([entity, , , fields]) => entity === 'commissions' && fields?.['calculatedOn'] === day)
    return found![1]
  }
  return { ...firm, idOn, staff, contact, harbour, ines, agreement, holding, run, written, days }
}

const quarters = ['2025-04-30', '2025-07-31', '2025-10-31', '2026-01-31']

describe('a run', () => {
  it('writes due commissions up to a day once, and returns them', async () => {
    const { run, written, agreement, holding, tenantId } = await setupFirm()
    expect(await run('?until=2025-10-31')).toMatchObject({ until: '2025-10-31', count: 3, totals: { USD: '2250.00' } })
    expect(await run()).toMatchObject({ until: '2026-03-15', count: 1, totals: { USD: '750.00' } })
    const number = await numberOf(server, tenantId)
    expect(await run()).toEqual({
      until: '2026-03-15',
      count: 0,
      totals: {},
      removed: { count: 0, totals: {} },
      commissions: [],
    })
    expect(await numberOf(server, tenantId)).toBe(number)
    expect(await written()).toMatchObject(
      quarters.map((day) => ({
        agreementId: agreement.id,
        investmentId: holding.id,
        calculatedOn: day,
        dueDate: day,
        amount: '750.00',
        currency: 'USD',
        percentage: '1.50',
        feeType: 'MANAGEMENT',
        paidDate: null,
      })),
    )
  })

  it('previews without writing', async () => {
    const { run, tenantId } = await setupFirm()
    const number = await numberOf(server, tenantId)
    const preview = await run('?preview=true')
    expect(preview.commissions.map((each) => each['calculatedOn'])).toEqual(quarters)
    expect(await numberOf(server, tenantId)).toBe(number)
    expect(await run()).toEqual(preview)
  })

  it('by several people and nodes concurrently writes each commission once', async () => {
    const { run, days, tenantId, admin } = await setupFirm('MONTHLY')
    const node = () => createWorker({ ...server, jobs: { commissionRun } }).checkAllFirms()
    const result = await Promise.all([run(), run('', as(server, admin)), run(), node().then(() => ({ count: 0 }))])
    expect(await days()).toHaveLength(13)
    expect(result.reduce((count, each) => count + each.count, 0)).toBeLessThanOrEqual(13)
    const entries = await server.database.tenant(tenantId, (tx) =>
      tx.query(`select from audit_logs where tenant_id = $1 and action = 'commissions.create'`, [tenantId]),
    )
    expect(entries).toHaveLength(13)
  })

  it('of hundreds of commissions takes several transactions, and activities name none', async () => {
    const { staff, harbour, ines, run, days, tenantId } = await setupFirm('MONTHLY')
    const more = Array.from({ length: 20 }, () =>
      investment(harbour.id, ines.id, { status: 'ACTIVE', investmentDate: '2024-01-31' }),
    )
    const other = investor({ referralId: (await rowOf(staff, 'investors', ines.id))!['referralId'] })
    await staff.write(...more, other)
    await staff.write(investment(harbour.id, other.id, { status: 'ACTIVE', investmentDate: '2024-01-31' }))
    const before = (await staff.pull()).activities.length
    const number = await numberOf(server, tenantId)
    expect(await run()).toMatchObject({ count: 13 + 21 * 25 })
    expect(await numberOf(server, tenantId)).toBe(number + 2)
    expect(await days()).toHaveLength(13 + 21 * 25)
    expect((await staff.pull()).activities).toHaveLength(before)
  })

  it('is repeated daily by a job, whose rows have no author', async () => {
    const { written, days, tenantId } = await setupFirm('QUARTERLY', { investmentDate: '2025-04-01' })
    const worker = createWorker({ ...server, jobs: { commissionRun } })
    await worker.checkAllFirms()
    expect((await written()).map(({ createdBy }) => createdBy)).toEqual([null, null, null])
    server.clock.set('2026-04-01T12:00:00.000Z')
    await worker.checkAllFirms()
    expect(await days()).toEqual(['2025-07-01', '2025-10-01', '2026-01-01', '2026-04-01'])
    const [job] = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ kind: string }>('select kind from jobs where tenant_id = $1', [tenantId]),
    )
    expect(job).toEqual({ kind: 'commissionRun' })
  })
})

it('the job pauses after a clock jump, and an hour back removes nothing', async () => {
  const { days } = await setupFirm()
  const worker = createWorker({ ...server, jobs: { commissionRun } })
  const leap = async (ms: number) => {
    server.clock.advance(ms)
    await server.database.clock.read()
    await worker.checkAllFirms()
  }
  await server.database.clock.read()
  await leap(400 * 86_400_000)
  expect(await days()).toEqual([])
  await leap(-400 * 86_400_000)
  expect(await days()).toEqual([])
  for (let passed = 0; passed < 3; passed++) await leap(86_400_000)
  expect(await days()).toEqual(quarters)
  await leap(-3_600_000)
  await leap(7 * 3_600_000)
  expect(await days()).toEqual(quarters)
})

describe('nothing is due', () => {
  it('while a contact is inactive', async () => {
    const { staff, contact, run } = await setupFirm('QUARTERLY', { investmentDate: '2025-04-01' })
    await staff.patch(`/api/referrals/${contact.id}`, { isActive: false })
    expect(await run()).toMatchObject({ count: 0 })
    server.clock.set('2026-04-10T12:00:00.000Z')
    await staff.patch(`/api/referrals/${contact.id}`, { isActive: true })
    expect(await rowOf(staff, 'referrals', contact.id)).toMatchObject({
      inactiveFrom: '2026-03-15',
      activeFrom: '2026-04-10',
    })
    const result = await run('?until=2026-07-01')
    expect(result.commissions.map((each) => [each['calculatedOn'], each['amount']])).toEqual([
      ['2025-07-01', '750.00'],
      ['2025-10-01', '750.00'],
      ['2026-01-01', '750.00'],
      ['2026-04-01', '608.33'],
      ['2026-07-01', '675.83'],
    ])
  })

  it('for an earlier pause when a run comes after two pauses', async () => {
    const { staff, contact, run } = await setupFirm('MONTHLY', { investmentDate: '2026-02-20' })
    const turn = async (at: string, isActive: boolean) => {
      server.clock.set(`${at}T12:00:00.000Z`)
      expect((await staff.patch(`/api/referrals/${contact.id}`, { isActive })).status).toBe(200)
    }
    await turn('2026-03-18', false)
    await turn('2026-03-22', true)
    await turn('2026-03-24', false)
    await turn('2026-03-25', true)
    const { commissions } = await run('?until=2026-04-20')
    expect(commissions.map((each) => [each['calculatedOn'], each['amount']])).toEqual([
      ['2026-03-20', '232.14'],
      ['2026-04-20', '225.81'],
    ])
  })

  it('twice for a deal whose investment was deleted during a run and restored', async () => {
    const { staff, harbour, ines, holding, run, days } = await setupFirm('PER_DEAL')
    await staff.write(investment(harbour.id, ines.id, { status: 'FUNDED', investmentDate: '2025-06-01' }))
    expect((await run()).count).toBe(1)
    await staff.write(remove('investments', holding.id))
    expect((await run()).count).toBe(0)
    await staff.write(restore('investments', holding.id))
    expect([(await run()).count, await days()]).toEqual([0, ['2025-01-31']])
  })

  it('for a commitment, an investor without referrer, or another project', async () => {
    const { staff, harbour, ines, run } = await setupFirm('ONE_TIME', { status: 'COMMITTED' })
    const [tower, omar] = [project(), investor()]
    await staff.write(tower, omar)
    const funded = { status: 'FUNDED', investmentDate: '2025-01-31' }
    await staff.write(investment(harbour.id, omar.id, funded), investment(tower.id, ines.id, funded))
    expect(await run()).toMatchObject({ count: 0 })
  })

  it('for a deleted investment; its earlier commissions are restored with it', async () => {
    const { staff, holding, run, days } = await setupFirm()
    await run('?until=2025-07-31')
    await staff.write(remove('investments', holding.id))
    expect([await days(), (await run()).count]).toEqual([[], 0])
    await staff.write(restore('investments', holding.id))
    await run()
    expect(await days()).toEqual(quarters)
  })

  it('again for a deleted commission, even after its purge', async () => {
    const { staff, run, days, tenantId } = await setupFirm('ONE_TIME')
    await run()
    const [, id] = (await staff.pull()).rows.find(([entity]) => entity === 'commissions')!
    await staff.write(remove('commissions', id))
    expect((await run()).count).toBe(0)
    await purgeRows(server, { kind: 'job', tenantId, job: 'purge' }, new Date(server.now().getTime() + 1))
    const [row] = await server.database.tenant(tenantId, (tx) =>
      tx.query('select amount, deleted_in as "deletedIn" from commissions where tenant_id = $1', [tenantId]),
    )
    expect(row).toEqual({ amount: '0.00', deletedIn: null })
    expect([(await run()).count, await days()]).toEqual([0, []])
  })
})

describe('an investment that exits', () => {
  it('gets its exit date, ends its last period, and is restored after its agreement is gone', async () => {
    const { staff, holding, agreement, run, written } = await setupFirm('ANNUALLY', { investmentDate: '2025-03-15' })
    await staff.write(update('investments', holding.id, { status: 'EXITED' }, { status: 'FUNDED' }))
    expect(await rowOf(staff, 'investments', holding.id)).toMatchObject({ exitedOn: '2026-03-15' })
    await run()
    expect(await written()).toMatchObject([{ calculatedOn: '2026-03-15', amount: '3000.00' }])
    await staff.write(remove('investments', holding.id))
    await staff.write(remove('referralCommissions', agreement.id))
    await staff.write(restore('investments', holding.id))
    expect(await written()).toMatchObject([{ agreementId: agreement.id }])
    await staff.write(update('investments', holding.id, { status: 'ACTIVE' }, { status: 'EXITED' }))
    expect(await rowOf(staff, 'investments', holding.id)).toMatchObject({ exitedOn: null })
  })

  it('accrues only up to its exit when that is recorded years later', async () => {
    const sold = { status: 'EXITED', investmentDate: '2019-03-01', exitedOn: '2021-03-01' }
    const monthly = await setupFirm('MONTHLY', sold)
    expect(await monthly.run()).toMatchObject({ count: 24, totals: { USD: '6000.00' } })
    expect((await monthly.days()).at(-1)).toBe('2021-03-01')
    for (const frequency of ['ONE_TIME', 'PER_DEAL'])
      expect(await (await setupFirm(frequency, sold)).run()).toMatchObject({ count: 0 })
  })

  it('loses unpaid commissions after an exit that moves earlier, and accrues up to one that moves later', async () => {
    const { staff, holding, run, written, tenantId } = await setupFirm('MONTHLY', { investmentDate: '2025-01-01' })
    await run()
    const exitOn = async (exitedOn: string) => {
      const response = await staff.patch(`/api/investments/${holding.id}`, { status: 'EXITED', exitedOn })
      expect(response.status).toBe(200)
      const preview = await run('?preview=true')
      expect(await run()).toEqual(preview)
      const number = await numberOf(server, tenantId)
      expect(await run()).toMatchObject({ count: 0 })
      expect(await numberOf(server, tenantId)).toBe(number)
      return (await written()).slice(8).map(({ calculatedOn, amount }) => [calculatedOn, amount])
    }
    expect(await exitOn('2025-10-16')).toEqual([
      ['2025-10-01', '250.00'],
      ['2025-10-16', '123.29'],
    ])
    expect(await exitOn('2025-10-11')).toEqual([
      ['2025-10-01', '250.00'],
      ['2025-10-11', '82.19'],
    ])
    expect(await exitOn('2025-12-01')).toEqual([
      ['2025-10-01', '250.00'],
      ['2025-10-11', '82.19'],
      ['2025-11-01', '167.81'],
      ['2025-12-01', '250.00'],
    ])
    const deletes = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ userId: string | null }>(
        `select user_id as "userId" from audit_logs where tenant_id = $1 and action = 'commissions.delete'`,
        [tenantId],
      ),
    )
    expect(deletes.map(({ userId }) => userId)).toEqual(Array.from({ length: 6 }, () => null))
  })

  it('keeps paid commissions after an exit that moves earlier, and gets no more', async () => {
    const { staff, holding, run, idOn, days } = await setupFirm('MONTHLY', { investmentDate: '2025-11-01' })
    await run()
    await staff.write(update('commissions', await idOn('2026-01-01'), { paidDate: '2026-01-02' }, { paidDate: null }))
    const byHand = create('commissions', { investmentId: holding.id, feeType: 'MANAGEMENT', amount: '10' })
    await staff.write(byHand)
    await staff.patch(`/api/investments/${holding.id}`, { status: 'EXITED', exitedOn: '2025-12-16' })
    for (let times = 0; times < 2; times++) {
      expect(await run()).toMatchObject({ count: 0 })
      expect(await days()).toEqual(['2025-12-01', '2026-01-01', null])
    }
    await staff.patch(`/api/investments/${holding.id}`, { exitedOn: '2026-02-01' })
    expect(await run()).toMatchObject({ count: 1, totals: { USD: '250.00' } })
  })

  it('has later commissions deleted as previewed, and created again when the exit moves later', async () => {
    const { staff, holding, run, idOn, days } = await setupFirm('MONTHLY', { investmentDate: '2025-11-01' })
    await run()
    await staff.write(update('commissions', await idOn('2026-02-01'), { paidDate: '2026-02-02' }, { paidDate: null }))
    await staff.patch(`/api/investments/${holding.id}`, { status: 'EXITED', exitedOn: '2025-12-16' })
    const preview = await run('?preview=true')
    expect(preview).toMatchObject({ count: 0, removed: { count: 2, totals: { USD: '500.00' } } })
    expect(await days()).toHaveLength(4)
    expect(await run()).toEqual(preview)
    expect(await days()).toEqual(['2025-12-01', '2026-02-01'])
    await staff.patch(`/api/investments/${holding.id}`, { exitedOn: '2026-03-01' })
    expect(await run()).toMatchObject({ count: 2, totals: { USD: '500.00' }, removed: { count: 0, totals: {} } })
    expect(await days()).toEqual(['2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01'])
  })

  it('may have a commission restored that a run deleted', async () => {
    const { staff, holding, run, idOn, written, days } = await setupFirm('MONTHLY', { investmentDate: '2026-01-01' })
    await run()
    const later = await idOn('2026-03-01')
    await staff.patch(`/api/investments/${holding.id}`, { status: 'EXITED', exitedOn: '2026-02-01' })
    await run()
    expect(await days()).toEqual(['2026-02-01'])
    await staff.write(restore('commissions', later))
    expect(await run()).toMatchObject({ count: 0 })
    expect(await written()).toMatchObject([{ calculatedOn: '2026-02-01' }, { agreementId: null, amount: '250.00' }])
  })

  it('exits on the current day of the user’s time zone', async () => {
    const { staff, holding, manager } = await setupFirm()
    await staff.write(preferences(manager.userId, { timeZone: 'Asia/Dubai' }))
    server.clock.set('2026-03-15T23:30:00.000Z')
    await staff.patch(`/api/investments/${holding.id}`, { status: 'EXITED' })
    expect(await rowOf(staff, 'investments', holding.id)).toMatchObject({ exitedOn: '2026-03-16' })
  })

  it('keeps the exit date that the server set', async () => {
    const { staff, holding, tenantId } = await setupFirm()
    await transact(server, { kind: 'system', tenantId }, (batch) =>
      batch.update('investments', holding.id, { status: 'EXITED', exitedOn: '2025-12-01' }),
    )
    expect(await rowOf(staff, 'investments', holding.id)).toMatchObject({ exitedOn: '2025-12-01' })
  })
})

it('a run is for staff, and up to a day of the next twelve months', async () => {
  const { staff, admin, investor: client } = await setupFirm()
  const request = async (person: Parameters<typeof as>[1], query: string) =>
    (await as(server, person).post(`/api/commissions/run${query}`, undefined)).status
  expect([await request(null, ''), await request(client, ''), await request(admin, '')]).toEqual([401, 403, 200])
  expect([await request(admin, '?until=2027-03-15'), await request(admin, '?until=2027-03-16')]).toEqual([200, 400])
  expect([await request(admin, '?until=soon'), await request(admin, '?preview=perhaps')]).toEqual([400, 400])
  const { errors } = (await (
    await staff.post('/api/commissions/run?until=2027-03-16', undefined)
  ).json()) as RunResult & {
    errors: unknown
  }
  expect(errors).toEqual({ until: 'Must be at most 2027-03-15' })
})
