import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { forgetToasts, retentionMs } from '#web/ui/overlay/toasts/toast-history.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'

afterEach(() => {
  vi.useRealTimers()
  clearToasts()
  forgetToasts()
})

const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const panel = page.getByRole('dialog', { name: /^Notifications/ })
const title = page.getByRole('main').getByRole('heading', { level: 1 })
const day = 86_400_000

type NoticeFields = Readonly<Record<string, unknown>>

function notify(
  store: TestStore,
  kind: string,
  params: NoticeFields,
  { createdAt = new Date().toISOString(), ...overrides }: NoticeFields = {},
) {
  const {
    id,
    number: _,
    ...values
  } = store.put('notifications', {
    userId: someone.id,
    kind,
    titleKey: `notifications:${'count' in params ? 'counted' : 'titles'}.${kind}`,
    params,
    url: '/',
    ...overrides,
  })
  store.server.write(['notifications', id, { ...values, createdAt }])
}

async function setup() {
  const store = await openTestStore()
  const { id } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const about = { entity: 'projects', id }
  notify(store, 'PROJECT_SHOWN', about)
  notify(
    store,
    'DOCUMENT_ADDED',
    { count: 3 },
    { url: '/documents', createdAt: new Date(Date.now() - day).toISOString() },
  )
  const old = { createdAt: '2025-03-04T12:00:00.000Z', readAt: '2025-03-04T13:00:00.000Z' }
  notify(store, 'INVESTMENT_NEW', { entity: 'investments', id: someone.id }, { url: '/investments', ...old })
  return { store, id, ...(await renderApp(store)) }
}

test('the bell shows and announces the unread count; its panel groups notifications by day', async () => {
  await setup()
  await expect.element(bell).toHaveAccessibleName('Notifications, 2 unread')
  await expect.element(bell).toHaveTextContent('2')
  await bell.click()
  const texts = () =>
    [...panel.element().querySelectorAll('h3, a > span > span')].map((each) => each.textContent.replace(/\s+/g, ' '))
  await expect
    .poll(texts)
    .toEqual([
      'Today',
      'Unread: Quay is now visible to investors',
      'Yesterday',
      'Unread: New documents: 3',
      'Mar 4, 2025',
      'New investments: 1',
    ])
  for (const target of panel.element().querySelectorAll<HTMLElement>('a, button'))
    expect(target.offsetHeight, `${target.textContent}`).toBeGreaterThanOrEqual(44)
})

test('a payment notification shows whether it is a distribution, a dividend or interest', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  for (const type of ['DISTRIBUTION', 'DIVIDEND', 'INTEREST'] as const) {
    const flow = { projectId: project.id, type, amount: '100.00', currency: 'USD', date: '2025-06-01' }
    notify(store, 'DISTRIBUTION', { entity: 'cashFlows', id: store.put('cashFlows', flow).id })
  }
  await renderApp(store)
  await bell.click()
  for (const text of ['Distribution of $100', 'Dividend of $100', 'Interest of $100'])
    await expect.element(panel.getByText(new RegExp(text.replace('$', '\\$')))).toBeVisible()
})

test('notifications about one’s own account name the device, which no local record does', async () => {
  const { store } = await setup()
  const about = { entity: 'users', id: someone.id }
  notify(store, 'PASSWORD_RESET', { ...about, device: 'Firefox on Linux' }, { url: '/settings/security' })
  notify(store, 'PASSWORD_RESET', about, { url: '/settings/security' })
  notify(store, 'RESET_LINK', about, { url: '/settings/security' })
  await bell.click()
  await expect
    .element(panel.getByText(/password was set with a link from an administrator\. Device: Firefox on Linux/))
    .toBeVisible()
  await expect
    .element(panel.getByText(/password was set with a link from an administrator\. Device: Unknown device/))
    .toBeVisible()
  await expect.element(panel.getByText(/created a password reset link for you/)).toBeVisible()
})

test('opening a notification opens its record and marks it as read, even offline; others stay unread', async () => {
  const { store, router, id } = await setup()
  store.setStatus({ connection: 'offline' })
  await bell.click()
  await panel.getByRole('link', { name: /Quay is now visible/ }).click()
  await expect.element(title).toHaveTextContent('Projects')
  await expect.element(panel).not.toBeInTheDocument()
  expect(router.state.location.search).toMatchObject({ dialog: 'details', record: id })
  await expect.element(bell).toHaveAccessibleName('Notifications, 1 unread')
  expect(store.status.waiting).toBe(1)
  await store.decided()
  const read = [...store.server.rows.values()].filter(({ fields }) => fields?.['readAt'])
  expect(read).toHaveLength(2)
})

test('a notification whose record has no screen opens the server’s address; the time of the first read stays', async () => {
  const { store } = await setup()
  await bell.click()
  await panel.getByRole('link', { name: /New investments/ }).click()
  await expect.element(title).toHaveTextContent('Investments')
  await expect.element(panel).not.toBeInTheDocument()
  expect(store.outbox()).toEqual([])
  await bell.click()
  await panel.getByRole('link', { name: /New documents/ }).click()
  await expect.element(title).toHaveTextContent('Documents')
})

test('marks any number of notifications as read at once', async () => {
  const { store } = await setup()
  store.setStatus({ connection: 'offline' })
  for (let n = 0; n < 60; n++) notify(store, 'CHANGE_CONFLICT', { count: n + 2 })
  await store.caughtUp()
  await expect.element(bell).toHaveAccessibleName('Notifications, 62 unread')
  await bell.click()
  const links = panel.getByRole('link')
  await expect.poll(() => links.elements().length).toBe(30)
  await panel.getByRole('button', { name: 'Show older notifications' }).click()
  await expect.poll(() => links.elements().length).toBe(60)
  const all = panel.getByRole('button', { name: 'Mark all as read' })
  await all.click()
  await expect.element(bell).toHaveAccessibleName('Notifications')
  await expect.element(all).toBeDisabled()
  await store.decided()
  expect([...store.table('notifications').all()].filter(({ readAt }) => readAt === null)).toEqual([])
})

test('an empty panel says so; Escape closes it and returns the focus', async () => {
  await renderApp(await openTestStore())
  await expect.element(bell).toHaveAccessibleName('Notifications')
  await expect.element(bell).toHaveAttribute('aria-expanded', 'false')
  await bell.click()
  await expect.element(panel.getByText('No notifications', { exact: true })).toBeVisible()
  await expect.element(bell).toHaveAttribute('aria-expanded', 'true')
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(bell).toHaveFocus()
})

const openMessages = async () => {
  await bell.click()
  await panel.getByRole('tab', { name: 'Recent messages' }).click()
}

test('a message that has disappeared stays in the panel for 1,000,000 ms', async () => {
  expect(retentionMs).toBe(1_000_000)
  await renderApp(await openTestStore())
  await expect.element(title).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  toast.error('Failed to create project')
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  toast.success('Project created successfully')
  await expect.element(page.getByRole('status').filter({ hasText: 'Project created' })).toBeVisible()
  clearToasts()
  await openMessages()
  const items = () =>
    panel
      .getByRole('listitem')
      .elements()
      .map((each) => each.querySelector('span:nth-child(2)')!)
  await expect.poll(() => items().length).toBe(2)
  expect(items()[0]!.textContent).toContain('Project created successfully')
  expect(items()[1]!.textContent).toContain('Problem: ErrorFailed to create project')
  await vi.advanceTimersByTimeAsync(retentionMs - 60_000)
  expect(items()).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.element(panel.getByText('No recent messages')).toBeVisible()
})

test('an action can be undone from its message in the panel, once', async () => {
  const store = await openTestStore()
  await renderApp(store)
  await expect.element(title).toBeVisible()
  const undo = vi.fn<() => void>()
  toast.saved(store, 'Project deleted', { actions: [{ label: 'Undo', act: undo }] })
  const shown = page.getByRole('status').filter({ hasText: 'Project deleted' })
  await shown.getByRole('button', { name: 'Close' }).click()
  await openMessages()
  await panel.getByRole('button', { name: 'Undo' }).click()
  expect(undo).toHaveBeenCalledOnce()
  await openMessages()
  await expect.element(panel.getByText('Project deleted')).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

const texts = () => [...panel.element().querySelectorAll('a > span > span')].map((each) => each.textContent)

test('a notification about money shows the amount of its record while that exists', async () => {
  const { store, id } = await setup()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  store.put('investments', { projectId: id, investorId: investor.id, amount: '1000' })
  const call = { type: 'CAPITAL_CALL', amount: '1250000', currency: 'AED', date: '2025-06-01' }
  const flow = store.put('cashFlows', { projectId: id, investorId: investor.id, ...call })
  notify(store, 'CAPITAL_CALL', { entity: 'cashFlows', id: flow.id }, { readAt: '2025-06-30T12:00:00.000Z' })
  await store.caughtUp()
  await bell.click()
  await expect.poll(texts).toContain('Capital call of AED\u00a01,250,000')
  store.drop('cashFlows', flow.id)
  await store.caughtUp()
  await bell.click()
  await bell.click()
  await expect.poll(texts).toContain('Capital calls: 1')
})

test.each([
  ['ADMIN', 'New investment: Elif · Quay · $1,000'],
  ['INVESTOR', 'New investment: Quay · $1,000'],
] as const)('an investment is named by project and amount, for %s too', async (role, sentence) => {
  const store = await openTestStore({ ...someone, role })
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const investment = store.put('investments', { projectId: project.id, investorId: investor.id, amount: '1000' })
  notify(store, 'INVESTMENT_NEW', { entity: 'investments', id: investment.id }, { readAt: '2025-06-30T12:00:00.000Z' })
  await renderApp(store)
  await bell.click()
  await expect.poll(texts).toContain(sentence)
})

test('unknown kinds from newer versions are described by their kind', async () => {
  const { store } = await setup()
  const newer = { titleKey: 'notifications:titles.KEY_FROM_TOMORROW', readAt: '2025-06-30T12:00:00.000Z' }
  notify(store, 'DISTRIBUTION', { entity: 'ships', id: someone.id }, newer)
  await store.caughtUp()
  await bell.click()
  await expect.poll(texts).toContain('Distribution, dividend or interest')
})

test('the badge has room for two digits, and the installed app’s icon shows the count', async () => {
  const badge = vi.fn<(n: number) => Promise<void>>().mockResolvedValue()
  Object.defineProperty(navigator, 'setAppBadge', { value: badge, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'setAppBadge'))
  const { store } = await setup()
  await expect.poll(() => badge.mock.lastCall).toEqual([2])
  for (let n = 0; n < 98; n++) notify(store, 'CHANGE_CONFLICT', { count: n + 2 })
  await store.caughtUp()
  await expect.element(bell).toHaveAccessibleName('Notifications, 100 unread')
  await expect.element(bell).toHaveTextContent('99+')
  expect(badge.mock.lastCall).toEqual([100])
})
