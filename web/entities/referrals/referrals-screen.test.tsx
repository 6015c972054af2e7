import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { renderScreen, goOn } from '#web/test/render.tsx'
import { chooseAction } from '#web/test/choose-action.ts'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { factsOf } from '#web/test/texts-of.ts'
import { ReferralsScreen } from './referrals-screen.tsx'

const renderReferrals = (store: TestStore, initial: RecordSearch = {}) => renderScreen(store, ReferralsScreen, initial)

const creating = page.getByRole('dialog', { name: 'Add referrer' })
const editing = page.getByRole('dialog', { name: 'Edit referrer' })
const details = page.getByRole('dialog', { name: 'Referrer details' })
const deleting = page.getByRole('dialog', { name: 'Delete referrer?' })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const sent = (store: TestStore) => store.outbox().flatMap(({ ops }) => ops)

test('an edit sends only changed fields: the switch, and a removed investor', async () => {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const referral = store.put('referrals', { name: 'Selim', notes: 'Met at the fair', investorId: investor.id })
  await renderReferrals(store)
  await rowOf('Selim').getByRole('button', { name: 'Edit' }).last().click()
  await expect.element(editing.getByRole('combobox', { name: 'Investor' })).toHaveValue('Elif')
  await expect.element(editing.getByText(/^No commission accrues while a referrer is inactive/)).toBeVisible()
  await editing.getByRole('switch').click()
  await editing.getByRole('combobox', { name: 'Investor' }).clear()
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText('Referrer updated')).toBeVisible()
  expect(sent(store)).toMatchObject([
    { op: 'update', entity: 'referrals', id: referral.id, fields: { isActive: false, investorId: null } },
  ])
  expect(Object.keys((sent(store)[0] as { fields: object }).fields).toSorted()).toEqual(['investorId', 'isActive'])
  await expect.element(rowOf('Selim').getByText('Inactive')).toBeVisible()
})

test('a referrer who is an investor is found by the investor’s name', async () => {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Öztürk', email: 'elif@example.com' })
  store.put('investors', { firstName: 'Omar', email: 'omar@example.com' })
  await renderReferrals(store, { dialog: 'create' })
  await creating.getByLabelText('Name').fill('Elif')
  await creating.getByRole('combobox', { name: 'Investor' }).fill('ozt')
  expect(page.getByRole('option', { name: 'Omar' }).elements()).toEqual([])
  await page.getByRole('option', { name: 'Elif Öztürk' }).click()
  await creating.getByRole('button', { name: 'Add referrer' }).click()
  await expect.element(page.getByText('Referrer added')).toBeVisible()
  expect([...store.table('referrals').all()]).toMatchObject([{ investorId: investor.id }])
})

test('deleting a referrer warns that the referred investors stay, and needs a confirmation', async () => {
  const store = await openTestStore()
  const referral = store.put('referrals', { name: 'Selim' })
  const investor = store.put('investors', { firstName: 'Elif', email: 'e@example.com', referralId: referral.id })
  await renderReferrals(store)
  await rowOf('Selim').getByRole('button', { name: 'View details' }).click()
  await chooseAction(details, 'Delete')
  await expect
    .element(
      deleting.getByText(
        /^.*Selim.* will be deleted\. Investors referred by this person will be kept, without a referrer\.$/,
      ),
    )
    .toBeVisible()
  await deleting.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(deleting).not.toBeInTheDocument()
  expect(store.outbox()).toEqual([])
  await chooseAction(details, 'Delete')
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Referrer deleted')).toBeVisible()
  await expect.element(page.getByText('No referrers', { exact: true })).toBeVisible()
  expect(store.table('investors').get(investor.id)).toBeDefined()
})

test('the form has a switch “Active”, and the list a column “Status”', async () => {
  const store = await openTestStore()
  store.put('referrals', { name: 'Selim' })
  await renderReferrals(store)
  await expect.element(page.getByRole('columnheader', { name: 'Status' })).toBeVisible()
  await rowOf('Selim').getByRole('button', { name: 'Edit' }).last().click()
  await expect.element(editing.getByRole('switch', { name: /^Active/ })).toBeChecked()
})

test('the list is filtered by active referrers, referrers of investors, and agreements', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const selim = store.put('referrals', { name: 'Selim', fullAddress: '12 Harbour Road' })
  const grace = store.put('referrals', { name: 'Grace', isActive: false })
  const agreement = { projectId: project.id, commissionPercentage: '2', frequency: 'ANNUALLY' }
  store.put('investors', { firstName: 'Elif', email: 'elif@example.com', referralId: grace.id })
  store.put('referralCommissions', { ...agreement, referralId: selim.id })
  await renderReferrals(store)
  await expect.element(rowOf('Selim').getByText('12 Harbour Road')).toBeVisible()
  for (const [patch, stays, goes] of [
    [{ isActive: 'no' }, 'Grace', 'Selim'],
    [{ investors: 'yes' }, 'Grace', 'Selim'],
    [{ referralCommissions: 'yes' }, 'Selim', 'Grace'],
  ] as const) {
    goOn(patch)
    await expect.element(rowOf(goes)).not.toBeInTheDocument()
    await expect.element(rowOf(stays)).toBeVisible()
    goOn(Object.fromEntries(Object.keys(patch).map((key) => [key, undefined])))
    await expect.element(rowOf(goes)).toBeVisible()
  }
})

test('the details show every field of a referrer, with dashes for empty ones', async () => {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const selim = store.put('referrals', {
    name: 'Selim',
    email: 'selim@harbour.test',
    notes: 'Met at the fair\nin May',
    investorId: investor.id,
  })
  await renderReferrals(store, { dialog: 'details', record: selim.id })
  const facts = () => factsOf(details)
  await expect.poll(facts).toMatchObject({
    Email: 'selim@harbour.test',
    Phone: '—',
    Address: '—',
    Investor: 'Elif',
    Notes: 'Met at the fair\nin May',
  })
})
