import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { filePathOf } from '#schema/kernel/files.ts'
import { DocumentsScreen } from '#web/entities/documents/documents-screen.tsx'
import { hashOf } from '#web/store/base/hash-of.ts'
import { renderScreen } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'

const content = '%PDF-plan'
const details = page.getByRole('dialog', { name: 'Document details' })
const pinButton = details.getByRole('button', { name: 'Make available offline' })

async function setupDocument() {
  const store = await openTestStore()
  const sha256 = await hashOf(new TextEncoder().encode(content).buffer)
  const id = store.newId()
  store.put('documents', { id, name: 'Plan', url: filePathOf(id), fileState: 'STORED', version: 1, sha256, size: 9 })
  store.server.call = ({ path }) =>
    path === filePathOf(id) ? { status: 200, body: null, text: content, headers: { etag: `"${sha256}"` } } : undefined
  await renderScreen(store, DocumentsScreen, { dialog: 'details', record: id })
  return store
}

test('a pinned file stays on the device until it is unpinned', async () => {
  const store = await setupDocument()
  await pinButton.click()
  await expect.element(details.getByText('Available offline', { exact: true })).toBeVisible()
  await expect.element(page.getByText('File available offline on this device')).toBeVisible()
  expect(store.offlineFiles.all).toMatchObject([{ pinned: true, size: 9 }])
  await details.getByRole('button', { name: 'Turn off offline availability' }).click()
  await expect.element(details.getByText('Temporarily available offline', { exact: true })).toBeVisible()
  await expect.element(pinButton).toBeVisible()
})

test('on a portrait tablet the text of the button is not truncated', async () => {
  await setupDocument()
  await page.viewport(820, 1180)
  await expect.element(details.getByRole('button', { name: 'Back' })).toBeVisible()
  const truncated = () =>
    [pinButton.element(), ...pinButton.element().querySelectorAll('*')].filter(
      (each) => each.scrollWidth > each.clientWidth + 1,
    )
  await expect.element(pinButton).toBeVisible()
  expect(truncated().filter((each) => getComputedStyle(each).overflowX !== 'visible')).toEqual([])
})

test('a file that cannot be fetched or stored is not shown as pinned', async () => {
  const store = await setupDocument()
  const { call } = store.server
  store.server.call = () => ({ status: 503, body: {} })
  await pinButton.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  store.server.call = call
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  onTestFinished(() => put.mockRestore())
  put.mockImplementation(() => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
  })
  await pinButton.click()
  await expect.element(page.getByText(/^This device has run out of storage, so nothing was saved/)).toBeVisible()
  expect(store.offlineFiles.all).toEqual([])
})
