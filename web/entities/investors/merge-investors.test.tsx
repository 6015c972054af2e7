import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { addDays } from '#schema/money/dates.ts'
import { limits } from '#schema/sync/protocol.ts'
import { today } from '#web/ui/format/dates/date-format.ts'
import { address, renderScreen } from '#web/test/render.tsx'
import { serve } from '#web/test/serve.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { undo } from '#web/records/actions/undo.ts'
import { InvestorsScreen } from './investors-screen.tsx'

const uuid = '01900000-0000-7000-8000-000000000001'
const dialog = page.getByRole('dialog', { name: 'Merge investors' })
const choice = (name: string) => dialog.getByRole('radiogroup', { name })

async function setup(initial: (ids: { ada: string; twin: string }) => RecordSearch, as = someone, ofTwin = {}) {
  const store = await openTestStore(as)
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const ada = store.put('investors', {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    phone: '+90 532 100 20 30',
  })
  const twin = store.put('investors', {
    firstName: 'A.',
    lastName: 'Byron',
    email: 'ADA@example.com',
    phone: '0532 1002030',
    address: 'Fes',
    ...ofTwin,
  })
  store.put('investors', { firstName: 'Omar', email: 'omar@example.com' })
  const hold = (investorId: string, amount: string) =>
    store.put('investments', { projectId: project.id, investorId, amount, status: 'FUNDED' })
  const [own, other] = [hold(ada.id, '100'), hold(twin.id, '250')]
  store.put('documents', { id: uuid, name: 'Passport', investorId: twin.id })
  await renderScreen(store, InvestorsScreen, initial({ ada: ada.id, twin: twin.id }))
  return { store, ada, twin, own, other }
}

const twinOf = ({ email }: { email: string }) => ({ firstName: 'Augusta', lastName: 'King', email })

const merging = ({ ada }: { ada: string }) => ({ dialog: 'merge', record: ada })

test('both records are shown side by side, with what each keeps and what moves', async () => {
  await setup(merging)
  await expect.element(dialog.getByText('Keep: Ada Byron')).toBeVisible()
  await expect.element(dialog.getByText('Merge and delete: A. Byron')).toBeVisible()
  await expect.element(choice('Email').getByLabelText('ada@example.com')).toBeChecked()
  await expect.element(choice('Address').getByLabelText('Fes')).toBeChecked()
  expect(choice('KYC status').elements()).toEqual([])
  await expect.element(dialog.getByText('1 investment ($250)')).toBeVisible()
  await expect.element(dialog.getByText('1 document', { exact: true })).toBeVisible()
})

test('the focus is at the start of the comparison, not on the merge button', async () => {
  await setup(merging)
  await expect.element(dialog.getByText('Merge and delete: A. Byron')).toBeVisible()
  await expect.element(dialog.getByRole('combobox', { name: 'Other record' })).toHaveFocus()
})

test('offline a merge is one change with the chosen values, and Undo reverts all of it', async () => {
  const { store, ada, twin, other } = await setup(merging)
  store.setStatus({ connection: 'offline' })
  await choice('Phone').getByLabelText('0532 1002030').click()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect.element(page.getByText('Investors merged')).toBeVisible()
  expect(store.outbox()[0]!.ops).toMatchObject([
    { op: 'update', id: twin.id, base: { kycStatus: 'PENDING', phone: '0532 1002030', address: 'Fes' } },
    { op: 'act', verb: 'merge', id: ada.id, fields: { from: twin.id } },
    { op: 'update', id: ada.id, fields: { phone: '0532 1002030', address: 'Fes' } },
  ])
  expect(store.table('investors').get(twin.id)).toBeUndefined()
  expect(store.table('investments').get(other.id)?.investorId).toBe(ada.id)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText(/^Restored: /)).toBeVisible()
  expect(store.table('investments').get(other.id)?.investorId).toBe(twin.id)
  expect(store.table('investors').get(ada.id)).toMatchObject({ phone: '+90 532 100 20 30', address: null })
})

test('a merge of too many rows for a change is done online with the chosen values', async () => {
  const { store, ada, twin } = await setup(merging)
  store.server.write(
    ...Array.from({ length: limits.stepsPerVerb }, (_, at) => {
      const fields = { name: `Letter ${at}`, investorId: twin.id }
      return ['documents', store.newId(), fields] as const
    }),
  )
  await store.caughtUp()
  await expect.poll(() => store.table('documents').size).toBeGreaterThan(limits.stepsPerVerb)
  const requests = serve(store, {
    [`PATCH /api/investors/${ada.id}`]: () => ada,
    [`POST /api/investors/${ada.id}/merge`]: () => ada,
  })
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect.element(page.getByText('Investors merged')).toBeVisible()
  expect(requests).toEqual([
    [`PATCH /api/investors/${ada.id}`, { address: 'Fes' }],
    [`POST /api/investors/${ada.id}/merge`, { from: twin.id }],
  ])
  expect(store.outbox()).toEqual([])
})

test('while rows are missing on the device, the dialog does not list what moves', async () => {
  const { store } = await setup(merging)
  await expect.element(dialog.getByText('1 investment ($250)')).toBeVisible()
  store.setStatus({ hasAllRows: false })
  await expect.element(dialog.getByText('1 investment ($250)')).not.toBeInTheDocument()
  await expect.element(dialog.getByText('No records will be moved.')).not.toBeInTheDocument()
})

test('an invalid phone number stays with its own record, and the merge says how to keep it', async () => {
  const { store, ada, twin } = await setup(merging, someone, { phone: 'abc' })
  store.put('investors', { ...ada, phone: null })
  await store.caughtUp()
  await expect.element(choice('Phone').getByRole('radio').first()).toBeChecked()
  await expect.element(choice('Phone').getByRole('radio').last()).toBeDisabled()
  const hint = 'This phone number is not valid. To keep it, keep the other record instead.'
  await expect.element(choice('Phone').getByText(hint)).toBeVisible()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect.element(page.getByText('Investors merged')).toBeVisible()
  expect(store.table('investors').get(ada.id)).toMatchObject({ phone: null, address: 'Fes' })
  expect(store.table('investors').get(twin.id)).toBeUndefined()
})

test('undoing a merge restores everything but an invalid phone number', async () => {
  const { store, ada, twin } = await setup(merging)
  store.put('investors', { ...ada, phone: 'abc' })
  await store.caughtUp()
  await choice('Phone').getByLabelText('0532 1002030').click()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect.element(page.getByText('Investors merged')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText(/^Restored: /)).toBeVisible()
  expect(store.table('investors').get(twin.id)).toBeDefined()
  expect(store.table('investors').get(ada.id)).toMatchObject({ phone: '0532 1002030', address: null })
})

test('a KYC status is taken over with its reason', async () => {
  const { store, ada } = await setup(merging, someone, { kycStatus: 'REJECTED', kycReason: 'Passport has expired' })
  await choice('KYC status').getByRole('radio').last().click()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect.element(page.getByText('Investors merged')).toBeVisible()
  expect(store.table('investors').get(ada.id)).toMatchObject({
    kycStatus: 'REJECTED',
    kycReason: 'Passport has expired',
  })
})

test('an approval is adopted with its date and its evidence, and Undo restores the status', async () => {
  const approval = { kycStatus: 'APPROVED', kycReviewOn: addDays(today(), 20), kycDocuments: [uuid] }
  const deleted = '01900000-0000-7000-8000-000000000002'
  const stored = { ...approval, kycDocuments: [uuid, deleted] }
  const { store, ada, twin } = await setup(merging, someone, stored)
  await choice('KYC status').getByRole('radio').last().click()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect.element(page.getByText('Investors merged')).toBeVisible()
  expect(store.table('investors').get(ada.id)).toMatchObject(approval)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText(/^Restored: /)).toBeVisible()
  expect(store.table('investors').get(twin.id)).toMatchObject(stored)
  expect(store.table('investors').get(ada.id)).toMatchObject({ kycStatus: 'PENDING', kycDocuments: null })
})

test('an approval whose last day has passed is adopted as expired', async () => {
  const kycReviewOn = addDays(today(), -9)
  const { store, ada } = await setup(merging, someone, { kycStatus: 'APPROVED', kycReviewOn })
  await choice('KYC status').getByRole('radio').last().click()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect.element(page.getByText('Investors merged')).toBeVisible()
  expect(store.table('investors').get(ada.id)).toMatchObject({ kycStatus: 'EXPIRED', kycReviewOn })
})

test('a merge is not undone under a later change, but after it', async () => {
  const { store, ada } = await setup(merging)
  store.setStatus({ connection: 'offline' })
  await choice('Phone').getByLabelText('0532 1002030').click()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect.element(page.getByText('Investors merged')).toBeVisible()
  await store.update('investors', store.table('investors').get(ada.id)!, { address: 'Rabat' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('The record has changed, so this is no longer possible')).toBeVisible()
  expect(store.table('investors').get(ada.id)).toMatchObject({ phone: '0532 1002030', address: 'Rabat' })
  await undo(store)
  await undo(store)
  expect(store.table('investors').get(ada.id)).toMatchObject({ phone: '+90 532 100 20 30', address: null })
})

test('a record received meanwhile replaces neither the other record nor a choice', async () => {
  const { store, ada } = await setup(merging)
  await expect.element(choice('Address').getByLabelText('Fes')).toBeChecked()
  store.put('investors', { ...twinOf(ada), id: '00000000-0000-7000-8000-0000000000aa' })
  store.put('investors', { ...ada, address: 'Rabat' })
  await store.caughtUp()
  await expect.element(choice('Address').getByLabelText('Rabat')).not.toBeChecked()
  await expect.element(choice('Address').getByLabelText('Fes')).toBeChecked()
  await expect.element(dialog.getByText('Merge and delete: A. Byron')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: '3 possible duplicates', includeHidden: true }))
    .toBeInTheDocument()
  await expect.element(dialog.getByText('Merge and delete: A. Byron')).toBeVisible()
})

test('either record can be the one that stays', async () => {
  const { store, ada, twin, own } = await setup(merging)
  await dialog.getByRole('button', { name: 'Keep the other record instead' }).click()
  await expect.element(dialog.getByText('Keep: A. Byron')).toBeVisible()
  await expect.element(dialog.getByText('1 investment ($100)')).toBeVisible()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect.element(page.getByText('Investors merged')).toBeVisible()
  expect(store.table('investors').get(ada.id)).toBeUndefined()
  expect(store.table('investments').get(own.id)?.investorId).toBe(twin.id)
})

test('the list counts possible duplicates, and shows which and why', async () => {
  await setup(() => ({}))
  await page.getByRole('button', { name: '1 possible duplicate', exact: true }).click()
  const list = page.getByRole('dialog', { name: 'Possible duplicates' })
  await expect.element(list.getByText('Ada Byron and A. Byron')).toBeVisible()
  await expect.element(list.getByText('same email address, same phone number')).toBeVisible()
  await list.getByRole('button', { name: 'Compare' }).click()
  await expect.element(dialog.getByText('Keep: Ada Byron')).toBeVisible()
})

test('of several pairs the clicked one is compared', async () => {
  const { store, ada, twin } = await setup(() => ({}))
  const third = store.put('investors', { ...twinOf(ada), id: '00000000-0000-7000-8000-0000000000aa' })
  await store.caughtUp()
  await page.getByRole('button', { name: '3 possible duplicates', exact: true }).click()
  const list = page.getByRole('dialog', { name: 'Possible duplicates' })
  await list
    .getByRole('listitem')
    .filter({ hasText: 'Ada Byron and A. Byron' })
    .getByRole('button', { name: 'Compare' })
    .click()
  await expect.element(dialog.getByText('Merge and delete: A. Byron')).toBeVisible()
  expect(address()).toEqual({ dialog: 'merge', record: ada.id, part: `investors merge ${ada.id} ${twin.id}` })
  expect(third.id < ada.id).toBe(true)
})

test('the button of a record compares it with that record', async () => {
  const { store, ada } = await setup(({ ada }) => ({ dialog: 'details', record: ada }))
  store.put('investors', { ...twinOf(ada), id: '00000000-0000-7000-8000-0000000000aa' })
  await store.caughtUp()
  const details = page.getByRole('dialog', { name: 'Investor details' })
  await details.getByRole('note').filter({ hasText: 'A. Byron' }).getByRole('button', { name: 'Compare' }).click()
  await expect.element(dialog.getByText('Merge and delete: A. Byron')).toBeVisible()
})

test('a record links to its possible duplicate', async () => {
  await setup(({ twin }) => ({ dialog: 'details', record: twin }))
  const details = page.getByRole('dialog', { name: 'Investor details' })
  await expect
    .element(details.getByText('Possibly the same investor: Ada Byron (same email address, same phone number)'))
    .toBeVisible()
  await details.getByRole('button', { name: 'Compare' }).click()
  await expect.element(dialog.getByText('Keep: A. Byron')).toBeVisible()
})
