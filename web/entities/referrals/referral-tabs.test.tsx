import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { v7 as newId } from 'uuid'
import { filePathOf } from '#schema/kernel/files.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { chooseOption } from '#web/test/choose-option.ts'
import { renderScreen } from '#web/test/render.tsx'
import { hashOf } from '#web/store/base/hash-of.ts'
import { Uploads } from '#web/store/test/uploads.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { ReferralsScreen } from './referrals-screen.tsx'

const details = page.getByRole('dialog', { name: 'Referrer details' })
const tab = (name: string) => details.getByRole('tab', { name }).click()
const button = (name: string) => details.getByRole('button', { name, exact: true })
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

async function setup() {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Öztürk', email: 'elif@example.com' })
  const referrer = store.put('referrals', { name: 'Samir' })
  const search: RecordSearch = { dialog: 'details', record: referrer.id }
  await renderScreen(store, ReferralsScreen, search)
  return { store, project, investor, referrer }
}

test('a commission is agreed with a referrer, changed and deleted in the Commissions tab', async () => {
  const { store, project, referrer } = await setup()
  await tab('Commissions')
  await expect.element(details.getByText('No commission agreements')).toBeVisible()
  await button('Add agreement').click()
  const adding = page.getByRole('dialog', { name: 'Add commission agreement' })
  await adding.getByRole('button', { name: 'Add agreement' }).click()
  await expect.poll(() => adding.getByText('Please fill in all required fields').elements().length).toBe(2)
  await chooseOption(adding.getByRole('combobox', { name: 'Project' }), 'Quay')
  await adding.getByLabelText('Commission rate', { exact: true }).fill('1.255')
  await adding.getByRole('button', { name: 'Add agreement' }).click()
  await expect.element(adding.getByText('Enter at most 2 decimal places')).toBeVisible()
  await adding.getByLabelText('Commission rate', { exact: true }).fill('1.25')
  await chooseOption(adding.getByRole('combobox', { name: 'Frequency' }), 'Quarterly')
  await adding.getByRole('button', { name: 'Add agreement' }).click()
  await expect.element(page.getByText('Commission agreement added')).toBeVisible()
  expect([...store.table('referralCommissions').all()]).toMatchObject([
    { referralId: referrer.id, projectId: project.id, commissionPercentage: '1.25', frequency: 'QUARTERLY' },
  ])
  await button('Edit').last().click()
  const editing = page.getByRole('dialog', { name: 'Edit commission agreement' })
  await editing.getByLabelText('Commission rate', { exact: true }).fill('2')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText('Commission agreement updated')).toBeVisible()
  expect([...store.table('referralCommissions').all()]).toMatchObject([{ commissionPercentage: '2.00' }])
  await button('Delete').last().click()
  const deleting = page.getByRole('dialog', { name: 'Delete commission agreement?' })
  await expect
    .element(deleting.getByText('The commission agreement for Quay will be deleted.', { exact: false }))
    .toBeVisible()
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Commission agreement deleted')).toBeVisible()
  expect([...store.table('referralCommissions').all()]).toEqual([])
})

test('an attachment needs a name and an address, opens in a new tab, and is deleted', async () => {
  const { store, referrer } = await setup()
  await tab('Attachments')
  await expect.element(details.getByText('No attachments')).toBeVisible()
  await button('Add attachment').click()
  const adding = page.getByRole('dialog', { name: 'Add attachment' })
  await adding.getByRole('button', { name: 'Add attachment' }).click()
  await expect.poll(() => adding.getByText('Please fill in all required fields').elements().length).toBe(2)
  await adding.getByLabelText('Document name').fill('Terms')
  await adding.getByLabelText('Web address').fill('https://papers.example/terms.pdf')
  await adding.getByLabelText('Description').fill('Signed in May')
  await adding.getByRole('button', { name: 'Add attachment' }).click()
  await expect.element(page.getByText('Attachment added')).toBeVisible()
  expect([...store.table('referralAttachments').all()]).toMatchObject([
    { referralId: referrer.id, documentName: 'Terms', documentUrl: 'https://papers.example/terms.pdf', notes: null },
  ])
  const view = details.getByRole('link', { name: 'View' })
  await expect.element(view).toHaveAttribute('href', 'https://papers.example/terms.pdf')
  await expect.element(view).toHaveAttribute('target', '_blank')
  await button('Delete').last().click()
  const deleting = page.getByRole('dialog', { name: 'Delete attachment?' })
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Attachment deleted')).toBeVisible()
  await expect.element(details.getByText('No attachments')).toBeVisible()
})

test('an attachment may be a file or picture: it is stored on this device and has its own address', async () => {
  const { store, referrer } = await setup()
  const uploads = new Uploads()
  store.server.call = uploads.call
  await tab('Attachments')
  await button('Add attachment').click()
  const adding = page.getByRole('dialog', { name: 'Add attachment' })
  const photo = new File(['picture'], 'Terms.png', { type: 'image/png' })
  await userEvent.upload(adding.getByLabelText('File', { exact: true }), photo)
  await expect.element(adding.getByLabelText('Document name')).toHaveValue('Terms')
  await adding.getByRole('button', { name: 'Add attachment' }).click()
  await expect.element(details.getByText('Pending on this device')).toBeVisible()
  const [attachment] = [...store.table('referralAttachments').all()]
  const documentUrl = `/files/${attachment!.id}?entity=referralAttachments`
  expect(attachment).toMatchObject({ referralId: referrer.id, documentName: 'Terms', documentUrl })
  expect(details.getByRole('link', { name: 'View' }).elements()).toEqual([])
  await store.decided()
  await expect.poll(() => uploads.started[0]?.state).toBe('STORED')
  expect(uploads.started[0]!.fields).toMatchObject({ entity: 'referralAttachments', id: attachment!.id })
})

test('the file of an attachment can be kept offline; external links cannot', async () => {
  const { store, referrer } = await setup()
  const sha256 = await hashOf(new TextEncoder().encode('picture').buffer)
  const id = store.newId()
  const [put, path] = [{ referralId: referrer.id }, filePathOf(id, 'referralAttachments')]
  store.put('referralAttachments', {
    ...put,
    version: 1,
    documentName: 'Terms',
    documentUrl: 'https://papers.example/terms.pdf',
  })
  store.put('referralAttachments', {
    ...put,
    id,
    documentName: 'Photo',
    documentUrl: path,
    version: 1,
    sha256,
    size: 7,
  })
  store.server.call = ({ path: requestedPath, query }) =>
    `${requestedPath}?${query.toString()}` === path
      ? { status: 200, body: null, text: 'picture', headers: { etag: `"${sha256}"` } }
      : undefined
  await tab('Attachments')
  await expect.element(details.getByText('Terms', { exact: true })).toBeVisible()
  await button('Make available offline').click()
  await expect.element(details.getByText('Available offline', { exact: true })).toBeVisible()
  expect(store.offlineFiles.all).toMatchObject([{ entity: 'referralAttachments', id, pinned: true, size: 7 }])
})

function agree({ store, project, investor, referrer }: Awaited<ReturnType<typeof setup>>) {
  const put = { referralId: referrer.id, projectId: project.id, commissionPercentage: '2', frequency: 'ANNUALLY' }
  const agreement = store.put('referralCommissions', put)
  const given = { projectId: project.id, investorId: investor.id, amount: '100000', status: 'FUNDED' }
  const investment = store.put('investments', given)
  return { agreementId: agreement.id, investmentId: investment.id, feeType: 'TRANSACTION' }
}

const earned = details.getByRole('region', { name: 'Accrued and paid' })
const lines = () =>
  earned
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent.replaceAll('\u00a0', ' ')))

test('a referrer’s earnings are listed below, overdue first, and marked as paid on a day', async () => {
  const firm = await setup()
  const { store } = firm
  const commission = agree(firm)
  store.put('commissions', { ...commission, amount: '2000', dueDate: day(30) })
  const late = store.put('commissions', { ...commission, amount: '1500.50', dueDate: day(-30) })
  store.put('commissions', { ...commission, amount: '900', dueDate: day(-60), paidDate: day(-50) })
  await store.caughtUp()
  await tab('Commissions')
  const states = () => textsOf(details.getByText(/^(Overdue|Upcoming|Paid)$/))
  await expect.poll(states).toEqual(['Overdue', 'Upcoming', 'Paid'])
  await expect.element(earned.getByText('Overdue $1,500.50', { exact: false }).first()).toBeVisible()
  await button('Mark as paid').first().click()
  const paying = page.getByRole('dialog', { name: 'Mark as paid' })
  await expect.element(paying.getByText('$1,500.50 (referrer: Samir)')).toBeVisible()
  await paying.getByLabelText('Payment date').fill('')
  await paying.getByRole('button', { name: 'Mark as paid' }).click()
  await expect.element(paying.getByText('This field is required')).toBeVisible()
  await paying.getByLabelText('Payment date').fill('06/15/2025')
  await paying.getByRole('button', { name: 'Mark as paid' }).click()
  await expect.poll(states).toEqual(['Upcoming', 'Paid', 'Paid'])
  expect(store.table('commissions').get(late.id)).toMatchObject({ paidDate: '2025-06-15' })
})

test('commissions of another referrer are not listed', async () => {
  const firm = await setup()
  const { store } = firm
  const other = store.put('referrals', { name: 'Grace' })
  store.put('commissions', { ...agree({ ...firm, referrer: other }), amount: '700', dueDate: day(30) })
  await store.caughtUp()
  await tab('Commissions')
  await expect
    .element(details.getByText('There are no commissions under this referrer’s commission agreements.'))
    .toBeVisible()
  await expect.element(earned.getByText('0 commissions')).toBeVisible()
  store.put('commissions', { ...agree(firm), amount: '2000', dueDate: day(30) })
  await expect.poll(lines).toHaveLength(1)
  expect(details.getByText('There are no commissions under this referrer’s commission agreements.').elements()).toEqual(
    [],
  )
})

test('the oldest overdue commission comes first; amounts are summed by state and currency', async () => {
  const firm = await setup()
  const { store } = firm
  const commission = agree(firm)
  const put = (amount: string, dueDate: string | null, overrides = {}) =>
    store.put('commissions', { ...commission, amount, dueDate, ...overrides })
  put('10', day(-5))
  put('20.50', day(-9))
  put('30', day(-7), { currency: 'AED' })
  put('40', day(8))
  put('50', null)
  await store.caughtUp()
  await tab('Commissions')
  await expect
    .poll(() => lines().map(([, , amount, state]) => `${amount} ${state}`))
    .toEqual(['$20.50 Overdue', 'AED 30.00 Overdue', '$10.00 Overdue', '$50.00 Upcoming', '$40.00 Upcoming'])
  expect(earned.first().element().textContent.replaceAll('\u00a0', ' ')).toContain(
    'Overdue $30.50 · Overdue AED 30.00 · Upcoming $90.00',
  )
  await expect.element(earned.getByText('5 commissions')).toBeVisible()
  expect(lines()[3]).toEqual(['QuayElif Öztürk', '—', '$50.00', 'Upcoming'])
})

test('a commission marked offline is shown as waiting', async () => {
  const firm = await setup()
  const { store } = firm
  const paid = store.put('commissions', { ...agree(firm), amount: '40', dueDate: day(8), paidDate: day(-1) })
  await store.caughtUp()
  store.setStatus({ connection: 'offline' })
  await tab('Commissions')
  await button('Mark as unpaid').click()
  await expect.element(earned.getByText('Unsent changes')).toBeVisible()
  await expect.poll(() => lines()[0]?.[3]).toBe('Upcoming')
  expect(store.table('commissions').get(paid.id)).toMatchObject({ paidDate: null })
  await store.decided()
  await expect.element(earned.getByText('Unsent changes')).not.toBeInTheDocument()
})

test('the newest agreement and the newest attachment come first', async () => {
  const firm = await setup()
  const { store, referrer, project } = firm
  const pier = store.put('projects', { name: 'Pier', type: 'COMMERCIAL' })
  const percentage = { referralId: referrer.id, commissionPercentage: '2', frequency: 'ANNUALLY' }
  const paper = { referralId: referrer.id, documentUrl: 'https://papers.example/terms.pdf' }
  for (const [inProject, name, createdAt] of [
    [project, 'Terms', '2025-05-01T10:00:00.000Z'],
    [pier, 'Letter', '2025-06-01T10:00:00.000Z'],
  ] as const) {
    const {
      id: agreement,
      number: _,
      ...terms
    } = store.put('referralCommissions', { ...percentage, projectId: inProject.id })
    const {
      id: attachment,
      number: _number,
      ...fields
    } = store.put('referralAttachments', { ...paper, documentName: name })
    store.server.write(
      ['referralCommissions', agreement, { ...terms, createdAt }],
      ['referralAttachments', attachment, { ...fields, createdAt }],
    )
  }
  await store.caughtUp()
  const firsts = (label: string) => textsOf(details.getByRole('region', { name: label }).last().getByRole('rowheader'))
  await tab('Commissions')
  await expect.poll(() => firsts('Commission agreements')).toEqual(['Pier', 'Quay'])
  await tab('Attachments')
  await expect.poll(() => firsts('Attachments')).toEqual(['Letter', 'Terms'])
})

test('an attachment with an external address takes no file; an address of this server’s API is refused', async () => {
  const { store, referrer } = await setup()
  const put = (documentName: string, documentUrl: string, id = newId()) =>
    store.put('referralAttachments', { id, referralId: referrer.id, documentName, documentUrl })
  put('Elsewhere', 'https://papers.example/terms.pdf')
  put('Call', `${location.origin}/api/auth/logout`)
  const id = newId()
  put('Stored', `/files/${id}?entity=referralAttachments`, id)
  await store.caughtUp()
  await tab('Attachments')
  const rowNamed = (name: string) => details.getByRole('row').filter({ hasText: name })
  await expect.element(rowNamed('Elsewhere').getByRole('link', { name: 'View' })).toBeVisible()
  const offered = (name: string) =>
    rowNamed(name)
      .getByRole('link')
      .or(rowNamed(name).getByRole('button'))
      .elements()
      .map((each) => each.getAttribute('aria-label'))
  expect(offered('Elsewhere')).toEqual(['View', 'Edit', 'Delete'])
  expect(offered('Call')).toEqual(['Edit', 'Delete'])
  await rowNamed('Stored').getByRole('button', { name: 'Actions for Stored' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Upload file' })).toBeVisible()
})
