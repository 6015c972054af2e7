import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { addressOfView, searchOfView } from './view-address.ts'

const investor = { ...someone, role: 'INVESTOR' } as const
const savedView = { userId: someone.id, list: 'investments', name: 'Exited', address: '?status=EXITED' }

async function setup(at = '/investments', identity: typeof someone | typeof investor = someone) {
  const store = await openTestStore(identity)
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const elif = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  for (const [status, amount] of [
    ['EXITED', '1000.00'],
    ['ACTIVE', '2000.00'],
  ] as const)
    store.put('investments', { projectId: project.id, investorId: elif.id, amount, status })
  return { store, ...(await renderApp(store, at)) }
}

const button = page.getByRole('button', { name: 'Views', exact: true })
const panel = page.getByRole('dialog', { name: 'Views' })
const openViews = async () => {
  await button.click()
  await expect.element(panel).toBeVisible()
}
const view = (name: string) => panel.getByRole('button', { name, exact: true })
const rows = () =>
  page
    .getByRole('table')
    .getByText(/\$[12],000/)
    .elements().length

test('a list view is saved under a name and opened from another address; Back returns', async () => {
  const { store, router } = await setup('/investments?status=EXITED&sort=-amount')
  await openViews()
  await panel.getByRole('button', { name: 'Save this view…' }).click()
  const form = page.getByRole('dialog', { name: 'Save view' })
  await form.getByLabelText('Name').fill('Who left')
  await form.getByRole('button', { name: 'Save view' }).click()
  await expect
    .poll(() => [...store.table('savedViews').all()])
    .toMatchObject([
      { userId: someone.id, list: 'investments', name: 'Who left', address: '?sort=-amount&status=EXITED' },
    ])
  await expect.element(form).not.toBeInTheDocument()
  expect(router.state.location.search).toEqual({ status: 'EXITED', sort: '-amount' })
  await router.navigate({ to: '/investments', search: { q: 'quay' } })
  await openViews()
  await expect.element(view('Who left')).toHaveAttribute('aria-current', 'false')
  await view('Who left').click()
  await expect.poll(() => router.state.location.search).toEqual({ status: 'EXITED', sort: '-amount' })
  await expect.element(panel).not.toBeInTheDocument()
  await openViews()
  await expect.element(view('Who left')).toHaveAttribute('aria-current', 'true')
  router.history.back()
  await expect.poll(() => router.state.location.search).toEqual({ q: 'quay' })
})

test('an address cannot open the save form for a list in its default state', async () => {
  await setup('/investments?part=savedViews%20create')
  await expect.element(button).toBeVisible()
  expect(page.getByRole('dialog').elements()).toEqual([])
})

test('a view can be renamed, deleted and restored', async () => {
  const { store } = await setup()
  const { id } = store.put('savedViews', savedView)
  await openViews()
  await panel.getByRole('button', { name: 'Rename' }).click()
  const form = page.getByRole('dialog', { name: 'Rename view' })
  await expect.element(form.getByLabelText('Name')).toHaveValue('Exited')
  await form.getByLabelText('Name').fill('Gone')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => store.table('savedViews').get(id)?.name).toBe('Gone')
  await expect.element(form).not.toBeInTheDocument()
  await openViews()
  await panel.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete view?' })
  await expect.element(question.getByText('Gone', { exact: true })).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => store.table('savedViews').size).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => store.table('savedViews').get(id)?.name).toBe('Gone')
})

test('a view with an outdated filter applies the rest', async () => {
  const { store, router } = await setup()
  const address = '?status=EXITED,LOST&colour=red&sort=-constructor&min=many&projectId=&dialog=create&__proto__=x'
  store.put('savedViews', { ...savedView, name: 'Old', address })
  await openViews()
  await view('Old').click()
  await expect.poll(() => router.state.location.search).toMatchObject({ status: 'EXITED,LOST' })
  expect(router.state.location.search).not.toHaveProperty('colour')
  await expect.poll(rows).toBe(1)
  expect(page.getByRole('dialog', { name: 'Record' }).elements()).toEqual([])
})

test('an investor can save views of the lists that they may open', async () => {
  const { store } = await setup('/investments?status=EXITED', investor)
  await openViews()
  await panel.getByRole('button', { name: 'Save this view…' }).click()
  const form = page.getByRole('dialog', { name: 'Save view' })
  await form.getByLabelText('Name').fill('Mine')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => [...store.table('savedViews').all()]).toMatchObject([{ name: 'Mine' }])
})

test('each list has its own views; one that shows everything as usual says how to get one', async () => {
  const { store } = await setup('/projects')
  store.put('savedViews', savedView)
  await openViews()
  await expect.element(panel.getByText('Filter, search or sort the list, then save it as a view here.')).toBeVisible()
  expect([view('Exited').elements(), view('Save this view…').elements()]).toEqual([[], []])
})

test('a view ignores the order of its address, dialogs and columns', () => {
  const search = { sort: '-amount', status: 'EXITED', q: '7', unsent: true } as const
  const address = '?q=%227%22&sort=-amount&status=EXITED&unsent=true'
  expect(addressOfView(search)).toBe(address)
  const { sort, ...others } = search
  expect(addressOfView({ ...others, without: 'amount', dialog: 'edit', record: 'r', tab: 't', part: 'p', sort })).toBe(
    address,
  )
  expect(searchOfView('investments', address)).toEqual(search)
  expect(searchOfView('investments', `${address}&dialog=edit&without=amount`)).toEqual(search)
  expect(addressOfView({})).toBe('')
})
