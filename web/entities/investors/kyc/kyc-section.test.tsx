import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addDays } from '#schema/money/dates.ts'
import { today } from '#web/ui/format/dates/date-format.ts'
import { renderScreen } from '#web/test/render.tsx'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { InvestorsScreen } from '#web/entities/investors/investors-screen.tsx'

const section = page.getByRole('dialog', { name: 'Investor details' }).getByRole('region', { name: 'KYC' })

async function setup(fields: object = {}) {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com', ...fields })
  const add = (name: string, kycEvidence: string | null, expiresOn: string | null = null) =>
    store.put('documents', { name, investorId: investor.id, type: 'KYC', kycEvidence, expiresOn })
  const passport = add('Passport', 'IDENTIFICATION', addDays(today(), 200))
  const bill = add('Old bill', 'PROOF_OF_ADDRESS', addDays(today(), -1))
  add('Letter', null)
  await renderScreen(store, InvestorsScreen, { dialog: 'details', record: investor.id })
  return { store, investor, passport, bill }
}

test('shows the state, the evidence and what is missing or no longer valid', async () => {
  await setup({ kycStatus: 'IN_REVIEW' })
  await expect.element(section.getByText('In review')).toBeVisible()
  await expect.element(section.getByText('Missing: Proof of address')).toBeVisible()
  expect(textsOf(section.getByRole('row')).map((text) => /^(Passport|Old bill|Letter)/.exec(text)?.[0])).toEqual(
    expect.arrayContaining(['Passport', 'Old bill']),
  )
  expect(section.getByText('Letter').elements()).toEqual([])
})

test('evidence can be added from a new or an existing document, with the investor preselected', async () => {
  const store = await openTestStore({ ...someone, role: 'ADMIN' })
  const { id } = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const letter = store.put('documents', { name: 'Letter', investorId: id })
  const { goTo, router } = await renderApp(store, `/investors?dialog=details&record=${id}`)
  await section.getByRole('link', { name: 'Add evidence' }).click()
  await expect
    .poll(() => router.state.location)
    .toMatchObject({ pathname: '/documents', search: { dialog: 'create', investorId: id } })
  await goTo(`/investors?dialog=details&record=${id}`)
  await section.getByRole('combobox', { name: 'Use an existing document' }).click()
  await page.getByRole('option', { name: 'Letter' }).click()
  await expect
    .poll(() => router.state.location)
    .toMatchObject({ pathname: '/documents', search: { dialog: 'edit', record: letter.id } })
})

test('an approval whose last day is over is shown as expired', async () => {
  await setup({ kycStatus: 'APPROVED', kycReviewOn: addDays(today(), -1) })
  await expect.element(section.getByText('Expired')).toBeVisible()
})

test('an approval lists its evidence, lasts until the first document expires, and can be undone', async () => {
  const { store, passport, bill } = await setup({ kycStatus: 'IN_REVIEW' })
  await section.getByRole('button', { name: 'Change KYC status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change KYC status' })
  await dialog.getByRole('combobox', { name: 'KYC status' }).click()
  await page.getByRole('option', { name: 'Approved' }).click()
  await dialog.getByLabelText('Reason for the KYC status').fill('Seen')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(section.getByText('Approved')).toBeVisible()
  const [sent] = store.outbox()
  expect(sent!.ops).toMatchObject([{ fields: { kycStatus: 'APPROVED', kycReviewOn: addDays(today(), 200) } }])
  const [{ fields }] = sent!.ops as unknown as [{ fields: { kycDocuments: string[] } }]
  expect(fields.kycDocuments.toSorted()).toEqual([passport.id, bill.id].toSorted())
  await store.undo.undo()
  await expect.element(section.getByText('In review')).toBeVisible()
})
