import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright/test'
import { uploadPath } from '../schema/kernel/files.ts'
import { accounts, password } from './support/accounts.ts'
import {
  expectLive,
  fillSignIn,
  findRow,
  loginAndSync,
  openScreen,
  syncButton,
  rowOf,
  uniqueName,
  uploadDocument,
  pendingBadge,
} from './support/app.ts'
import { dispatchSync } from './support/background-sync.ts'
import { expect, test } from './support/fixtures.ts'
import { createProject } from './support/projects-screen.ts'
import type { Server } from './support/server.ts'

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const megabyte = 1024 * 1024
const randomPdf = (bytes: number): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)])

const storedDocuments = async (server: Server, name: string) =>
  (await (await server.signIn('manager')).list('documents')).filter((document) => document['name'] === name)

function countUploadsCreated(context: BrowserContext): () => number {
  let created = 0
  context.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === uploadPath) created += 1
  })
  return () => created
}

test('FILE9 a file chosen offline is uploaded unchanged after the app has been closed', async ({
  device,
  page,
  server,
  stopServer,
  startServer,
}) => {
  const name = uniqueName('Lease')
  const pdf = randomPdf(megabyte)
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Documents')
  await stopServer()
  await uploadDocument(page, name, pdf)
  await expect(rowOf(page, name).getByText('Pending on this device')).toBeVisible()
  await expect(syncButton(page, 'Offline, 2 changes saved')).toBeVisible()
  const blankPage = await device.context.newPage()
  await page.close()
  await startServer()
  await expect
    .poll(async () => {
      await dispatchSync(blankPage, server.url)
      return (await storedDocuments(server, name))[0]?.['fileState']
    })
    .toBe('STORED')
  expect(await storedDocuments(server, name)).toMatchObject([{ sha256: hashOf(pdf), version: 1, size: pdf.length }])
})

test('a file dropped onto the upload dialog is uploaded unchanged', async ({ page, server }) => {
  const name = uniqueName('Dropped')
  const pdf = randomPdf(1000)
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Documents')
  await page.getByRole('button', { name: 'Upload document' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Upload document' })
  const dataTransfer = await page.evaluateHandle(
    ([file, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], file, { type: 'application/pdf' }))
      return transfer
    },
    [`${name}.pdf`, pdf.toString('base64')] as const,
  )
  const dropZone = dialog.getByText('File', { exact: true })
  await dropZone.dispatchEvent('dragover', { dataTransfer })
  await dropZone.dispatchEvent('drop', { dataTransfer })
  await expect(dialog.getByText(`${name}.pdf`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload document' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(async () => (await storedDocuments(server, name))[0]?.['fileState']).toBe('STORED')
  expect(await storedDocuments(server, name)).toMatchObject([{ sha256: hashOf(pdf), version: 1, size: pdf.length }])
})

test('FILE3 an upload survives a closed page, a killed server and a flaky connection; a slow connection is not offline', async ({
  proxiedDevice,
  network,
  server,
}) => {
  const name = uniqueName('Report')
  const pdf = randomPdf(4 * megabyte)
  await loginAndSync(proxiedDevice.page, 'manager')
  await openScreen(proxiedDevice.page, 'Documents')
  network.stopRespondingAfter(1.5 * megabyte)
  await uploadDocument(proxiedDevice.page, name, pdf)
  await network.stoppedResponding
  await expect(rowOf(proxiedDevice.page, name).getByText(/^Uploading, [1-9]/)).toBeVisible()
  const newPage = await proxiedDevice.context.newPage()
  await proxiedDevice.page.close()
  const uploadsCreated = countUploadsCreated(proxiedDevice.context)

  network.reconnect()
  network.stopRespondingAfter(1.5 * megabyte)
  await newPage.goto('/documents')
  await network.stoppedResponding
  await server.kill()
  await server.start()
  network.breakEvery(megabyte)
  await newPage.reload()
  await expect
    .poll(async () => (await storedDocuments(server, name))[0]?.['fileState'], { timeout: 180_000 })
    .toBe('STORED')
  expect(await storedDocuments(server, name)).toMatchObject([{ sha256: hashOf(pdf), version: 1 }])
  network.reconnect()
  await expect(rowOf(newPage, name).getByText(/Uploading|Pending/)).toHaveCount(0)
  expect(uploadsCreated()).toBe(0)

  const slowName = uniqueName('Slow')
  await newPage.reload()
  network.throttle(50_000)
  const slow = randomPdf(200_000)
  await uploadDocument(newPage, slowName, slow)
  await expect(rowOf(newPage, slowName).getByText(/^Uploading, [1-9]/)).toBeVisible()
  await expect(syncButton(newPage, /Sync: (Offline|Checking)/)).toHaveCount(0)
  await expect.poll(async () => (await storedDocuments(server, slowName))[0]?.['fileState']).toBe('STORED')
  expect(await storedDocuments(server, slowName)).toMatchObject([{ sha256: hashOf(slow), version: 1 }])
})

test('WHO7 a cached file opens offline, and signing out removes cached and pending files from the browser profile', async ({
  device,
  page,
  server,
  stopServer,
}) => {
  const [canary, smallCanary, cachedCanary] = [newCanary(), newCanary(), newCanary()]
  const names = { investor: newCanary(), project: newCanary(), file: newCanary() }
  const manager = await server.signIn('manager')
  const name = uniqueName('Bylaws')
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Documents')
  await uploadDocument(page, name, Buffer.from(`%PDF-1.7\n`.padEnd(200_000, cachedCanary)))
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Make available offline' }).click()
  await expect(page.getByText('Available offline', { exact: true })).toBeVisible()
  await manager.create('investors', {
    firstName: names.investor,
    email: `${uniqueName('a').replace(' ', '')}@demo.test`,
  })
  await expect.poll(() => filesContaining(device.profile, names.investor)).not.toEqual([])
  await expectLive(page)
  const cachedId = (await storedDocuments(server, name))[0]!.id
  const documents = await manager.list('documents')
  const uncachedId = documents.find(({ id, fileState }) => fileState === 'STORED' && id !== cachedId)!.id
  await stopServer()
  const tab = await device.context.newPage()
  await tab.goto(`/files/${uncachedId}`)
  await expect(tab.getByRole('heading', { name: 'File not available' })).toBeVisible()
  await tab.close()
  const readCached = () => page.evaluate(async (path) => (await fetch(path)).text(), `/files/${cachedId}`)
  expect(await readCached()).toContain(cachedCanary)
  await page.keyboard.press('Escape')
  await uploadDocument(page, names.file, Buffer.from(`%PDF-${canary}`.padEnd(200_000, canary)))
  await uploadDocument(page, uniqueName('Note'), Buffer.from(`%PDF-${smallCanary}`))
  // The IndexedDB log may retain small deleted values for a long time; a blob is a file and is deleted immediately.
  const isBlob = (path: string) => path.includes('.indexeddb.blob')
  for (const each of [canary, smallCanary]) {
    const paths = await filesContaining(device.profile, each)
    expect([paths.length > 0, paths.filter((path) => !isBlob(path))]).toEqual([true, []])
  }
  await openScreen(page, 'Projects')
  await createProject(page, { name: names.project })
  for (const each of Object.values(names))
    await expect.poll(() => filesContaining(device.profile, each)).not.toEqual([])
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Discard and sign out' }).click()
  await page.getByRole('dialog', { name: /lose/ }).getByRole('button', { name: 'Discard and sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()
  // The worker may still cache what it has read; the browser stops it only after half a minute of idling.
  const devtools = await device.context.newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  for (const each of [canary, smallCanary, ...Object.values(names)])
    await expect.poll(() => filesContaining(device.profile, each)).toEqual([])
  await expect.poll(() => filesContaining(device.profile, cachedCanary)).toEqual([])
  await expect(readCached()).rejects.toThrow('Failed to fetch')
})

const newCanary = (): string => randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x')

async function filesContaining(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file).catch(() => Buffer.of())
      return bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le')) ? [file] : []
    }),
  )
  return found.flat()
}

test.describe('on a bad network', () => {
  test.use({ usesFreshBrowser: true })

  test('work survives the loss of the tab, the browser and the session: nothing is lost or duplicated', async ({
    proxiedDevice,
    network,
    server,
  }) => {
    const [before, after, name] = [uniqueName('Before'), uniqueName('After'), uniqueName('Deed')]
    const pdf = randomPdf(2 * megabyte)
    await loginAndSync(proxiedDevice.page, 'manager')
    await openScreen(proxiedDevice.page, 'Projects')
    network.disconnect()
    await createProject(proxiedDevice.page, { name: before })
    await openScreen(proxiedDevice.page, 'Documents')
    await uploadDocument(proxiedDevice.page, name, pdf)
    await expect(syncButton(proxiedDevice.page, 'Offline, 3 changes saved')).toBeVisible()
    const tab = await proxiedDevice.context.newPage()
    await proxiedDevice.page.close()

    network.reconnect()
    network.stopRespondingAfter(megabyte)
    await tab.goto('/documents')
    await network.stoppedResponding
    await expect(rowOf(tab, name).getByText(/^Uploading, [1-9]/)).toBeVisible()
    network.disconnect()
    const restarted = await proxiedDevice.kill()
    const uploadsCreated = countUploadsCreated(proxiedDevice.context)
    // The browser flushes cookies up to 30 s late, so a new session's cookie might be lost.
    await proxiedDevice.context.clearCookies()
    await restarted.goto('/projects')
    await createProject(restarted, { name: after })
    await expect(syncButton(restarted, /^Sync: Offline, [23] changes saved/)).toBeVisible()

    network.reconnect()
    await expect(
      restarted.getByText(/^You are signed out. [23] unsent changes or files are saved on this device/),
    ).toBeVisible()
    await expect(syncButton(restarted, 'Signed out')).toBeVisible()
    await expect(pendingBadge(await findRow(restarted, after))).toBeVisible()
    await restarted.getByRole('button', { name: 'Sign in', exact: true }).click()
    await fillSignIn(restarted, accounts.manager, password)
    await expectLive(restarted)
    await expect.poll(async () => (await storedDocuments(server, name))[0]?.['fileState']).toBe('STORED')
    expect(await storedDocuments(server, name)).toMatchObject([{ sha256: hashOf(pdf), version: 1 }])
    expect(uploadsCreated()).toBe(0)
    const names = (await (await server.signIn('manager')).list('projects')).map((project) => project['name'])
    for (const each of [before, after]) expect(names.filter((found) => found === each)).toHaveLength(1)
  })
})
