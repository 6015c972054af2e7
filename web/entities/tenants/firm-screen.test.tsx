import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { Refusal, serve } from '#web/test/serve.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { draftsOfWindow } from '#web/ui/form/drafts.ts'
import { FirmScreen } from './firm-screen.tsx'

const firm = {
  id: 'f',
  createdAt: '2025-06-01T10:00:00.000Z',
  name: 'Demo Capital',
  baseCurrency: 'USD',
  illustrativeGrowth: '25.00',
  allowedDomains: null,
  leaseDays: 0,
  requiresSecondFactor: false,
  oidcIssuer: 'https://login.example',
  oidcClientId: 'holdfast',
  hasOidcClientSecret: true,
}
const path = '/api/tenant'
const dialog = (name: string) => page.getByRole('dialog', { name })
const edit = (section: string) => page.getByRole('button', { name: `Edit: ${section}` })

test('the firm’s settings are shown in words, and only changes are sent', async () => {
  const store = await openTestStore()
  let now = firm
  const requests = serve(store, {
    [`GET ${path}`]: () => now,
    [`PATCH ${path}`]: ({ body }) => (now = { ...now, ...(body as object) }),
  })
  await render(store, <FirmScreen />)
  const access = page.getByRole('region', { name: 'Access' })
  await expect.poll(() => access.element().textContent).toMatch(/All domains.*No limit.*Optional/)
  await edit('Access').click()
  await dialog('Access').getByLabelText('Offline use').fill('30')
  await dialog('Access').getByRole('switch').click()
  await dialog('Access').getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => access.element().textContent).toMatch(/30 days.*Required/)
  expect(requests).toEqual([[`PATCH ${path}`, { leaseDays: 30, requiresSecondFactor: true }]])
})

test('an administrator without a second factor is warned when requiring one', async () => {
  const store = await openTestStore()
  serve(store, {
    [`GET ${path}`]: () => firm,
    [`PATCH ${path}`]: () =>
      new Refusal(400, { code: 'VALIDATION', message: 'x', issues: { requiresSecondFactor: { key: 'ownFactor' } } }),
  })
  await render(store, <FirmScreen />)
  await edit('Access').click()
  await dialog('Access').getByRole('switch').click()
  await dialog('Access').getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog('Access').getByText(/^Turn on two-step verification for yourself first/)).toBeVisible()
})

test('the provider’s secret is never shown: an empty field keeps it, a new one replaces it', async () => {
  const store = await openTestStore()
  const requests = serve(store, { [`GET ${path}`]: () => firm, [`PATCH ${path}`]: () => firm })
  await render(store, <FirmScreen />)
  await edit('Identity provider').click()
  const secret = dialog('Identity provider').getByLabelText('Client secret')
  await expect.element(secret).toHaveValue('')
  await expect
    .element(dialog('Identity provider').getByText(/localhost:\d+\/api\/auth\/oidc\/f\/callback with the provider\.$/))
    .toBeVisible()
  await secret.fill('hush')
  await dialog('Identity provider').getByLabelText('Your password').fill('a long enough one')
  expect(draftsOfWindow()).toEqual({})
  await dialog('Identity provider').getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(() => requests)
    .toEqual([[`PATCH ${path}`, { oidcClientSecret: 'hush', password: 'a long enough one' }]])
})

test('the placeholder for a stored secret disappears when the issuer is changed, because the server then deletes the secret', async () => {
  const store = await openTestStore()
  serve(store, { [`GET ${path}`]: () => firm })
  await render(store, <FirmScreen />)
  await edit('Identity provider').click()
  const form = dialog('Identity provider')
  const secret = form.getByLabelText('Client secret')
  await expect.element(secret).toHaveAttribute('placeholder')
  await form.getByLabelText('Issuer').fill('https://other.example')
  await expect.element(secret).not.toHaveAttribute('placeholder')
})

test('a setting refused by the server shows the reason beside its field', async () => {
  const store = await openTestStore()
  serve(store, {
    [`GET ${path}`]: () => firm,
    [`PATCH ${path}`]: () => new Refusal(409, { code: 'DUPLICATE', message: 'x', issues: { name: { key: 'unique' } } }),
  })
  await render(store, <FirmScreen />)
  await edit('General').click()
  await dialog('General').getByLabelText('Name').fill('Other Partners')
  await dialog('General').getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog('General').getByText('This value already exists')).toBeVisible()
})

test('an unset setting explains its effect; amounts and days are formatted', async () => {
  const store = await openTestStore()
  serve(store, {
    [`GET ${path}`]: () => ({
      ...firm,
      allowedDomains: 'firm.example, quay.example',
      leaseDays: 1,
      requiresSecondFactor: true,
      oidcIssuer: null,
      oidcClientId: null,
      hasOidcClientSecret: false,
    }),
  })
  await render(store, <FirmScreen />)
  const valuesIn = (section: string) => {
    const region = page.getByRole('region', { name: section })
    return [...region.element().querySelectorAll('dd')].map((each) => each.textContent)
  }
  await expect.element(page.getByRole('region', { name: 'General' })).toBeVisible()
  expect(valuesIn('General')).toEqual(['Demo Capital', 'USD', '25.00%'])
  expect(valuesIn('Access')).toEqual(['firm.example, quay.example', '1 day', 'Required'])
  expect(valuesIn('Identity provider')).toEqual(['—', '—', '—'])
})

test('a cleared setting is sent as null, text is trimmed, and unchanged settings are not sent', async () => {
  const store = await openTestStore()
  let now: object = { ...firm, allowedDomains: 'firm.example' }
  const requests = serve(store, {
    [`GET ${path}`]: () => now,
    [`PATCH ${path}`]: ({ body }) => (now = { ...now, ...(body as object) }),
  })
  await render(store, <FirmScreen />)
  await edit('Access').click()
  await dialog('Access').getByLabelText('Email domains of staff').fill('  ')
  await dialog('Access').getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText('Firm updated')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Access' }).getByText('All domains')).toBeVisible()
  await edit('General').click()
  await dialog('General').getByLabelText('Name').fill(' Quay Capital ')
  await dialog('General').getByRole('combobox', { name: 'Base currency' }).click()
  await page.getByRole('option', { name: /^AED – .*Dirham/ }).click()
  await dialog('General').getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByRole('region', { name: 'General' }).getByText('Quay Capital')).toBeVisible()
  await edit('General').click()
  await dialog('General').getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog('General')).not.toBeInTheDocument()
  expect(requests).toEqual([
    [`PATCH ${path}`, { allowedDomains: null }],
    [`PATCH ${path}`, { name: 'Quay Capital', baseCurrency: 'AED' }],
  ])
})

test('offline the settings are missing and can be requested again; text typed while the connection is lost stays', async () => {
  const store = await openTestStore()
  serve(store, { [`GET ${path}`]: () => firm })
  store.server.fault(/api\/tenant/, { kind: 'drop' })
  await render(store, <FirmScreen />)
  await expect.element(page.getByText('Available online only')).toBeVisible()
  expect(page.getByRole('region', { name: 'General' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await edit('General').click()
  await dialog('General').getByLabelText('Name').fill('Quay Capital')
  store.server.fault(/api\/tenant/, { kind: 'drop' })
  await dialog('General').getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(dialog('General').getByLabelText('Name')).toHaveValue('Quay Capital')
})
