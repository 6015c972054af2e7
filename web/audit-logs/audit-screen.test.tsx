import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { drawApp } from '#web/test/draw-app.tsx'
import { noShield } from '#web/test/draw.tsx'
import { serve } from '#web/test/serve.ts'
import { openTestStore } from '#web/test/test-store.ts'

const omar = '00000000-0000-7000-8000-00000000000a'
const people = () => [
  { id: omar, email: 'omar@demo.test', firstName: 'Omar', lastName: 'Nasser', createdAt: '', updatedAt: '' },
]

const entry = (id: string, more: object = {}) => ({
  id,
  timestamp: '2025-06-29T09:00:00.000Z',
  deviceTime: null,
  actor: { kind: 'person', userId: omar, name: 'Omar Nasser', role: 'ADMIN', job: null, file: null },
  action: 'projects.update',
  outcome: 'done',
  entity: 'projects',
  recordId: null,
  before: null,
  after: null,
  details: {},
  ...more,
})

test('entries are told in sentences, with what was before and after; filters are in the address and the file follows them', async () => {
  const store = await openTestStore()
  const { id } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const asked: string[] = []
  serve(store, {
    'GET /api/audit-logs': ({ query }) => {
      asked.push(query.toString())
      return [
        entry('1', { recordId: id, before: { location: null }, after: { location: 'Dubai' } }),
        entry('2', {
          action: 'sessions.signIn',
          entity: 'users',
          outcome: 'throttled',
          actor: { kind: 'system', userId: null, name: null, role: null, job: null, file: null },
        }),
        entry('3', {
          action: 'sessions.signIn',
          entity: 'users',
          recordId: omar,
          after: { firstName: 'Omar', lastName: 'Nasser' },
        }),
      ]
    },
  })
  const { router } = await drawApp(store, '/settings/audit')
  await page.getByRole('button', { name: /^Changed project\s+Quay/ }).click()
  const details = page.getByRole('dialog', { name: 'Entry' })
  await expect.element(details.getByRole('row', { name: /Location — Dubai/ })).toBeVisible()
  await expect.element(details.getByText('Omar Nasser')).toBeVisible()
  await details.getByRole('button', { name: 'Close' }).click()
  noShield()
  await expect.element(page.getByRole('table').getByText('Throttled')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Tried to sign in too often', exact: true })).toBeVisible()
  // Who acted has a column; a person who acted on themselves is not named twice.
  await expect.element(page.getByRole('button', { name: 'Signed in', exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Outcome' }).click()
  await page.getByRole('option', { name: 'Refused' }).click()
  await expect.poll(() => asked.at(-1)).toBe('outcome=refused')
  expect(router.state.location.search).toEqual({ outcome: 'refused' })
  await expect
    .element(page.getByRole('link', { name: 'Export CSV' }))
    .toHaveAttribute('href', '/api/audit-logs/export?outcome=refused')
})

test('an entry says who, when by which clock, from where and why, and leads to all of its record or its person', async () => {
  const store = await openTestStore()
  const account = '00000000-0000-7000-8000-00000000000b'
  const asked: string[] = []
  serve(store, {
    'GET /api/users': people,
    'GET /api/audit-logs': ({ query }) => {
      asked.push(query.toString())
      return [
        entry('1', {
          action: 'bankAccounts.reveal',
          entity: 'bankAccounts',
          recordId: account,
          deviceTime: '2025-06-29T08:00:00.000Z',
          details: { field: 'accountNumber', reason: 'Transfer for June', address: '10.0.0.7', changeId: 'c' },
        }),
        entry('2', {
          action: 'jobs.run',
          entity: 'jobs',
          actor: { kind: 'job', userId: null, name: null, role: null, job: 'commissionRun', file: null },
        }),
      ]
    },
  })
  const { router } = await drawApp(store, '/settings/audit')
  await expect.element(page.getByRole('button', { name: 'Ran a job Commissions that became due' })).toBeVisible()
  await page.getByRole('button', { name: /^Revealed a value/ }).click()
  const details = page.getByRole('dialog', { name: 'Entry' })
  await expect.element(details.getByText('Transfer for June')).toBeVisible()
  const said = details.element().textContent
  for (const words of ['In the roleAdministrator', 'Address10.0.0.7', 'ValueAccount number', "By the device's clock"])
    expect(said).toContain(words)
  await details.getByRole('button', { name: 'Only this record' }).click()
  await expect.poll(() => asked.at(-1)).toBe(`entity=bankAccounts&recordId=${account}`)
  noShield()
  await page.getByRole('button', { name: 'Show all records' }).click()
  await expect.poll(() => asked.at(-1)).toBe('entity=bankAccounts')
  await page.getByRole('combobox', { name: 'Act' }).click()
  await page.getByRole('option', { name: 'Revealed a value of bank account' }).click()
  noShield()
  await page.getByRole('combobox', { name: 'Who' }).click()
  await page.getByRole('option', { name: 'Omar Nasser' }).click()
  const wanted = `actor=${omar}&entity=bankAccounts&action=bankAccounts.reveal`
  await expect.poll(() => asked.at(-1)).toBe(wanted)
  await expect
    .element(page.getByRole('link', { name: 'Export CSV' }))
    .toHaveAttribute('href', `/api/audit-logs/export?${wanted}`)
  expect(router.state.location.search).toEqual({ actor: omar, entity: 'bankAccounts', action: 'bankAccounts.reveal' })
})

test('a day is asked for once it is whole, as the day of this device, and its filter goes when it is emptied', async () => {
  const store = await openTestStore()
  const asked: string[] = []
  serve(store, {
    'GET /api/audit-logs': ({ query }) => {
      asked.push(query.toString())
      return []
    },
  })
  const { router } = await drawApp(store, '/settings/audit')
  await expect.element(page.getByText('Nothing was recorded')).toBeVisible()
  const to = page.getByLabelText('To', { exact: true })
  await to.fill('06/3')
  await to.fill('06/30/2025')
  await expect.poll(() => asked.at(-1)).toBe(`to=${encodeURIComponent(new Date('2025-07-01T00:00').toISOString())}`)
  await expect.element(page.getByText('No entries match these filters.')).toBeVisible()
  expect(router.state.location.search).toEqual({ to: '2025-06-30' })
  await to.fill('')
  await expect.poll(() => asked.at(-1)).toBe('')
  expect(asked).toHaveLength(3)
})

test('older entries come below the newer ones when they are asked for, until there are no more', async () => {
  const store = await openTestStore()
  store.server.call = ({ path, query }) => {
    if (path !== '/api/audit-logs') return undefined
    const isFirst = !query.has('cursor')
    const body = [isFirst ? entry('2', { action: 'projects.delete' }) : entry('1', { action: 'projects.create' })]
    return { status: 200, body, headers: isFirst ? { link: '</api/audit-logs?cursor=x>; rel="next"' } : {} }
  }
  await drawApp(store, '/settings/audit')
  await page.getByRole('button', { name: 'Show older entries' }).click()
  await expect.element(page.getByRole('button', { name: 'New project' })).toBeVisible()
  const told = page.getByRole('table').getByRole('button').elements()
  expect(told.map(({ textContent }) => textContent)).toEqual(['Deleted project', 'New project'])
  expect(page.getByRole('button', { name: 'Show older entries' }).elements()).toEqual([])
})

test('without a connection the screen says that it needs one', async () => {
  const store = await openTestStore()
  store.server.fault(/audit-logs/, { kind: 'drop' })
  await drawApp(store, '/settings/audit')
  await expect.element(page.getByText('Only with a connection')).toBeVisible()
})
