import { createHash, randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import {
  expectSyncIdle,
  expectLive,
  goOffline,
  goOnline,
  login,
  loginAndSync,
  openScreen,
  syncButton,
  rowOf,
  search,
  uniqueName,
} from './support/app.ts'
import { expect, test } from './support/fixtures.ts'
import { createProject } from './support/projects-screen.ts'

const deviceFull = /^This device has run out of storage, so nothing was saved/
const longText = () => randomBytes(9_000).toString('hex')

const quotaBytes = 50_000_000

async function limitQuota(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page)
  const setQuota = (quotaSize: number) => session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize })
  return {
    give: setQuota,
    /** The browser caches the free space; only a larger write makes it check again. */
    async fill() {
      await setQuota(1)
      await expect(page.evaluate(writeBytes, quotaBytes)).resolves.toBe('QuotaExceededError')
    },
  }
}

const writeBytes = (bytes: number) =>
  new Promise<string | undefined>((resolve) => {
    const openRequest = indexedDB.open('more')
    openRequest.onupgradeneeded = () => void openRequest.result.createObjectStore('more')
    openRequest.onerror = () => resolve(openRequest.error?.name)
    openRequest.onsuccess = () => {
      const transaction = openRequest.result.transaction('more', 'readwrite')
      for (let key = 0; key < bytes; key += 50_000) transaction.objectStore('more').put('x'.repeat(50_000), key)
      transaction.onabort = () => resolve(transaction.error?.name)
      transaction.oncomplete = () => resolve('written')
    }
  })

test.describe('a device that has seen the app before', () => {
  test.use({ usesFreshBrowser: true })

  test('LIVE3 on a full device a new record and a file stay in their forms; once there is space, both are sent', async ({
    device: { page },
    server,
  }) => {
    const quota = await limitQuota(page, server.url)
    await quota.give(quotaBytes)
    await loginAndSync(page, 'manager')
    const [project, documentName] = [uniqueName('Full'), uniqueName('Paper')]
    const description = longText()
    await openScreen(page, 'Projects')
    await page.getByRole('button', { name: 'Create project' }).click()
    const form = page.getByRole('dialog', { name: 'Create New Project' })
    await form.getByLabel('Name').fill(project)
    await form.getByLabel('Description').fill(description)
    await quota.fill()
    await form.getByRole('button', { name: 'Create project' }).click()
    await expect(page.getByText(deviceFull)).toBeVisible()
    await expect(form.getByLabel('Name')).toHaveValue(project)
    await expect(form.getByLabel('Description')).toHaveValue(description)
    await expect(syncButton(page, 'Device storage full')).toBeVisible()
    await quota.give(quotaBytes)
    await form.getByRole('button', { name: 'Create project' }).click()
    await expect(form).toBeHidden()
    await expectLive(page)
    await expect(page.getByText(deviceFull)).toBeHidden()

    await openScreen(page, 'Documents')
    await page.getByRole('button', { name: 'Upload document' }).click()
    const upload = page.getByRole('dialog', { name: 'Upload document' })
    const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200_000)])
    await upload
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: `${documentName}.pdf`, mimeType: 'application/pdf', buffer })
    await expect(upload.getByLabel('Name')).toHaveValue(documentName)
    await quota.fill()
    await upload.getByRole('button', { name: 'Upload document' }).click()
    await expect(page.getByText(deviceFull)).toBeVisible()
    await expect(upload.getByLabel('Name')).toHaveValue(documentName)
    await expect(upload.getByText(`${documentName}.pdf`)).toBeVisible()
    await quota.give(quotaBytes)
    await upload.getByRole('button', { name: 'Upload document' }).click()
    await expect(upload).toBeHidden()
    await expectLive(page)
    const manager = await server.signIn('manager')
    const rowsNamed = async (path: string, name: string) =>
      (await manager.list(path)).filter((written) => written['name'] === name)
    expect(await rowsNamed('projects?limit=1000', project)).toMatchObject([{ description }])
    const sha256 = createHash('sha256').update(buffer).digest('hex')
    await expect
      .poll(() => rowsNamed('documents?limit=1000', documentName))
      .toMatchObject([{ fileState: 'STORED', sha256 }])
  })
})

test.describe('a first visit', () => {
  test.use({ isFirstVisit: true })

  test('LIVE3 a full device shows a notice and recovers; after an eviction the losses are shown and the rest is synced again', async ({
    page,
    server,
  }) => {
    const manager = await server.signIn('manager')
    for (let count = 0; count < 60; count += 1)
      await manager.create('projects', { name: uniqueName('Long'), type: 'COMMERCIAL', description: longText() })
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1_000_000 })
    await login(page, 'manager')
    // The worker notices only after it has fetched the whole app.
    await expect(page.getByText(/^This device has run out of storage, so Holdfast may not open offline/)).toBeVisible()
    await expect(syncButton(page, 'Device storage full')).toBeVisible()
    await session.send('Storage.overrideQuotaForOrigin', { origin: server.url })
    await expectLive(page)

    await openScreen(page, 'Projects')
    await expectSyncIdle(page)
    const [synced, unsent] = [uniqueName('Kept'), uniqueName('Lost')]
    await createProject(page, { name: synced })
    await expectLive(page)
    await goOffline(page)
    await createProject(page, { name: unsent })
    await expect(syncButton(page, 'Offline, 1 change saved')).toBeVisible()
    const newPage = await page.context().newPage()
    await page.close()
    const devtools = await newPage.context().newCDPSession(newPage)
    await devtools.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'indexeddb' })
    await goOnline(newPage)
    await newPage.goto('/projects')
    await expect(newPage.getByText(/1 unsent change or file was lost/)).toBeVisible()
    await search(newPage, synced)
    await expect(rowOf(newPage, synced)).toHaveCount(1)
    await expectLive(newPage)
  })
})
