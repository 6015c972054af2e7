import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { filePathOf } from '#schema/kernel/files.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { textPdf } from '#web/test/text-pdf.ts'

const title = page.getByRole('heading', { level: 1 })
const back = page.getByRole('button', { name: 'Back', exact: true })
const viewer = page.getByRole('region', { name: 'plan-2025.pdf' })
const pdfPage = (place: string) => page.getByRole('region', { name: `Page ${place}`, exact: true })
const number = page.getByRole('textbox', { name: 'Page', exact: true })
const plan = textPdf('Harbour quay', 'Lease of the quay', 'Payments')
const pixel = new Uint8Array([
  0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2,
])

const respond = vi.fn<() => Promise<Response>>()
beforeEach(() => {
  respond.mockReset().mockImplementation(async () => new Response(plan))
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
  await expect.element(viewer.getByText('Harbour quay')).toBeInTheDocument()
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
  respond.mockImplementation(async () => new Response(plan))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(viewer.getByText('Harbour quay')).toBeInTheDocument()
})

test('pages are turned with buttons, arrow keys and by number', async () => {
  const { store, view } = await setup()
  await renderApp(store, view)
  await expect.element(pdfPage('1 of 3')).toBeInViewport()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(number).toHaveValue('2')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(number).toHaveValue('3')
  await expect.element(pdfPage('3 of 3')).toBeInViewport()
  await number.fill('1')
  await userEvent.keyboard('{Enter}')
  await expect.element(pdfPage('1 of 3')).toBeInViewport()
  await expect.element(page.getByRole('button', { name: 'Previous page' })).toBeDisabled()
})

test('a search marks its hits, and Enter goes to the next one', async () => {
  const { store, view } = await setup()
  await renderApp(store, view)
  await expect.element(viewer).toBeVisible()
  await userEvent.keyboard('/')
  await userEvent.keyboard('QUAY')
  await expect.element(page.getByText('1 of 2')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('2 of 2')).toBeVisible()
  await expect.element(number).toHaveValue('2')
  const marks = () => [...document.querySelectorAll('mark')].map((mark) => mark.dataset['current'] ?? 'other')
  await expect.poll(() => marks().filter((mark) => mark === 'true')).toHaveLength(1)
  await number.fill('3')
  await userEvent.keyboard('{Enter}')
  await expect.element(pdfPage('3 of 3')).toBeInViewport()
  await number.fill('2')
  await userEvent.keyboard('{Enter}')
  await expect.poll(marks).toContain('true')
  await page.getByRole('searchbox').fill('harbor')
  await expect.element(page.getByText('No matches')).toBeVisible()
})

test('plus and minus zoom', async () => {
  const { store, view } = await setup()
  await renderApp(store, view)
  await expect.element(pdfPage('1 of 3')).toBeVisible()
  const width = () => pdfPage('1 of 3').element().clientWidth
  const before = width()
  await userEvent.keyboard('-')
  await expect.poll(width).toBeLessThan(before)
  const smaller = width()
  await userEvent.keyboard('+')
  await expect.poll(width).toBeGreaterThan(smaller)
  await userEvent.keyboard('-')
  await userEvent.keyboard('0')
  await expect.poll(width).toBe(before)
})

test('Escape closes the file', async () => {
  const { store, id, view } = await setup()
  const { router } = await renderApp(store, view)
  await expect.element(viewer).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => router.state.location.search).toMatchObject({ dialog: 'details', record: id })
})

test('a damaged file says so and can be downloaded', async () => {
  const { store, view } = await setup()
  respond.mockImplementation(async () => new Response('%PDF-1.4 and nothing else'))
  await renderApp(store, view)
  await expect.element(page.getByText('This file cannot be displayed')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download' }).last()).toBeVisible()
})

test('a file that is not uploaded yet opens from this device', async () => {
  const store = await openTestStore()
  store.setStatus({ connection: 'offline' })
  const { id } = store.put('documents', { name: 'Plan' })
  await store.files.add({ entity: 'documents', id }, new File([plan], 'photos.pdf', { type: 'application/pdf' }))
  await renderApp(store, `/documents?dialog=details&record=${id}`)
  await page.getByRole('dialog', { name: 'Document details' }).getByRole('link', { name: 'photos.pdf' }).click()
  await expect.element(page.getByText('Harbour quay')).toBeInTheDocument()
  expect(respond).not.toHaveBeenCalled()
})

test('a file whose record is missing says so', async () => {
  const { store } = await setup()
  await renderApp(store, `/view/documents/${store.newId()}`)
  await expect.element(page.getByText('Record not found')).toBeVisible()
})
