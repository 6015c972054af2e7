import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { createMailbox } from '#server/test/services/mailbox.ts'
import { withMail } from '#server/test/services/with-mail.ts'
import { openServer, setupServer } from '#server/test/server.ts'
import { type TemplatedEmail, renderEmail } from './email-template.ts'
import { createSmtpTransport, MailRejected } from './smtp-transport.ts'

const server = await setupServer()
const mailbox = await createMailbox()
const node = withMail(server, mailbox.url)
afterAll(async () => {
  node.smtp.close()
  await mailbox.close()
})
beforeEach(() => {
  mailbox.refuse(undefined)
  mailbox.received.length = 0
})

const minute = 60_000
const email: TemplatedEmail = {
  name: 'invitation',
  to: 'ada@example.com',
  language: 'en',
  values: { firm: 'Quay', email: 'ada@example.com' },
  link: 'http://localhost/api/invitation?token=abc',
  message: 'Welcome <aboard> & so on',
  until: '2026-03-20T10:00:00.000Z',
}
const sent = () => server.backgroundTasks.settled()
const jobsOf = (tenantId: string) =>
  server.database.tenant(tenantId, (tx) =>
    tx.query<{ payload: unknown; waits: boolean; attempts: number }>(
      `select payload, run_at is not null as waits, attempts from jobs where tenant_id = $1 and kind = 'mail'`,
      [tenantId],
    ),
  )

describe('a mail', () => {
  it('has the same text and HTML, with user text escaped', async () => {
    const { tenantId } = await createFirm(server)
    await node.mail.send(tenantId, email)
    await sent()
    const [mail] = mailbox.received
    expect(mail).toMatchObject({
      to: ['ada@example.com'],
      subject: 'Invitation to join Quay on Holdfast',
      links: [email.link],
      headers: { from: ['Holdfast <holdfast@firm.example>'], 'auto-submitted': ['auto-generated'] },
    })
    expect(mail!.text).toContain(
      'An administrator has invited you to join Quay on Holdfast. You will sign in with the email address ada@example.com.',
    )
    expect(mail!.text).toContain('Welcome <aboard> & so on')
    expect(mail!.html).toContain('Welcome &lt;aboard&gt; &amp; so on')
    expect(mail!.html).toContain(`href="${email.link}"`)
    expect(mail!.html).not.toMatch(/<aboard>|<script/)
  })

  it('is in the recipient’s language, English as fallback', async () => {
    const { tenantId } = await createFirm(server)
    for (const language of ['fr', 'xx']) await node.mail.send(tenantId, { ...email, language })
    await sent()
    const subjects = mailbox.received.map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual([
      'Invitation to join Quay on Holdfast',
      'Invitation à rejoindre Quay sur Holdfast',
    ])
  })

  it('cannot have headers injected by a name', async () => {
    const { tenantId } = await createFirm(server)
    const firm = 'Quay\r\nBcc: eve@example.com\n\n<script>alert(1)</script>\u0000'
    const values = { firm, email: 'ada@example.com', inviter: 'Eve\r\nTo: eve@example.com' }
    await node.mail.send(tenantId, { ...email, values })
    await sent()
    const [mail] = mailbox.received
    expect(mail!.to).toEqual(['ada@example.com'])
    expect(mail!.headers['bcc']).toBeUndefined()
    expect(mail!.headers['to']).toEqual(['ada@example.com'])
    expect(mail!.subject).toBe('Invitation to join Quay Bcc: eve@example.com <script>alert(1)</script> on Holdfast')
    expect(mail!.html).not.toContain('<script>')
  })

  it('is sealed while queued, and leaves nothing when sent', async () => {
    const { tenantId } = await createFirm(server)
    mailbox.refuse(451)
    await node.mail.send(tenantId, email)
    await sent()
    const logged = server.unexpectedErrors.splice(0).join()
    expect([logged.includes('did not take a mail: 451'), /\bada\b|example\.com/i.test(logged)]).toEqual([true, false])
    const before = await jobsOf(tenantId)
    expect(before).toMatchObject([{ waits: true }])
    expect(JSON.stringify(before)).not.toMatch(/\bada\b|token|Quay/)
    mailbox.refuse(undefined)
    server.clock.advance(minute)
    await node.mail.checkAllFirms()
    expect(await jobsOf(tenantId)).toEqual([{ payload: {}, waits: false, attempts: 0 }])
    expect(mailbox.received).toHaveLength(1)
  })

  it('is retried with backoff', async () => {
    const { tenantId } = await createFirm(server)
    mailbox.refuse(451)
    await node.mail.send(tenantId, email)
    await sent()
    const tries = []
    for (const pause of [0.5, 0.4, 0.6, 1, 2]) {
      server.clock.advance(pause * minute)
      await node.mail.checkAllFirms()
      tries.push((await jobsOf(tenantId))[0]!.attempts)
    }
    const logged = server.unexpectedErrors.splice(0).join()
    expect([logged.includes('did not take a mail: 451'), logged.includes(email.to)]).toEqual([true, false])
    expect(tries).toEqual([2, 2, 3, 3, 4])
    mailbox.refuse(undefined)
    server.clock.advance(60 * minute)
    await node.mail.checkAllFirms()
    expect(mailbox.received).toHaveLength(1)
  })

  it('is dropped when permanently refused or outdated', async () => {
    const { tenantId } = await createFirm(server)
    mailbox.refuse(550)
    await node.mail.send(tenantId, email)
    await sent()
    const logged = server.unexpectedErrors.splice(0).join()
    expect([logged.includes('mail rejected'), logged.includes(email.to)]).toEqual([true, false])
    mailbox.refuse(undefined)
    await node.mail.send(tenantId, { ...email, until: server.now().toISOString() })
    await sent()
    expect((await jobsOf(tenantId)).map(({ waits }) => waits)).toEqual([false, false])
    expect(mailbox.received).toEqual([])
  })

  it('replaces a queued one with an older link', async () => {
    const { tenantId } = await createFirm(server)
    mailbox.refuse(451)
    for (const token of ['old', 'new']) {
      await node.mail.send(tenantId, { ...email, link: `http://localhost/?token=${token}` }, 'one')
      await sent()
    }
    server.unexpectedErrors.length = 0
    mailbox.refuse(undefined)
    server.clock.advance(minute)
    await node.mail.checkAllFirms()
    expect(mailbox.received.map(({ links }) => links)).toEqual([['http://localhost/?token=new']])
  })

  it('is sent once by two nodes', async () => {
    const second = await openServer(server.ownerUrl)
    const other = withMail(second, mailbox.url)
    const { tenantId } = await createFirm(server)
    mailbox.refuse(451)
    for (let i = 0; i < 4; i++) await node.mail.send(tenantId, { ...email, to: `ada${i}@example.com` })
    await sent()
    server.unexpectedErrors.length = 0
    mailbox.refuse(undefined)
    server.clock.advance(minute)
    second.clock.set(server.now().toISOString())
    await Promise.all([node.mail.checkAllFirms(), other.mail.checkAllFirms()])
    expect(mailbox.received.flatMap(({ to }) => to).toSorted()).toEqual([0, 1, 2, 3].map((i) => `ada${i}@example.com`))
    other.smtp.close()
    await second.close()
  })

  it('is queued, without delaying requests, while the mail server is unavailable', async () => {
    const gone = await createMailbox()
    const away = withMail(server, gone.url)
    await gone.close()
    const { admin, tenantId } = await createFirm(server)
    const invited = await as(away, admin).post('/api/user-invitations', { email: 'ada@example.com', role: 'ADMIN' })
    expect([invited.status, await invited.json()]).toMatchObject([201, { mailed: true }])
    await sent()
    server.unexpectedErrors.length = 0
    expect(await jobsOf(tenantId)).toMatchObject([{ waits: true, attempts: 1 }])
    server.clock.advance(minute)
    await node.mail.checkAllFirms()
    expect(mailbox.received).toMatchObject([{ to: ['ada@example.com'] }])
    away.smtp.close()
  })
})

it('with required TLS is not sent to a server without encryption, and waits', async () => {
  const smtp = createSmtpTransport(mailbox.url, 'office@example.com', true)
  const refused = await smtp.send('id', renderEmail(email)).catch((error: unknown) => error)
  smtp.close()
  expect(refused).toBeInstanceOf(Error)
  expect(refused).not.toBeInstanceOf(MailRejected)
  expect(mailbox.received).toEqual([])
})
