import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordSearch } from '#web/records/record-search.ts'
import { draw, noShield, nowhere, WithSearch } from '#web/test/draw.tsx'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { DocumentsScreen } from './documents-screen.tsx'

const dialog = page.getByRole('dialog', { name: 'Upload Document' })
const submit = () => dialog.getByRole('button', { name: 'Upload Document' }).click()
const choose = (file: File) => userEvent.upload(dialog.getByLabelText('File', { exact: true }), file)

async function drop(file: File) {
  const label = dialog.getByText('File', { exact: true })
  await expect.element(label).toBeVisible()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  label.element().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
}

const draws = (store: TestStore, initial: RecordSearch = { dialog: 'create' }) =>
  draw(
    store,
    <WithSearch initial={initial}>
      {(search, setSearch) => <DocumentsScreen search={search} setSearch={setSearch} go={nowhere} />}
    </WithSearch>,
  )

const pdf = (bytes = 9, name = 'Fact sheet 2025.pdf') =>
  new File([`%PDF-${'x'.repeat(bytes - 5)}`], name, { type: 'application/pdf' })

/** Whether the browser would close the tab without a question. */
const wouldUnload = (): boolean => dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** The server's side of uploads; `loses` says of which parts the answer is lost. */
function takeUploads(store: TestStore, loses: (part: number) => boolean = () => false) {
  const begun: Record<string, string>[] = []
  let [arrived, parts] = ['', 0]
  const reading: Promise<void>[] = []
  store.server.call = ({ method, path, headers, sent }) => {
    if (method === 'POST' && path === '/api/uploads') {
      const pairs = headers.get('upload-metadata')!.split(',')
      const said = pairs.map((pair) => pair.split(' ') as [string, string]).map(([name, value]) => [name, atob(value)])
      begun.push({ ...Object.fromEntries(said), length: headers.get('upload-length') })
      return { status: 201, body: {}, headers: { location: '/api/uploads/1' } }
    }
    if (path !== '/api/uploads/1') return undefined
    const offset = (length: number) => ({ 'upload-offset': String(length) })
    if (method === 'HEAD') return { status: 200, body: {}, headers: offset(length) }
    length = Number(headers.get('upload-offset')) + (sent as Blob).size
    reading.push((sent as Blob).text().then((text) => void (arrived += text)))
    return loses(++parts) ? { status: 503, body: {} } : { status: 200, body: {}, headers: offset(length) }
  }
  let length = 0
  return {
    begun,
    parts: () => parts,
    arrived: async () => {
      await Promise.all(reading)
      return arrived
    },
  }
}

test('a chosen file gives the document its name; the document is saved, and then its file is sent', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const uploads = takeUploads(store)
  await draws(store)
  await choose(pdf())
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Fact sheet 2025')
  await dialog.getByLabelText('Type').click()
  await page.getByRole('option', { name: 'Fact Sheet' }).click()
  noShield()
  await expect.element(dialog.getByLabelText('Who sees it')).toHaveAttribute('placeholder', 'Investors too')
  await dialog.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Quay' }).click()
  noShield()
  await submit()
  await expect.element(page.getByText('Document saved. Its file is being sent.')).toBeVisible()
  const [document] = [...store.table('documents').all()]
  expect(document).toMatchObject({ name: 'Fact sheet 2025', type: 'FACT_SHEET', audience: 'INVESTORS', language: 'en' })
  expect(document).toMatchObject({ projectId: project.id, investorId: null })
  expect(uploads.begun).toEqual([])
  expect(wouldUnload()).toBe(false)
  await store.decided()
  await expect.element(page.getByText('Document uploaded successfully')).toBeVisible()
  await expect.poll(wouldUnload).toBe(true)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('%PDF-xxxx')))
  expect(uploads.begun).toEqual([
    {
      entity: 'documents',
      id: document!.id,
      filename: 'Fact sheet 2025.pdf',
      filetype: 'application/pdf',
      sha256: Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''),
      length: '9',
    },
  ])
  expect(await uploads.arrived()).toBe('%PDF-xxxx')
})

test('a name that somebody typed stays; a document needs one', async () => {
  const store = await openTestStore()
  await draws(store)
  await submit()
  await expect.element(dialog.getByText('Document name is required')).toBeVisible()
  await dialog.getByLabelText('Name').fill('Lease')
  await choose(pdf())
  await expect.element(dialog.getByText('Fact sheet 2025.pdf')).toBeVisible()
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Lease')
})

test.each([
  ['plan.txt', 9, 'Only files of these types are accepted here: PDF, DOC, DOCX'],
  ['photo.png', 9, 'Only files of these types are accepted here: PDF, DOC, DOCX'],
  ['large.pdf', 10 * 1024 * 1024 + 1, 'This file is larger than 10 MB'],
])('dropping %s is refused before anything is saved', async (name, bytes, said) => {
  const store = await openTestStore()
  await draws(store)
  await drop(pdf(bytes, name))
  await expect.element(dialog.getByText(said)).toBeVisible()
  await submit()
  const told = page.getByRole('alert').filter({ hasText: said })
  await expect.element(told).toBeVisible()
  await told.getByRole('button', { name: 'Close' }).click()
  expect(store.outbox()).toEqual([])
})

test('a picture is a paper by which somebody proves who they are', async () => {
  await draws(await openTestStore())
  await dialog.getByLabelText('Type').fill('kyc')
  await choose(pdf(9, 'passport.png'))
  await expect.element(dialog.getByText('passport.png')).toBeVisible()
  await expect.element(dialog.getByText('PDF, DOC, DOCX, PNG, JPG, JPEG', { exact: false })).toBeVisible()
})

test('what was lost on the way is sent again, from where the server has got to', async () => {
  const store = await openTestStore()
  const uploads = takeUploads(store, (part) => part === 2)
  const { id } = store.put('documents', { name: 'Plan' })
  await draws(store, { dialog: 'file', record: id })
  const again = page.getByRole('dialog', { name: 'Upload File' })
  const file = pdf(1_200_000)
  await userEvent.upload(again.getByLabelText('File', { exact: true }), file)
  await again.getByRole('button', { name: 'Upload File' }).click()
  await expect.element(page.getByText('Document uploaded successfully')).toBeVisible()
  expect(uploads.parts()).toBe(3)
  expect(await uploads.arrived()).toBe(await file.text())
})

test('without a connection the words are kept and the file is not, and both are said', async () => {
  const store = await openTestStore()
  const uploads = takeUploads(store)
  store.setStatus({ connection: 'offline' })
  await draws(store)
  await expect.element(dialog.getByText('its file is not kept', { exact: false })).toBeVisible()
  await choose(pdf())
  await submit()
  await expect.element(page.getByText('Document saved without its file.', { exact: false })).toBeVisible()
  await expect.element(page.getByText('No file', { exact: true })).toBeVisible()
  expect([...store.table('documents').all()]).toMatchObject([{ name: 'Fact sheet 2025', fileState: 'NONE' }])
  expect(uploads.begun).toEqual([])
})

test('a file that the server refuses is told, and can be chosen again', async () => {
  const store = await openTestStore()
  const { id } = store.put('documents', { name: 'Plan' })
  store.server.call = ({ path }) =>
    path === '/api/uploads' ? { status: 403, body: { code: 'FORBIDDEN', message: 'x' } } : undefined
  await draws(store, { dialog: 'file', record: id })
  const again = page.getByRole('dialog', { name: 'Upload File' })
  await userEvent.upload(again.getByLabelText('File', { exact: true }), pdf())
  await again.getByRole('button', { name: 'Upload File' }).click()
  await expect.element(page.getByText('Failed to upload document')).toBeVisible()
  await expect.element(page.getByText(/403.*Choose it again with/)).toBeVisible()
})

test('an investor uploads to their own record, and is not asked for whom a document is', async () => {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  onTestFinished(noShield)
  await draws(store)
  await expect.element(dialog.getByLabelText('Name')).toBeVisible()
  for (const label of ['Who sees it', 'Project']) expect(dialog.getByLabelText(label).elements()).toEqual([])
  await expect.element(dialog.getByLabelText('Investor')).toBeVisible()
})

test('a document is edited and deleted, and the deletion names it', async () => {
  const store = await openTestStore()
  const { id } = store.put('documents', { name: 'Plan', type: 'Board minutes' })
  await draws(store, { dialog: 'edit', record: id })
  const editing = page.getByRole('dialog', { name: 'Edit Document' })
  await expect.element(editing.getByLabelText('Type')).toHaveValue('Board minutes')
  await editing.getByLabelText('Type').fill('contract')
  await editing.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'French' }).click()
  noShield()
  await editing.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(page.getByText('Document updated successfully')).toBeVisible()
  expect(store.table('documents').get(id)).toMatchObject({ type: 'CONTRACT', language: 'fr' })
  noShield()
  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Document Details' })
  await details.getByRole('button', { name: 'Delete' }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete Document' })
  await expect.element(deleting.getByText('This deletes Plan and its file.', { exact: false })).toBeVisible()
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Document deleted successfully')).toBeVisible()
  expect([...store.table('documents').all()]).toEqual([])
})
