import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { filePathOf } from '#schema/kernel/files.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore } from '#web/test/test-store.ts'

const title = page.getByRole('heading', { level: 1 })
const back = page.getByRole('button', { name: 'Back', exact: true })
const frame = () => document.querySelector('iframe')
const pixel = new Uint8Array([
  0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2,
])

const respond = vi.fn<() => Promise<Response>>()
beforeEach(() => {
  respond.mockReset().mockImplementation(async () => new Response('%PDF-plan'))
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    path.startsWith('/files/') ? respond() : real(path, init),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
})

async function setup(mimeType = 'application/pdf') {
  const store = await openTestStore()
  const id = store.newId()
  const file = { fileName: 'plan-2025.pdf', mimeType, fileState: 'STORED', version: 1, sha256: 'a', size: 9 }
  store.put('documents', { id, name: 'Plan', url: filePathOf(id), ...file })
  return { store, id, view: `/view/documents/${id}` }
}

test('View shows a PDF in a page of the app under its name; Back leads to the record it came from', async () => {
  const { store, id, view } = await setup()
  const { router } = await renderApp(store, `/documents?dialog=details&record=${id}`)
  const details = page.getByRole('dialog', { name: 'Document details' })
  const link = details.getByRole('link', { name: 'View' })
  await expect.element(link).toHaveAttribute('href', view)
  await expect.element(link).not.toHaveAttribute('target')
  await link.click()
  await expect.element(title).toHaveTextContent('plan-2025.pdf')
  expect(router.state.location.pathname).toBe(view)
  await expect.poll(() => frame()?.src).toMatch(/^blob:/)
  expect(frame()!.title).toBe('plan-2025.pdf')
  await back.click()
  await expect.element(details).toBeVisible()
  expect(router.state.location).toMatchObject({ pathname: '/documents', search: { record: id } })
})

test('when opened by its address, Back leads to the record in its list', async () => {
  const { store, id, view } = await setup()
  const { router } = await renderApp(store, view)
  await back.click()
  await expect.poll(() => router.state.location.pathname).toBe('/documents')
  expect(router.state.location.search).toMatchObject({ dialog: 'details', record: id })
})

test('an image is shown unchanged', async () => {
  const { store, view } = await setup('image/png')
  respond.mockImplementation(async () => new Response(pixel))
  await renderApp(store, view)
  await expect
    .element(page.getByRole('img', { name: 'plan-2025.pdf' }))
    .toHaveAttribute('src', expect.stringMatching(/^blob:/))
})

test('an unreachable file that is not on the device says so, and opens when tried again', async () => {
  const { store, view } = await setup()
  respond.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  await renderApp(store, view)
  await expect.element(page.getByText('File not available')).toBeVisible()
  respond.mockImplementation(async () => new Response('%PDF-plan'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => frame()?.src).toMatch(/^blob:/)
})

test('a browser that cannot show PDFs inside a page offers to open or download the file', async () => {
  const viewer = vi.spyOn(navigator, 'pdfViewerEnabled', 'get').mockReturnValue(false)
  onTestFinished(() => viewer.mockRestore())
  const { store, id, view } = await setup()
  await renderApp(store, view)
  await expect.element(page.getByText('This browser cannot preview the file')).toBeVisible()
  const open = page.getByRole('link', { name: 'Open file' })
  await expect.element(open).toHaveAttribute('href', filePathOf(id))
  await expect.element(open).toHaveAttribute('target', '_blank')
  await expect.element(page.getByRole('button', { name: 'Download' })).toBeVisible()
  expect(respond).not.toHaveBeenCalled()
})

test('a file whose record is missing says so', async () => {
  const { store } = await setup()
  await renderApp(store, `/view/documents/${store.newId()}`)
  await expect.element(page.getByText('Record not found')).toBeVisible()
})
