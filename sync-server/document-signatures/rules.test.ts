// What people are told when a document waits for their signature.
import { expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { asPerson } from '../records/actor.ts'
import { writeChanges } from '../records/write.ts'
import { change, create, investor, update } from '../test/changes.ts'
import { tellPeople } from '../notifications/tell.ts'
import type { FeedRow } from '#schema/protocol.ts'
import { as, type Device } from '../test/device.ts'
import { createFirm, link, numberOf } from '../test/firm.ts'
import { setupServer } from '../test/server.ts'
import { uploading } from '../test/uploading.ts'

const server = await setupServer({ tell: tellPeople })

async function setupFirm() {
  const firm = await createFirm(server)
  const [staff, other, client] = [firm.admin, firm.manager, firm.investor].map((each) => as(server, each))
  const own = investor()
  await staff!.write(own)
  await link(server, firm.admin, firm.investor, own.id)
  const deed = create('documents', { name: 'Deed', investorId: own.id, type: 'CONTRACT' })
  await staff!.write(deed)
  const ask = (signerId: string, status = 'PENDING_SIGNATURE') =>
    create('documentSignatures', { documentId: deed.id, signerId, status })
  return { ...firm, staff: staff!, other: other!, client: client!, deed, ask }
}

/** What this person is told, once everything that follows a commit has ended. */
async function toldTo(device: Device) {
  await server.afterwards.settled()
  const { rows } = await device.pull()
  const told = rows.filter(([entity]) => entity === 'notifications').map((row) => row[3])
  return told.filter((each) => each?.['kind'] === 'DOCUMENT_TO_SIGN')
}

it('the signer is told, on their own devices alone, and may note that they have read it', async () => {
  const { staff, other, client, deed, ask, investor: signer } = await setupFirm()
  await staff.write(ask(signer.userId))
  expect(await toldTo(client)).toMatchObject([
    {
      userId: signer.userId,
      kind: 'DOCUMENT_TO_SIGN',
      titleKey: 'notifications:titles.DOCUMENT_TO_SIGN',
      params: { entity: 'documents', id: deed.id },
      url: '/documents',
      readAt: null,
    },
  ])
  expect([await toldTo(staff), await toldTo(other)]).toEqual([[], []])
  const isAsked = (fields: FeedRow[3]) => fields?.['kind'] === 'DOCUMENT_TO_SIGN'
  const [, id] = (await client.pull()).rows.find(
    ([entity, , , fields]) => entity === 'notifications' && isAsked(fields),
  )!
  const readAt = '2026-03-15T10:00:00.000Z'
  await client.write(update('notifications', id, { readAt }, { readAt: null }))
  expect(await toldTo(client)).toMatchObject([{ readAt }])
})

it('nobody is told of a draft, of what they asked themselves, or twice', async () => {
  const { staff, client, admin, ask, investor: signer, tenantId } = await setupFirm()
  const draft = ask(signer.userId, 'DRAFT')
  // The document itself is told of, and a notification takes a number.
  await server.afterwards.settled()
  await staff.write(draft, ask(admin.userId))
  const number = await numberOf(server, tenantId)
  expect([await toldTo(client), await toldTo(staff)]).toEqual([[], []])
  expect(await numberOf(server, tenantId)).toBe(number)
  await staff.write(update('documentSignatures', draft.id, { status: 'PENDING_SIGNATURE' }, { status: 'DRAFT' }))
  await staff.write(update('documentSignatures', draft.id, { signerRole: 'Owner' }, { signerRole: null }))
  expect(await toldTo(client)).toHaveLength(1)
})

it('a signature is asked for even when the notification cannot be written, and the failure is logged', async () => {
  const { admin, client, ask, investor: signer, tenantId } = await setupFirm()
  let transactions = 0
  const database: Database = {
    ...server.database,
    tenant: (id, work) => (++transactions > 1 ? Promise.reject(new Error('Away')) : server.database.tenant(id, work)),
  }
  const { id, ops } = change(ask(signer.userId))
  const viewer = { tenantId, userId: admin.userId, role: 'ADMIN' as const, investorIds: [] }
  const submitted = [{ id, hash: '', unknownFields: 'refuse' as const, ops }]
  expect(await writeChanges({ ...server, database }, asPerson(viewer), submitted)).toMatchObject([
    { verdict: 'applied' },
  ])
  expect(await toldTo(client)).toEqual([])
  expect(server.surprises.splice(0)).toEqual(['Error: Away'])
  expect((await client.pull()).rows.map(([entity]) => entity)).toContain('documentSignatures')
})

it('what somebody has signed keeps its name and its address, for its uploader and for staff, and gets no other file', async () => {
  const { staff, client, admin, ask, investor: signer } = await setupFirm()
  const [investorRow] = (await client.pull()).rows.filter(([entity]) => entity === 'investors')
  const [before, after] = [{ url: 'https://example.com/terms' }, { url: 'https://example.com/others' }]
  const upload = create('documents', { name: 'Terms', investorId: investorRow![1], ...before })
  await client.write(upload)
  const asked = {
    ...ask(signer.userId),
    fields: { documentId: upload.id, signerId: signer.userId, status: 'PENDING_SIGNATURE' },
  }
  await staff.write(asked)
  await client.write(update('documents', upload.id, after, before))
  await client.write(update('documents', upload.id, before, after))
  await client.write(update('documentSignatures', asked.id, { status: 'SIGNED' }, { status: 'PENDING_SIGNATURE' }))
  for (const device of [client, staff]) {
    const verdict = await device.attempt(update('documents', upload.id, after, before))
    expect(verdict).toMatchObject({ verdict: 'rejected', code: 'VALIDATION', issues: { url: { key: 'signed' } } })
    const renamed = await device.patch(`/api/documents/${upload.id}`, { name: 'Better terms' })
    expect([renamed.status, await renamed.json()]).toMatchObject([400, { issues: { name: { key: 'signed' } } }])
  }
  const begun = await uploading(server, admin).begin({ id: upload.id, filename: 'Other.pdf' }, 3_000)
  expect([begun.status, await begun.json()]).toMatchObject([400, { issues: { fileState: { key: 'signed' } } }])
  await client.write(update('documents', upload.id, { language: 'tr' }, { language: 'en' }))
  expect(await (await staff.get(`/api/documents/${upload.id}`)).json()).toMatchObject({ name: 'Terms', ...before })
})
