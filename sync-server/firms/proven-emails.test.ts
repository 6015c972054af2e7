import { describe, expect, it, onTestFinished } from 'vitest'
import { demoOf } from '#server/demo/demo.ts'
import { createApp } from '#server/test/app.ts'
import { as, type Device } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { createMailbox } from '#server/test/services/mailbox.ts'
import { postForm } from '#server/test/post-form.ts'
import { setupServer } from '#server/test/server.ts'
import { withMail } from '#server/test/services/with-mail.ts'
import { acceptProvenInvitation } from './invitations.ts'

const server = await setupServer({ demo: demoOf(false) })
const path = '/api/user-invitations'
let count = 0
const newEmail = () => `person-${++count}@example.com`
const noMail = { errors: { email: expect.stringContaining('INVITATION_LINKS=shown') as string } }

const nodeWith = (overrides: Partial<Parameters<typeof createApp>[0]>) => ({
  ...server,
  app: createApp({ ...server, ...overrides }),
})
const shown = nodeWith({ invitationLinks: 'shown' })

async function setupMail() {
  const mailbox = await createMailbox()
  const node = withMail(server, mailbox.url)
  onTestFinished(async () => {
    await server.backgroundTasks.settled()
    node.smtp.close()
    await mailbox.close()
  })
  const newest = async () => {
    await server.backgroundTasks.settled()
    return mailbox.received.at(-1)!.links[0]!
  }
  return { mailbox, node, newest }
}

async function post(device: Device, at: string, body?: unknown) {
  const response = await device.post(at, body)
  return { status: response.status, body: (await response.json()) as { id: string; link: string | null } }
}
const invite = (device: Device, email: string) => post(device, path, { email, role: 'PORTFOLIO_MANAGER' })

const follow = (app: typeof server.app, link: string, more: Record<string, string> = {}) => {
  const { pathname, searchParams } = new URL(link)
  return postForm(app, pathname, { token: searchParams.get('token')!, password: 'a long enough one', ...more })
}
const accept = (link: string, app = server.app) => follow(app, link, { firstName: 'Ada', lastName: 'Noor' })
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
const me = async (cookie: string) => {
  const response = await as(server, { cookie }).get('/api/auth/user')
  return { status: response.status, ...((await response.json()) as object) }
}
const ownerOf = async (email: string) => {
  const [user] = await server.database.directory<{ tenantId: string; isProven: boolean }[]>`
    select tenant_id as "tenantId", is_proven as "isProven" from directory.users where email = ${email}`
  return user
}
const audited = (tenantId: string, action: string) =>
  server.database.tenant(tenantId, (tx) =>
    tx.query('select details from audit_logs where tenant_id = $1 and action = $2', [tenantId, action]),
  )

describe('the link of an invitation or a reset', () => {
  it('is shown on a server with one firm, and only mailed with two', async () => {
    const { admin, manager } = await createFirm(server)
    const device = as(server, admin)
    const reset = `/api/users/${manager.userId}/reset`
    expect((await invite(device, newEmail())).body.link).toMatch(/^http/)
    expect((await post(device, reset)).body.link).toMatch(/^http/)
    await createFirm(server)
    expect(await invite(device, newEmail())).toMatchObject({ status: 400, body: noMail })
    expect(await post(device, reset)).toMatchObject({ status: 400, body: noMail })
    const { node, newest } = await setupMail()
    const mailed = as(node, admin)
    expect(await invite(mailed, newEmail())).toMatchObject({ status: 201, body: { link: null, mailed: true } })
    const { id } = (await invite(mailed, newEmail())).body
    expect(await post(mailed, `${path}/${id}/resend`)).toMatchObject({ status: 200, body: { link: null } })
    expect(await post(mailed, reset)).toMatchObject({ status: 200, body: { link: null, mailed: true } })
    expect(await newest()).toContain('/api/auth/reset')
  })

  it('follows the operator’s setting', async () => {
    const { admin } = await createFirm(server)
    expect((await invite(as(shown, admin), newEmail())).body.link).toMatch(/^http/)
    expect(await invite(as(nodeWith({ invitationLinks: 'mailed' }), admin), newEmail())).toMatchObject({ status: 400 })
    expect((await invite(as(nodeWith({ demo: demoOf(true) }), admin), newEmail())).body.link).toMatch(/^http/)
  })
})

describe('an e-mail with an account in another firm', () => {
  it('goes to the mailbox owner if the account was made by a visible link', async () => {
    const [there, here] = [await createFirm(server), await createFirm(server)]
    const email = newEmail()
    const taken = cookieOf(await accept((await invite(as(shown, there.admin), email)).body.link!))
    expect(await me(taken)).toMatchObject({ status: 200, tenantId: there.tenantId })
    const { node, newest } = await setupMail()
    await invite(as(node, here.admin), email)
    const cookie = cookieOf(await accept(await newest()))
    expect(await me(cookie)).toMatchObject({ status: 200, email, tenantId: here.tenantId })
    expect(await me(taken)).toMatchObject({ status: 401, reason: 'deactivated' })
    expect(await ownerOf(email)).toEqual({ tenantId: here.tenantId, isProven: true })
    expect(await audited(there.tenantId, 'users.freeEmail')).toMatchObject([
      { details: { before: { email }, by: 'invitation' } },
    ])
    expect(await audited(here.tenantId, 'userInvitations.accept')).toMatchObject([{ details: { freedEmail: true } }])
  })

  it.each(['its owner has proved it', 'the link of the second firm was shown, too'])('stays if %s', async (why) => {
    const [there, here] = [await createFirm(server), await createFirm(server)]
    const email = newEmail()
    const { mailbox, node, newest } = await setupMail()
    if (why.startsWith('its owner')) {
      await invite(as(node, there.admin), email)
      await accept(await newest())
      await invite(as(node, here.admin), email)
    } else await accept((await invite(as(shown, there.admin), email)).body.link!)
    const link = why.startsWith('its owner') ? await newest() : (await invite(as(shown, here.admin), email)).body.link!
    const refused = await accept(link, node.app)
    expect([refused.status, refused.headers.get('location'), cookieOf(refused)]).toEqual([303, '/api/login', ''])
    expect(await ownerOf(email)).toMatchObject({ tenantId: there.tenantId })
    expect(await (await as(server, here.admin).get(path)).json()).toMatchObject([{ email, status: 'PENDING' }])
    await server.backgroundTasks.settled()
    expect(mailbox.received.at(-1)).toMatchObject({
      to: [email],
      text: expect.stringContaining('/api/login') as string,
    })
  })

  it('is proven by a mailed reset link', async () => {
    const [there, here] = [await createFirm(server), await createFirm(server)]
    const email = newEmail()
    await accept((await invite(as(shown, there.admin), email)).body.link!)
    expect(await ownerOf(email)).toMatchObject({ isProven: false })
    const [{ id } = { id: '' }] = await server.database.directory<{ id: string }[]>`
      select id from directory.users where email = ${email}`
    await follow(server.app, (await post(as(shown, there.admin), `/api/users/${id}/reset`)).body.link!)
    expect(await ownerOf(email), 'after a link that was shown').toMatchObject({ isProven: false })
    const { node, newest } = await setupMail()
    await post(as(node, there.admin), `/api/users/${id}/reset`)
    expect((await follow(server.app, await newest())).status).toBe(303)
    expect(await ownerOf(email)).toMatchObject({ isProven: true })
    await invite(as(node, here.admin), email)
    await accept(await newest(), node.app)
    expect(await ownerOf(email)).toMatchObject({ tenantId: there.tenantId })
  })

  it('is not proven by a firm’s own provider', async () => {
    const { tenantId, admin } = await createFirm(server)
    const { node } = await setupMail()
    const email = newEmail()
    await invite(as(node, admin), email)
    const deps = { ...server, link: async () => {}, unlink: async () => {} }
    await acceptProvenInvitation(deps, tenantId, { email, firstName: 'Ada', lastName: 'Noor', language: 'en' })
    expect(await ownerOf(email)).toEqual({ tenantId, isProven: false })
  })
})
