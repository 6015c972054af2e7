import { describe, expect, it } from 'vitest'
import type { Database } from '#server/db/connect/database.ts'
import { createApp } from '#server/test/app.ts'
import { change, create, investment, investor, project, remove, update } from '#server/test/changes.ts'
import { as, type Device, foldRows } from '#server/test/device.ts'
import { createFirm, link, numberOf, signUp } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupHoldings() {
  const firm = await createFirm(server)
  const staff = as(server, firm.admin)
  const [home, person, second] = [project(), investor(), investor({ firstName: 'Kerem' })]
  const [own, theirs] = [
    investment(home.id, person.id, { amount: '100', status: 'FUNDED' }),
    investment(home.id, second.id, { amount: '40', status: 'COMMITTED' }),
  ]
  const fee = create('commissions', { investmentId: own.id, feeType: 'SETUP', amount: '1' })
  const document = create('documents', { name: 'Contract', investorId: person.id })
  const signature = create('documentSignatures', { documentId: document.id, signerId: firm.admin.userId })
  await staff.write(home, person, second, own, theirs, fee, document, signature)
  await link(server, firm.admin, firm.investor, person.id)
  const rows = async () => foldRows((await staff.pull()).rows)
  return { ...firm, staff, home, person, second, own, theirs, fee, document, signature, rows }
}

describe('deletes', () => {
  it('DEL1 an investor is deleted with investments, fees, documents, signatures and links, in one group', async () => {
    const { staff, person, own, rows, tenantId, fee, document, signature, home } = await setupHoldings()
    const before = await rows()
    const changeId = await staff.push({
      id: '01999999-0000-7000-8000-000000000001',
      at: '2026-03-15T10:00:00Z',
      ops: [remove('investors', person.id)],
    })
    expect(changeId[0]).toMatchObject({ verdict: 'applied' })
    const after = await rows()
    const gone = [...before.keys()].filter((key) => !after.has(key))
    const links = gone.filter((key) => key.startsWith('investorUsers'))
    expect(links).toHaveLength(1)
    expect(gone.toSorted()).toEqual(
      [
        `investors ${person.id}`,
        `investments ${own.id}`,
        `commissions ${fee.id}`,
        `documents ${document.id}`,
        `documentSignatures ${signature.id}`,
        ...links,
      ].toSorted(),
    )
    expect(after.get(`projects ${home.id}`)).toMatchObject({ raisedAmount: '40.00', actualTotalInvested: '0.00' })
    const groups = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ group: string }>(
        ['investors', 'investments', 'commissions', 'documents', 'document_signatures', 'investor_users']
          .map((table) => `select deleted_in as "group" from ${table} where tenant_id = $1 and deleted_at is not null`)
          .join(' union all '),
        [tenantId],
      ),
    )
    expect(groups.map(({ group }) => group)).toEqual(Array(6).fill('01999999-0000-7000-8000-000000000001'))
  })

  it('DEL2 nothing is deleted when a field has changed since or a row was not counted', async () => {
    const { staff, person, own, tenantId, home, document } = await setupHoldings()
    const counted = { investments: [own.id], documents: [document.id] }
    await staff.write(update('investors', person.id, { phone: '+10001' }, { phone: null }))
    const late = investment(home.id, person.id)
    await staff.write(late)
    const number = await numberOf(server, tenantId)
    expect(await staff.attempt(remove('investors', person.id, { phone: null }))).toMatchObject({
      verdict: 'conflict',
      code: 'DELETE_CHANGED',
      number: null,
      conflicts: [{ field: 'phone', base: null, yours: null, theirs: '+10001' }],
    })
    const verdict = await staff.attempt(remove('investors', person.id, { phone: '+10001', $with: counted }))
    expect(verdict).toMatchObject({
      code: 'DELETE_CHANGED',
      conflicts: [{ field: '$with.investments', base: [own.id], theirs: expect.arrayContaining([own.id, late.id]) }],
    })
    expect(await numberOf(server, tenantId)).toBe(number)
    const all = { investments: [own.id, late.id], documents: [document.id] }
    expect(await staff.attempt(remove('investors', person.id, { phone: '+10001', $with: all }))).toMatchObject({
      verdict: 'applied',
    })
  })

  it('DEL2 a counted row that is gone since does not hold the delete back', async () => {
    const { staff, person, own } = await setupHoldings()
    await staff.write(remove('investments', own.id))
    expect(await staff.attempt(remove('investors', person.id, { $with: { investments: [own.id] } }))).toMatchObject({
      verdict: 'applied',
    })
  })

  it('DEL3 deleting a deleted row is applied without effect', async () => {
    const { staff, own, tenantId } = await setupHoldings()
    const number = await staff.write(remove('investments', own.id))
    expect(await staff.attempt(remove('investments', own.id, { amount: '100.00' }, 1))).toMatchObject({
      verdict: 'applied',
      number,
    })
    expect(await numberOf(server, tenantId)).toBe(number)
  })

  it('DEL4 a project with live investments stays; without them it is deleted with its documents', async () => {
    const { staff, home, own, theirs, rows } = await setupHoldings()
    const plan = create('documents', { name: 'Plan', projectId: home.id })
    await staff.write(plan, create('valuations', { projectId: home.id, nav: '1' }))
    expect(await staff.attempt(remove('projects', home.id))).toMatchObject({
      verdict: 'rejected',
      code: 'HAS_INVESTMENTS',
      message: 'A project with investments cannot be deleted.',
    })
    await staff.write(remove('investments', own.id), remove('investments', theirs.id), remove('projects', home.id))
    const left = [...(await rows()).keys()].map((key) => key.split(' ')[0])
    expect(left.filter((entity) => entity === 'projects' || entity === 'valuations')).toEqual([])
    expect(await rows()).not.toContain(`documents ${plan.id}`)
  })

  it('DEL5 a deleted row keeps its id: it cannot be used again', async () => {
    const { staff, own, home, person, tenantId } = await setupHoldings()
    await staff.write(remove('investments', own.id))
    expect(await staff.attempt(investment(home.id, person.id, { amount: '7' }, own.id))).toMatchObject({
      verdict: 'rejected',
      code: 'DUPLICATE',
    })
    const [row] = await server.database.tenant(tenantId, (tx) =>
      tx.query(
        'select amount::text, deleted_at is not null as gone from investments where tenant_id = $1 and id = $2',
        [tenantId, own.id],
      ),
    )
    expect(row).toEqual({ amount: '100.00', gone: true })
  })

  it('DEL6 a delete empties optional references to the deleted rows, and keeps on each row which they were', async () => {
    const { staff, person, second, home, tenantId, rows } = await setupHoldings()
    const [contact, himself] = [
      create('referrals', { name: 'Layla' }),
      create('referrals', { name: 'Ines', investorId: person.id }),
    ]
    const deal = create('deals', { name: 'Port', sourceId: contact.id, projectId: home.id })
    await staff.write(contact, himself, deal)
    await staff.write(update('investors', second.id, { referralId: contact.id }, { referralId: null }))
    const number = await staff.write(remove('referrals', contact.id))
    const after = await rows()
    expect(after.get(`investors ${second.id}`)).toMatchObject({ referralId: null, number })
    expect(after.get(`deals ${deal.id}`)).toMatchObject({ sourceId: null, projectId: home.id, number })
    await staff.write(remove('investors', person.id))
    expect((await rows()).get(`referrals ${himself.id}`)).toMatchObject({ investorId: null })
    const kept = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ emptied: unknown }>(
        `select emptied from referrals where tenant_id = $1 and id = $2
union all select emptied from investors where tenant_id = $1 and id = $3`,
        [tenantId, contact.id, person.id],
      ),
    )
    expect(kept.map(({ emptied }) => emptied)).toEqual([
      [
        ['investors', second.id, 'referralId'],
        ['deals', deal.id, 'sourceId'],
      ],
      [['referrals', himself.id, 'investorId']],
    ])
  })
})

function setupCounted(until: (text: string) => Promise<void> = async () => {}) {
  let count = 0
  const database: Database = {
    ...server.database,
    tenant: (tenantId, work) =>
      server.database.tenant(tenantId, (tx) =>
        work({
          ...tx,
          async query(text, params) {
            count++
            await until(text)
            return tx.query(text, params)
          },
        }),
      ),
  }
  return { app: createApp({ ...server, database }), count: () => count }
}

describe('a large delete', () => {
  async function setupDocuments(count: number, staff: Device, signerId: string): Promise<string> {
    const home = project()
    await staff.write(home)
    const documents = Array.from({ length: count }, (_, i) =>
      create('documents', { name: `Report ${i}`, projectId: home.id }),
    )
    await staff.push(...documents.map((document) => change(document)))
    await staff.push(...documents.map(({ id }) => change(create('documentSignatures', { documentId: id, signerId }))))
    return home.id
  }

  async function statementsToDelete(documents: number): Promise<number> {
    const { app, count } = setupCounted()
    const { admin, tenantId } = await createFirm(server)
    const staff = as({ ...server, app }, admin)
    const home = await setupDocuments(documents, staff, admin.userId)
    const before = count()
    expect(await staff.attempt(remove('projects', home))).toMatchObject({ verdict: 'applied' })
    const sent = count() - before
    const [left] = await server.database.tenant(tenantId, (tx) =>
      tx.query<{ left: number }>(
        'select (select count(*) from documents where tenant_id = $1 and deleted_at is null) + (select count(*) from document_signatures where tenant_id = $1 and deleted_at is null) as left',
        [tenantId],
      ),
    )
    expect(left).toEqual({ left: 0 })
    return sent
  }

  it('needs as many statements as a small one', async () => {
    expect(await statementsToDelete(60)).toBe(await statementsToDelete(3))
  })

  it('lets six colleagues wait without refusing them, and leaves other firms a connection', async () => {
    const [isUnderWay, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { app } = setupCounted(async (text) => {
      // Under the firm's lock; the rows are read before it.
      if (!text.startsWith('update document_signatures')) return
      isUnderWay.resolve()
      await mayGoOn.promise
    })
    const { admin, tenantId } = await createFirm(server)
    const home = await setupDocuments(60, as(server, admin), admin.userId)
    const colleagues = await Promise.all(Array.from({ length: 6 }, () => signUp(server, tenantId, 'PORTFOLIO_MANAGER')))
    const other = as(server, (await createFirm(server)).admin)
    const write = (device: Device) => device.post('/api/projects', { name: 'Quay', type: 'REAL_ESTATE' })
    const deleted = as({ ...server, app }, admin).attempt(remove('projects', home))
    await isUnderWay.promise
    const written = colleagues.map((each) => write(as(server, each)))
    try {
      await expect.poll(() => server.database.pools()['app']).toMatchObject({ busy: 2, waiting: 0 })
      expect((await write(other)).status).toBe(201)
      expect(server.database.pools()['app']).toMatchObject({ busy: 2, waiting: 0 })
    } finally {
      mayGoOn.resolve()
    }
    expect(await deleted).toMatchObject({ verdict: 'applied' })
    expect((await Promise.all(written)).map(({ status }) => status)).toEqual(Array(6).fill(201))
  })
})

describe('a long chain of referrals', () => {
  async function statementsToLengthen(pairs: number): Promise<number> {
    const { app, count } = setupCounted()
    const { admin } = await createFirm(server)
    const staff = as({ ...server, app }, admin)
    const first = create('referrals', { name: 'First' })
    await staff.write(first)
    let last = first.id
    for (let i = 0; i < pairs; i++) {
      const person = investor({ referralId: last })
      const next = create('referrals', { name: `Next ${i}`, investorId: person.id })
      await staff.write(person, next)
      last = next.id
    }
    const before = count()
    await staff.write(investor({ referralId: last }))
    const sent = count() - before
    const closed = await staff.attempt(
      update('referrals', first.id, { investorId: await ownerOf(last) }, { investorId: null }),
    )
    expect(closed).toMatchObject({ verdict: 'rejected', errors: expect.anything() })
    return sent

    async function ownerOf(id: string): Promise<unknown> {
      return foldRows((await staff.pull()).rows).get(`referrals ${id}`)?.['investorId']
    }
  }

  it('is followed with as few statements as a shorter one', async () => {
    expect(await statementsToLengthen(20)).toBe(await statementsToLengthen(4))
  })
})
