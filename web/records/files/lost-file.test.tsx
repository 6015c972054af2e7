import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { filePathOf } from '#schema/kernel/files.ts'
import { DocumentsScreen } from '#web/entities/documents/documents-screen.tsx'
import { hashOf } from '#web/store/base/hash-of.ts'
import { renderScreen } from '#web/test/render.tsx'
import { savedFiles } from '#web/test/saved-files.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'

const content = '%PDF-plan'
const lost = { url: null, fileState: 'NONE', version: 0, sha256: null, size: null } as const
const onServer = { none: lost, 'an older one': { version: 1, sha256: 'b' } } as const
const investor = { ...someone, role: 'INVESTOR' } as const
const details = page.getByRole('dialog', { name: 'Document details' })
const button = (name: string) => details.getByRole('button', { name })

async function setupCachedPlan(version: number) {
  const store = await openTestStore()
  const sha256 = await hashOf(new TextEncoder().encode(content).buffer)
  const id = store.newId()
  store.put('documents', { id, name: 'Plan', url: filePathOf(id), fileState: 'STORED', version, sha256, size: 9 })
  const headers = {
    etag: `"${sha256}"`,
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename*=UTF-8''Plan.pdf`,
  }
  store.server.call = ({ path }) => {
    if (path.startsWith('/api/uploads')) return { status: 503, body: {} }
    return path === filePathOf(id) ? { status: 200, body: null, text: content, headers } : undefined
  }
  await renderScreen(store, DocumentsScreen, { dialog: 'details', record: id })
  await button('Make available offline').click()
  await expect.element(details.getByText('Available offline', { exact: true })).toBeVisible()
  return { store, id, sha256 }
}

test('a file lost on the server is reported and can be uploaded again or saved from this device', async () => {
  const saved = savedFiles()
  const { store, id, sha256 } = await setupCachedPlan(1)
  expect(button('Upload again').elements()).toEqual([])

  store.server.write(['documents', id, { ...store.server.row('documents', id), ...lost }])
  await store.caughtUp()
  await expect.element(details.getByText('On this device, not on the server')).toBeVisible()
  await expect.element(details.getByText(/is missing from the server/)).toBeVisible()
  await button('Save as a file').click()
  await expect.poll(() => saved).toHaveLength(1)
  await button('Upload again').click()
  await expect.element(details.getByText('Pending on this device')).toBeVisible()
  expect(store.files.all).toMatchObject([{ id, name: 'Plan.pdf', sha256, size: 9 }])
  expect(details.getByText(/is missing from the server/).elements()).toEqual([])
})

test('a lost newer version is reported and can be uploaded again from this device', async () => {
  const { store, id, sha256 } = await setupCachedPlan(2)
  store.server.restore(store.server.number)
  store.server.write(['documents', id, { ...store.server.row('documents', id), version: 1, sha256: 'older' }])
  await store.caughtUp()
  await expect.element(details.getByText('Newer version on this device, not on the server')).toBeVisible()
  await expect.element(details.getByText(/has an older version of the file.*still has the newer version/)).toBeVisible()
  await expect.element(button('Save as a file')).toBeVisible()
  await button('Upload again').click()
  await expect.element(details.getByText('Pending on this device')).toBeVisible()
  expect(store.files.all).toMatchObject([{ id, name: 'Plan.pdf', sha256, size: 9 }])
})

const notices = [
  [someone, 'none', 'Missing from the server', /Anyone who still has the file can upload it again/],
  [investor, 'none', 'Missing from the server', /Ask your firm to upload the file again/],
  [
    someone,
    'an older one',
    'Newer version missing from the server',
    /older version.*Anyone who still has it can upload it/,
  ],
  [investor, 'an older one', 'Newer version missing from the server', /older version.*Ask your firm to upload it/],
] as const

for (const [identity, serverState, badge, text] of notices)
  test(`without a local copy and with ${serverState} on the server, ${identity.role} sees that the file is lost and what to do`, async () => {
    const store = await openTestStore(identity)
    const id = store.newId()
    const row = {
      id,
      name: 'Plan',
      url: filePathOf(id),
      fileState: 'STORED',
      version: 2,
      sha256: 'a',
      size: 9,
    } as const
    store.put('documents', row)
    store.put('documents', { id: store.newId(), name: 'Never had one', url: null })
    await store.caughtUp()
    store.server.restore(store.server.number)
    store.server.write(['documents', id, { ...store.server.row('documents', id), ...onServer[serverState] }])
    await renderScreen(store, DocumentsScreen, { dialog: 'details', record: id })
    await store.caughtUp()
    await expect.element(details.getByText(badge, { exact: true })).toBeVisible()
    await expect.element(details.getByText(text)).toBeVisible()
    expect(button('Upload again').elements()).toEqual([])
    expect(page.getByText('No file', { exact: true }).elements()).toHaveLength(1)
  })
