import { expect, it } from 'vitest'
import { create, investor, remove, restore, update } from '#server/test/changes.ts'
import { notifyPeople } from '#server/entities/notifications/notify.ts'
import { as, type Device, rowOf } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { pdf } from '#server/test/sample-files.ts'
import { setupServer } from '#server/test/server.ts'
import { sha256Of, uploading } from '#server/test/uploading.ts'

const server = await setupServer({ notify: notifyPeople })

async function setupFirm() {
  const firm = await createFirm(server)
  const [staff, other, client] = [firm.admin, firm.manager, firm.investor].map((each) => as(server, each))
  const own = investor()
  await staff!.write(own)
  await link(server, firm.admin, firm.investor, own.id)
  const contract = create('documents', { name: 'Deed', investorId: own.id, type: 'CONTRACT' })
  await staff!.write(contract)
  const requestSignature = (signerId: string, status = 'PENDING_SIGNATURE') =>
    create('documentSignatures', { documentId: contract.id, signerId, status })
  return { ...firm, staff: staff!, other: other!, client: client!, contract, requestSignature }
}

async function signing(device: Device, id: string) {
  const { status, subject } = (await rowOf(device, 'documentSignatures', id))!
  return update('documentSignatures', id, { status: 'SIGNED' }, { status, subject })
}

async function notificationsOf(device: Device) {
  await server.backgroundTasks.settled()
  const { rows } = await device.pull()
  const notifications = rows.filter(([entity]) => entity === 'notifications').map((row) => row[3])
  return notifications.filter((each) => each?.['kind'] === 'DOCUMENT_TO_SIGN')
}

it('a requested signature sends no notification yet', async () => {
  const { staff, client, requestSignature, investor: signer } = await setupFirm()
  await staff.write(requestSignature(signer.userId))
  expect([await notificationsOf(client), await notificationsOf(staff)]).toEqual([[], []])
})

it('a signed document keeps its name, address and file, for uploader and staff', async () => {
  const { staff, client, admin, requestSignature, investor: signer } = await setupFirm()
  const [investorRow] = (await client.pull()).rows.filter(([entity]) => entity === 'investors')
  const [before, after] = [{ url: 'https://example.com/terms' }, { url: 'https://example.com/others' }]
  const upload = create('documents', { name: 'Terms', investorId: investorRow![1], ...before })
  await client.write(upload)
  const request = {
    ...requestSignature(signer.userId),
    fields: { documentId: upload.id, signerId: signer.userId, status: 'PENDING_SIGNATURE' },
  }
  await staff.write(request)
  await client.write(update('documents', upload.id, after, before))
  await client.write(update('documents', upload.id, before, after))
  await client.write(await signing(client, request.id))
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

it('MERGE2 signing a changed document asks again and keeps what the person read', async () => {
  const { staff, client, contract, requestSignature, investor: signer } = await setupFirm()
  const request = requestSignature(signer.userId)
  await staff.write(request)
  const early = await signing(client, request.id)
  await staff.write(update('documents', contract.id, { name: 'Deed of gift' }, { name: 'Deed' }))
  const { verdict, conflicts } = await client.attempt(early)
  expect([verdict, conflicts!.map(({ field }) => field)]).toEqual(['conflict', ['status', 'subject']])
  expect(await rowOf(staff, 'documentSignatures', request.id)).toMatchObject({ status: 'PENDING_SIGNATURE' })
  await client.write(await signing(client, request.id))
  expect(await rowOf(client, 'documentSignatures', request.id)).toMatchObject({ status: 'SIGNED' })
})

it('another file must be signed again, even if a restored copy counts it as the same version', async () => {
  const { staff, client, admin, tenantId, contract, requestSignature, investor: signer } = await setupFirm()
  const request = requestSignature(signer.userId)
  await staff.write(request)
  const give = async (content: string) =>
    expect(await uploading(server, admin).upload({ id: contract.id, filename: 'Deed.pdf' }, pdf(60, content))).toBe(204)
  await give('first')
  const early = await signing(client, request.id)
  await server.database.tenant(tenantId, (tx) =>
    tx.query('update documents set version = 0 where tenant_id = $1 and id = $2', [tenantId, contract.id]),
  )
  await give('second')
  expect(await rowOf(staff, 'documents', contract.id)).toMatchObject({ version: 1 })
  const { verdict, conflicts } = await client.attempt(early)
  expect([verdict, conflicts!.map(({ field }) => field)]).toEqual(['conflict', ['status', 'subject']])
  await client.write(await signing(client, request.id))
})

it('an upload may be withdrawn after the document is signed', async () => {
  const { staff, client, admin, contract, requestSignature, investor: signer } = await setupFirm()
  const signature = requestSignature(signer.userId)
  await staff.write(signature)
  const early = await signing(client, signature.id)
  const { begin, request } = uploading(server, admin)
  const begun = await begin({ id: contract.id, filename: 'Deed.pdf', sha256: sha256Of(pdf(3_000)) }, 3_000)
  await client.write(early)
  expect((await request('DELETE', begun.headers.get('location')!, {})).status).toBe(204)
  expect(await rowOf(staff, 'documents', contract.id)).toMatchObject({ fileState: 'NONE', sha256: null })
})

it('signing requires the version read, read access and a request', async () => {
  const { staff, client, admin, contract, requestSignature, investor: signer } = await setupFirm()
  const hidden = create('documents', { name: 'Minutes' })
  const [request, secret] = [
    requestSignature(signer.userId),
    create('documentSignatures', { documentId: hidden.id, signerId: signer.userId, status: 'PENDING_SIGNATURE' }),
  ]
  await staff.write(hidden, request, secret)
  const base = { status: 'PENDING_SIGNATURE' }
  const missing = { code: 'VALIDATION', issues: { subject: { key: 'base' } } }
  expect(await client.attempt(update('documentSignatures', request.id, { status: 'SIGNED' }, base))).toMatchObject(
    missing,
  )
  const path = `/api/document-signatures/${request.id}`
  const unread = await client.patch(path, { status: 'SIGNED' })
  expect(unread.status).toBe(400)
  expect(await unread.json()).toMatchObject({ errors: { subject: expect.stringContaining('If-Match') } })
  expect(await client.attempt(await signing(client, secret.id))).toMatchObject({
    code: 'VALIDATION',
    issues: { documentId: { key: 'missing' } },
  })
  expect((await staff.attempt(requestSignature(admin.userId, 'SIGNED'))).code).toBe('FORBIDDEN')
  const { etag } = Object.fromEntries((await client.get(path)).headers)
  await staff.write(update('documents', contract.id, { name: 'Deed of gift' }, { name: 'Deed' }))
  const headers = { 'if-match': etag!, 'user-agent': 'Reader 1.0' }
  expect((await client.patch(path, { status: 'SIGNED' }, headers)).status).toBe(409)
  const { etag: now } = Object.fromEntries((await client.get(path)).headers)
  expect((await client.patch(path, { status: 'SIGNED' }, { ...headers, 'if-match': now! })).status).toBe(200)
  const signature = { status: 'SIGNED', ipAddress: 'unknown', userAgent: 'Reader 1.0' }
  expect(await (await staff.get(path)).json()).toMatchObject(signature)
  expect(await (await client.get(path)).json()).not.toHaveProperty('ipAddress')
})

it('a signature cannot be deleted alone, but is deleted and restored with its document', async () => {
  const { staff, client, admin, tenantId, contract, requestSignature, investor: signer } = await setupFirm()
  const [request, other] = [requestSignature(signer.userId), requestSignature(admin.userId)]
  await staff.write(request, other)
  await client.write(await signing(client, request.id))
  expect((await staff.attempt(remove('documentSignatures', request.id))).code).toBe('FORBIDDEN')
  expect((await staff.delete(`/api/document-signatures/${request.id}`)).status).toBe(403)
  await staff.write(remove('documentSignatures', other.id))
  await staff.write(remove('documents', contract.id))
  expect(await rowOf(staff, 'documentSignatures', request.id)).toBeUndefined()
  await staff.write(restore('documents', contract.id))
  expect(await rowOf(staff, 'documentSignatures', request.id)).toMatchObject({ status: 'SIGNED' })
  await server.database.tenant(tenantId, (tx) =>
    tx.query('update document_signatures set deleted_at = now(), deleted_in = id where tenant_id = $1 and id = $2', [
      tenantId,
      request.id,
    ]),
  )
  const renamed = await staff.attempt(update('documents', contract.id, { name: 'Mine' }, { name: 'Deed' }))
  expect(renamed).toMatchObject({ code: 'VALIDATION', issues: { name: { key: 'signed' } } })
})
