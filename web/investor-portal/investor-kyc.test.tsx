import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addDays } from '#schema/money/dates.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { today } from '#web/ui/format/dates/date-format.ts'

const section = page.getByRole('region', { name: 'KYC', exact: true })

async function setup(fields: object) {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  const { id } = store.put('investors', { firstName: 'Elif', email: 'elif@example.com', ...fields })
  store.put('documents', { name: 'Passport', investorId: id, kycEvidence: 'IDENTIFICATION' })
  const { router } = await renderApp(store, '/investor-portal')
  return { id, router }
}

test('an investor sees which evidence is missing, and adds it to their record', async () => {
  const { id, router } = await setup({ kycStatus: 'IN_REVIEW' })
  await expect.element(section.getByText('In review')).toBeVisible()
  await expect.element(section.getByText('Missing: Proof of address')).toBeVisible()
  await section.getByRole('link', { name: 'Upload documents' }).click()
  expect(router.state.location).toMatchObject({ pathname: '/documents', search: { dialog: 'create', investorId: id } })
})

test('an approval is shown in its last thirty days', async () => {
  await setup({ kycStatus: 'APPROVED', kycReviewOn: addDays(today(), 30) })
  await expect.element(section.getByText('Approved')).toBeVisible()
})

test('an approval that applies for longer needs no section', async () => {
  await setup({ kycStatus: 'APPROVED', kycReviewOn: addDays(today(), 31) })
  await expect.element(page.getByText('No investments', { exact: true })).toBeVisible()
  expect(section.elements()).toEqual([])
})
