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

test('a person follows the link in their invitation and later a password reset link', async ({
  page,
  secondDevice,
  server,
  mailbox,
}) => {
  const email = 'nadia@example.com'
  const linkTo = async (path: string): Promise<string> => {
    const links = () => mailbox.received.flatMap(({ to, links }) => (to.includes(email) ? links : []))
    await expect.poll(() => links().some((link) => link.includes(path))).toBe(true)
    return links().find((link) => link.includes(path))!
  }
  const admin = await server.signIn('admin')
  await admin.create('user-invitations', { email, role: 'PORTFOLIO_MANAGER' })
  await page.goto(await linkTo('/api/invitation'))
  await page.getByLabel('First name').fill('Nadia')
  await page.getByLabel('Password').fill('a long enough one')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Portfolio Overview' })).toBeVisible()

  const otherPage = (await secondDevice()).page
  await otherPage.goto('/api/login')
  await otherPage.getByRole('link', { name: 'Forgot your password?' }).click()
  await otherPage.getByLabel('Email').fill(email)
  await otherPage.getByRole('button', { name: 'Send link' }).click()
  await expect(otherPage.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await otherPage.goto(await linkTo('/api/auth/reset'))
  await otherPage.getByLabel('Password').fill('another long one')
  await otherPage.getByRole('button', { name: 'Save password' }).click()
  await expect(otherPage.getByRole('heading', { name: 'Portfolio Overview' })).toBeVisible()
  await expect.poll(() => mailbox.received.some(({ subject }) => /password/i.test(subject))).toBe(true)
})
