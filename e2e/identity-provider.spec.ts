import { clientId, clientSecret, createIdentityProvider } from '../sync-server/test/services/identity-provider.ts'
import { accounts } from './support/accounts.ts'
import { signIn } from './support/api.ts'
import { expect, test } from './support/fixtures.ts'
import type { Server } from './support/server.ts'

const password = 'a long enough one'

async function newAdmin(server: Server) {
  const email = 'omar@example.com'
  const invitation = await (await server.as('admin')).create('user-invitations', { email, role: 'ADMIN' })
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

test('a person signs in with their firm’s provider, and a stranger sees whom to ask', async ({
  page,
  secondDevice,
  server,
}) => {
  const email: Record<string, string> = { mona: accounts.manager, someone: 'someone@elsewhere.example' }
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
    const signInAs = async (on: typeof page, login: string) => {
      await on.goto('/api/login')
      await on.getByRole('link', { name: /^Sign in with / }).click()
      await on.locator('input[name=login]').fill(login)
      await on.locator('input[name=password]').fill('anything')
      await on.getByRole('button', { name: 'Sign-in' }).click()
      await on.getByRole('button', { name: 'Continue' }).click()
    }
    await signInAs(page, 'mona')
    await expect(page.getByRole('heading', { name: 'Portfolio Overview' })).toBeVisible()

    const stranger = (await secondDevice()).page
    await signInAs(stranger, 'someone')
    await expect(stranger.getByText('There is no account for someone@elsewhere.example')).toBeVisible()
  } finally {
    await provider.close()
  }
})
