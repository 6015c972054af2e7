import type { Page } from 'playwright/test'
import { clientId, clientSecret, createIdentityProvider } from '../sync-server/test/services/identity-provider.ts'
import { accounts } from './support/accounts.ts'
import { signIn } from './support/api.ts'
import { expect, test } from './support/fixtures.ts'
import type { Server } from './support/server.ts'

const password = 'a long enough one'

async function newAdmin(server: Server) {
  const email = 'omar@example.com'
  const invitation = await (await server.signIn('admin')).create('user-invitations', { email, role: 'ADMIN' })
  const token = new URL(String(invitation['link'])).searchParams.get('token')!
  const accepted = await fetch(`${server.url}/api/invitation`, {
    method: 'POST',
    headers: { origin: server.url },
    body: new URLSearchParams({ token, firstName: 'Omar', password }),
    redirect: 'manual',
  })
  expect(accepted.status).toBe(303)
  return signIn(server.url, email, password)
}

test('a person signs in with their firm’s identity provider, and an unknown account sees whom to contact', async ({
  page,
  secondDevice,
  server,
}) => {
  const email: Record<string, string> = { mona: accounts.manager, stranger: 'someone@elsewhere.example' }
  const admin = await newAdmin(server)
  const { id } = await admin.change('tenant', {})
  const provider = await createIdentityProvider([`${server.url}/api/auth/oidc/${id}/callback`], (login) => ({
    email: email[login]!,
    email_verified: true,
  }))
  try {
    await admin.change('tenant', {
      oidcIssuer: provider.issuer,
      oidcClientId: clientId,
      oidcClientSecret: clientSecret,
      password,
    })
    const signInAs = async (page: Page, login: string) => {
      await page.goto('/api/login')
      await page.getByRole('link', { name: /^Sign in with / }).click()
      await page.locator('input[name=login]').fill(login)
      await page.locator('input[name=password]').fill('anything')
      await page.getByRole('button', { name: 'Sign-in' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    await signInAs(page, 'mona')
    await expect(page.getByRole('heading', { name: 'Portfolio Overview' })).toBeVisible()

    const strangerPage = (await secondDevice()).page
    await signInAs(strangerPage, 'stranger')
    await expect(strangerPage.getByText('as someone@elsewhere.example this way')).toBeVisible()
  } finally {
    await provider.close()
  }
})
