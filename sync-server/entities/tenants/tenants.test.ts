import { describe, expect, it } from 'vitest'
import { findFirm } from '#server/db/find-firm.ts'
import { createApp } from '#server/test/app.ts'
import { as } from '#server/test/device.ts'
import { createFirm, signUp } from '#server/test/firm.ts'
import { password, passwordHash } from '#server/test/password.ts'
import { setupServer } from '#server/test/server.ts'
import { oidcSecretAad } from '#server/secrets/aad.ts'

const server = await setupServer()
const path = '/api/tenant'

async function setupFirm() {
  const firm = await createFirm(server)
  const { tenantId } = firm
  const admin = await signUp(server, tenantId, 'ADMIN', passwordHash)
  const staff = as(server, admin)
  const read = async () => (await (await staff.get(path)).json()) as Record<string, unknown>
  const change = async (values: unknown) => {
    const response = await staff.patch(path, { ...(values as object), password })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { ...firm, admin, staff, read, change }
}

const sealedOf = async (tenantId: string): Promise<string | null> => {
  const [row] = await server.database.directory<{ sealed: string | null }[]>`
    select oidc_client_secret_encrypted as sealed from directory.tenants where id = ${tenantId}`
  return row!.sealed
}
const audited = (tenantId: string) =>
  server.database.tenant(tenantId, (tx) =>
    tx.query<{ action: string; by: string; details: Record<string, unknown> }>(
      `select action, user_id as by, details from audit_logs where tenant_id = $1 and entity_type = 'tenants' order by n`,
      [tenantId],
    ),
  )
const provider = { oidcIssuer: 'https://id.firm.example', oidcClientId: 'holdfast' }

it('cannot be changed by a shared demo account', async () => {
  const { admin, read } = await setupFirm()
  const shown = [{ ...server.demo.shown[0]!, email: admin.email }]
  const app = createApp({ ...server, demo: { ...server.demo, shown } })
  const response = await as({ ...server, app }, admin).patch(path, { leaseDays: 3 })
  expect([response.status, await response.json()]).toMatchObject([409, { code: 'DEMO' }])
  expect(await read()).toMatchObject({ leaseDays: 30 })
})

describe('a required second factor', () => {
  const wanted = { requiresSecondFactor: true }

  it('can only be set by an administrator who has one', async () => {
    const { tenantId, admin, staff, change, read } = await setupFirm()
    const other = await signUp(server, tenantId, 'INVESTOR', passwordHash)
    expect(await change(wanted)).toMatchObject({
      status: 400,
      body: { issues: { requiresSecondFactor: { key: 'ownFactor' } } },
    })
    expect(await read()).toMatchObject({ requiresSecondFactor: false })
    expect((await as(server, other).get('/api/auth/user')).status).toBe(200)
    await server.database.directory`update directory.users set totp_encrypted = 'x' where id = ${admin.userId}`
    expect((await change(wanted)).status).toBe(200)
    const statuses = await Promise.all(
      [other, admin].map(async (each) => (await as(server, each).get('/api/auth/user')).status),
    )
    expect([statuses, (await staff.get(path)).status]).toEqual([[401, 200], 200])
    expect((await change({ requiresSecondFactor: false })).status).toBe(200)
  })

  it('keeps the sessions of shared demo accounts', async () => {
    const { tenantId, admin } = await setupFirm()
    const shared = await signUp(server, tenantId, 'INVESTOR', passwordHash)
    const own = await signUp(server, tenantId, 'INVESTOR', passwordHash)
    await server.database.directory`update directory.users set totp_encrypted = 'x' where id = ${admin.userId}`
    const shown = [{ ...server.demo.shown[0]!, email: shared.email }]
    const app = createApp({ ...server, demo: { ...server.demo, shown } })
    expect((await as({ ...server, app }, admin).patch(path, wanted)).status).toBe(200)
    const statuses = await Promise.all(
      [shared, own].map(async (each) => (await as(server, each).get('/api/auth/user')).status),
    )
    expect(statuses).toEqual([200, 401])
  })
})

describe('/api/tenant', () => {
  it('returns the settings and changes only those submitted', async () => {
    const { tenantId, admin, staff, read, change } = await setupFirm()
    await server.database.directory`update directory.users set totp_encrypted = 'x' where id = ${admin.userId}`
    const before = {
      id: tenantId,
      name: `Firm ${tenantId}`,
      baseCurrency: 'USD',
      illustrativeGrowth: '25.00',
      allowedDomains: null,
      leaseDays: 30,
      requiresSecondFactor: false,
      oidcIssuer: null,
      oidcClientId: null,
      hasOidcClientSecret: false,
      createdAt: server.now().toISOString(),
    }
    expect(await read()).toEqual(before)
    const wanted = {
      name: `Quay ${tenantId}`,
      baseCurrency: 'TRY',
      illustrativeGrowth: null,
      leaseDays: 45,
      requiresSecondFactor: true,
    }
    const after = { ...before, ...wanted }
    expect(await change(wanted)).toEqual({ status: 200, body: after })
    expect(await read()).toEqual(after)
    expect(await change({ leaseDays: 45, unknown: 1 })).toEqual({ status: 200, body: after })
    expect(await (await staff.get('/api/auth/user')).json()).toMatchObject({
      baseCurrency: 'TRY',
      illustrativeGrowth: null,
    })
    const only = ({ name, baseCurrency, illustrativeGrowth, leaseDays, requiresSecondFactor }: typeof before) => ({
      name,
      baseCurrency,
      illustrativeGrowth,
      leaseDays,
      requiresSecondFactor,
    })
    expect(await audited(tenantId)).toMatchObject([
      { action: 'tenants.update', by: admin.userId, details: { before: only(before), after: wanted } },
    ])
    const figures = await as(server, admin).get('/api/dashboard/metrics')
    expect(await figures.json()).toMatchObject({ currency: 'TRY' })
  })

  it('seals the provider’s secret and never returns it', async () => {
    const { tenantId, read, change } = await setupFirm()
    const response = await change({ ...provider, oidcClientSecret: 'very secret' })
    expect(response.body).toMatchObject({ ...provider, hasOidcClientSecret: true })
    expect(JSON.stringify([response.body, await read(), await audited(tenantId)])).not.toContain('very secret')
    const sealed = await sealedOf(tenantId)
    expect(sealed).not.toContain('very secret')
    expect(server.seals.open(sealed!, oidcSecretAad(tenantId))).toBe('very secret')
    expect((await audited(tenantId)).at(-1)!.details).toMatchObject({ secrets: ['oidcClientSecret'] })
    expect((await change({ leaseDays: 7 })).body).toMatchObject({ hasOidcClientSecret: true })
    expect((await change({ oidcClientSecret: null })).body).toMatchObject({ hasOidcClientSecret: false })
  })

  it('deletes the secret when the provider changes', async () => {
    const { tenantId, change } = await setupFirm()
    await change({ ...provider, oidcClientSecret: 'very secret' })
    expect((await change({ oidcIssuer: 'https://elsewhere.example' })).body).toMatchObject({
      oidcIssuer: 'https://elsewhere.example',
      hasOidcClientSecret: false,
    })
    expect(await sealedOf(tenantId)).toBeNull()
    const both = { oidcIssuer: 'https://third.example', oidcClientSecret: 'another' }
    expect((await change(both)).body).toMatchObject({ hasOidcClientSecret: true })
  })

  it('requires the own password to change the provider, set first if missing', async () => {
    const { tenantId, staff, read } = await setupFirm()
    const all = { ...provider, oidcClientSecret: 'very secret' }
    for (const [name, value] of Object.entries(all))
      for (const given of [{}, { password: null }, { password: 'a wrong one' }]) {
        const response = await staff.patch(path, { [name]: value, leaseDays: 9, ...given })
        expect([response.status, await response.json()]).toMatchObject([
          400,
          { issues: { password: { key: 'password' } } },
        ])
      }
    expect(await read()).toMatchObject({ oidcIssuer: null, oidcClientId: null, leaseDays: 30 })
    await server.database.directory`delete from directory.sign_in_attempts`
    expect((await staff.patch(path, { leaseDays: 9 })).status).toBe(200)
    expect((await staff.patch(path, { ...all, password })).status).toBe(200)
    expect(await read()).toMatchObject({ ...provider, leaseDays: 9 })
    expect(JSON.stringify(await audited(tenantId))).not.toContain(password)
    const without = as(server, await signUp(server, tenantId, 'ADMIN'))
    for (const given of [{}, { password }]) {
      const response = await without.patch(path, { oidcIssuer: null, ...given })
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { issues: { password: { key: 'noPassword' } } },
      ])
    }
    expect(await read()).toMatchObject(provider)
  })

  it('normalizes domains', async () => {
    const { change } = await setupFirm()
    const given = { allowedDomains: ' @Firm.example;quay.example\nfirm.EXAMPLE، bay.example ' }
    expect((await change(given)).body).toMatchObject({ allowedDomains: 'firm.example, quay.example, bay.example' })
    expect((await change({ allowedDomains: '' })).body).toMatchObject({ allowedDomains: null })
  })

  it.each([
    { name: '' },
    { name: 'x'.repeat(256) },
    { baseCurrency: 'EUR' },
    { illustrativeGrowth: '1000.00' },
    { illustrativeGrowth: '1.234' },
    { allowedDomains: 'firm' },
    { allowedDomains: 'firm.example, -.example' },
    { leaseDays: 366 },
    { leaseDays: -1 },
    { requiresSecondFactor: 'yes' },
    { oidcIssuer: 'http://id.firm.example' },
    { oidcIssuer: 'javascript:alert(1)' },
    { oidcIssuer: 'https://user@id.firm.example' },
    { oidcIssuer: 'https://id.firm.example/?a=b' },
    { oidcClientSecret: 'x'.repeat(1_001) },
  ])('refuses %j', async (wrong) => {
    const { tenantId, read, change } = await setupFirm()
    const before = await read()
    expect((await change(wrong)).status).toBe(400)
    expect([await read(), await audited(tenantId)]).toEqual([before, []])
  })

  it('may have another firm’s name; commands then need its id', async () => {
    const [here, there] = [await setupFirm(), await setupFirm()]
    const name = `Firm ${there.tenantId}`
    expect((await here.change({ name })).status).toBe(200)
    await expect(findFirm(server.database, name)).rejects.toThrow('Name one by its id')
    expect(await findFirm(server.database, here.tenantId)).toBe(here.tenantId)
  })
})
