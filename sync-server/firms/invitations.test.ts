import { describe, expect, it } from 'vitest'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { postForm } from '#server/test/post-form.ts'
import { setupServer } from '#server/test/server.ts'
import { invite } from './invitations.ts'

const server = await setupServer()
const day = 86_400_000
let count = 0

async function setupInvitation(email = `invited-${++count}@example.com`) {
  const { tenantId, admin } = await createFirm(server)
  const given = { tenantId, email, role: 'PORTFOLIO_MANAGER', invitedBy: admin.userId } as const
  return { tenantId, admin, email, ...(await invite(server.database.directory, given, server.now())) }
}

const look = (token: string) => server.app.request(`/api/invitation?token=${token}`)

const accept = (token: string, fields: Record<string, string> = {}) =>
  postForm(server.app, '/api/invitation', {
    token,
    firstName: 'Ada',
    lastName: 'Noor',
    password: 'a long enough one',
    ...fields,
  })

const usersOf = (email: string) =>
  server.database.directory`select role, tenant_id from directory.users where email = ${email}`

describe('an invitation', () => {
  it('creates a signed-in person with its firm and role, ignoring other form fields', async () => {
    const { tenantId, admin, email, token } = await setupInvitation()
    const other = await createFirm(server)
    const response = await accept(token, { role: 'ADMIN', tenantId: other.tenantId, email: 'somebody@example.com' })
    expect(response.status).toBe(303)
    const cookie = response.headers.get('set-cookie')!.split(';')[0]!
    const me = await (await as(server, { cookie }).get('/api/auth/user')).json()
    expect(me).toMatchObject({ tenantId, email, role: 'PORTFOLIO_MANAGER', firstName: 'Ada' })
    const { id } = me as { id: string }
    const [invited] = await server.database.directory<{ by: string[] }[]>`
      select array[i.invited_by, u.invited_by] as by from directory.user_invitations i, directory.users u
      where i.email = ${email} and u.id = ${id}`
    expect(invited!.by).toEqual([admin.userId, admin.userId])
    expect(response.headers.getSetCookie()[1], 'WHO3').toContain(`holdfast-person=${id}; `)
  })

  it('is used once, even in parallel', async () => {
    const { email, token } = await setupInvitation()
    const statuses = (await Promise.all([accept(token), accept(token)])).map(({ status }) => status)
    expect(statuses.filter((status) => status === 303)).toHaveLength(1)
    expect(await usersOf(email)).toHaveLength(1)
    expect((await look(token)).status).toBe(404)
  })

  it('ends after a week', async () => {
    const { email, token } = await setupInvitation()
    server.clock.advance(7 * day)
    expect([(await look(token)).status, (await accept(token)).status]).toEqual([404, 404])
    expect(await usersOf(email)).toHaveLength(0)
  })

  it('does not take over an account with the same e-mail', async () => {
    const { admin } = await setupInvitation()
    const { token } = await setupInvitation(admin.email)
    const refused = await accept(token)
    expect([refused.status, refused.headers.get('location'), refused.headers.getSetCookie()]).toEqual([
      303,
      '/api/login',
      [],
    ])
    const users = await usersOf(admin.email)
    expect(users.map(({ tenant_id }) => tenant_id)).toEqual([admin.tenantId])
  })

  it.each([
    ['a short password', { password: 'short' }],
    ['a common password', { password: 'password1234' }],
    ['no name', { firstName: '  ' }],
    ['a name that cannot be stored', { lastName: 'a\u0000b' }],
    ['a password without end', { password: 'x'.repeat(1001) }],
  ])('with %s is refused and stays open', async (_, fields) => {
    const { email, token } = await setupInvitation()
    expect((await accept(token, fields)).status).toBe(400)
    expect(await usersOf(email)).toHaveLength(0)
    expect((await look(token)).status).toBe(200)
  })

  it('is identified by its token, stored as a hash', async () => {
    const { token } = await setupInvitation()
    const stored = await server.database.directory`select token from directory.user_invitations where token = ${token}`
    expect(stored).toHaveLength(0)
    expect([(await look('')).status, (await look(`${token}x`)).status]).toEqual([404, 404])
  })
})
