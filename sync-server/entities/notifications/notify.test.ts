import { describe, expect, it } from 'vitest'
import { invite } from '#server/firms/invitations.ts'
import { runCommissions } from '#server/entities/commissions/run.ts'
import type { Database } from '#server/db/connect/database.ts'
import { asPerson } from '#server/records/actor.ts'
import { transact } from '#server/records/write/transact.ts'
import { writeChanges } from '#server/records/write/write.ts'
import { byText } from '#server/test/by-text.ts'
import { change, create, investment, investor, project, remove, update } from '#server/test/changes.ts'
import { as, type Device } from '#server/test/device.ts'
import { createFirm, link, numberOf, signUp } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { notifyPeople } from './notify.ts'

const server = await setupServer({ notify: notifyPeople })

async function setupFirm() {
  const firm = await createFirm(server)
  const [staff, other, client] = [firm.admin, firm.manager, firm.investor].map((each) => as(server, each))
  const [ines, harbour] = [investor(), project({ isVisibleToInvestors: false })]
  await staff!.write(ines, harbour)
  await link(server, firm.admin, firm.investor, ines.id)
  return { ...firm, staff: staff!, other: other!, client: client!, ines, harbour }
}

async function notificationsOf(device: Device) {
  await server.backgroundTasks.settled()
  const { rows } = await device.pull()
  return rows
    .filter(([entity]) => entity === 'notifications')
    .map(([, id, , fields]) => ({ id, ...fields }) as Readonly<Record<string, unknown> & { id: string }>)
}
const kindsOf = async (device: Device) =>
  (await notificationsOf(device)).map(({ kind }) => String(kind)).toSorted(byText)

it('a change is written even if its notification fails, and the failure is logged', async () => {
  const { admin, client, ines, harbour, tenantId } = await setupFirm()
  await server.backgroundTasks.settled()
  let transactions = 0
  const database: Database = {
    ...server.database,
    tenant: (id, work) => (++transactions > 1 ? Promise.reject(new Error('Away')) : server.database.tenant(id, work)),
  }
  const held = investment(harbour.id, ines.id)
  const { id, ops } = change(held)
  const viewer = { tenantId, userId: admin.userId, role: 'ADMIN' as const, investorIds: [] }
  const submitted = [{ id, hash: '', unknownFields: 'refuse' as const, ops }]
  expect(await writeChanges({ ...server, database }, asPerson(viewer), submitted)).toMatchObject([
    { verdict: 'applied' },
  ])
  expect(await notificationsOf(client)).toEqual([])
  expect(server.unexpectedErrors.splice(0)).toEqual(['Error: Away'])
  expect((await client.pull()).rows.map(([, row]) => row)).toContain(held.id)
})

describe('people are notified', () => {
  it('of new and changed investments, but not of server-side fields', async () => {
    const { staff, other, client, ines, harbour } = await setupFirm()
    const held = investment(harbour.id, ines.id)
    await staff.write(held)
    expect(await notificationsOf(client)).toMatchObject([
      {
        kind: 'INVESTMENT_NEW',
        titleKey: 'notifications:titles.INVESTMENT_NEW',
        params: { entity: 'investments', id: held.id },
        readAt: null,
      },
    ])
    await staff.write(update('projects', harbour.id, { name: 'Port' }, { name: 'Harbour' }))
    expect(await kindsOf(client)).toEqual(['INVESTMENT_NEW'])
    await staff.write(update('investments', held.id, { status: 'FUNDED' }, { status: 'COMMITTED' }))
    expect(await kindsOf(client)).toEqual(['INVESTMENT_CHANGED', 'INVESTMENT_NEW'])
    expect([await notificationsOf(staff), await notificationsOf(other)]).toEqual([[], []])
  })

  it('of shown projects, capital calls and distributions', async () => {
    const { staff, client, ines, harbour } = await setupFirm()
    await staff.write(update('projects', harbour.id, { isVisibleToInvestors: true }, { isVisibleToInvestors: false }))
    const flow = (type: string) =>
      create('cashFlows', { projectId: harbour.id, investorId: ines.id, amount: '5', type })
    await staff.write(
      flow('CAPITAL_CALL'),
      create('cashFlows', { projectId: harbour.id, amount: '5', type: 'INTEREST' }),
    )
    await staff.write(flow('DIVIDEND'))
    expect(await kindsOf(client)).toEqual(['CAPITAL_CALL', 'DISTRIBUTION', 'PROJECT_SHOWN'])
  })

  it('of documents that they may see', async () => {
    const { staff, client, ines, harbour } = await setupFirm()
    await staff.write(create('documents', { name: 'Internal', projectId: harbour.id, type: 'REPORT' }))
    expect(await notificationsOf(client)).toEqual([])
    const passport = create('documents', { name: 'Passport', investorId: ines.id })
    await staff.write(passport)
    const params = { entity: 'documents', id: passport.id }
    expect(await notificationsOf(client)).toMatchObject([{ kind: 'DOCUMENT_ADDED', params }])
  })

  it('of documents that become visible, and staff of documents that an investor adds', async () => {
    const { staff, other, client, admin, ines, harbour } = await setupFirm()
    const [plan, terms, letter] = [
      create('documents', { name: 'Plan', projectId: harbour.id, type: 'REPORT' }),
      create('documents', { name: 'Terms', projectId: harbour.id, audience: 'STAFF' }),
      create('documents', { name: 'Letter' }),
    ]
    await staff.write(plan, terms, letter)
    expect(await notificationsOf(client)).toEqual([])
    const ofDocuments = async (device: Device) =>
      (await notificationsOf(device)).filter(({ kind }) => kind === 'DOCUMENT_ADDED').map(({ params }) => params)
    await staff.write(update('projects', harbour.id, { isVisibleToInvestors: true }, { isVisibleToInvestors: false }))
    expect(await ofDocuments(client)).toEqual([{ entity: 'documents', id: plan.id }])
    await staff.write(update('documents', terms.id, { audience: 'INVESTORS' }, { audience: 'STAFF' }))
    await staff.write(update('documents', letter.id, { investorId: ines.id }, { investorId: null }))
    expect(await ofDocuments(client)).toEqual([{ count: 3 }])
    await staff.write(update('documents', letter.id, { name: 'A letter' }, { name: 'Letter' }))
    expect(await ofDocuments(client)).toEqual([{ count: 3 }])
    expect([await ofDocuments(staff), await ofDocuments(other)]).toEqual([[], []])
    const upload = create('documents', { name: 'Passport', investorId: ines.id })
    await client.write(upload)
    for (const device of [staff, other, as(server, admin)])
      expect(await ofDocuments(device)).toEqual([{ entity: 'documents', id: upload.id }])
    expect(await ofDocuments(client)).toEqual([{ count: 3 }])
  })

  it('of no flow without an investor, and of no deleted investment', async () => {
    const { staff, other, client, ines, harbour } = await setupFirm()
    const held = investment(harbour.id, ines.id)
    await staff.write(create('cashFlows', { projectId: harbour.id, amount: '5', type: 'CAPITAL_CALL' }), held)
    await staff.write(remove('investments', held.id))
    expect([await kindsOf(client), await kindsOf(other)]).toEqual([['INVESTMENT_NEW'], []])
  })

  it('of commissions that a run wrote: all staff except the person who started it', async () => {
    const { staff, other, client, admin, tenantId, harbour } = await setupFirm()
    const contact = create('referrals', { name: 'Rana' })
    const omar = investor({ referralId: contact.id })
    const terms = { commissionPercentage: '1', frequency: 'MONTHLY' }
    const agreement = create('referralCommissions', { ...terms, referralId: contact.id, projectId: harbour.id })
    const held = { status: 'FUNDED', investmentDate: '2025-09-15' }
    await staff.write(contact, omar, agreement, investment(harbour.id, omar.id, held))
    const viewer = { tenantId, userId: admin.userId, role: 'ADMIN' as const, investorIds: [] }
    await runCommissions(server, { kind: 'person', viewer }, '2026-03-15')
    expect(await notificationsOf(other)).toMatchObject([
      { kind: 'COMMISSION_DUE', titleKey: 'notifications:counted.COMMISSION_DUE', params: { count: 6 } },
    ])
    expect([await notificationsOf(staff), await notificationsOf(client)]).toEqual([[], []])
  })

  it('of an accepted invitation, and of a conflict with their change', async () => {
    const { staff, other, admin, tenantId, harbour } = await setupFirm()
    const invitation = {
      tenantId,
      email: `new-${tenantId}@example.com`,
      role: 'INVESTOR',
      invitedBy: admin.userId,
    } as const
    const { token } = await invite(server.database.directory, invitation, server.now())
    const form = new URLSearchParams({ token, firstName: 'Noor', lastName: 'Haddad', password: 'a long enough one' })
    const accepted = await server.app.request('http://localhost/api/invitation', {
      method: 'POST',
      headers: { origin: 'http://localhost', 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    })
    expect(accepted.status).toBe(303)
    expect(await notificationsOf(staff)).toMatchObject([{ kind: 'INVITATION_ACCEPTED', params: { entity: 'users' } }])
    await staff.write(update('projects', harbour.id, { name: 'Mine' }, { name: 'Harbour' }))
    const late = change(update('projects', harbour.id, { name: 'Theirs' }, { name: 'Harbour' }))
    for (let i = 0; i < 2; i++) expect(await other.push(late)).toMatchObject([{ verdict: 'conflict' }])
    expect(await notificationsOf(staff)).toMatchObject([
      { kind: 'INVITATION_ACCEPTED' },
      { kind: 'CHANGE_CONFLICT', params: { entity: 'projects', id: harbour.id } },
    ])
    expect(await notificationsOf(other)).toEqual([])
  })

  it('unless they are deactivated or did it themselves', async () => {
    const { staff, client, ines, investor: person } = await setupFirm()
    await client.write(create('documents', { name: 'Upload', investorId: ines.id }))
    expect(await notificationsOf(client)).toEqual([])
    await server.database.directory`update directory.users set is_active = false where id = ${person.userId}`
    await staff.write(create('documents', { name: 'Passport', investorId: ines.id }))
    await server.backgroundTasks.settled()
    await server.database.directory`update directory.users set is_active = true where id = ${person.userId}`
    expect(await notificationsOf(client)).toEqual([])
  })
})

it('a notification contains no record data, which the reader may lose access to', async () => {
  const { staff, other, client, admin, investor: person, ines, harbour } = await setupFirm()
  await staff.write(update('projects', harbour.id, { isVisibleToInvestors: true }, { isVisibleToInvestors: false }))
  const flow = { projectId: harbour.id, investorId: ines.id, amount: '54321.99', type: 'DIVIDEND' }
  await staff.write(
    investment(harbour.id, ines.id, { amount: '98765.00' }),
    create('cashFlows', flow),
    create('documents', { name: 'Passport', investorId: ines.id }),
  )
  await other.write(update('investors', ines.id, { notes: 'Called' }, { notes: null }))
  const { tenantId, userId } = person
  expect(await kindsOf(client)).toHaveLength(4)
  const secret = /Harbour|Passport|98765|54321/
  expect(JSON.stringify((await client.pull()).rows)).toMatch(secret)
  const unlinked = await as(server, admin).post(`/api/investors/${ines.id}/unlink`, { userId })
  expect(unlinked.status).toBe(200)
  await staff.write(update('projects', harbour.id, { isVisibleToInvestors: false }, { isVisibleToInvestors: true }))
  const { texts } = await client.pull()
  expect(texts.join()).not.toMatch(secret)
  expect(await kindsOf(client)).toHaveLength(4)
  const stored = await server.database.tenant(tenantId, (tx) =>
    tx.query('select params, title_key from notifications where tenant_id = $1', [tenantId]),
  )
  expect(JSON.stringify(stored)).not.toMatch(secret)
})

describe('many changes at once', () => {
  it('count as one notification of a kind in ten minutes; a read one is left alone', async () => {
    const { staff, client, ines, harbour } = await setupFirm()
    const some = (n: number) => Array.from({ length: n }, () => investment(harbour.id, ines.id))
    await staff.write(...some(40))
    await server.backgroundTasks.settled()
    await staff.write(...some(2))
    const [notification, ...more] = await notificationsOf(client)
    expect([notification, more]).toMatchObject([
      { titleKey: 'notifications:counted.INVESTMENT_NEW', params: { count: 42 } },
      [],
    ])
    const readAt = '2026-03-15T10:00:00.000Z'
    await client.write(update('notifications', notification!.id, { readAt }, { readAt: null }))
    await staff.write(...some(1))
    expect(await notificationsOf(client)).toMatchObject([
      { readAt, params: { count: 42 } },
      { params: { entity: 'investments' } },
    ])
    server.clock.advance(10 * 60_000)
    await staff.write(...some(1))
    expect(await notificationsOf(client)).toHaveLength(3)
  })

  it('notify every investor of a firm, in several transactions', async () => {
    const { staff, client, tenantId, harbour } = await setupFirm()
    await signUp(server, tenantId, 'INVESTOR')
    const number = await numberOf(server, tenantId)
    await staff.write(update('projects', harbour.id, { isVisibleToInvestors: true }, { isVisibleToInvestors: false }))
    expect(await kindsOf(client)).toEqual(['PROJECT_SHOWN'])
    expect(await numberOf(server, tenantId)).toBe(number + 2)
    const rows = await server.database.tenant(tenantId, (tx) =>
      tx.query('select from notifications where tenant_id = $1', [tenantId]),
    )
    expect(rows).toHaveLength(2)
  })
})

it('MERGE1 MERGE9 read offline on two devices is read once without conflict; unread does not override it', async () => {
  const { client, tenantId, investor: person } = await setupFirm()
  const [first, second] = ['2026-03-15T09:00:00.000Z', '2026-03-15T09:30:00.000Z']
  const id = await transact(server, { kind: 'system', tenantId }, (batch) =>
    batch.create('notifications', { userId: person.userId, kind: 'DISTRIBUTION', titleKey: 'x', params: {} }),
  )
  await client.write(update('notifications', id, { readAt: first }, { readAt: null }))
  const late = change(update('notifications', id, { readAt: second }, { readAt: null }))
  expect(await client.push(late)).toMatchObject([{ verdict: 'applied' }])
  const unread = change(update('notifications', id, { readAt: null }, { readAt: second }))
  expect(await client.push(unread)).toMatchObject([{ verdict: 'applied' }])
  expect(await notificationsOf(client)).toMatchObject([{ readAt: first }])
})
