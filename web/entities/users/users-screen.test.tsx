import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { chooseOption } from '#web/test/choose-option.ts'
import { renderScreen } from '#web/test/render.tsx'
import { Refusal, serve } from '#web/test/serve.ts'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { truncatedInRows } from '#web/test/upright.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { UsersScreen } from './users-screen.tsx'

const at = '2025-06-01T10:00:00.000Z'
const ines = '00000000-0000-7000-8000-00000000000a'
const person = (id: string, overrides: object = {}) => ({
  id,
  email: `${id}@demo.test`,
  firstName: id,
  lastName: null,
  role: 'PORTFOLIO_MANAGER',
  isActive: true,
  lastLogin: at,
  createdAt: at,
  updatedAt: at,
  ...overrides,
})
const ada = person(someone.id, { firstName: 'Ada', email: 'ada@demo.test', role: 'ADMIN' })
const lists = (people: readonly object[], devices: readonly object[] = []) => ({
  'GET /api/users': () => people,
  'GET /api/devices': () => devices,
})

const renderUsers = (store: TestStore, initial: RecordSearch = {}) => renderScreen(store, UsersScreen, initial)
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (name: string) => page.getByRole('dialog', { name })
async function choose(name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('the list shows each person, their role, their records, their last contact and who invited them', async () => {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  store.put('investorUsers', { userId: ines, investorId: investor.id })
  const device = { id: 'd', userId: ines, lastUsed: '2025-06-29T09:00:00.000Z', unsent: 0, createdAt: at }
  serve(
    store,
    lists(
      [
        ada,
        person(ines, { firstName: 'Ines', role: 'INVESTOR', invitedBy: someone.id }),
        person('gone', { isActive: false }),
      ],
      [device],
    ),
  )
  await renderUsers(store)
  await expect.element(rowOf('Ada').getByText('You')).toBeVisible()
  await expect.element(rowOf('Ines').getByText('Elif')).toBeVisible()
  await expect.element(rowOf('Ines').getByText(/Jun 29, 2025/)).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Invited by' })).toBeVisible()
  await expect.element(rowOf('Ines').getByText('Ada Lovelace')).toBeVisible()
  await expect.element(rowOf('gone').getByText('Inactive')).toBeVisible()
})

test('on a phone an address that does not fit beside the name is shown in full below it', async () => {
  const store = await openTestStore()
  serve(store, lists([{ ...ada, firstName: 'Ada Katharina', email: 'ada.katharina@demo.test' }]))
  await renderUsers(store)
  const email = page.getByText('ada.katharina@demo.test')
  await expect.element(email).toBeVisible()
  await page.viewport(390, 844)
  document.querySelector<HTMLElement>('[style*="inline-size: 1200px"]')!.style.inlineSize = '358px'
  await expect.element(page.getByRole('columnheader', { name: 'Role' })).not.toBeInTheDocument()
  await expect.poll(truncatedInRows).toEqual([])
  const [name, address] = [page.getByText('Ada Katharina', { exact: true }), email].map((each) =>
    each.element().getBoundingClientRect(),
  )
  expect(address!.top).toBeGreaterThanOrEqual(name!.bottom - 1)
})

test('a new role goes to the server, which refuses to demote the last administrator', async () => {
  const store = await openTestStore()
  const requests = serve(store, {
    ...lists([ada]),
    [`PATCH /api/users/${someone.id}`]: () => new Refusal(409, { code: 'LAST_ADMIN', message: 'x' }),
  })
  await renderUsers(store, { dialog: 'edit', record: someone.id })
  const edit = dialog('Edit user')
  await chooseOption(edit.getByRole('combobox', { name: 'Role' }), 'Investor')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect
    .element(page.getByRole('alert').getByText('A firm must have at least one active administrator.'))
    .toBeVisible()
  expect(requests).toEqual([[`PATCH /api/users/${someone.id}`, { role: 'INVESTOR' }]])
})

test('deactivating a person explains what becomes of their unsent changes; reactivating makes them active', async () => {
  const store = await openTestStore()
  const devices = [2, 1].map((unsent) => ({ id: `d${unsent}`, userId: 'omar', lastUsed: at, unsent, createdAt: at }))
  const requests = serve(store, {
    ...lists([ada, person('omar')], devices),
    'PATCH /api/users/omar': ({ body }) => person('omar', body as object),
  })
  await renderUsers(store)
  await choose('omar', 'Deactivate')
  await expect
    .element(dialog('Deactivate').getByText('The user’s devices last reported 3 unsent changes.'))
    .toBeVisible()
  await expect.element(dialog('Deactivate').getByText(/If the user’s devices connect within 90 days/)).toBeVisible()
  await dialog('Deactivate').getByRole('button', { name: 'Deactivate' }).click()
  await expect.element(rowOf('omar').getByText('Inactive')).toBeVisible()
  await choose('omar', 'Reactivate')
  await expect.element(rowOf('omar').getByText('Inactive')).not.toBeInTheDocument()
  expect(requests).toEqual([
    ['PATCH /api/users/omar', { isActive: false }],
    ['PATCH /api/users/omar', { isActive: true }],
  ])
})

test('a password reset link is created on request and shown once', async () => {
  const store = await openTestStore()
  const link = 'https://holdfast.test/api/auth/reset?token=t'
  const requests = serve(store, { ...lists([ada, person('omar')]), 'POST /api/users/omar/reset': () => ({ link }) })
  await renderUsers(store, { dialog: 'reset', record: 'omar' })
  await dialog('Password reset link').getByRole('button', { name: 'Create link' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Link' })).toHaveValue(link)
  expect(requests).toEqual([['POST /api/users/omar/reset', {}]])
})

test('an administrator resets another person’s second factor', async () => {
  const store = await openTestStore()
  const omar = person('omar', { hasSecondFactor: true })
  const requests = serve(store, {
    ...lists([ada, omar]),
    'POST /api/users/omar/reset-totp': () => ({ ...omar, hasSecondFactor: false }),
  })
  await renderUsers(store, { dialog: 'reset-factor', record: 'omar' })
  await dialog('Reset two-step verification').getByRole('button', { name: 'Reset' }).click()
  await expect.element(page.getByText('Two-step verification reset')).toBeVisible()
  expect(requests).toEqual([['POST /api/users/omar/reset-totp', {}]])
  await page.getByRole('button', { name: 'Actions for omar' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Password reset link' })).toBeVisible()
  expect(page.getByRole('menuitem', { name: 'Reset two-step verification' }).elements()).toEqual([])
})

test('investor records are linked and unlinked; the links arrive with the feed', async () => {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const link = store.newId()
  const path = `/api/investors/${investor.id}`
  const requests = serve(store, {
    ...lists([ada, person(ines, { firstName: 'Ines', role: 'INVESTOR' })]),
    [`POST ${path}/link`]: () => {
      store.put('investorUsers', { id: link, userId: ines, investorId: investor.id })
      return {}
    },
    [`POST ${path}/unlink`]: () => {
      store.drop('investorUsers', link)
      return {}
    },
  })
  await renderUsers(store)
  await choose('Ines', 'Link investor records')
  const links = dialog('Link investor records')
  await expect.element(links.getByText('No investor records linked.')).toBeVisible()
  await links.getByRole('combobox', { name: 'Investor record' }).fill('eli')
  await page.getByRole('option', { name: 'Elif' }).click()
  await links.getByRole('button', { name: 'Link', exact: true }).click()
  await expect.element(links.getByRole('button', { name: 'Unlink Elif' })).toBeVisible()
  await links.getByRole('button', { name: 'Unlink Elif' }).click()
  await expect.element(links.getByText('No investor records linked.')).toBeVisible()
  expect(requests).toEqual([
    [`POST ${path}/link`, { userId: ines }],
    [`POST ${path}/unlink`, { userId: ines }],
  ])
})

test('offline the screen asks for a connection, and loads once there is one', async () => {
  const store = await openTestStore()
  serve(store, lists([ada]))
  store.server.fault(/api\/(users|devices)/, { kind: 'drop' }, 2)
  await renderUsers(store)
  await expect.element(page.getByText('Available online only')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(rowOf('Ada')).toBeVisible()
})

test('a list that cannot be refreshed stays, with the reason, until it can', async () => {
  const store = await openTestStore()
  serve(store, lists([ada]))
  await renderUsers(store)
  await expect.element(rowOf('Ada')).toBeVisible()
  store.server.call = () => ({ status: 500, body: { code: 'INTERNAL', message: 'x' } })
  await store.online.read('users')
  await expect.element(page.getByText(/^Showing the last loaded version\. Something went wrong/)).toBeVisible()
  store.server.fault(/api\/users/, { kind: 'drop' })
  await store.online.read('users')
  const old = page.getByText('The server cannot be reached. Showing the last loaded version.')
  await expect.element(old).toBeVisible()
  await expect.element(rowOf('Ada')).toBeVisible()
  serve(store, lists([ada, person('omar')]))
  await store.online.read('users')
  await expect.element(rowOf('omar')).toBeVisible()
  expect(old.elements()).toEqual([])
})

test('people are found by name and address, and each shows their last contact, if any', async () => {
  const store = await openTestStore()
  const devices = ['2025-06-28T09:00:00.000Z', '2025-06-20T09:00:00.000Z'].map((lastUsed, n) => ({
    id: `d${n}`,
    userId: 'omar',
    lastUsed,
    unsent: 0,
    createdAt: at,
  }))
  const people = [
    ada,
    person('omar', { lastLogin: '2025-06-10T09:00:00.000Z' }),
    person('zoe', { lastLogin: '2025-06-27T09:00:00.000Z', email: 'office@quay.test' }),
    person('never', { lastLogin: null }),
  ]
  serve(store, lists(people, devices))
  await renderUsers(store)
  await expect.element(rowOf('omar').getByText(/Jun 28, 2025/)).toBeVisible()
  await expect.element(rowOf('zoe').getByText(/Jun 27, 2025/)).toBeVisible()
  await expect.element(rowOf('never').getByText('Never', { exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('office@')
  await expect.element(rowOf('Ada')).not.toBeInTheDocument()
  await expect.element(rowOf('zoe')).toBeVisible()
})

test('only applicable actions are offered: no reset of one’s own password, and records for investors only', async () => {
  const store = await openTestStore()
  serve(
    store,
    lists([
      ada,
      person('omar'),
      person(ines, { firstName: 'Ines', role: 'INVESTOR' }),
      person('gone', { isActive: false }),
    ]),
  )
  await renderUsers(store)
  const offered = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    const items = page.getByRole('menuitem')
    await expect.element(items.first()).toBeVisible()
    const names = textsOf(items)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => items.elements()).toEqual([])
    return names.toSorted()
  }
  expect(await offered('Ada')).toEqual(['Deactivate', 'Edit'])
  expect(await offered('omar')).toEqual(['Deactivate', 'Edit', 'Password reset link'])
  expect(await offered('Ines')).toEqual(['Deactivate', 'Edit', 'Link investor records', 'Password reset link'])
  expect(await offered('gone')).toEqual(['Edit', 'Reactivate'])
})

test('deactivating a person without unsent changes mentions none; a refusal by the server is shown', async () => {
  const store = await openTestStore()
  serve(store, {
    ...lists([ada, person('omar')]),
    'PATCH /api/users/omar': () => new Refusal(409, { code: 'LAST_ADMIN', message: 'x' }),
  })
  await renderUsers(store)
  await choose('omar', 'Deactivate')
  await expect.element(dialog('Deactivate').getByText(/^omar will not be able to sign in/)).toBeVisible()
  expect(
    dialog('Deactivate')
      .getByText(/last reported/)
      .elements(),
  ).toEqual([])
  await dialog('Deactivate').getByRole('button', { name: 'Deactivate' }).click()
  await expect.element(page.getByRole('alert').getByText(/at least one active administrator/)).toBeVisible()
  await expect.element(dialog('Deactivate')).toBeVisible()
  expect(rowOf('omar').getByText('Inactive').elements()).toEqual([])
})

test('a reset link sent by mail shows the address; a failed one shows the error and can be tried again', async () => {
  const store = await openTestStore()
  let isReady = false
  serve(store, {
    ...lists([ada, person('omar')]),
    'POST /api/users/omar/reset': () =>
      isReady ? { link: null } : new Refusal(500, { code: 'INTERNAL', message: 'x' }),
  })
  await renderUsers(store, { dialog: 'reset', record: 'omar' })
  const reset = dialog('Password reset link')
  await reset.getByRole('button', { name: 'Create link' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  isReady = true
  await reset.getByRole('button', { name: 'Create link' }).click()
  await expect.element(reset.getByText('A link is being sent to omar@demo.test.')).toBeVisible()
  expect(reset.getByRole('textbox').elements()).toEqual([])
})

test('all of several linked investor records are listed; a link refused by the server keeps the choice', async () => {
  const store = await openTestStore()
  const [elif, omar] = ['Elif', 'Omar'].map((firstName) =>
    store.put('investors', { firstName, email: 'someone@example.com' }),
  )
  for (const { id } of [elif!, omar!]) store.put('investorUsers', { userId: ines, investorId: id })
  const zoe = store.put('investors', { firstName: 'Zoe', email: 'someone@example.com' })
  serve(store, {
    ...lists([ada, person(ines, { firstName: 'Ines', role: 'INVESTOR' })]),
    [`POST /api/investors/${zoe.id}/link`]: () => new Refusal(403, { code: 'FORBIDDEN', message: 'x' }),
  })
  await renderUsers(store)
  await expect.poll(() => rowOf('Ines').element().textContent).toMatch(/Elif, Omar|Omar, Elif/)
  await choose('Ines', 'Link investor records')
  const links = dialog('Link investor records')
  await expect.poll(() => links.getByRole('listitem').elements().length).toBe(2)
  const add = links.getByRole('button', { name: 'Link', exact: true })
  await expect.element(add).toBeDisabled()
  await links.getByRole('combobox', { name: 'Investor record' }).fill('zo')
  await page.getByRole('option', { name: 'Zoe' }).click()
  await add.click()
  await expect.element(page.getByRole('alert').getByText(/permission/)).toBeVisible()
  await expect.element(links.getByRole('combobox', { name: 'Investor record' })).toHaveValue('Zoe')
  expect(links.getByRole('listitem').elements()).toHaveLength(2)
})
