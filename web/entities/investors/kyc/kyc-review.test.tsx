import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays, addMonths } from '#schema/money/dates.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import { today } from '#web/ui/format/dates/date-format.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'

const main = page.getByRole('main')
const shown = (name: string) => main.getByRole('heading', { name, level: 2 })

/** A moment after the investor has appeared. */
async function ready(name: string) {
  await expect.element(shown(name)).toBeVisible()
  await expect.poll(() => main.element().querySelector('[aria-busy=true]')).toBeNull()
}

async function setup(role: Role = 'PORTFOLIO_MANAGER') {
  const store = await openTestStore({ ...someone, role })
  const investor = (firstName: string, kycStatus: string, kycReviewOn: string | null = null) =>
    store.put('investors', { firstName, email: `${firstName}@example.com`, kycStatus, kycReviewOn })
  const elif = investor('Elif', 'EXPIRED')
  investor('Omar', 'IN_REVIEW')
  investor('Ines', 'APPROVED', addDays(today(), 200))
  investor('Rohan', 'PENDING')
  await renderApp(store, '/kyc-review')
  await ready('Elif')
  return { store, elif }
}

test('one key approves, and the next investor is shown; undo returns to the first', async () => {
  const { store } = await setup()
  await expect.element(main.getByText('1 of 2')).toBeVisible()
  await userEvent.keyboard('a')
  await expect.element(shown('Omar')).toBeVisible()
  await expect.element(main.getByText('2 of 2')).toBeVisible()
  expect(store.outbox()[0]!.ops).toMatchObject([
    { op: 'update', fields: { kycStatus: 'APPROVED', kycReviewOn: addMonths(today(), 12) } },
  ])
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(shown('Elif')).toBeVisible()
  await expect.element(main.getByText('1 of 2')).toBeVisible()
})

test('a rejection needs a reason, and typing it triggers no shortcuts', async () => {
  const { store } = await setup()
  await userEvent.keyboard('r')
  const reason = main.getByRole('textbox', { name: 'Reason for the KYC status' })
  await expect.element(reason).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(main.getByText('This field is required')).toBeVisible()
  expect(store.outbox()).toEqual([])
  await userEvent.keyboard('a scan{Enter}')
  await expect.element(shown('Omar')).toBeVisible()
  expect(store.outbox()[0]!.ops).toMatchObject([{ fields: { kycStatus: 'REJECTED', kycReason: 'a scan' } }])
})

test('a key pressed twice decides once', async () => {
  const { store } = await setup()
  await userEvent.keyboard('aa')
  await ready('Omar')
  expect(store.outbox()).toHaveLength(1)
})

test('a rejection that was undone or canceled closes its form', async () => {
  await setup()
  const reason = main.getByRole('textbox', { name: 'Reason for the KYC status' })
  await userEvent.keyboard('r')
  await expect.element(reason).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(reason).not.toBeInTheDocument()
  await userEvent.keyboard('r')
  await expect.element(reason).toHaveFocus()
  await userEvent.keyboard('Blurred{Enter}')
  await expect.element(shown('Omar')).toBeVisible()
  await userEvent.keyboard('{Control>}z{/Control}')
  await ready('Elif')
  await expect.element(reason).not.toBeInTheDocument()
})

test('skipping decides nothing, and the queue ends', async () => {
  const { store } = await setup()
  await userEvent.keyboard('s')
  await expect.element(shown('Omar')).toBeVisible()
  await main.getByRole('button', { name: 'Skip' }).click()
  await expect.element(main.getByText('No more KYC reviews')).toBeVisible()
  await userEvent.keyboard('b')
  await expect.element(shown('Omar')).toBeVisible()
  await main.getByRole('button', { name: 'Back' }).click()
  await expect.element(shown('Elif')).toBeVisible()
  await expect.element(main.getByRole('button', { name: 'Back' })).toBeDisabled()
  expect(store.outbox()).toEqual([])
})

test('expired approvals come first, then reviews, approvals that end soon, and new investors with evidence', async () => {
  const store = await openTestStore({ ...someone, role: 'ADMIN' })
  const add = (firstName: string, kycStatus: string, kycReviewOn: string | null = null) =>
    store.put('investors', { firstName, email: `${firstName}@example.com`, kycStatus, kycReviewOn }).id
  const mariam = add('Mariam', 'PENDING')
  store.put('documents', { name: 'Passport', investorId: mariam, kycEvidence: 'IDENTIFICATION' })
  add('Ines', 'APPROVED', addDays(today(), 30))
  add('Rohan', 'APPROVED', addDays(today(), 31))
  add('Elif', 'IN_REVIEW')
  add('Kerem', 'APPROVED', addDays(today(), -1))
  add('Omar', 'EXPIRED', addDays(today(), -9))
  await renderApp(store, '/kyc-review')
  for (const name of ['Omar', 'Kerem', 'Elif', 'Ines', 'Mariam']) {
    await expect.element(shown(name)).toBeVisible()
    await userEvent.keyboard('s')
  }
  await expect.element(main.getByText('No more KYC reviews')).toBeVisible()
})

test('the queue is empty when nobody needs a review', async () => {
  await renderApp(await openTestStore({ ...someone, role: 'ADMIN' }), '/kyc-review')
  await expect.element(main.getByText('No more KYC reviews')).toBeVisible()
})

test('after someone else decides, the investor stays on the screen and Approve is disabled', async () => {
  const { store, elif } = await setup()
  store.put('investors', { ...elif, kycStatus: 'REJECTED', kycReason: 'Blurred copy' })
  await expect.element(main.getByRole('alert')).toBeVisible()
  await expect.element(shown('Elif')).toBeVisible()
  await expect.element(main.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await userEvent.keyboard('a')
  expect(store.outbox()).toEqual([])
  await userEvent.keyboard('s')
  await expect.element(shown('Omar')).toBeVisible()
})
