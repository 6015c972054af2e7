import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { goOn, render, renderScreen, WithSearch } from '#web/test/render.tsx'
import type { RecordScreenProps } from '#web/records/list/record-plan.ts'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { truncatedInRows, resizeToPortraitTablet } from '#web/test/upright.ts'
import { addDays } from '#schema/money/dates.ts'
import { today } from '#web/ui/format/dates/date-format.ts'
import { InvestorsScreen } from './investors-screen.tsx'

async function setup(store: TestStore) {
  const go = vi.fn<RecordScreenProps['go']>()
  await render(
    store,
    <WithSearch initial={{}}>
      {(search, setSearch) => <InvestorsScreen search={search} setSearch={setSearch} go={go} />}
    </WithSearch>,
  )
  return { go }
}

async function setupHolding() {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', {
    firstName: 'Elif',
    lastName: 'Öztürk',
    email: 'elif@example.com',
    phone: '+90 (532) 100',
  })
  store.put('investments', { projectId: project.id, investorId: investor.id, amount: '5000' })
  return { store, investor }
}

const openMenu = () => page.getByRole('button', { name: 'Actions for Elif Öztürk' }).click()

test('a phone number is a link, and an investment is added from the menu', async () => {
  const { store, investor } = await setupHolding()
  const { go } = await setup(store)
  await expect.element(page.getByRole('link', { name: '+90 (532) 100' })).toHaveAttribute('href', 'tel:+90532100')
  await openMenu()
  await page.getByRole('menuitem', { name: 'Add investment' }).click()
  expect(go).toHaveBeenCalledWith('investments', { investorId: investor.id, dialog: 'create' })
})

test('an approval whose last day is over is listed as expired, not as approved', async () => {
  const store = await openTestStore()
  const add = (firstName: string, kycStatus: string, kycReviewOn: string) =>
    store.put('investors', { firstName, email: `${firstName}@example.com`, kycStatus, kycReviewOn })
  add('Omar', 'APPROVED', addDays(today(), -1))
  add('Ines', 'EXPIRED', addDays(today(), -9))
  add('Rohan', 'APPROVED', today())
  const names = () => textsOf(page.getByRole('table').getByRole('button', { name: /^(Omar|Ines|Rohan)$/ }))
  await renderScreen(store, InvestorsScreen, { kycStatus: 'EXPIRED' })
  await expect.poll(names).toEqual(['Ines', 'Omar'])
  goOn({ kycStatus: 'APPROVED' })
  await expect.poll(names).toEqual(['Rohan'])
})

test('an email address without a domain is refused in the product’s words', async () => {
  const store = await openTestStore()
  await setup(store)
  await page.getByRole('button', { name: 'Add investor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Investor' })
  await dialog.getByLabelText('First name').fill('Noor')
  await dialog.getByLabelText('Email').fill('noor@')
  await dialog.getByRole('button', { name: 'Add investor' }).click()
  await expect.element(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await dialog.getByLabelText('Email').fill('noor@example.com')
  await dialog.getByRole('button', { name: 'Add investor' }).click()
  await expect.element(page.getByText('Investor added')).toBeVisible()
  expect([...store.table('investors').all()]).toMatchObject([{ firstName: 'Noor', lastName: null, phone: null }])
})

test('on a portrait tablet an investor’s name is shown in full, and the referrer beside it as an icon', async () => {
  const store = await openTestStore()
  const contact = store.put('referrals', { name: 'Harbour Introductions' })
  const referrer = { firstName: 'Atlantic Pension', lastName: 'Fund', email: 'alternatives@atlantic.example.com' }
  store.put('investors', { ...referrer, referralId: contact.id })
  await setup(store)
  await expect.element(page.getByText('Harbour Introductions')).toBeVisible()
  await resizeToPortraitTablet()
  await expect.element(page.getByRole('columnheader', { name: 'Phone' })).not.toBeInTheDocument()
  expect(truncatedInRows()).toEqual([])
})
