// What the product was specified to ask and to say on its screens, whichever file draws it.
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { noShield } from '#web/test/draw.tsx'
import { drawApp } from '#web/test/draw-app.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { clearToasts } from '#web/ui/overlay/toasts.tsx'

beforeEach(clearToasts)

const main = page.getByRole('main')
const dialog = page.getByRole('dialog')

const inOrder = (all: readonly string[], some: readonly string[]) => all.filter((each) => some.includes(each))

/** The fields that a form asks, of those given, in the order in which they stand. */
async function asks(fields: readonly string[]): Promise<readonly string[]> {
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  const inputs = fields.flatMap((name) => {
    const begins = new RegExp(`^${name}\\b`)
    const [input] = dialog
      .getByLabelText(begins)
      .or(dialog.getByRole('switch', { name: begins }))
      .elements()
    return input ? [{ name, input }] : []
  })
  const isAfter = (one: Element, other: Element) =>
    (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
  return inputs.toSorted((a, b) => (isAfter(a.input, b.input) ? 1 : -1)).map(({ name }) => name)
}

function putHolding(store: TestStore) {
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com', phone: '+90 532' })
  const of = { projectId: project.id, investorId: investor.id }
  return { project, investor, investment: store.put('investments', { ...of, amount: '5' }) }
}

test.each([
  ['/projects', 'No projects'],
  ['/investors', 'No investors'],
  ['/investments', 'No investments found. Create your first investment to get started.'],
  ['/documents', 'No documents'],
  ['/referrals', 'No referrals'],
])('%s without records says “%s”', async (path, words) => {
  await drawApp(await openTestStore(), path)
  await expect.element(main.getByText(words, { exact: true })).toBeVisible()
})

test('a referred investor has a badge, another one has none', async () => {
  const store = await openTestStore()
  const { id: referralId } = store.put('referrals', { name: 'Selim' })
  store.put('investors', { firstName: 'Elif', email: 'elif@example.com', referralId })
  store.put('investors', { firstName: 'Omar', email: 'omar@example.com' })
  await drawApp(store, '/investors')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect.element(row('Elif').getByText('Referral: Selim')).toBeVisible()
  await expect.element(row('Omar')).toBeVisible()
  expect(row('Omar').getByText('Referral').elements()).toEqual([])
})

test.each([
  [
    'projects',
    [
      'Name',
      'Type',
      'Description',
      'Visible to Investors',
      'Target Amount',
      'Expected IRR',
      'Location',
      'Payment Installment',
    ],
  ],
  ['investors', ['First Name', 'Last Name', 'Email', 'Phone', 'Address']],
  ['investments', ['Project', 'Investor', 'Amount', 'Status', 'Investment Date', 'Redemption Date']],
])('the form of new %s asks in this order: %j', async (entity, fields) => {
  await drawApp(await openTestStore(), `/${entity}?dialog=create`)
  expect(await asks(fields)).toEqual(fields)
})

test('a new project has no status to choose, an edited one has', async () => {
  const store = await openTestStore()
  const { project } = putHolding(store)
  await store.caughtUp()
  const { goTo } = await drawApp(store, '/projects?dialog=create')
  expect(await asks(['Name', 'Status'])).toEqual(['Name'])
  await goTo('/projects')
  await expect.element(dialog).not.toBeInTheDocument()
  await goTo(`/projects?dialog=edit&record=${project.id}`)
  expect(await asks(['Name', 'Status'])).toEqual(['Name', 'Status'])
})

test.each([
  [
    'projects',
    'create',
    'Type',
    'Real Estate',
    ['Real Estate', 'Private Equity', 'Agriculture', 'Commercial', 'Infrastructure', 'Venture Capital'],
  ],
  [
    'projects',
    'create',
    'Payment Installment',
    '6 months',
    ['1 month', '2 months', '3 months', '6 months', '12 months'],
  ],
  ['projects', 'edit', 'Status', 'Active', ['Active', 'Growth', 'Mature', 'Exited']],
  ['investments', 'create', 'Status', 'Committed', ['Committed', 'Funded', 'Exited']],
  ['investments', 'edit', 'Status', 'Committed', ['Committed', 'Active', 'Exited']],
])('%s, %s: the field %s begins with “%s” and offers %j', async (entity, mode, field, first, offered) => {
  const store = await openTestStore()
  const { project, investment } = putHolding(store)
  await store.caughtUp()
  const record = mode === 'edit' ? `&record=${(entity === 'projects' ? project : investment).id}` : ''
  await drawApp(store, `/${entity}?dialog=${mode}${record}`)
  const choice = dialog.getByRole('combobox', { name: field })
  await expect.element(choice).toHaveValue(first)
  noShield()
  await choice.click()
  const options = page.getByRole('option')
  await expect.poll(() => options.elements().map((each) => each.textContent)).toEqual(offered)
})

test('an investor’s menu has everything that is done with one', async () => {
  const store = await openTestStore()
  putHolding(store)
  await drawApp(store, '/investors')
  await page.getByRole('button', { name: 'Actions for Elif' }).click()
  const entries = page.getByRole('menuitem')
  const words = ['View Investments', 'Add Investment', 'Call', 'Edit', 'Delete']
  await expect
    .poll(() =>
      inOrder(
        entries.elements().map((each) => each.textContent.trim()),
        words,
      ),
    )
    .toHaveLength(5)
  await expect.element(page.getByRole('menuitem', { name: 'Call' })).toHaveAttribute('href', 'tel:+90532')
})

test('“View All” on the dashboard leads to the projects', async () => {
  const store = await openTestStore()
  putHolding(store)
  await drawApp(store)
  await main.getByRole('link', { name: 'View All' }).click()
  await expect.element(main.getByRole('heading', { level: 1 })).toHaveTextContent('Projects')
})

test.each([1280, 1920])('at %i px the sidebar is 64 units of 4 px wide', async (width) => {
  const { container } = await drawApp(await openTestStore())
  container.querySelector<HTMLElement>('[style*="inline-size"]')!.style.inlineSize = 'auto'
  await page.viewport(width, 900)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect.element(menu).toBeVisible()
  const bar = menu.element().closest<HTMLElement>('.mantine-AppShell-navbar')
  await expect.poll(() => bar?.offsetWidth).toBe(256)
})
