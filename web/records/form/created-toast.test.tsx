import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'

beforeEach(clearToasts)

const toast = page.getByRole('status').filter({ hasText: /(created|added|saved|successfully\.)/ })

test('the toast after creating an investment has its name and opens it', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  await store.caughtUp()
  await renderApp(store, `/investments?dialog=create&projectId=${project.id}&investorId=${investor.id}`)
  const form = page.getByRole('dialog', { name: 'Create investment' })
  await form.getByLabelText('Amount', { exact: true }).first().fill('1000000')
  await form.getByRole('button', { name: 'Create investment' }).click()
  await expect.element(toast.getByText('Investment created', { exact: true })).toBeVisible()
  await expect.element(toast.getByText('Elif · Quay · $1,000,000', { exact: true })).toBeVisible()
  await toast.getByRole('button', { name: 'Open' }).click()
  const details = page.getByRole('dialog', { name: 'Investment Details' })
  await expect.element(details.getByRole('heading', { name: 'Elif · Quay · $1,000,000' })).toBeVisible()
  await details.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog', { name: 'Edit Investment' }).getByRole('button', { name: 'Save changes' }).click()
  await expect.element(toast.getByText('Investment Updated', { exact: true })).toBeVisible()
  await expect.element(toast.getByText('Elif · Quay · $1,000,000', { exact: true })).toBeVisible()
})

test.each([
  ['/documents', 'Upload document', 'Name', 'Fact sheet'],
  ['/referrals', 'Add referrer', 'Name', 'Omar'],
])('the toast after creating a record in %s has its name and opens it', async (path, create, label, name) => {
  const store = await openTestStore()
  await renderApp(store, `${path}?dialog=create`)
  const form = page.getByRole('dialog')
  await form.getByLabelText(label, { exact: true }).first().fill(name)
  await form.getByRole('button', { name: create }).click()
  await expect.element(toast.getByText(name, { exact: true })).toBeVisible()
  await toast.getByRole('button', { name: 'Open' }).click()
  await expect.element(page.getByRole('dialog').getByRole('heading', { name, level: 2 })).toBeVisible()
})

test('the toast after creating a record without details has its name but no Open', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await store.caughtUp()
  const part = encodeURIComponent('valuations create')
  await renderApp(store, `/projects?dialog=details&record=${project.id}&tab=valuations&part=${part}`)
  const form = page.getByRole('dialog', { name: 'Add valuation' })
  await form.getByLabelText('Net asset value (NAV)', { exact: true }).first().fill('1200')
  await form.getByRole('button', { name: 'Add valuation' }).click()
  await expect.element(toast.getByText('Quay', { exact: true })).toBeVisible()
  expect(toast.getByRole('button', { name: 'Open' }).elements()).toEqual([])
})

const rowOf = (id: string) => document.querySelector<HTMLElement>(`tr[data-row="${id}"]`)
function markedRows(): string[] {
  const marked: string[] = []
  const animate = vi.spyOn(HTMLTableRowElement.prototype, 'animate').mockImplementation(function (this: HTMLElement) {
    marked.push(this.dataset['row']!)
    return new Animation()
  })
  onTestFinished(() => animate.mockRestore())
  return marked
}

const isInSight = (row: HTMLElement): boolean => {
  const { top, bottom } = row.closest('section')!.getBoundingClientRect()
  const box = row.getBoundingClientRect()
  return box.top >= top && box.bottom <= bottom + 1
}

test('the row of a new or edited record is scrolled to and marked', async () => {
  const store = await openTestStore()
  for (let at = 0; at < 80; at++) store.put('referrals', { name: `Contact ${String(at).padStart(2, '0')}` })
  await store.caughtUp()
  const marked = markedRows()
  const { router } = await renderApp(store, '/referrals')
  await page.getByRole('main').getByRole('button', { name: 'Add referrer' }).click()
  const form = page.getByRole('dialog', { name: 'Add referrer' })
  await form.getByLabelText('Name', { exact: true }).fill('Zora')
  await form.getByRole('button', { name: 'Add referrer' }).click()
  const zora = () => [...store.table('referrals').all()].find(({ name }) => /Z/.test(name))?.id
  await expect.poll(zora).toBeDefined()
  await expect.poll(() => marked).toEqual([zora()])
  await expect.poll(() => isInSight(rowOf(zora()!)!)).toBe(true)
  // Its new name is the first of the list.
  for (const name of ['A Z', 'B Z']) {
    await router.navigate({ to: '/referrals', search: { dialog: 'edit', record: zora() } })
    const edit = page.getByRole('dialog')
    await edit.getByLabelText('Name', { exact: true }).fill(name)
    await edit.getByRole('button', { name: 'Save changes' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.poll(() => isInSight(rowOf(zora()!)!) && rowOf(zora()!)!.getAttribute('aria-rowindex')).toBe('2')
  }
  await expect.poll(() => marked).toEqual([zora(), zora(), zora()])
})
