import { describe, expect, it } from 'vitest'
import { createApp } from '#server/test/app.ts'
import { investor, remove } from '#server/test/changes.ts'
import { as, type Device } from '#server/test/device.ts'
import { createFirm, type TestPerson } from '#server/test/firm.ts'
import { createMailbox } from '#server/test/services/mailbox.ts'
import { withMail } from '#server/test/services/with-mail.ts'
import { postForm } from '#server/test/post-form.ts'
import { setupServer } from '#server/test/server.ts'
import { linkPerson } from '#server/entities/investors/link-person.ts'
import { unlinkPerson } from '#server/entities/investors/unlink-person.ts'
import { acceptInvitation, acceptProvenInvitation, findInvitation } from './invitations.ts'

const server = await setupServer()
const day = 86_400_000
const path = '/api/user-invitations'
const nobody = '0197a3b0-0000-7000-8000-000000000001'
let count = 0
const newEmail = () => `guest-${++count}@example.com`

interface Row {
  readonly id: string
  readonly email: string
  readonly status: string
  readonly link: string
}

async function setupFirm() {
  const firm = await createFirm(server)
  return { ...firm, staff: as(server, firm.admin) }
}

async function post(device: Device, at: string, body?: unknown) {
  const response = await device.post(at, body)
  return { status: response.status, body: (await response.json()) as Row & Record<string, unknown> }
}
const invite = (device: Device, more: Record<string, unknown> = {}) =>
  post(device, path, { email: newEmail(), role: 'PORTFOLIO_MANAGER', ...more })
const list = async (device: Device) => (await (await device.get(path)).json()) as Row[]

const open = (link: string) => server.app.request(link)
const accept = (link: string, cookie = '') => {
  const token = new URL(link).searchParams.get('token')!
  const form = { token, firstName: 'Ada', lastName: 'Noor', password: 'a long enough one' }
  return postForm(server.app, '/api/invitation', form, { cookie })
}
const cookieOf = (response: Response): string => response.headers.getSetCookie()[0]!.split(';')[0]!
const me = async (cookie: string) => {
  const response = await as(server, { cookie }).get('/api/auth/user')
  return { ...((await response.json()) as { id?: string }), status: response.status }
}
const audited = (tenantId: string) =>
  server.database.tenant(tenantId, (tx) =>
    tx.query<{ action: string; by: string | null; id: string; details: Record<string, unknown> }>(
      `select action, user_id as by, entity_id as id, details from audit_logs
where tenant_id = $1 and entity_type = 'userInvitations' order by n`,
      [tenantId],
    ),
  )

describe('POST /api/user-invitations', () => {
  it('returns the link once', async () => {
    const { tenantId, admin, staff } = await setupFirm()
    const email = newEmail()
    const { status, body } = await invite(staff, { email: email.toUpperCase(), message: 'Welcome <aboard>' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      email,
      role: 'PORTFOLIO_MANAGER',
      invitedBy: admin.userId,
      message: 'Welcome <aboard>',
      investorId: null,
      status: 'PENDING',
      expiresAt: new Date(server.now().getTime() + 7 * day).toISOString(),
      acceptedAt: null,
      createdAt: server.now().toISOString(),
      updatedAt: server.now().toISOString(),
      link: expect.stringMatching(/^http:\/\/localhost\/api\/invitation\?token=[\w-]{43}$/),
      mailed: false,
    })
    expect(await (await open(body.link)).text()).toContain('Welcome &lt;aboard&gt;')
    const { link, mailed: _, ...row } = body
    expect(await list(staff)).toEqual([row])
    expect(await audited(tenantId)).toMatchObject([
      { action: 'userInvitations.create', by: admin.userId, id: body.id, details: { after: { email } } },
    ])
    expect(JSON.stringify(await audited(tenantId))).not.toContain(new URL(link).searchParams.get('token'))
    expect(await me(cookieOf(await accept(link)))).toMatchObject({ tenantId, email, role: 'PORTFOLIO_MANAGER' })
  })

  it('uses the public address in the link', async () => {
    const { admin } = await setupFirm()
    const app = createApp({ ...server, publicUrl: 'https://holdfast.example' })
    const { body } = await invite(as({ ...server, app }, admin))
    expect(body.link).toMatch(/^https:\/\/holdfast\.example\/api\/invitation\?token=/)
  })

  it('refuses an e-mail with an account in the firm', async () => {
    const { staff, manager } = await setupFirm()
    expect(await invite(staff, { email: manager.email.toUpperCase() })).toMatchObject({
      status: 409,
      body: {
        message: 'This record already exists.',
        code: 'DUPLICATE',
        errors: { email: 'A user with this email address already exists' },
      },
    })
    expect(await list(staff)).toEqual([])
  })

  it('does not reveal accounts of other firms; accepting leads to the sign-in page then', async () => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    const invited = await invite(here.staff, { email: there.manager.email })
    expect(invited.status).toBe(201)
    const refused = await accept(invited.body.link)
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([303, []])
    expect(await list(here.staff)).toMatchObject([{ status: 'PENDING' }])
  })

  it('allows one open invitation per person, and does not reveal other firms’', async () => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    const email = newEmail()
    expect((await invite(there.staff, { email })).status).toBe(201)
    const statuses = await Promise.all([invite(here.staff, { email }), invite(here.staff, { email })])
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    server.clock.advance(7 * day)
    expect((await invite(here.staff, { email })).status, 'the other one has expired').toBe(201)
    expect((await list(here.staff)).map(({ status }) => status)).toEqual(['EXPIRED', 'PENDING'])
  })

  it.each([
    { email: 'nobody' },
    { email: null },
    { email: 'a\u0000@example.com' },
    { role: 'OWNER' },
    { role: null },
    { message: 'x'.repeat(2_001) },
    { investorId: nobody },
    { investorId: 'x' },
  ])('refuses %j', async (wrong) => {
    const { tenantId, staff } = await setupFirm()
    expect((await invite(staff, wrong)).status).toBe(400)
    expect([await list(staff), await audited(tenantId)]).toEqual([[], []])
  })

  it('restricts staff to the firm’s domains, but not investors', async () => {
    const { staff, investor: reader } = await setupFirm()
    expect((await staff.patch('/api/tenant', { allowedDomains: 'firm.example, quay.example' })).status).toBe(200)
    const from = async (domain: string, role: string) =>
      (await invite(staff, { email: `${newEmail().split('@')[0]}@${domain}`, role })).status
    expect([await from('quay.example', 'ADMIN'), await from('FIRM.example', 'PORTFOLIO_MANAGER')]).toEqual([201, 201])
    expect([await from('sub.firm.example', 'ADMIN'), await from('notfirm.example', 'ADMIN')]).toEqual([400, 400])
    expect(await from('elsewhere.example', 'INVESTOR')).toBe(201)
    expect((await invite(staff)).body['errors']).toEqual({
      email: 'Staff must have an email address at an allowed domain: firm.example, quay.example',
    })
    const promoted = await staff.patch(`/api/users/${reader.userId}`, { role: 'ADMIN' })
    expect(promoted.status).toBe(400)
  })

  it('refuses staff whose domain was removed after the invitation', async () => {
    const { staff } = await setupFirm()
    const name = newEmail().split('@')[0]
    const from = (domain: string, role: string) => invite(staff, { email: `${name}@${domain}`, role })
    const [away, kept, reader] = [
      await from('away.example', 'ADMIN'),
      await from('firm.example', 'ADMIN'),
      await from('reader.example', 'INVESTOR'),
    ]
    expect((await staff.patch('/api/tenant', { allowedDomains: 'firm.example' })).status).toBe(200)
    expect((await open(away.body.link)).status).toBe(404)
    expect([
      (await accept(away.body.link)).status,
      (await accept(kept.body.link)).status,
      (await accept(reader.body.link)).status,
    ]).toEqual([404, 303, 303])
    const again = await post(staff, `${path}/${away.body.id}/resend`)
    expect([again.status, again.body['errors']]).toEqual([
      400,
      { email: 'Staff must have an email address at an allowed domain: firm.example' },
    ])
    expect((await staff.patch('/api/tenant', { allowedDomains: '' })).status).toBe(200)
    expect((await accept(away.body.link)).status).toBe(303)
  })

  it('refuses when the domain is removed during acceptance', async () => {
    const { staff, tenantId } = await setupFirm()
    const { body } = await invite(staff, { email: `${newEmail().split('@')[0]}@away.example`, role: 'ADMIN' })
    const token = new URL(body.link).searchParams.get('token')!
    const invitation = (await findInvitation(server.database, token, server.now()))!
    expect((await staff.patch('/api/tenant', { allowedDomains: 'firm.example' })).status).toBe(200)
    const deps = { ...server, link: async () => {}, unlink: async () => {} }
    const person = { firstName: 'Ada', lastName: 'Noor', language: 'en', password: null }
    expect(await acceptInvitation(deps, invitation, person)).toBeUndefined()
    const proven = { email: invitation.email, firstName: 'Ada', lastName: 'Noor', language: 'en' }
    expect(await acceptProvenInvitation(deps, tenantId, proven)).toBeUndefined()
  })

  it('refuses a record of another firm', async () => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    const record = investor()
    await there.staff.write(record)
    const [foreign, missing] = [
      await invite(here.staff, { investorId: record.id }),
      await invite(here.staff, { investorId: nobody }),
    ]
    expect([foreign.status, foreign.body]).toEqual([400, missing.body])
  })
})

describe('accepting', () => {
  it('links the invitation’s record', async () => {
    const { tenantId, staff } = await setupFirm()
    const [own, other] = [investor(), investor()]
    await staff.write(own, other)
    const { body } = await invite(staff, { role: 'INVESTOR', investorId: own.id })
    const cookie = cookieOf(await accept(body.link))
    expect(await me(cookie)).toMatchObject({ role: 'INVESTOR', investorIds: [own.id] })
    const { rows } = await as(server, { cookie }).pull()
    expect(rows.flatMap(([entity, id, , fields]) => (entity === 'investors' && fields ? [id] : []))).toEqual([own.id])
    const { id } = await me(cookie)
    expect((await audited(tenantId)).at(-1)).toMatchObject({
      action: 'userInvitations.accept',
      by: id,
      id: body.id,
      details: { way: 'invitation', secrets: ['passwordHash'] },
    })
    expect(await list(staff)).toMatchObject([{ status: 'ACCEPTED', acceptedAt: server.now().toISOString() }])
  })

  it('links the record into which it was merged, even through another', async () => {
    const { staff } = await setupFirm()
    const [named, between, last] = [investor(), investor(), investor()]
    await staff.write(named, between, last)
    const { body } = await invite(staff, { role: 'INVESTOR', investorId: named.id })
    const merge = async (into: string, from: string) =>
      expect((await post(staff, `/api/investors/${into}/merge`, { from })).status).toBe(200)
    await merge(between.id, named.id)
    await merge(last.id, between.id)
    expect(await me(cookieOf(await accept(body.link)))).toMatchObject({ role: 'INVESTOR', investorIds: [last.id] })
  })

  it('links the original record after the merge was undone', async () => {
    const { staff } = await setupFirm()
    const [named, other] = [investor(), investor()]
    await staff.write(named, other)
    const { body } = await invite(staff, { role: 'INVESTOR', investorId: named.id })
    expect((await post(staff, `/api/investors/${other.id}/merge`, { from: named.id })).status).toBe(200)
    expect((await post(staff, `/api/investors/${named.id}/restore`)).status).toBe(200)
    expect(await me(cookieOf(await accept(body.link)))).toMatchObject({ investorIds: [named.id] })
  })

  it('leaves no link when the invitation is revoked meanwhile', async () => {
    const { tenantId, staff } = await setupFirm()
    const own = investor()
    await staff.write(own)
    const { body } = await invite(staff, { role: 'INVESTOR', investorId: own.id })
    const by = { kind: 'system', tenantId } as const
    const linked: string[] = []
    const deps = {
      ...server,
      async link(_: string, userId: string, investorId: string) {
        await linkPerson.run(server, by, investorId, { userId })
        linked.push(userId)
        expect((await post(staff, `${path}/${body.id}/revoke`)).status).toBe(200)
      },
      unlink: (_: string, userId: string, investorId: string) => unlinkPerson.run(server, by, investorId, { userId }),
    }
    const token = new URL(body.link).searchParams.get('token')!
    const invitation = (await findInvitation(server.database, token, server.now()))!
    const person = { firstName: 'Ada', lastName: 'Noor', language: 'en', password: null }
    expect(await acceptInvitation(deps, invitation, person)).toBeUndefined()
    expect(linked).toHaveLength(1)
    const { rows } = await staff.pull()
    expect(rows.filter(([entity, , , fields]) => entity === 'investorUsers' && fields)).toEqual([])
    expect(rows.find(([, id]) => id === own.id)![3]).toMatchObject({ userId: null })
    expect(await acceptInvitation(deps, invitation, person)).toBeUndefined()
    expect(linked).toHaveLength(1)
  })

  it('succeeds even if the record is deleted', async () => {
    const { staff } = await setupFirm()
    const own = investor()
    await staff.write(own)
    const { body } = await invite(staff, { role: 'INVESTOR', investorId: own.id })
    expect((await staff.attempt(remove('investors', own.id, {}))).verdict).toBe('applied')
    expect(await me(cookieOf(await accept(body.link)))).toMatchObject({ role: 'INVESTOR', investorIds: [] })
  })

  it('ends the browser’s former session', async () => {
    const { staff, manager } = await setupFirm()
    const { body } = await invite(staff)
    const cookie = cookieOf(await accept(body.link, manager.cookie))
    expect([(await me(cookie)).status, (await me(manager.cookie)).status]).toEqual([200, 401])
  })

  it('with one of two invitations to an e-mail leaves the other one open', async () => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    const email = newEmail()
    const links = [(await invite(here.staff, { email })).body.link, (await invite(there.staff, { email })).body.link]
    const responses = await Promise.all(links.map((link) => accept(link)))
    const signedIn = responses.filter((each) => each.headers.getSetCookie().length > 0)
    expect([signedIn.length, responses.map(({ status }) => status)]).toEqual([1, [303, 303]])
    const states = [...(await list(here.staff)), ...(await list(there.staff))].map(({ status }) => status)
    expect(states.toSorted()).toEqual(['ACCEPTED', 'PENDING'])
  })
})

describe('resend and revoke', () => {
  const act = (device: Device, id: string, verb: string) => post(device, `${path}/${id}/${verb}`)

  it('resending replaces the link for another week', async () => {
    const { tenantId, staff } = await setupFirm()
    const { body } = await invite(staff)
    server.clock.advance(8 * day)
    const again = await act(staff, body.id, 'resend')
    expect([again.status, again.body.status]).toEqual([200, 'PENDING'])
    expect([(await open(body.link)).status, (await open(again.body.link)).status]).toEqual([404, 200])
    server.clock.advance(6 * day)
    expect((await accept(again.body.link)).status).toBe(303)
    expect((await act(staff, body.id, 'resend')).status, 'accepted').toBe(409)
    expect((await act(staff, body.id, 'revoke')).status, 'accepted').toBe(409)
    expect((await audited(tenantId)).map(({ action }) => action.split('.')[1])).toEqual(['create', 'resend', 'accept'])
  })

  it('a revoked invitation stays revoked', async () => {
    const { tenantId, staff } = await setupFirm()
    const { body } = await invite(staff)
    expect((await act(staff, body.id, 'revoke')).body).toMatchObject({ id: body.id, status: 'REVOKED' })
    expect((await act(staff, body.id, 'revoke')).status).toBe(200)
    expect([(await open(body.link)).status, (await accept(body.link)).status]).toEqual([404, 404])
    expect((await act(staff, body.id, 'resend')).status).toBe(409)
    expect((await audited(tenantId)).map(({ action }) => action.split('.')[1])).toEqual(['create', 'revoke'])
  })

  it.each(['resend', 'revoke'])('%s and accept at the same time: only one of them wins', async (verb) => {
    for (let i = 0; i < 3; i++) {
      const { staff } = await setupFirm()
      const { body } = await invite(staff)
      const [accepted, acted] = await Promise.all([accept(body.link), act(staff, body.id, verb)])
      const wins = [accepted.status === 303, acted.status === 200]
      expect(wins.filter(Boolean)).toHaveLength(1)
    }
  })

  it('cannot reach another firm’s invitations', async () => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    const { body } = await invite(there.staff)
    for (const verb of ['resend', 'revoke']) {
      const responses = [await act(here.staff, body.id, verb), await act(here.staff, nobody, verb)]
      expect(responses[0]).toEqual({ status: 404, body: { message: 'Not found', code: 'NOT_FOUND' } })
      expect(responses[1]).toEqual(responses[0])
    }
    expect((await open(body.link)).status).toBe(200)
    expect(await list(here.staff)).toEqual([])
  })

  it('are for administrators', async () => {
    const { staff, manager, investor: reader } = await setupFirm()
    const { body } = await invite(staff)
    const isAllowed = async (person: TestPerson) => [
      (await as(server, person).get(path)).status,
      (await invite(as(server, person))).status,
      (await act(as(server, person), body.id, 'resend')).status,
      (await act(as(server, person), body.id, 'revoke')).status,
    ]
    expect([await isAllowed(manager), await isAllowed(reader)]).toEqual([Array(4).fill(403), Array(4).fill(403)])
    expect(await list(staff)).toMatchObject([{ status: 'PENDING' }])
  })
})

describe('by mail', () => {
  it('is sent with the inviter’s message and name, and again when resent', async () => {
    const mailbox = await createMailbox()
    const node = withMail(server, mailbox.url)
    const { admin } = await setupFirm()
    await server.database
      .directory`update directory.users set first_name = 'Zoë', last_name = 'Kern' where id = ${admin.userId}`
    const device = as(node, admin)
    const { body } = await invite(device, { email: 'ada@example.com', message: 'See you <soon>' })
    expect(body['mailed']).toBe(true)
    await server.backgroundTasks.settled()
    const again = await post(device, `${path}/${body.id}/resend`)
    await server.backgroundTasks.settled()
    const mails = mailbox.received
    expect(mails).toMatchObject([{ to: ['ada@example.com'] }, { to: ['ada@example.com'] }])
    expect(mails[0]!.text).toContain('Zoë Kern has invited you')
    expect(mails[0]!.text).toContain('See you <soon>')
    expect(mails.map(({ links }) => links)).toEqual([[body.link], [again.body.link]])
    expect((await accept(mails[1]!.links[0]!)).status).toBe(303)
    node.smtp.close()
    await mailbox.close()
  })

  it('is limited to five an hour per address, and fifty per administrator', async () => {
    const { staff } = await setupFirm()
    const { body } = await invite(staff, { email: 'ada@example.com' })
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await post(staff, `${path}/${body.id}/resend`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    for (let i = 0; i < 44; i++) expect((await invite(staff)).status).toBe(201)
    expect((await invite(staff)).status).toBe(429)
    server.clock.advance(60 * 60_000)
    expect((await invite(staff)).status).toBe(201)
  })
})
