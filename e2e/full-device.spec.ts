import { createHash, randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import {
  expectPersisted,
  expectLive,
  goOffline,
  goOnline,
  login,
  loginAndSync,
  openScreen,
  pill,
  rowOf,
  search,
  uniqueName,
} from './support/app.ts'
import { expect, test } from './support/fixtures.ts'
import { createProject } from './support/projects-screen.ts'

const deviceFull = /^This device has no room left, so nothing was saved/
const text = () => randomBytes(9_000).toString('hex')

const mostBytes = 50_000_000

async function createDisk(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page)
  const give = (quotaSize: number) => session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize })
  return {
    give,
    /** The browser caches the free space; only a larger write makes it check again. */
    async fill() {
      await give(1)
      await expect(page.evaluate(writeMore, mostBytes)).resolves.toBe('QuotaExceededError')
    },
  }
}

const writeMore = (bytes: number) =>
  new Promise<string | undefined>((resolve) => {
    const opening = indexedDB.open('more')
    opening.onupgradeneeded = () => void opening.result.createObjectStore('more')
    opening.onerror = () => resolve(opening.error?.name)
    opening.onsuccess = () => {
      const writing = opening.result.transaction('more', 'readwrite')
      for (let each = 0; each < bytes; each += 50_000) writing.objectStore('more').put('x'.repeat(50_000), each)
      writing.onabort = () => resolve(writing.error?.name)
      writing.oncomplete = () => resolve('written')
    }
  })

test.describe('a device that has seen the app before', () => {
  test.use({ takesBrowser: true })

  test('LIVE3 on a full device a new record and a chosen file stay in their forms and are not half saved; once there is space, both are sent', async ({
    device: { page },
    server,
  }) => {
    const disk = await createDisk(page, server.url)
    await disk.give(mostBytes)
    await loginAndSync(page, 'manager')
    const [project, paper] = [uniqueName('Full'), uniqueName('Paper')]
    const words = text()
    await openScreen(page, 'Projects')
    await page.getByRole('button', { name: 'Create Project' }).click()
    const form = page.getByRole('dialog', { name: 'Create New Project' })
    await form.getByLabel('Name').fill(project)
    await form.getByLabel('Description').fill(words)
    await disk.fill()
    await form.getByRole('button', { name: 'Create Project' }).click()
    await expect(page.getByText(deviceFull)).toBeVisible()
    await expect(form.getByLabel('Name')).toHaveValue(project)
    await expect(form.getByLabel('Description')).toHaveValue(words)
    await expect(pill(page, 'Device full')).toBeVisible()
    await disk.give(mostBytes)
    await form.getByRole('button', { name: 'Create Project' }).click()
    await expect(form).toBeHidden()
    await expectLive(page)
    await expect(page.getByText(deviceFull)).toBeHidden()

    await openScreen(page, 'Documents')
    await page.getByRole('button', { name: 'Upload Document' }).click()
    const upload = page.getByRole('dialog', { name: 'Upload Document' })
    const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200_000)])
    await upload
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: `${paper}.pdf`, mimeType: 'application/pdf', buffer })
    await expect(upload.getByLabel('Name')).toHaveValue(paper)
    await disk.fill()
    await upload.getByRole('button', { name: 'Upload Document' }).click()
    await expect(page.getByText(deviceFull)).toBeVisible()
    await expect(upload.getByLabel('Name')).toHaveValue(paper)
    await expect(upload.getByText(`${paper}.pdf`)).toBeVisible()
    await disk.give(mostBytes)
    await upload.getByRole('button', { name: 'Upload Document' }).click()
    await expect(upload).toBeHidden()
    await expectLive(page)
    const manager = await server.as('manager')
    const named = async (path: string, name: string) =>
      (await manager.list(path)).filter((each) => each['name'] === name)
    expect(await named('projects?limit=1000', project)).toMatchObject([{ description: words }])
    const sha256 = createHash('sha256').update(buffer).digest('hex')
    await expect.poll(() => named('documents?limit=1000', paper)).toMatchObject([{ fileState: 'STORED', sha256 }])
  })
})

test.describe('a first visit', () => {
  test.use({ isFirstVisit: true })

  test('LIVE3 a full device shows a notice and recovers once there is space; after an eviction by the browser the person sees the losses, and the rest is synced again', async ({
    page,
    server,
  }) => {
    const manager = await server.as('manager')
    for (let count = 0; count < 60; count += 1)
      await manager.create('projects', { name: uniqueName('Long'), type: 'COMMERCIAL', description: text() })
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1_000_000 })
    await login(page, 'manager')
    // The worker notices only after it has fetched the whole app.
    await expect(page.getByText(/^This device has no room to keep Holdfast itself/)).toBeVisible()
    await expect(pill(page, 'Device full')).toBeVisible()
    await session.send('Storage.overrideQuotaForOrigin', { origin: server.url })
    await expectLive(page)

    await openScreen(page, 'Projects')
    await expectPersisted(page)
    const [kept, lost] = [uniqueName('Kept'), uniqueName('Lost')]
    await createProject(page, { name: kept })
    await expectLive(page)
    await goOffline(page)
    await createProject(page, { name: lost })
    await expect(pill(page, 'Offline, 1 change saved')).toBeVisible()
    const elsewhere = await page.context().newPage()
    await page.close()
    const devtools = await elsewhere.context().newCDPSession(elsewhere)
    await devtools.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'indexeddb' })
    await goOnline(elsewhere)
    await elsewhere.goto('/projects')
    await expect(elsewhere.getByText(/1 change that had not been sent was lost with it/)).toBeVisible()
    await search(elsewhere, kept)
    await expect(rowOf(elsewhere, kept)).toHaveCount(1)
    await expectLive(elsewhere)
  })
})
