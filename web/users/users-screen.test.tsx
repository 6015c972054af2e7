import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordSearch } from '#web/records/record-search.ts'
import { draw, noShield, nowhere, WithSearch } from '#web/test/draw.tsx'
import { Refusal, serve } from '#web/test/serve.ts'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { UsersScreen } from './users-screen.tsx'

const at = '2025-06-01T10:00:00.000Z'
const ines = '00000000-0000-7000-8000-00000000000a'
const person = (id: string, more: object = {}) => ({
  id,
  email: `${id}@demo.test`,
  firstName: id,
  lastName: null,
  role: 'PORTFOLIO_MANAGER',
  isActive: true,
  lastLogin: at,
  createdAt: at,
  updatedAt: at,
  ...more,
})
const ada = person(someone.id, { firstName: 'Ada', email: 'ada@demo.test', role: 'ADMIN' })
const lists = (people: readonly object[], devices: readonly object[] = []) => ({
  'GET /api/users': () => people,
  'GET /api/devices': () => devices,
})

const draws = (store: TestStore, initial: RecordSearch = {}) =>
  draw(
    store,
    <WithSearch initial={initial}>
      {(search, setSearch) => <UsersScreen search={search} setSearch={setSearch} go={nowhere} />}
    </WithSearch>,
  )
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (name: string) => page.getByRole('dialog', { name })
async function choose(name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
  noShield()
}

test('the list names each person, their role, their records and when a device of theirs was last heard of', async () => {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  store.put('investorUsers', { userId: ines, investorId: investor.id })
  const device = { id: 'd', userId: ines, lastUsed: '2025-06-29T09:00:00.000Z', unsent: 0, createdAt: at }
  serve(
    store,
    lists([ada, person(ines, { firstName: 'Ines', role: 'INVESTOR' }), person('gone', { isActive: false })], [device]),
  )
  await draws(store)
  await expect.element(rowOf('Ada').getByText('You')).toBeVisible()
  await expect.element(rowOf('Ines').getByText('Elif')).toBeVisible()
  await expect.element(rowOf('Ines').getByText(/06\/29\/2025/)).toBeVisible()
  await expect.element(rowOf('gone').getByText('Deactivated')).toBeVisible()
})

test('a new role goes to the server, which keeps the last administrator and says so', async () => {
  const store = await openTestStore()
  const asked = serve(store, {
    ...lists([ada]),
    [`PATCH /api/users/${someone.id}`]: () => new Refusal(409, { code: 'LAST_ADMIN', message: 'x' }),
  })
  await draws(store, { dialog: 'edit', record: someone.id })
  const edit = dialog('Edit User')
  await edit.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Investor' }).click()
  noShield()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect
    .element(page.getByRole('alert').getByText('409: A firm keeps at least one active administrator.'))
    .toBeVisible()
  expect(asked).toEqual([[`PATCH /api/users/${someone.id}`, { role: 'INVESTOR' }]])
})

test('who deactivates somebody is told what becomes of their unsent work; who is back is active again', async () => {
  const store = await openTestStore()
  const devices = [2, 1].map((unsent) => ({ id: `d${unsent}`, userId: 'omar', lastUsed: at, unsent, createdAt: at }))
  const asked = serve(store, {
    ...lists([ada, person('omar')], devices),
    'PATCH /api/users/omar': ({ body }) => person('omar', body as object),
  })
  await draws(store)
  await choose('omar', 'Deactivate')
  await expect.element(dialog('Deactivate').getByText('Their devices last reported 3 unsent changes.')).toBeVisible()
  await expect.element(dialog('Deactivate').getByText(/stays there, sealed/)).toBeVisible()
  await dialog('Deactivate').getByRole('button', { name: 'Deactivate' }).click()
  await expect.element(rowOf('omar').getByText('Deactivated')).toBeVisible()
  noShield()
  await choose('omar', 'Reactivate')
  await expect.element(rowOf('omar').getByText('Deactivated')).not.toBeInTheDocument()
  expect(asked).toEqual([
    ['PATCH /api/users/omar', { isActive: false }],
    ['PATCH /api/users/omar', { isActive: true }],
  ])
})

test('a link for a new password is made on demand and shown once', async () => {
  const store = await openTestStore()
  const link = 'https://holdfast.test/api/auth/reset?token=t'
  const asked = serve(store, { ...lists([ada, person('omar')]), 'POST /api/users/omar/reset': () => ({ link }) })
  await draws(store, { dialog: 'reset', record: 'omar' })
  await dialog('Password reset link').getByRole('button', { name: 'Make link' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Link' })).toHaveValue(link)
  expect(asked).toEqual([['POST /api/users/omar/reset', {}]])
})

test('an administrator resets the second factor of somebody who has one', async () => {
  const store = await openTestStore()
  const omar = person('omar', { hasSecondFactor: true })
  const asked = serve(store, {
    ...lists([ada, omar]),
    'POST /api/users/omar/reset-totp': () => ({ ...omar, hasSecondFactor: false }),
  })
  await draws(store, { dialog: 'reset-factor', record: 'omar' })
  await dialog('Reset second factor').getByRole('button', { name: 'Reset' }).click()
  await expect.element(page.getByText('Second factor reset')).toBeVisible()
  expect(asked).toEqual([['POST /api/users/omar/reset-totp', {}]])
  await page.getByRole('button', { name: 'Actions for omar' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Password reset link' })).toBeVisible()
  expect(page.getByRole('menuitem', { name: 'Reset second factor' }).elements()).toEqual([])
})

test('investor records are linked and unlinked; the links come with the feed', async () => {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const link = store.newId()
  const path = `/api/investors/${investor.id}`
  const asked = serve(store, {
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
  await draws(store)
  await choose('Ines', 'Link investor records')
  const links = dialog('Link investor records')
  await expect.element(links.getByText('No investor record is linked yet.')).toBeVisible()
  await links.getByRole('combobox', { name: 'Investor record' }).fill('eli')
  await page.getByRole('option', { name: 'Elif' }).click()
  noShield()
  await links.getByRole('button', { name: 'Link', exact: true }).click()
  await links.getByRole('button', { name: 'Unlink Elif' }).click()
  await expect.element(links.getByText('No investor record is linked yet.')).toBeVisible()
  expect(asked).toEqual([
    [`POST ${path}/link`, { userId: ines }],
    [`POST ${path}/unlink`, { userId: ines }],
  ])
})

test('without a connection the screen says that it needs one, and reads when it is there', async () => {
  const store = await openTestStore()
  serve(store, lists([ada]))
  store.server.fault(/api\/(users|devices)/, { kind: 'drop' }, 2)
  await draws(store)
  await expect.element(page.getByText('Only with a connection')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(rowOf('Ada')).toBeVisible()
})

test('a list that cannot be read again stays, and says that it may be old', async () => {
  const store = await openTestStore()
  serve(store, lists([ada]))
  await draws(store)
  await expect.element(rowOf('Ada')).toBeVisible()
  store.server.call = () => ({ status: 500, body: { code: 'INTERNAL', message: 'x' } })
  await store.online.read('users')
  await expect.element(page.getByText(/^As it was when it was last read\. 500: Something went wrong/)).toBeVisible()
  await expect.element(rowOf('Ada')).toBeVisible()
})
