import { describe, expect, it } from 'vitest'
import { createWorker } from '#server/jobs/worker.ts'
import { change, create, investor, merge, update } from '#server/test/changes.ts'
import { as, foldRows, rowOf } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { notifyPeople } from '#server/entities/notifications/notify.ts'
import { pdf } from '#server/test/sample-files.ts'
import { setupServer } from '#server/test/server.ts'
import { uploading } from '#server/test/uploading.ts'
import { kycExpiry } from './kyc-expiry.ts'

const server = await setupServer({ notify: notifyPeople })

async function setupFirm(kyc: Readonly<Record<string, unknown>> = {}) {
  const firm = await createFirm(server)
  const [admin, manager, client] = [firm.admin, firm.manager, firm.investor].map((each) => as(server, each))
  const [ines, omar] = [investor(kyc), investor({ firstName: 'Omar', email: 'omar@example.com' })]
  const passport = create('documents', { name: 'Passport', investorId: ines.id, kycEvidence: 'IDENTIFICATION' })
  const letter = create('documents', { name: 'Letter', investorId: omar.id, kycEvidence: 'OTHER' })
  await manager!.write(ines, omar, passport, letter)
  await link(server, firm.admin, firm.investor, ines.id)
  const pending = { kycStatus: 'PENDING', kycReason: null, kycReviewOn: null, kycDocuments: null }
  const decide = (fields: Readonly<Record<string, unknown>>) => update('investors', ines.id, fields, pending)
  const state = async () => (await rowOf(manager!, 'investors', ines.id))!
  const notices = async (device = client!) =>
    [...foldRows((await device.pull()).rows).values()].filter(({ kind }) => kind === 'KYC_DUE')
  return {
    ...firm,
    devices: { admin: admin!, manager: manager!, client: client! },
    ines,
    passport,
    letter,
    decide,
    state,
    notices,
  }
}

const approval = { kycStatus: 'APPROVED', kycReason: 'Seen in person', kycReviewOn: '2026-12-31' }

describe('a KYC decision', () => {
  it('FOLLOW21 records the reviewer, the time of the server and the evidence, and is in the history', async () => {
    const { devices, manager, ines, passport, decide, state } = await setupFirm()
    await devices.manager.write(decide({ ...approval, kycDocuments: [passport.id] }))
    expect(await state()).toMatchObject({
      ...approval,
      kycDocuments: [passport.id],
      kycDecidedBy: manager.userId,
      kycDecidedAt: server.now().toISOString(),
    })
    const history = await devices.admin.get(`/api/record-history?entity=investors&recordId=${ines.id}`)
    const [last] = (await history.json()) as { userId: string; changes: unknown[] }[]
    expect(last).toMatchObject({ userId: manager.userId })
    expect(last!.changes).toContainEqual(['kycDocuments', null, [passport.id]])
  })

  it('is not made by an investor, who sees the state and the date but not the note, evidence or reviewer', async () => {
    const { devices, ines, passport, decide } = await setupFirm()
    expect(await devices.client.attempt(decide({ kycStatus: 'APPROVED' }))).toMatchObject({ code: 'FORBIDDEN' })
    expect((await devices.client.patch(`/api/investors/${ines.id}`, approval)).status).toBe(403)
    await devices.manager.write(decide({ ...approval, kycDocuments: [passport.id] }))
    const seen = (await rowOf(devices.client, 'investors', ines.id))!
    expect(seen).toMatchObject({ kycStatus: 'APPROVED', kycReviewOn: '2026-12-31' })
    for (const name of ['kycReason', 'kycDocuments', 'kycDecidedBy']) expect(seen).not.toHaveProperty(name)
  })

  it('rests on documents of the investor, not of another one or another firm', async () => {
    const { devices, letter, decide, state } = await setupFirm()
    const { passport: foreign } = await setupFirm()
    for (const { id } of [letter, foreign])
      expect(await devices.manager.attempt(decide({ ...approval, kycDocuments: [id] }))).toMatchObject({
        code: 'VALIDATION',
        errors: { kycDocuments: expect.any(String) },
      })
    expect(await state()).toMatchObject({ kycStatus: 'PENDING' })
    const created = { firstName: 'Elif', email: 'elif@example.com', ...approval, kycDocuments: [letter.id] }
    expect((await devices.manager.post('/api/investors', created)).status).toBe(400)
    expect((await devices.manager.post('/api/investors', { ...created, kycDocuments: null })).status).toBe(201)
  })

  it('is taken over by a merge with its date and its evidence', async () => {
    const { devices, ines, passport, decide } = await setupFirm()
    await devices.manager.write(decide({ ...approval, kycDocuments: [passport.id] }))
    const twin = investor({ email: 'twin@example.com' })
    await devices.manager.write(twin)
    const adopted = { ...approval, kycDocuments: [passport.id] }
    const base = { kycStatus: 'PENDING', kycReason: null, kycReviewOn: null, kycDocuments: null }
    await devices.manager.write(merge(twin.id, ines.id), update('investors', twin.id, adopted, base))
    expect(await rowOf(devices.manager, 'investors', twin.id)).toMatchObject(adopted)
  })

  it.each([
    ['decision', { kycStatus: 'REJECTED', kycReason: 'Forged passport' }],
    ['review date', { kycReviewOn: '2026-06-30' }],
  ])('that was followed by another %s is not adopted by a merge that was prepared before', async (_what, later) => {
    const { devices, ines, decide, state } = await setupFirm()
    await devices.admin.write(decide(approval))
    const twin = investor({ email: 'twin@example.com' })
    await devices.manager.write(twin)
    await devices.admin.patch(`/api/investors/${ines.id}`, later)
    const seen = { ...approval, kycDocuments: null }
    const base = { kycStatus: 'PENDING', kycReason: null, kycReviewOn: null, kycDocuments: null }
    const prepared = change(
      update('investors', ines.id, seen, seen),
      merge(twin.id, ines.id),
      update('investors', twin.id, seen, base),
    )
    expect(await devices.manager.push(prepared)).toMatchObject([{ verdict: 'conflict' }])
    expect(await state()).toMatchObject(later)
    expect(await rowOf(devices.manager, 'investors', twin.id)).toMatchObject({ kycStatus: 'PENDING' })
  })

  it('conflicts with an earlier decision by someone else, and shows it', async () => {
    const { devices, admin, decide, state } = await setupFirm()
    await devices.admin.write(decide(approval))
    const verdict = await devices.manager.attempt(decide({ kycStatus: 'REJECTED', kycReason: 'Blurred copy' }))
    expect(verdict).toMatchObject({ verdict: 'conflict' })
    expect(verdict.conflicts).toContainEqual(
      expect.objectContaining({ field: 'kycStatus', yours: 'REJECTED', theirs: 'APPROVED' }),
    )
    expect(await state()).toMatchObject({ kycStatus: 'APPROVED', kycDecidedBy: admin.userId })
  })

  it('is written once when it is sent again', async () => {
    const { devices, decide, state } = await setupFirm()
    const sent = change(decide(approval))
    const [[first], [again]] = [await devices.manager.push(sent), await devices.manager.push(sent)]
    expect(again).toEqual(first)
    const { kycDecidedAt } = await state()
    server.clock.advance(60_000)
    await devices.manager.push(sent)
    expect(await state()).toMatchObject({ kycDecidedAt })
  })

  it('with an impossible review date is refused', async () => {
    const { devices, decide } = await setupFirm()
    for (const kycReviewOn of ['2024-03-15', '2039-03-15'])
      expect(await devices.manager.attempt(decide({ ...approval, kycReviewOn }))).toMatchObject({ code: 'VALIDATION' })
  })

  it('to reject also needs a reason over REST', async () => {
    const { devices, ines } = await setupFirm()
    const reject = (more: object) =>
      devices.admin.patch(`/api/investors/${ines.id}`, { kycStatus: 'REJECTED', ...more })
    expect([(await reject({})).status, (await reject({ kycReason: 'Blurred copy' })).status]).toEqual([400, 200])
  })

  it('FOLLOW22 does not inherit the previous reason or evidence', async () => {
    const { devices, ines, passport, decide, state } = await setupFirm()
    const evidence = { kycDocuments: [passport.id] }
    await devices.manager.write(decide({ ...approval, ...evidence }))
    const patch = async (body: object) => (await devices.admin.patch(`/api/investors/${ines.id}`, body)).status
    expect(await patch({ kycStatus: 'REJECTED' })).toBe(400)
    expect(await patch({ kycStatus: 'REJECTED', kycReason: 'Blurred copy' })).toBe(200)
    expect(await state()).toMatchObject({ kycReason: 'Blurred copy', kycDocuments: null })
    await patch({ kycStatus: 'IN_REVIEW', ...evidence })
    await devices.manager.write(
      update(
        'investors',
        ines.id,
        { kycStatus: 'APPROVED', ...evidence },
        { kycStatus: 'IN_REVIEW', kycReason: null, kycReviewOn: null, ...evidence },
      ),
    )
    expect(await state()).toMatchObject({ kycStatus: 'APPROVED', kycReason: null, ...evidence })
  })

  it.each(['one after the other', 'together'])(
    'FOLLOW23 that is undone restores the previous reviewer (sent %s)',
    async (how) => {
      const { devices, ines, admin, decide, state } = await setupFirm()
      await devices.admin.write(decide(approval))
      const approved = await state()
      server.clock.advance(60_000)
      const previous = { ...approval, kycDocuments: null }
      const rejection = { kycStatus: 'REJECTED', kycReason: 'Blurred copy' }
      const reject = change(update('investors', ines.id, rejection, previous))
      const undo = change(
        update('investors', ines.id, approval, { ...rejection, kycReviewOn: null, kycDocuments: null }),
      )
      const verdicts =
        how === 'together'
          ? await devices.manager.push(reject, undo)
          : [...(await devices.manager.push(reject)), ...(await devices.manager.push(undo))]
      expect(verdicts).toMatchObject([{ verdict: 'applied' }, { verdict: 'applied' }])
      expect(await state()).toMatchObject({ ...approval, kycDecidedBy: admin.userId })
      expect((await state())['kycDecidedAt']).toBe(approved['kycDecidedAt'])
    },
  )

  it('FOLLOW23 is a new one if someone else restores the previous values', async () => {
    const { devices, ines, admin, manager, decide, state } = await setupFirm()
    await devices.admin.write(decide(approval))
    await devices.admin.patch(`/api/investors/${ines.id}`, { kycStatus: 'REJECTED', kycReason: 'Sanctions list' })
    await devices.manager.patch(`/api/investors/${ines.id}`, approval)
    expect(await state()).toMatchObject({ ...approval, kycDecidedBy: manager.userId })
    expect(manager.userId).not.toBe(admin.userId)
  })

  it('is rejected if its evidence is not a list, and other changes are accepted', async () => {
    const { devices, ines, decide, state } = await setupFirm()
    for (const kycDocuments of [5, {}, true, 'passport']) {
      const bad = change(update('investors', ines.id, { kycDocuments }, { kycDocuments: null }))
      const good = change(update('investors', ines.id, { phone: '+1 555 0100' }, { phone: null }))
      const verdicts = await devices.manager.push(bad, good)
      expect(verdicts.map(({ verdict }) => verdict)).toEqual(['rejected', expect.stringMatching(/^(applied|merged)$/)])
    }
    await devices.manager.write(decide(approval))
    expect(await state()).toMatchObject(approval)
  })

  it('with a different review date than the previous one is a new decision', async () => {
    const { devices, ines, admin, manager, decide, state } = await setupFirm()
    await devices.admin.write(decide(approval))
    const patch = (body: object) => devices.manager.patch(`/api/investors/${ines.id}`, body)
    await patch({ kycStatus: 'REJECTED', kycReason: 'Blurred copy' })
    expect(await state()).toMatchObject({ kycDecidedBy: manager.userId })
    await patch({ ...approval, kycReviewOn: '2026-12-30' })
    expect(await state()).toMatchObject({ kycStatus: 'APPROVED', kycDecidedBy: manager.userId })
    expect(manager.userId).not.toBe(admin.userId)
  })

  it('FOLLOW24 from an older app without a review date gets the default one', async () => {
    const { devices, state, decide } = await setupFirm()
    await devices.manager.write(decide({ kycStatus: 'APPROVED', kycReason: 'Seen' }))
    expect(await state()).toMatchObject({ kycReviewOn: expect.stringMatching(/^2027-03-1/) })
  })
})

describe('investors', () => {
  it('add evidence to their own record, describe it, and see no other', async () => {
    const { devices, ines, letter } = await setupFirm()
    const bill = create('documents', { name: 'Bill', investorId: ines.id, type: 'KYC', kycEvidence: 'OTHER' })
    await devices.client.write(bill)
    await devices.client.write(
      update(
        'documents',
        bill.id,
        { kycEvidence: 'PROOF_OF_ADDRESS', expiresOn: '2027-01-01' },
        { kycEvidence: 'OTHER', expiresOn: null },
      ),
    )
    expect(await rowOf(devices.client, 'documents', letter.id)).toBeUndefined()
    const [asked] = await devices.client.push(
      change(update('documents', letter.id, { expiresOn: '2027-01-01' }, { expiresOn: null })),
    )
    expect(asked).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('cannot exchange or change the evidence of a decision, but can still send its first file', async () => {
    const { devices, investor: client, ines, decide } = await setupFirm()
    const bill = create('documents', { name: 'Bill', investorId: ines.id, type: 'KYC', kycEvidence: 'OTHER' })
    await devices.client.write(bill)
    await devices.manager.write(decide({ ...approval, kycDocuments: [bill.id] }))
    expect(await uploading(server, client).upload({ id: bill.id, filename: 'Bill.pdf' }, pdf())).toBe(204)
    const later = update('documents', bill.id, { expiresOn: '2099-01-01' }, { expiresOn: null })
    const refused = { verdict: 'rejected', code: 'VALIDATION', issues: { '': { key: 'evidence' } } }
    expect(await devices.client.attempt(later)).toMatchObject(refused)
    const begun = await uploading(server, client).begin({ id: bill.id, filename: 'Other.pdf' }, 3_000)
    expect([begun.status, await begun.json()]).toMatchObject([400, { issues: refused.issues }])
    await devices.manager.write(later)
  })
})

describe('the job', () => {
  const run = (tenantId: string, payload: unknown = {}) =>
    kycExpiry.run(server, { tenantId, kind: 'kycExpiry', key: '', payload, doneAt: null })

  it('FOLLOW25 ends approvals after their last day, without a reviewer, and notifies', async () => {
    const { tenantId, state, devices, decide, notices } = await setupFirm()
    await devices.manager.write(decide({ ...approval, kycReviewOn: '2026-03-16' }))
    await createWorker({ ...server, jobs: { kycExpiry } }).checkAllFirms()
    expect(await state()).toMatchObject({ kycStatus: 'APPROVED' })
    server.clock.advance(2 * 86_400_000)
    // Not yet over in the last time zone.
    await run(tenantId)
    expect(await state()).toMatchObject({ kycStatus: 'APPROVED' })
    server.clock.advance(3 * 3_600_000)
    expect(await run(tenantId)).toMatchObject({ hasChanged: true })
    expect(await state()).toMatchObject({ kycStatus: 'EXPIRED', kycReviewOn: '2026-03-16', kycDecidedBy: null })
    await server.backgroundTasks.settled()
    // The first one was the reminder.
    expect(await notices()).toMatchObject([{ url: '/investor-portal' }, { url: '/investor-portal' }])
    expect(await run(tenantId)).toMatchObject({ hasChanged: false })
  })

  it('reminds once, thirty days before', async () => {
    const { tenantId, notices, devices } = await setupFirm({ kycStatus: 'APPROVED', kycReviewOn: '2026-05-01' })
    const first = await run(tenantId)
    expect(first).toMatchObject({ hasChanged: false })
    server.clock.advance(20 * 86_400_000)
    const second = await run(tenantId, first!.payload)
    expect(second).toMatchObject({ hasChanged: true })
    expect(await run(tenantId, second!.payload)).toMatchObject({ hasChanged: false })
    expect([(await notices()).length, (await notices(devices.manager)).length]).toEqual([1, 1])
  })

  it('reminds of an approval that was given for less than thirty days', async () => {
    const { tenantId, notices, devices, decide } = await setupFirm()
    const first = await run(tenantId)
    server.clock.advance(3_600_000)
    await devices.manager.write(decide({ ...approval, kycReviewOn: '2026-04-01' }))
    server.clock.advance(3_600_000)
    const second = await run(tenantId, first!.payload)
    expect(second).toMatchObject({ hasChanged: true })
    expect(await run(tenantId, second!.payload)).toMatchObject({ hasChanged: false })
    expect(await notices(devices.manager)).toHaveLength(1)
  })
})
