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
  pill,
  rowOf,
  uniqueName,
  uploadDocument,
  waitingMark,
} from './support/app.ts'
import { dispatchSync } from './support/background-sync.ts'
import { expect, test } from './support/fixtures.ts'
import { createProject } from './support/projects-screen.ts'
import type { Server } from './support/server.ts'

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const megabyte = 1024 * 1024
const paperOf = (bytes: number): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)])

const stored = async (server: Server, name: string) =>
  (await (await server.as('manager')).list('documents')).filter((document) => document['name'] === name)

function countBegun(context: BrowserContext): () => number {
  let begun = 0
  context.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === uploadPath) begun += 1
  })
  return () => begun
}

test('FILE9 a file chosen without a connection is uploaded after the app was closed, and is the same', async ({
  device,
  page,
  server,
  stopServer,
  startServer,
}) => {
  const name = uniqueName('Lease')
  const paper = paperOf(megabyte)
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Documents')
  await stopServer()
  await uploadDocument(page, name, paper)
  await expect(rowOf(page, name).getByText('Waits on this device')).toBeVisible()
  await expect(pill(page, 'Offline, 2 changes saved')).toBeVisible()
  const elsewhere = await device.context.newPage()
  await page.close()
  await startServer()
  await expect
    .poll(async () => {
      await dispatchSync(elsewhere, server.url)
      return (await stored(server, name))[0]?.['fileState']
    })
    .toBe('STORED')
  expect(await stored(server, name)).toMatchObject([{ sha256: hashOf(paper), version: 1, size: paper.length }])
})

test('a file that is dropped onto the upload dialog is uploaded, and is the same', async ({ page, server }) => {
  const name = uniqueName('Dropped')
  const paper = paperOf(1000)
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Documents')
  await page.getByRole('button', { name: 'Upload Document' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Upload Document' })
  const dataTransfer = await page.evaluateHandle(
    ([file, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], file, { type: 'application/pdf' }))
      return transfer
    },
    [`${name}.pdf`, paper.toString('base64')] as const,
  )
  const place = dialog.getByText('File', { exact: true })
  await place.dispatchEvent('dragover', { dataTransfer })
  await place.dispatchEvent('drop', { dataTransfer })
  await expect(dialog.getByText(`${name}.pdf`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload Document' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(async () => (await stored(server, name))[0]?.['fileState']).toBe('STORED')
  expect(await stored(server, name)).toMatchObject([{ sha256: hashOf(paper), version: 1, size: paper.length }])
})

test('FILE3 an upload resumes after kills of the page and the server on a line that keeps breaking, and the file is the same; a slow line is only slow', async ({
  far,
  network,
  server,
}) => {
  const name = uniqueName('Report')
  const paper = paperOf(4 * megabyte)
  await loginAndSync(far.page, 'manager')
  await openScreen(far.page, 'Documents')
  network.swallowAfter(1.5 * megabyte)
  await uploadDocument(far.page, name, paper)
  await network.swallows
  await expect(rowOf(far.page, name).getByText(/^Sending, [1-9]/)).toBeVisible()
  const again = await far.context.newPage()
  await far.page.close()
  const begunAnew = countBegun(far.context)

  network.heal()
  network.swallowAfter(1.5 * megabyte)
  await again.goto('/documents')
  await network.swallows
  await server.kill()
  await server.start()
  network.breakEvery(megabyte)
  await again.reload()
  await expect.poll(async () => (await stored(server, name))[0]?.['fileState']).toBe('STORED')
  expect(await stored(server, name)).toMatchObject([{ sha256: hashOf(paper), version: 1 }])
  network.heal()
  await expect(rowOf(again, name).getByText(/Sending|Waits/)).toHaveCount(0)
  expect(begunAnew()).toBe(0)

  const slowly = uniqueName('Slow')
  await again.reload()
  network.slow(50_000)
  const slow = paperOf(200_000)
  await uploadDocument(again, slowly, slow)
  await expect(rowOf(again, slowly).getByText(/^Sending, [1-9]/)).toBeVisible()
  await expect(pill(again, /Sync: (Offline|Checking)/)).toHaveCount(0)
  await expect.poll(async () => (await stored(server, slowly))[0]?.['fileState']).toBe('STORED')
  expect(await stored(server, slowly)).toMatchObject([{ sha256: hashOf(slow), version: 1 }])
})

test('WHO7 a cached file opens offline, and after a logout no cached or waiting file is in the profile folder', async ({
  device,
  page,
  server,
  stopServer,
}) => {
  const [canary, smallCanary, cachedCanary] = [newCanary(), newCanary(), newCanary()]
  const names = { investor: newCanary(), project: newCanary(), file: newCanary() }
  const manager = await server.as('manager')
  const name = uniqueName('Statute')
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Documents')
  await uploadDocument(page, name, Buffer.from(`%PDF-1.7\n`.padEnd(200_000, cachedCanary)))
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await expect(page.getByText('Kept on this device', { exact: true })).toBeVisible()
  await manager.create('investors', {
    firstName: names.investor,
    email: `${uniqueName('a').replace(' ', '')}@demo.test`,
  })
  await expect.poll(() => filesContaining(device.profile, names.investor)).not.toEqual([])
  await expectLive(page)
  const kept = (await stored(server, name))[0]!.id
  const papers = await manager.list('documents')
  const other = papers.find(({ id, fileState }) => fileState === 'STORED' && id !== kept)!.id
  await stopServer()
  const tab = await device.context.newPage()
  await tab.goto(`/files/${other}`)
  await expect(tab.getByRole('heading', { name: 'The file does not open now' })).toBeVisible()
  await tab.close()
  const read = () => page.evaluate(async (path) => (await fetch(path)).text(), `/files/${kept}`)
  expect(await read()).toContain(cachedCanary)
  await page.keyboard.press('Escape')
  await uploadDocument(page, names.file, Buffer.from(`%PDF-${canary}`.padEnd(200_000, canary)))
  await uploadDocument(page, uniqueName('Note'), Buffer.from(`%PDF-${smallCanary}`))
  // The browser's log may hold deleted small values for long; a blob is a file and is deleted at once.
  const isBlob = (path: string) => path.includes('.indexeddb.blob')
  for (const each of [canary, smallCanary]) {
    const places = await filesContaining(device.profile, each)
    expect([places.length > 0, places.filter((path) => !isBlob(path))]).toEqual([true, []])
  }
  await openScreen(page, 'Projects')
  await createProject(page, { name: names.project })
  for (const each of Object.values(names))
    await expect.poll(() => filesContaining(device.profile, each)).not.toEqual([])
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Discard and log out' }).click()
  await page.getByRole('dialog', { name: /lose/ }).getByRole('button', { name: 'Discard and log out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()
  // The worker may still cache what it has read; the browser stops it only after half a minute of idling.
  const devtools = await device.context.newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  for (const each of [canary, smallCanary, ...Object.values(names)])
    await expect.poll(() => filesContaining(device.profile, each)).toEqual([])
  await expect.poll(() => filesContaining(device.profile, cachedCanary)).toEqual([])
  await expect(read()).rejects.toThrow('Failed to fetch')
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

test.describe('with the network cable as the only tool', () => {
  test.use({ takesBrowser: true })

  test('a person starts, works, loses their tab, their browser and their session, and reconnects: nothing is lost and nothing is there twice', async ({
    far,
    network,
    server,
  }) => {
    const [before, after, name] = [uniqueName('Before'), uniqueName('After'), uniqueName('Deed')]
    const paper = paperOf(2 * megabyte)
    await loginAndSync(far.page, 'manager')
    await openScreen(far.page, 'Projects')
    network.unplug()
    await createProject(far.page, { name: before })
    await openScreen(far.page, 'Documents')
    await uploadDocument(far.page, name, paper)
    await expect(pill(far.page, 'Offline, 3 changes saved')).toBeVisible()
    const tab = await far.context.newPage()
    await far.page.close()

    network.heal()
    network.swallowAfter(megabyte)
    await tab.goto('/documents')
    await network.swallows
    await expect(rowOf(tab, name).getByText(/^Sending, [1-9]/)).toBeVisible()
    network.unplug()
    const restarted = await far.kill()
    const begunAnew = countBegun(far.context)
    // The browser writes cookies half a minute late, so a young session's would be lost.
    await far.context.clearCookies()
    await restarted.goto('/projects')
    await createProject(restarted, { name: after })
    await expect(pill(restarted, /^Sync: Offline, [23] changes saved/)).toBeVisible()

    network.heal()
    await expect(restarted.getByText(/^You are signed out. [23] changes are safe on this device/)).toBeVisible()
    await expect(pill(restarted, 'Signed out')).toBeVisible()
    await expect(waitingMark(await findRow(restarted, after))).toBeVisible()
    await restarted.getByRole('button', { name: 'Sign in', exact: true }).click()
    await fillSignIn(restarted, accounts.manager, password)
    await expectLive(restarted)
    await expect.poll(async () => (await stored(server, name))[0]?.['fileState']).toBe('STORED')
    expect(await stored(server, name)).toMatchObject([{ sha256: hashOf(paper), version: 1 }])
    expect(begunAnew()).toBe(0)
    const names = (await (await server.as('manager')).list('projects')).map((project) => project['name'])
    for (const each of [before, after]) expect(names.filter((found) => found === each)).toHaveLength(1)
  })
})
