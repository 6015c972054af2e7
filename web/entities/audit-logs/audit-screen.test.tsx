import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { chooseOption } from '#web/test/choose-option.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { savedFiles } from '#web/test/saved-files.ts'
import { serve } from '#web/test/serve.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { factsOf, rowsOf } from '#web/test/texts-of.ts'

const omar = '00000000-0000-7000-8000-00000000000a'
const people = () => [
  { id: omar, email: 'omar@demo.test', firstName: 'Omar', lastName: 'Nasser', createdAt: '', updatedAt: '' },
]

const entry = (id: string, overrides: object = {}) => ({
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
  ...overrides,
})

test('entries are sentences with values before and after; the address holds the filters, and the file follows them', async () => {
  const store = await openTestStore()
  const { id } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const requests: string[] = []
  serve(store, {
    'GET /api/audit-logs': ({ query }) => {
      requests.push(query.toString())
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
  const { router } = await renderApp(store, '/settings/audit')
  await page.getByRole('button', { name: /^Updated project\s+Quay/ }).click()
  const details = page.getByRole('dialog', { name: 'Entry' })
  await expect.element(details.getByRole('row', { name: /Location — Dubai/ })).toBeVisible()
  await expect.element(details.getByText('Omar Nasser')).toBeVisible()
  await details.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByRole('table').getByText('Too many attempts')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Too many sign-in attempts', exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Signed in', exact: true })).toBeVisible()
  await chooseOption(page.getByRole('combobox', { name: 'Outcome' }), 'Refused')
  await expect.poll(() => requests.at(-1)).toBe('outcome=refused')
  expect(router.state.location.search).toEqual({ outcome: 'refused' })
  const saved = savedFiles()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => saved.length).toBe(1)
  expect(requests.at(-1)).toBe('outcome=refused&limit=1000')
})

test('an entry shows who, when by which clock, from where and why, and links to the record’s or person’s entries', async () => {
  const store = await openTestStore()
  const account = '00000000-0000-7000-8000-00000000000b'
  const requests: string[] = []
  serve(store, {
    'GET /api/users': people,
    'GET /api/audit-logs': ({ query }) => {
      requests.push(query.toString())
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
  const { router } = await renderApp(store, '/settings/audit')
  await expect.element(page.getByRole('button', { name: 'Background task Calculate commissions' })).toBeVisible()
  await page.getByRole('button', { name: /^Revealed bank account details/ }).click()
  const details = page.getByRole('dialog', { name: 'Entry' })
  await expect.element(details.getByText('Transfer for June')).toBeVisible()
  const detailsText = details.element().textContent
  for (const words of ['RoleAdministrator', 'IP address10.0.0.7', 'Revealed valueAccount number', 'Device time'])
    expect(detailsText).toContain(words)
  await details.getByRole('button', { name: 'Show only this record' }).click()
  await expect.poll(() => requests.at(-1)).toBe(`entity=bankAccounts&recordId=${account}`)
  await page.getByRole('button', { name: 'Show all records' }).click()
  await expect.poll(() => requests.at(-1)).toBe('entity=bankAccounts')
  await chooseOption(page.getByRole('combobox', { name: 'Action' }), 'Revealed bank account details')
  await chooseOption(page.getByRole('combobox', { name: 'User' }), 'Omar Nasser')
  const wanted = `actor=${omar}&entity=bankAccounts&action=bankAccounts.reveal`
  await expect.poll(() => requests.at(-1)).toBe(wanted)
  const saved = savedFiles()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => saved.length).toBe(1)
  expect(requests.at(-1)).toBe(`${wanted}&limit=1000`)
  expect(router.state.location.search).toEqual({ actor: omar, entity: 'bankAccounts', action: 'bankAccounts.reveal' })
})

test('the date filter applies once the day is complete, in the device’s time zone, and is cleared with the field', async () => {
  const store = await openTestStore()
  const requests: string[] = []
  serve(store, {
    'GET /api/audit-logs': ({ query }) => {
      requests.push(query.toString())
      return []
    },
  })
  const { router } = await renderApp(store, '/settings/audit')
  await expect.element(page.getByText('No entries')).toBeVisible()
  const to = page.getByLabelText('To', { exact: true })
  await to.fill('06/3')
  await to.fill('06/30/2025')
  await expect.poll(() => requests.at(-1)).toBe(`to=${encodeURIComponent(new Date('2025-07-01T00:00').toISOString())}`)
  await expect.element(page.getByText('No entries match these filters.')).toBeVisible()
  expect(router.state.location.search).toEqual({ to: '2025-06-30' })
  await to.fill('')
  await expect.poll(() => requests.at(-1)).toBe('')
  expect(requests).toHaveLength(3)
})

test('older entries are loaded below on request until there are no more', async () => {
  const store = await openTestStore()
  store.server.call = ({ path, query }) => {
    if (path !== '/api/audit-logs') return undefined
    const isFirst = !query.has('cursor')
    const body = [isFirst ? entry('2', { action: 'projects.delete' }) : entry('1', { action: 'projects.create' })]
    return { status: 200, body, headers: isFirst ? { link: '</api/audit-logs?cursor=x>; rel="next"' } : {} }
  }
  await renderApp(store, '/settings/audit')
  await page.getByRole('button', { name: 'Show older entries' }).click()
  await expect.element(page.getByRole('button', { name: 'Created project' })).toBeVisible()
  const entries = page.getByRole('table').getByRole('button').elements()
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Deleted project', 'Created project'])
  expect(page.getByRole('button', { name: 'Show older entries' }).elements()).toEqual([])
})

test('the file includes entries not yet on the screen; no file is made when a part cannot be read', async () => {
  const store = await openTestStore()
  const saved = savedFiles()
  let isBroken = false
  store.server.call = ({ path, query }) => {
    if (path !== '/api/audit-logs') return undefined
    const isFirst = !query.has('cursor')
    if (isBroken && !isFirst) return { status: 503, body: {} }
    const body = [isFirst ? entry('2', { action: 'projects.delete' }) : entry('1', { action: 'projects.create' })]
    return { status: 200, body, headers: isFirst ? { link: '</api/audit-logs?cursor=x>; rel="next"' } : {} }
  }
  await renderApp(store, '/settings/audit')
  await expect.element(page.getByRole('button', { name: 'Deleted project' })).toBeVisible()
  const exportCsv = () => page.getByRole('button', { name: 'Export CSV' }).click()
  await exportCsv()
  await expect.element(page.getByText('List exported')).toBeVisible()
  expect(saved[0]!.name).toMatch(/^Audit trail \d{4}-\d\d-\d\d\.csv$/)
  const lines = (await saved[0]!.text).trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',')[4])).toEqual(['Deleted project', 'Created project'])
  isBroken = true
  await exportCsv()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(saved).toHaveLength(1)
})

test('a refusal shows its reason and call, an import its file, a replaced number the old one; values are words', async () => {
  const store = await openTestStore()
  const { id } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const gone = '00000000-0000-7000-8000-00000000000c'
  const nobody = { kind: 'system', userId: null, name: null, role: null, job: null, file: null }
  serve(store, {
    'GET /api/audit-logs': () => [
      entry('1', {
        action: 'projects.read',
        outcome: 'refused',
        recordId: id,
        details: { code: 'FORBIDDEN', call: 'GET /api/projects', repeated: 1200 },
      }),
      entry('2', {
        action: 'investments.delete',
        entity: 'investments',
        recordId: gone,
        actor: { ...nobody, kind: 'import', userId: omar, name: 'Omar Nasser', file: 'June.csv' },
        before: { projectId: id, amount: '1250.5', status: 'FUNDED', currency: 'USD', investmentDate: '2025-06-01' },
      }),
      entry('3', {
        action: 'bankAccounts.update',
        entity: 'bankAccounts',
        recordId: gone,
        before: { bankName: 'First Bank', isActive: true },
        after: { bankName: 'First Bank', isActive: false, extra: { a: ['x', 'y'], b: 7 } },
        details: { secrets: ['accountNumber', 'routingNumber'] },
      }),
      entry('4', {
        action: 'users.update',
        entity: 'users',
        recordId: gone,
        actor: nobody,
        before: { lastName: 'Kaya' },
      }),
    ],
  })
  await renderApp(store, '/settings/audit')
  const details = page.getByRole('dialog', { name: 'Entry' })
  const open = async (name: RegExp) => {
    await page.getByRole('button', { name }).click()
    await expect.element(details).toBeVisible()
  }
  const leave = async () => {
    await details.getByRole('button', { name: 'Close' }).click()
    await expect.element(details).not.toBeInTheDocument()
  }
  const lines = () => rowsOf(details).slice(1)

  await open(/^Requested to view/)
  expect(factsOf(details)).toMatchObject({
    Outcome: 'Refused',
    'Reason for refusal': 'No permission',
    'Server request': 'GET /api/projects',
    'Actions counted in this entry': '1,200',
  })
  await leave()
  await open(/^Deleted investment/)
  expect(factsOf(details)).toMatchObject({ User: 'Omar Nasser', File: 'June.csv' })
  expect(lines()).toEqual([
    ['Project', 'Quay', '—'],
    ['Amount', '1250.5', '—'],
    ['Status', 'Active', '—'],
    ['Currency', 'USD', '—'],
    ['Investment date', 'Jun 1, 2025', '—'],
  ])
  await leave()
  await open(/^Updated bank account First Bank$/)
  expect(factsOf(details)).toMatchObject({ 'Changed values (not recorded)': 'Account number, Routing number' })
  expect(lines().map((cells) => cells.slice(1))).toEqual([
    ['First Bank', 'First Bank'],
    ['Active', 'Inactive'],
    ['—', 'x, y, 7'],
  ])
  await leave()
  await open(/^Updated user Kaya$/)
  expect(factsOf(details)).toMatchObject({ User: 'Holdfast' })
  expect(details.getByRole('button', { name: 'Show only this user' }).elements()).toEqual([])
})

test('an entry links to all entries of the same person; changing the record type drops the action filter; unknown people are “Unknown user”', async () => {
  const store = await openTestStore()
  const requests: string[] = []
  serve(store, {
    'GET /api/users': people,
    'GET /api/audit-logs': ({ query }) => {
      requests.push(query.toString())
      return [entry('1')]
    },
  })
  const stranger = '00000000-0000-7000-8000-00000000000d'
  const { router } = await renderApp(store, `/settings/audit?actor=${stranger}&entity=projects&action=projects.update`)
  const who = page.getByRole('combobox', { name: 'User' })
  await expect.element(who).toHaveValue('Unknown user')
  await page.getByRole('button', { name: /^Updated project/ }).click()
  await page.getByRole('dialog', { name: 'Entry' }).getByRole('button', { name: 'Show only this user' }).click()
  await expect.poll(() => requests.at(-1)).toBe(`actor=${omar}`)
  await expect.element(who).toHaveValue('Omar Nasser')
  await chooseOption(who, 'Holdfast (background task)')
  await expect.poll(() => requests.at(-1)).toBe('actor=job')
  await chooseOption(page.getByRole('combobox', { name: 'Action' }), 'Background task')
  await expect.poll(() => requests.at(-1)).toBe('actor=job&action=jobs.run')
  await chooseOption(page.getByRole('combobox', { name: 'Record type' }), 'Investors', { exact: true })
  await expect.poll(() => router.state.location.search).toEqual({ actor: 'job', entity: 'investors' })
  await expect.poll(() => requests.at(-1)).toBe('actor=job&entity=investors')
})

test('the address holds the open entry: Back closes it and keeps the filters, a reload reopens it', async () => {
  const store = await openTestStore()
  serve(store, { 'GET /api/audit-logs': () => [entry('one')] })
  const details = page.getByRole('dialog', { name: 'Entry' })
  const { router, unmount } = await renderApp(store, '/settings/audit?outcome=done')
  await page.getByRole('button', { name: 'Updated project' }).click()
  await expect.element(details).toBeVisible()
  expect(router.state.location.search).toMatchObject({ outcome: 'done', entry: 'one' })
  router.history.back()
  await expect.element(details).not.toBeInTheDocument()
  expect(router.state.location.pathname + router.state.location.searchStr).toBe('/settings/audit?outcome=done')
  await unmount()
  await renderApp(store, '/settings/audit?entry=one')
  await expect.element(details).toBeVisible()
})

test('a late response to earlier filters does not replace the current entries', async () => {
  const store = await openTestStore()
  const slow = Promise.withResolvers<void>()
  store.server.fault(/audit-logs/, { kind: 'late', what: 'response', until: slow.promise })
  const partSpy = vi.spyOn(store.online, 'page')
  let calls = 0
  serve(store, {
    'GET /api/audit-logs': () => (calls++ ? [entry('2', { action: 'projects.delete' })] : [entry('1')]),
  })
  await renderApp(store, '/settings/audit')
  await expect.poll(() => calls).toBe(1)
  await chooseOption(page.getByRole('combobox', { name: 'Outcome' }), 'Completed')
  await expect.element(page.getByRole('button', { name: 'Deleted project' })).toBeVisible()
  slow.resolve()
  await partSpy.mock.results[0]!.value
  await expect.element(page.getByRole('button', { name: 'Deleted project' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Updated project' }).elements()).toEqual([])
})

test('entries stay when older ones cannot be loaded, which can be tried again', async () => {
  const store = await openTestStore()
  store.server.call = ({ path, query }) => {
    if (path !== '/api/audit-logs') return undefined
    const isFirst = !query.has('cursor')
    const body = [isFirst ? entry('2', { action: 'projects.delete' }) : entry('1')]
    return { status: 200, body, headers: isFirst ? { link: '</api/audit-logs?cursor=x>; rel="next"' } : {} }
  }
  await renderApp(store, '/settings/audit')
  const older = page.getByRole('button', { name: 'Show older entries' })
  await expect.element(older).toBeVisible()
  store.server.fault(/audit-logs/, { kind: 'drop' })
  await older.click()
  await expect.element(page.getByText('The server cannot be reached. Showing the last loaded version.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Deleted project' })).toBeVisible()
  await older.click()
  await expect.element(page.getByRole('button', { name: 'Updated project' })).toBeVisible()
  expect(page.getByText('You are offline', { exact: false }).elements()).toEqual([])
})

test('offline the screen asks for a connection', async () => {
  const store = await openTestStore()
  store.server.fault(/audit-logs/, { kind: 'drop' })
  await renderApp(store, '/settings/audit')
  await expect.element(page.getByText('Available online only')).toBeVisible()
})
