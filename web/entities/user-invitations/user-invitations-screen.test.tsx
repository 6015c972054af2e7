import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { renderScreen } from '#web/test/render.tsx'
import { Refusal, serve } from '#web/test/serve.ts'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { UserInvitationsScreen } from './user-invitations-screen.tsx'

const path = '/api/user-invitations'
const at = '2025-06-01T10:00:00.000Z'
const invitation = (id: string, overrides: object = {}) => ({
  id,
  email: `${id}@example.com`,
  role: 'INVESTOR',
  invitedBy: someone.id,
  message: null,
  investorId: null,
  status: 'PENDING',
  expiresAt: '2025-06-08T10:00:00.000Z',
  acceptedAt: null,
  createdAt: at,
  updatedAt: at,
  ...overrides,
})

const renderInvitations = (store: TestStore, initial: RecordSearch = {}) =>
  renderScreen(store, UserInvitationsScreen, initial)
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (name: string) => page.getByRole('dialog', { name })
const link = page.getByRole('textbox', { name: 'Link' })

test('an invitation has a role, an investor record and a message; its link is shown once', async () => {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const made = { link: 'https://holdfast.test/api/invitation?token=t', mailed: false }
  const requests = serve(store, {
    [`GET ${path}`]: () => [],
    [`POST ${path}`]: ({ body }) => ({ ...invitation('ines'), ...(body as object), ...made }),
  })
  await renderInvitations(store)
  await expect.element(page.getByText('Invite staff or investors.')).toBeVisible()
  await page.getByRole('button', { name: 'Invite user' }).first().click()
  const form = dialog('Invite user')
  await form.getByLabelText('Email').fill(' ines@example.com ')
  await form.getByRole('combobox', { name: 'Investor record' }).fill('eli')
  await page.getByRole('option', { name: 'Elif' }).click()
  await form.getByLabelText('Message').fill('Welcome')
  await form.getByRole('button', { name: 'Create invitation' }).click()
  await expect.element(dialog('Invitation link').getByText(/Share this link with .*ines@example\.com/)).toBeVisible()
  await expect.element(link).toHaveValue(made.link)
  expect(requests).toEqual([
    [`POST ${path}`, { email: 'ines@example.com', role: 'INVESTOR', investorId: investor.id, message: 'Welcome' }],
  ])
})

test('an invitation sent only by mail shows no link', async () => {
  const store = await openTestStore()
  serve(store, {
    [`GET ${path}`]: () => [],
    [`POST ${path}`]: ({ body }) => ({ ...invitation('ines'), ...(body as object), link: null, mailed: true }),
  })
  await renderInvitations(store, { dialog: 'create' })
  await dialog('Invite user').getByLabelText('Email').fill('ines@example.com')
  await dialog('Invite user').getByRole('button', { name: 'Create invitation' }).click()
  const sent = dialog('Invitation link')
  await expect.element(sent.getByText(/sent to .*ines@example\.com/)).toBeVisible()
  expect(link.elements()).toEqual([])
})

test('errors of an invitation are shown beside their fields', async () => {
  const store = await openTestStore()
  serve(store, {
    [`GET ${path}`]: () => [],
    [`POST ${path}`]: () =>
      new Refusal(409, { code: 'DUPLICATE', message: 'x', issues: { email: { key: 'account' } } }),
  })
  await renderInvitations(store, { dialog: 'create' })
  await dialog('Invite user').getByLabelText('Email').fill('ada@example.com')
  await dialog('Invite user').getByRole('button', { name: 'Create invitation' }).click()
  await expect.element(dialog('Invite user').getByText('A user with this email address already exists')).toBeVisible()
})

test('each state has a label and offers only its possible actions', async () => {
  const store = await openTestStore()
  serve(store, {
    [`GET ${path}`]: () => [
      invitation('open'),
      invitation('late', { status: 'EXPIRED' }),
      invitation('in', { status: 'ACCEPTED' }),
      invitation('out', { status: 'REVOKED' }),
    ],
  })
  await renderInvitations(store)
  await expect.element(rowOf('open@').getByText('Invited by Ada Lovelace')).toBeVisible()
  const offered = (name: string) =>
    rowOf(`${name}@`)
      .getByRole('button')
      .elements()
      .map((each) => each.getAttribute('aria-label'))
  for (const [name, word, actions] of [
    ['open', 'Pending', ['Resend', 'Revoke']],
    ['late', 'Expired', ['Resend']],
    ['in', 'Accepted', []],
    ['out', 'Revoked', []],
  ] as const) {
    await expect.element(rowOf(`${name}@`).getByText(word)).toBeVisible()
    expect([name, offered(name)]).toEqual([name, actions])
  }
})

test('resending an invitation makes a new link; revoking it removes the link', async () => {
  const store = await openTestStore()
  const again = { link: 'https://holdfast.test/api/invitation?token=u', mailed: true, updatedAt: `${at}2` }
  serve(store, {
    [`GET ${path}`]: () => [invitation('ines')],
    [`POST ${path}/ines/resend`]: () => invitation('ines', again),
    [`POST ${path}/ines/revoke`]: () => invitation('ines', { status: 'REVOKED', updatedAt: `${at}3` }),
  })
  await renderInvitations(store)
  await rowOf('ines').getByRole('button', { name: 'Resend' }).click()
  await dialog('Resend').getByRole('button', { name: 'Resend' }).click()
  await expect.element(dialog('Resend').getByText(/sent to .*ines@example\.com/)).toBeVisible()
  await expect.element(link).toHaveValue(again.link)
  await dialog('Resend').getByRole('button', { name: 'Close' }).last().click()
  await rowOf('ines').getByRole('button', { name: 'Revoke' }).click()
  await dialog('Revoke').getByRole('button', { name: 'Revoke' }).click()
  await expect.element(rowOf('ines').getByText('Revoked')).toBeVisible()
  expect(rowOf('ines').getByRole('button').elements()).toEqual([])
})
