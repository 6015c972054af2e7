import { createMailbox, type Mailbox } from '../sync-server/test/services/mailbox.ts'
import { expect, test as base } from './support/fixtures.ts'

const test = base.extend<object, { mailbox: Mailbox }>({
  mailbox: [
    async ({ browserName: _ }, provide) => {
      const mailbox = await createMailbox()
      await provide(mailbox)
      await mailbox.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ mailbox }, provide) => provide({ SMTP_URL: mailbox.url, MAIL_FROM: 'Holdfast <office@firm.example>' }),
    { scope: 'worker' },
  ],
})

test('a person follows the link in their invitation, and later the one that sets a new password', async ({
  page,
  secondDevice,
  server,
  mailbox,
}) => {
  const email = 'nadia@example.com'
  const linkTo = async (path: string): Promise<string> => {
    const found = () => mailbox.received.flatMap(({ to, links }) => (to.includes(email) ? links : []))
    await expect.poll(() => found().some((link) => link.includes(path))).toBe(true)
    return found().find((link) => link.includes(path))!
  }
  const admin = await server.as('admin')
  await admin.create('user-invitations', { email, role: 'PORTFOLIO_MANAGER' })
  await page.goto(await linkTo('/api/invitation'))
  await page.getByLabel('First name').fill('Nadia')
  await page.getByLabel('Password').fill('a long enough one')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Portfolio Overview' })).toBeVisible()

  const other = (await secondDevice()).page
  await other.goto('/api/login')
  await other.getByRole('link', { name: 'Forgot your password?' }).click()
  await other.getByLabel('Email').fill(email)
  await other.getByRole('button', { name: 'Send the link' }).click()
  await expect(other.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible()
  await other.goto(await linkTo('/api/auth/reset'))
  await other.getByLabel('Password').fill('another long one')
  await other.getByRole('button', { name: 'Save password' }).click()
  await expect(other.getByRole('heading', { name: 'Portfolio Overview' })).toBeVisible()
  await expect.poll(() => mailbox.received.some(({ subject }) => /password/i.test(subject))).toBe(true)
})
