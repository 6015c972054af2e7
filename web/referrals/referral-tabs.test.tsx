import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordSearch } from '#web/records/record-search.ts'
import { draw, noShield, nowhere, WithSearch } from '#web/test/draw.tsx'
import { Uploads } from '#web/store/test/uploads.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { ReferralsScreen } from './referrals-screen.tsx'

const details = page.getByRole('dialog', { name: 'Referral Details' })
const tab = (name: string) => details.getByRole('tab', { name }).click()
const button = (name: string) => details.getByRole('button', { name, exact: true })
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

async function setup() {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Öztürk', email: 'elif@example.com' })
  const contact = store.put('referrals', { name: 'Samir' })
  const search: RecordSearch = { dialog: 'details', record: contact.id }
  await draw(
    store,
    <WithSearch initial={search}>
      {(shown, setSearch) => <ReferralsScreen search={shown} setSearch={setSearch} go={nowhere} />}
    </WithSearch>,
  )
  return { store, project, investor, contact }
}

test('a commission is agreed with a contact, changed and deleted in the tab Commissions', async () => {
  const { store, project, contact } = await setup()
  await tab('Commissions')
  await expect.element(details.getByText('No commissions')).toBeVisible()
  await button('Add Commission').click()
  const adding = page.getByRole('dialog', { name: 'Add Commission' })
  await adding.getByRole('button', { name: 'Add Commission' }).click()
  await expect.poll(() => adding.getByText('Please fill in all required fields').elements().length).toBe(2)
  await adding.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Quay' }).click()
  noShield()
  await adding.getByLabelText('Commission', { exact: true }).fill('1.255')
  await adding.getByRole('button', { name: 'Add Commission' }).click()
  await expect.element(adding.getByText('At most 2 decimals are allowed')).toBeVisible()
  await adding.getByLabelText('Commission', { exact: true }).fill('1.25')
  await adding.getByRole('combobox', { name: 'Frequency' }).click()
  await page.getByRole('option', { name: 'Quarterly' }).click()
  noShield()
  await adding.getByRole('button', { name: 'Add Commission' }).click()
  await expect.element(page.getByText('Commission created successfully')).toBeVisible()
  expect([...store.table('referralCommissions').all()]).toMatchObject([
    { referralId: contact.id, projectId: project.id, commissionPercentage: '1.25', frequency: 'QUARTERLY' },
  ])
  await button('Edit').last().click()
  const editing = page.getByRole('dialog', { name: 'Edit Commission' })
  await editing.getByLabelText('Commission', { exact: true }).fill('2')
  await editing.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(page.getByText('Commission updated successfully')).toBeVisible()
  expect([...store.table('referralCommissions').all()]).toMatchObject([{ commissionPercentage: '2.00' }])
  await button('Delete').last().click()
  const deleting = page.getByRole('dialog', { name: 'Delete Commission' })
  await expect.element(deleting.getByText('This deletes what was agreed on Quay.', { exact: false })).toBeVisible()
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Commission deleted successfully')).toBeVisible()
  expect([...store.table('referralCommissions').all()]).toEqual([])
})

test('an attachment needs a name and an address, opens in a tab of its own, and is deleted', async () => {
  const { store, contact } = await setup()
  await tab('Attachments')
  await expect.element(details.getByText('No attachments')).toBeVisible()
  await button('Add Attachment').click()
  const adding = page.getByRole('dialog', { name: 'Add Attachment' })
  await adding.getByRole('button', { name: 'Add Attachment' }).click()
  await expect.poll(() => adding.getByText('Please fill in all required fields').elements().length).toBe(2)
  await adding.getByLabelText('Document Name').fill('Terms')
  await adding.getByLabelText('Address').fill('https://papers.example/terms.pdf')
  await adding.getByLabelText('Description').fill('Signed in May')
  await adding.getByRole('button', { name: 'Add Attachment' }).click()
  await expect.element(page.getByText('Attachment added successfully')).toBeVisible()
  expect([...store.table('referralAttachments').all()]).toMatchObject([
    { referralId: contact.id, documentName: 'Terms', documentUrl: 'https://papers.example/terms.pdf', notes: null },
  ])
  const view = details.getByRole('link', { name: 'View' })
  await expect.element(view).toHaveAttribute('href', 'https://papers.example/terms.pdf')
  await expect.element(view).toHaveAttribute('target', '_blank')
  await button('Delete').last().click()
  const deleting = page.getByRole('dialog', { name: 'Delete Attachment' })
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Attachment deleted successfully')).toBeVisible()
  await expect.element(details.getByText('No attachments')).toBeVisible()
})

test('an attachment may be a file, also a picture: it is kept on this device, and found at its own address', async () => {
  const { store, contact } = await setup()
  const uploads = new Uploads()
  store.server.call = uploads.call
  await tab('Attachments')
  await button('Add Attachment').click()
  const adding = page.getByRole('dialog', { name: 'Add Attachment' })
  const photo = new File(['picture'], 'Terms.png', { type: 'image/png' })
  await userEvent.upload(adding.getByLabelText('File', { exact: true }), photo)
  await expect.element(adding.getByLabelText('Document Name')).toHaveValue('Terms')
  await adding.getByRole('button', { name: 'Add Attachment' }).click()
  await expect.element(details.getByText('Waits on this device')).toBeVisible()
  const [attachment] = [...store.table('referralAttachments').all()]
  const documentUrl = `/files/${attachment!.id}?entity=referralAttachments`
  expect(attachment).toMatchObject({ referralId: contact.id, documentName: 'Terms', documentUrl })
  expect(details.getByRole('link', { name: 'View' }).elements()).toEqual([])
  await store.decided()
  await expect.poll(() => uploads.begun[0]?.state).toBe('STORED')
  expect(uploads.begun[0]!.said).toMatchObject({ entity: 'referralAttachments', id: attachment!.id })
})

test('what a contact earned stands below, the overdue first, and is marked as paid on a day', async () => {
  const { store, project, investor, contact } = await setup()
  const put = { referralId: contact.id, projectId: project.id, commissionPercentage: '2', frequency: 'ANNUALLY' }
  const agreement = store.put('referralCommissions', put)
  const given = { projectId: project.id, investorId: investor.id, amount: '100000', status: 'FUNDED' }
  const investment = store.put('investments', given)
  const commission = { agreementId: agreement.id, investmentId: investment.id, feeType: 'TRANSACTION' }
  store.put('commissions', { ...commission, amount: '2000', dueDate: day(30) })
  const late = store.put('commissions', { ...commission, amount: '1500.50', dueDate: day(-30) })
  store.put('commissions', { ...commission, amount: '900', dueDate: day(-60), paidDate: day(-50) })
  await store.caughtUp()
  await tab('Commissions')
  const earned = details.getByRole('table', { name: 'Due and Paid' }).or(details.getByLabelText('Due and Paid'))
  const states = () =>
    details
      .getByText(/^(Overdue|Upcoming|Paid)$/)
      .elements()
      .map((each) => each.textContent)
  await expect.poll(states).toEqual(['Overdue', 'Upcoming', 'Paid'])
  await expect.element(earned.getByText('Overdue $1,500.50', { exact: false }).first()).toBeVisible()
  await button('Mark as Paid').first().click()
  const paying = page.getByRole('dialog', { name: 'Mark as Paid' })
  await expect.element(paying.getByText('$1,500.50 to Samir')).toBeVisible()
  await paying.getByLabelText('Paid Date').fill('')
  await paying.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect.element(paying.getByText('This field is required')).toBeVisible()
  await paying.getByLabelText('Paid Date').fill('06/15/2025')
  await paying.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect.poll(states).toEqual(['Upcoming', 'Paid', 'Paid'])
  expect(store.table('commissions').get(late.id)).toMatchObject({ paidDate: '2025-06-15' })
})
