import { printedDate, today } from '#web/ui/format/dates/date-format.ts'
import { addDays } from '#schema/money/dates.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { renderScreen } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { InvestorsScreen } from './investors-screen.tsx'

const details = page.getByRole('dialog', { name: 'Investor details' })

async function setup(fields: object = {}, dialog = 'details') {
  const store = await openTestStore()
  const contact = store.put('referrals', { name: 'Marta Reis' })
  const investor = store.put('investors', {
    firstName: 'Elif',
    lastName: 'Öztürk',
    email: 'elif@example.com',
    phone: '+90 532 100',
    referralId: contact.id,
    ...fields,
  })
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  store.put('investments', { projectId: project.id, investorId: investor.id, amount: '1000', status: 'FUNDED' })
  store.put('documents', { name: 'Passport', type: 'KYC', investorId: investor.id, url: 'https://papers.example/p' })
  await renderScreen(store, InvestorsScreen, { dialog, record: investor.id })
  return { store, investor }
}

test('a referred investor has a badge with the referrer’s name', async () => {
  await setup({}, 'none')
  await expect.element(page.getByRole('table').getByText('Referrer: Marta Reis')).toBeVisible()
})

test('the details show the referrer, notes, the next contact, and a phone link', async () => {
  await setup({ notes: 'Prefers letters', nextContactOn: '2026-01-31' })
  await expect.element(details.getByText('Prefers letters')).toBeVisible()
  await expect.element(details.getByText('Jan 31, 2026')).toBeVisible()
  await expect.element(details.getByText('Marta Reis', { exact: true })).toBeVisible()
  await expect.element(details.getByRole('link', { name: '+90 532 100' })).toHaveAttribute('href', 'tel:+90532100')
})

test('holdings with their value, and documents, are tabs', async () => {
  const { store, investor } = await setup()
  const [investment] = store.table('investments').all()
  store.put('investments', {
    projectId: investment!.projectId,
    investorId: investor.id,
    amount: '3000',
    investmentDate: '2020-01-31',
  })
  await store.caughtUp()
  await details.getByRole('tab', { name: 'Investments' }).click()
  await expect.element(details.getByText('$1,250.00')).toBeVisible()
  const amounts = details
    .getByRole('row')
    .elements()
    .map((row) => /\$[13],000/.exec(row.textContent)?.[0])
  expect(amounts.slice(1, 3)).toEqual(['$1,000', '$3,000'])
  await expect
    .element(details.getByText(/^Holdings in projects without a valuation .* assumed growth of 25/))
    .toBeVisible()
  expect(details.getByText('Illustrative', { exact: true }).elements()).toEqual([])
  await expect.element(details.getByText('$3,000.00').first()).toBeVisible()
  await details.getByRole('tab', { name: 'Documents' }).click()
  await expect
    .element(details.getByRole('link', { name: 'Passport' }))
    .toHaveAttribute('href', 'https://papers.example/p')
})

test('a KYC status is changed with a reason, never without one', async () => {
  const { store } = await setup({ kycStatus: 'WAITING_FOR_PAPERS' })
  await details.getByRole('button', { name: 'Actions for Elif Öztürk' }).click()
  await page.getByRole('menuitem', { name: 'Change KYC status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change KYC status' })
  await expect.element(dialog.getByText('Elif Öztürk')).toBeVisible()
  await expect.element(dialog.getByText(printedDate(today()), { exact: false })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'KYC status' }).click()
  await expect.element(page.getByRole('option', { name: 'WAITING_FOR_PAPERS' })).toBeVisible()
  await page.getByRole('option', { name: 'Approved' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog.getByText('This field is required')).toBeVisible()
  expect(store.outbox()).toEqual([])
  await dialog.getByLabelText('Reason for the KYC status').fill('Passport seen')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText('KYC status and reason saved')).toBeVisible()
  expect(store.outbox()[0]!.ops).toMatchObject([
    { op: 'update', fields: { kycStatus: 'APPROVED', kycReason: 'Passport seen' } },
  ])
  await expect.element(page.getByText('Passport seen')).toBeVisible()
})

test('an approval that ends soon is renewed for the usual period, or until its evidence expires', async () => {
  const { store, investor } = await setup({ kycStatus: 'APPROVED', kycReviewOn: addDays(today(), 20) })
  const expiresOn = addDays(today(), 200)
  store.put('documents', { name: 'Visa', investorId: investor.id, kycEvidence: 'IDENTIFICATION', expiresOn })
  await expect.poll(() => store.table('documents').where('investorId', investor.id).length).toBe(2)
  await details.getByRole('button', { name: 'Actions for Elif Öztürk' }).click()
  await page.getByRole('menuitem', { name: 'Change KYC status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change KYC status' })
  await dialog.getByLabelText('Reason for the KYC status').fill('Renewed')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText('KYC status and reason saved')).toBeVisible()
  expect(store.outbox()[0]!.ops).toMatchObject([
    { op: 'update', fields: { kycReason: 'Renewed', kycReviewOn: expiresOn } },
  ])
})

test('a document is added from the investor’s details with the investor preselected', async () => {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Öztürk', email: 'elif@example.com' })
  const { router } = await renderApp(store, `/investors?dialog=details&record=${investor.id}&tab=documents`)
  await page.getByRole('region', { name: 'Documents' }).getByRole('link', { name: 'Upload document' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/documents')
  const dialog = page.getByRole('dialog', { name: 'Upload document' })
  await expect.element(dialog.getByRole('combobox', { name: 'Investor' })).toHaveValue('Elif Öztürk')
})
