import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { wholePhoto } from '#web/records/files/scan/geometry.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { chooseOption } from '#web/test/choose-option.ts'
import { renderScreen } from '#web/test/render.tsx'
import { Uploads } from '#web/store/test/uploads.ts'
import { photoOf } from '#web/test/photo.ts'
import { chooseAction } from '#web/test/choose-action.ts'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { DocumentsScreen } from './documents-screen.tsx'

const dialog = page.getByRole('dialog', { name: 'Upload document' })
const submit = () => dialog.getByRole('button', { name: 'Upload document' }).click()
const choose = (file: File) => userEvent.upload(dialog.getByLabelText('File', { exact: true }), file)

async function drop(file: File) {
  const label = dialog.getByText('File', { exact: true })
  await expect.element(label).toBeVisible()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  label.element().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
}

const renderDocuments = (store: TestStore, initial: RecordSearch = { dialog: 'create' }) =>
  renderScreen(store, DocumentsScreen, initial)

const pdf = (bytes = 9, name = 'Fact sheet 2025.pdf') =>
  new File([`%PDF-${'x'.repeat(bytes - 5)}`], name, { type: 'application/pdf' })

beforeEach(clearToasts)

test('the labels of all fields have one size', async () => {
  await renderDocuments(await openTestStore())
  await expect.element(dialog.getByLabelText('Type')).toBeVisible()
  const labels = [...dialog.element().querySelectorAll('label:not(.mantine-Button-root)')].filter((label) =>
    label.checkVisibility(),
  )
  const sizes = labels.map((label) => `${label.textContent} ${getComputedStyle(label).fontSize}`)
  expect(sizes).toContain('Type 16px')
  expect(sizes.filter((size) => !size.endsWith(' 16px'))).toEqual([])
})

function takeUploads(store: TestStore): Uploads {
  const uploads = new Uploads()
  store.server.call = uploads.call
  return uploads
}

test('a chosen file fills in the document’s name; both are stored on the device and sent, the document first', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const uploads = takeUploads(store)
  await renderDocuments(store)
  await choose(pdf())
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Fact sheet 2025')
  await chooseOption(dialog.getByLabelText('Type'), 'Fact sheet')
  await expect.element(dialog.getByLabelText('Visible to')).toHaveAttribute('placeholder', 'Investors')
  await chooseOption(dialog.getByRole('combobox', { name: 'Project' }), 'Quay')
  await submit()
  await expect
    .element(page.getByText('Saved. The file is stored on this device and will be uploaded automatically.'))
    .toBeVisible()
  const [document] = [...store.table('documents').all()]
  expect(document).toMatchObject({ name: 'Fact sheet 2025', type: 'FACT_SHEET', audience: 'INVESTORS', language: 'en' })
  expect(document).toMatchObject({ projectId: project.id, investorId: null })
  await expect.element(page.getByText('Pending on this device')).toBeVisible()
  expect(uploads.started).toEqual([])
  await store.decided()
  await expect.poll(() => store.files.all).toEqual([])
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('%PDF-xxxx')))
  expect(uploads.started[0]!.fields).toEqual({
    entity: 'documents',
    id: document!.id,
    file: expect.any(String),
    filename: 'Fact sheet 2025.pdf',
    filetype: 'application/pdf',
    sha256: Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  })
  expect(await uploads.lastContent()).toBe('%PDF-xxxx')
})

test('a document needs a name', async () => {
  const store = await openTestStore()
  await renderDocuments(store)
  await submit()
  await expect.element(dialog.getByText('Document name is required')).toBeVisible()
})

test.each([
  ['dropped', 'plan.txt', 9, 'The file type is not supported. Choose one of these types: PDF, DOC, DOCX'],
  ['dropped', 'large.pdf', 10 * 1024 * 1024 + 1, 'The file is larger than 10 MB. Choose a smaller one.'],
  ['shared', 'plan.txt', 9, 'The file type is not supported. Choose one of these types: PDF, DOC, DOCX'],
])('a %s %s is refused before anything is saved', async (way, name, bytes, explanation) => {
  const store = await (way === 'shared' ? setupShared(pdf(bytes, name)) : openTestStore())
  await renderDocuments(store)
  if (way === 'dropped') await drop(pdf(bytes, name))
  await expect.element(dialog.getByText(explanation)).toBeVisible()
  await submit()
  const alert = page.getByRole('alert').filter({ hasText: explanation })
  await expect.element(alert).toBeVisible()
  await alert.getByRole('button', { name: 'Close' }).click()
  expect(store.outbox()).toEqual([])
})

test('a picture can be an identity document', async () => {
  await renderDocuments(await openTestStore())
  await dialog.getByLabelText('Type').fill('kyc')
  await choose(pdf(9, 'passport.png'))
  await expect.element(dialog.getByText('passport.png')).toBeVisible()
  await expect.element(dialog.getByText('PDF, DOC, DOCX, PNG, JPG, JPEG', { exact: false })).toBeVisible()
})

test('offline the document and its file are stored on the device, and the row says so', async () => {
  const store = await openTestStore()
  const uploads = takeUploads(store)
  store.setStatus({ connection: 'offline' })
  await renderDocuments(store)
  await choose(pdf())
  await submit()
  await expect.element(page.getByText('Pending on this device')).toBeVisible()
  expect([...store.table('documents').all()]).toMatchObject([{ name: 'Fact sheet 2025', fileState: 'NONE' }])
  expect(store.files.all).toMatchObject([{ name: 'Fact sheet 2025.pdf', size: 9 }])
  expect(uploads.started).toEqual([])
})

test('a file that exceeds the device’s space is not saved, nor is its document; the dialog says so', async () => {
  const store = await openTestStore()
  await renderDocuments(store)
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put')
  spy.mockImplementation(() => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await choose(pdf())
  await submit()
  await expect.element(page.getByText(/^This device has run out of storage, so nothing was saved/)).toBeVisible()
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Fact sheet 2025')
  expect([store.outbox(), store.files.all]).toEqual([[], []])
})

test('a document whose file the server refused stays, and can get another file', async () => {
  const store = await openTestStore()
  const uploads = takeUploads(store)
  uploads.rejects = ({ filename }) => filename === 'Fact sheet 2025.pdf'
  const { id } = store.put('documents', { name: 'Plan' })
  await renderDocuments(store, { dialog: 'file', record: id })
  const again = page.getByRole('dialog', { name: 'Upload file' })
  const upload = async (file: File) => {
    await userEvent.upload(again.getByLabelText('File', { exact: true }), file)
    await again.getByRole('button', { name: 'Upload file' }).click()
  }
  await upload(pdf())
  await expect
    .element(page.getByText('The file is stored on this device and will be uploaded automatically.'))
    .toBeVisible()
  await expect.element(page.getByText('Refused', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Plan' }).click()
  await page.getByRole('menuitem', { name: 'Upload file' }).click()
  await expect.element(again.getByText('The new file will replace Fact sheet 2025.pdf', { exact: false })).toBeVisible()
  await upload(pdf(20, 'Better.pdf'))
  await expect.poll(() => store.files.all).toEqual([])
  expect(uploads.started.at(-1)).toMatchObject({ fields: { filename: 'Better.pdf' }, state: 'STORED' })
})

test('investors upload to their own record, without choosing an owner', async () => {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  await renderDocuments(store)
  await expect.element(dialog.getByLabelText('Name')).toBeVisible()
  for (const label of ['Visible to', 'Project']) expect(dialog.getByLabelText(label).elements()).toEqual([])
  await expect.element(dialog.getByLabelText('Investor')).toBeVisible()
})

async function setupShared(...files: File[]) {
  const store = await openTestStore()
  await store.share(...files)
  return store
}

test.each(['Use files', 'Discard files'])(
  'files that may come from a web page need a confirmation: %s',
  async (choice) => {
    const store = await openTestStore()
    await store.receive(pdf(9, 'Wire instructions.pdf'), pdf(9, 'Plan.pdf'))
    await renderDocuments(store)
    await expect.element(dialog.getByText('Wire instructions.pdf')).toBeVisible()
    await expect.element(dialog.getByText('Plan.pdf')).toBeVisible()
    expect(dialog.getByLabelText('Name').elements()).toEqual([])
    expect(dialog.getByRole('button', { name: 'Upload document' }).elements()).toEqual([])
    await dialog.getByRole('button', { name: choice }).click()
    const isUsed = choice === 'Use files'
    await expect.element(dialog.getByLabelText('Name')).toHaveValue(isUsed ? 'Wire instructions' : '')
    expect(await store.shared.all()).toHaveLength(isUsed ? 2 : 0)
  },
)

test('replacing the file replaces its suggested name, but keeps a typed one', async () => {
  await renderDocuments(await openTestStore())
  const name = dialog.getByLabelText('Name')
  await choose(new File(['MZ'], 'x.exe'))
  await expect.element(name).toHaveValue('x')
  await choose(pdf(9, 'Fact.pdf'))
  await expect.element(name).toHaveValue('Fact')
  await choose(pdf(9, 'Lease.pdf'))
  await expect.element(name).toHaveValue('Lease')
  await name.fill('Ours')
  await choose(pdf(9, 'Plan.pdf'))
  await expect.element(name).toHaveValue('Ours')
})

test('files shared with the app are handled one after the other until each is saved', async () => {
  const store = await setupShared(pdf(9, 'Lease.pdf'), pdf(9, 'Plan.pdf'))
  await renderDocuments(store)
  await expect.element(dialog.getByText('Lease.pdf')).toBeVisible()
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Lease')
  await expect.element(dialog.getByText('Shared with Holdfast. 1 more file is pending.')).toBeVisible()
  await submit()
  await expect.element(dialog.getByText('Plan.pdf')).toBeVisible()
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Plan')
  await expect
    .element(page.getByText('Saved. The file is stored on this device and will be uploaded automatically.'))
    .toBeVisible()
  clearToasts()
  await submit()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(store.files.all.map(({ name }) => name)).toEqual(['Lease.pdf', 'Plan.pdf'])
  expect(await store.shared.all()).toEqual([])
})

test('a shared file waits when its dialog is closed unsaved; removing or replacing it ends the wait', async () => {
  const store = await setupShared(pdf(9, 'Lease.pdf'))
  await renderDocuments(store)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(await store.shared.all()).toMatchObject([{ name: 'Lease.pdf', seen: true }])
  await page.getByRole('button', { name: 'Upload document' }).first().click()
  await expect.element(dialog.getByText('Lease.pdf')).toBeVisible()
  await dialog.getByLabelText('Name').fill('My own')
  await dialog.getByRole('button', { name: 'Remove file' }).click()
  await expect.poll(() => store.shared.all()).toEqual([])
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('My own')
  await expect.element(dialog.getByText('Choose a file')).toBeVisible()
})

const pages = dialog.getByRole('region', { name: 'Photographed pages' })
const photograph = (...photos: File[]) =>
  userEvent.upload(dialog.getByLabelText('Choose photos', { exact: true }), photos)
const shownPages = () => pages.getByRole('img', { name: /^Page \d/ }).elements().length

test('several photos become one PDF that is stored with the document; nothing of them stays behind', async () => {
  const store = await openTestStore()
  store.setStatus({ connection: 'offline' })
  await renderDocuments(store)
  await photograph(await photoOf(), await photoOf({ color: '#ddd' }))
  await expect.poll(shownPages).toBe(2)
  await expect.element(dialog.getByLabelText('Name')).toHaveDisplayValue(/^Photos \d{4}-\d\d-\d\d$/)
  await submit()
  await expect.element(page.getByText('Pending on this device')).toBeVisible()
  const [{ id, name, type } = { id: '', name: '', type: '' }] = store.files.all
  expect([name.endsWith('.pdf'), type]).toEqual([true, 'application/pdf'])
  const content = await (await store.files.read({ entity: 'documents', id }))!.text()
  expect([content.slice(0, 5), content.match(/\/Type \/Page /g)]).toEqual(['%PDF-', ['/Type /Page ', '/Type /Page ']])
  await expect.poll(() => store.shared.all()).toEqual([])
})

test('photographed pages survive closing the form, can be moved and removed, and are offered elsewhere', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const { unmount } = await renderDocuments(store)
  await photograph(await photoOf({ name: 'one.jpg' }), await photoOf({ name: 'two.jpg' }))
  await expect.poll(shownPages).toBe(2)
  const names = async () =>
    (await store.shared.all())
      .toSorted((one, other) => one.page!.position - other.page!.position)
      .map(({ name }) => name)
  await pages.getByRole('button', { name: 'Move page 2 up' }).click()
  await expect.poll(names).toEqual(['two.jpg', 'one.jpg'])
  await pages.getByRole('button', { name: 'Rotate page 1' }).click()
  await expect.poll(async () => (await store.shared.all()).map(({ page }) => page!.corners[0])).toContainEqual([0, 1])
  await unmount()
  const { unmount: leave } = await renderDocuments(store)
  await expect.poll(shownPages).toBe(2)
  await pages.getByRole('button', { name: 'Remove page 1' }).click()
  await expect.poll(shownPages).toBe(1)
  await leave()
  await renderDocuments(store, { dialog: 'create', projectId: project.id } as RecordSearch)
  await expect
    .element(dialog.getByText('1 photographed page from an unfinished document is stored on this device.'))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Use here' }).click()
  await expect.poll(shownPages).toBe(1)
  expect(await names()).toEqual(['one.jpg'])
})

test('pages of one unfinished document are used without those of another, and keep an order of their own', async () => {
  const store = await openTestStore()
  for (const [form, name, position] of [
    ['Ada', 'Ada 1.jpg', 1],
    ['Ben', 'Ben 1.jpg', 1],
    ['Ada', 'Ada 2.jpg', 2],
    ['Ben', 'Ben 2.jpg', 2],
  ] as const)
    await store.shared.addPage(store.newId(), await photoOf({ name }), { form, position, corners: wholePhoto })
  await renderDocuments(store)
  await dialog.getByRole('button', { name: 'Use here' }).click()
  await expect.poll(shownPages).toBe(2)
  await pages.getByRole('button', { name: 'Move page 2 up' }).click()
  const inOrder = async () =>
    (await store.shared.all())
      .filter(({ page }) => page!.form !== 'Ada' && page!.form !== 'Ben')
      .toSorted((one, other) => one.page!.position - other.page!.position)
      .map(({ name }) => name.slice(-5))
  await expect.poll(inOrder).toEqual(['2.jpg', '1.jpg'])
  expect(new Set((await store.shared.all()).map(({ page }) => page!.form)).size).toBe(2)
})

test('corners are moved by keyboard, and the page follows', async () => {
  const store = await openTestStore()
  await renderDocuments(store)
  await photograph(await photoOf())
  await expect.poll(shownPages).toBe(1)
  await pages.getByRole('button', { name: 'Straighten page 1' }).click()
  const adjusting = page.getByRole('dialog', { name: 'Straighten page' })
  const corner = adjusting.getByRole('button', { name: 'Top left corner' })
  await expect.element(corner).toBeVisible()
  ;(corner.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{ArrowLeft}{ArrowUp}{ArrowUp}')
  await adjusting.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(async () => (await store.shared.all())[0]!.page!.corners[0]).toEqual([0.01, 0])
})

test('a chosen or shared photo becomes a page unless its document may be a picture', async () => {
  const store = await setupShared(await photoOf({ name: 'shared.jpg' }))
  await renderDocuments(store)
  await expect.poll(shownPages).toBe(1)
  expect((await store.shared.all()).map(({ name, page }) => [name, page !== undefined])).toEqual([['shared.jpg', true]])
})

test('a photo that this browser cannot read is refused with its name', async () => {
  await renderDocuments(await openTestStore())
  await photograph(new File(['no picture'], 'IMG_1.HEIC'))
  await expect
    .element(dialog.getByText('This browser cannot read the photo IMG_1.HEIC.', { exact: false }))
    .toBeVisible()
  expect(shownPages()).toBe(0)
})

test('a photo that exceeds the device’s space is not shown as stored, and the form says so', async () => {
  const store = await openTestStore()
  await renderDocuments(store)
  await photograph(await photoOf())
  await expect.poll(shownPages).toBe(1)
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put')
  spy.mockImplementation(() => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await photograph(await photoOf())
  await expect.element(dialog.getByText(/^This device has run out of storage/)).toBeVisible()
  expect(shownPages()).toBe(1)
})

test('a document is edited and deleted, and the deletion names it', async () => {
  const store = await openTestStore()
  const { id } = store.put('documents', { name: 'Plan', type: 'Board minutes' })
  await renderDocuments(store, { dialog: 'edit', record: id })
  const editing = page.getByRole('dialog', { name: 'Edit document' })
  await expect.element(editing.getByLabelText('Type')).toHaveValue('Board minutes')
  await editing.getByLabelText('Type').fill('contract')
  await chooseOption(editing.getByRole('combobox', { name: 'Language' }), 'French')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText('Document updated')).toBeVisible()
  expect(store.table('documents').get(id)).toMatchObject({ type: 'CONTRACT', language: 'fr' })
  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Document details' })
  await chooseAction(details, 'Delete')
  const deleting = page.getByRole('dialog', { name: 'Delete document?' })
  await expect
    .element(deleting.getByText('Plan will be deleted, along with its file if it has one.', { exact: false }))
    .toBeVisible()
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Document deleted')).toBeVisible()
  expect([...store.table('documents').all()]).toEqual([])
})
