import { expect, it } from 'vitest'
import { create, investor, update } from '#server/test/changes.ts'
import { as, type Device, rowOf } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const at = '2026-03-15T09:59:00.000Z'

async function setupFirm() {
  const firm = await createFirm(server)
  const [staff, client] = [as(server, firm.manager), as(server, firm.investor)]
  const [own, other] = [investor(), investor({ firstName: 'Omar' })]
  await staff.write(own, other)
  await link(server, firm.admin, firm.investor, own.id)
  return { ...firm, staff, client, own, other }
}

type Values = Readonly<Record<string, unknown>>

const attemptUpdate = async (
  device: Device,
  entity: string,
  id: string,
  before: Values,
  after: Values,
): Promise<string> => {
  const { verdict, code } = await device.attempt(update(entity, id, after, before))
  return code ?? verdict
}

it('PUSH7 PUSH19 an investor answers an opportunity once, and can change nothing else of it', async () => {
  const { staff, client, own, other } = await setupFirm()
  const deal = create('deals', { name: 'Quay' })
  const [mine, theirs] = [own, other].map(({ id }) => create('opportunities', { dealId: deal.id, investorId: id }))
  await staff.write(deal, mine!, theirs!)
  const respond = (before: Values, after: Values) => attemptUpdate(client, 'opportunities', mine!.id, before, after)
  const unseen = { viewed: false, viewedAt: null }
  expect(await respond(unseen, { viewed: true, viewedAt: at })).toBe('applied')
  const silent = { responded: false, response: null, respondedAt: null }
  expect(await respond(silent, { responded: true, response: 'Yes', respondedAt: at })).toBe('applied')
  expect(await respond({ response: 'Yes' }, { response: 'Yes, 50,000' })).toBe('applied')
  expect(await respond({ viewed: true }, { viewed: false })).toBe('FORBIDDEN')
  expect(await respond({ responded: true }, { responded: false })).toBe('FORBIDDEN')
  expect(await respond({ message: null, response: '' }, { message: 'Mine', response: 'No' })).toBe('FORBIDDEN')
  expect(await attemptUpdate(client, 'opportunities', theirs!.id, unseen, { viewed: true, viewedAt: at })).toBe(
    'NOT_FOUND',
  )
  expect(await rowOf(staff, 'opportunities', mine!.id)).toMatchObject({ viewed: true, response: 'Yes, 50,000' })
})

it('PUSH7 the investor who is asked accepts or blocks a connection; the one who asks does not answer for them', async () => {
  const { staff, client, own, other } = await setupFirm()
  const connection = create('investorConnections', { requesterId: other.id, recipientId: own.id })
  const requestSignature = create('investorConnections', { requesterId: own.id, recipientId: other.id })
  await staff.write(connection, requestSignature)
  const respond = (before: Values, after: Values) =>
    attemptUpdate(client, 'investorConnections', connection.id, before, after)
  expect(await respond({ message: null }, { message: 'Mine' })).toBe('FORBIDDEN')
  expect(await respond({ status: 'PENDING' }, { status: 'ACCEPTED', acceptedAt: null })).toBe('VALIDATION')
  expect(await respond({ status: 'PENDING', acceptedAt: null }, { status: 'ACCEPTED', acceptedAt: at })).toBe('applied')
  expect(await respond({ status: 'ACCEPTED' }, { status: 'BLOCKED' })).toBe('applied')
  expect(await respond({ status: 'BLOCKED' }, { status: 'PENDING' })).toBe('FORBIDDEN')
  const forThem = { status: 'ACCEPTED' }
  expect(await attemptUpdate(client, 'investorConnections', requestSignature.id, { status: 'PENDING' }, forThem)).toBe(
    'FORBIDDEN',
  )
})

it('PUSH7 PUSH19 only the signer can sign, at the server’s time', async () => {
  const { staff, client, own, manager, investor: signer } = await setupFirm()
  const contract = create('documents', { name: 'Deed', investorId: own.id, type: 'CONTRACT' })
  const requestSignature = (signerId: string, status: string) =>
    create('documentSignatures', { documentId: contract.id, signerId, status })
  const [draft, requested, ours] = [
    requestSignature(signer.userId, 'DRAFT'),
    requestSignature(signer.userId, 'PENDING_SIGNATURE'),
    requestSignature(manager.userId, 'PENDING_SIGNATURE'),
  ]
  await staff.write(contract, draft, requested, ours)
  const sign = async (device: Device, { id, fields }: typeof requested) => {
    const { subject } = (await rowOf(device, 'documentSignatures', id))!
    return attemptUpdate(device, 'documentSignatures', id, { status: fields['status'], subject }, { status: 'SIGNED' })
  }
  expect(await sign(client, draft)).toBe('FORBIDDEN')
  expect(await sign(staff, requested)).toBe('FORBIDDEN')
  expect((await staff.attempt(requestSignature(signer.userId, 'SIGNED'))).code).toBe('FORBIDDEN')
  const as = { status: 'SIGNED', signerRole: 'Director' }
  const before = { status: 'PENDING_SIGNATURE', subject: null, signerRole: null }
  expect(await attemptUpdate(client, 'documentSignatures', requested.id, before, as)).toBe('FORBIDDEN')
  expect(await sign(client, requested)).toBe('applied')
  expect(await sign(staff, ours)).toBe('applied')
  expect(await rowOf(client, 'documentSignatures', requested.id)).toMatchObject({
    status: 'SIGNED',
    signedAt: server.clock.now().toISOString(),
  })
  expect(
    await attemptUpdate(client, 'documentSignatures', requested.id, { status: 'SIGNED' }, { status: 'DRAFT' }),
  ).toBe('FORBIDDEN')
})

it('PUSH7 an investor edits their own uploads, but not their owner or other documents', async () => {
  const { staff, client, own, other } = await setupFirm()
  const upload = create('documents', { name: 'Passport', investorId: own.id, type: 'KYC' })
  const letter = create('documents', { name: 'Letter', investorId: own.id })
  await client.write(upload)
  await staff.write(letter)
  expect(await attemptUpdate(client, 'documents', upload.id, { name: 'Passport' }, { name: 'Passport 2026' })).toBe(
    'applied',
  )
  expect(await attemptUpdate(client, 'documents', letter.id, { name: 'Letter' }, { name: 'Mine' })).toBe('FORBIDDEN')
  for (const [field, value] of [
    ['investorId', null],
    ['investorId', other.id],
    ['audience', 'INVESTORS'],
  ] as const)
    expect(await attemptUpdate(client, 'documents', upload.id, { [field]: value }, { [field]: value })).toBe(
      'FORBIDDEN',
    )
  expect(await rowOf(staff, 'documents', upload.id)).toMatchObject({ name: 'Passport 2026', investorId: own.id })
})

it('PUSH8 a record refers only to people of its firm', async () => {
  const { staff, client, own, investor: signer, manager } = await setupFirm()
  const stranger = (await createFirm(server)).manager.userId
  const contract = create('documents', { name: 'Deed', investorId: own.id })
  const deal = create('deals', { name: 'Quay', assignedTo: manager.userId })
  await staff.write(contract, deal)
  for (const userId of [stranger, contract.id]) {
    const signature = create('documentSignatures', { documentId: contract.id, signerId: userId })
    expect(await staff.attempt(signature)).toMatchObject({
      code: 'VALIDATION',
      errors: { signerId: 'This record does not exist or cannot be chosen here' },
    })
    expect(await attemptUpdate(staff, 'deals', deal.id, { assignedTo: manager.userId }, { assignedTo: userId })).toBe(
      'VALIDATION',
    )
  }
  await staff.write(create('documentSignatures', { documentId: contract.id, signerId: signer.userId }))
  expect((await client.pull()).rows.filter(([entity]) => entity === 'documentSignatures')).toHaveLength(1)
})

it('an answer to an opportunity over REST has its time', async () => {
  const { staff, client, own } = await setupFirm()
  const deal = create('deals', { name: 'Quay' })
  const opportunity = create('opportunities', { dealId: deal.id, investorId: own.id })
  await staff.write(deal, opportunity)
  const path = `/api/opportunities/${opportunity.id}`
  expect(await (await client.patch(path, { viewed: true })).json()).toMatchObject({ respondedAt: null })
  const updated = await (await client.patch(path, { responded: true, response: 'Yes' })).json()
  expect(updated).toMatchObject({ viewedAt: server.now().toISOString(), respondedAt: server.now().toISOString() })
})
