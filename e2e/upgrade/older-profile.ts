// A browser profile created with the older build, with unsent changes and files.
import { createHash } from 'node:crypto'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import type { ApiRow } from '../support/api.ts'
import { loginAndSync, openScreen, syncButton, rowOf, uploadDocument } from '../support/app.ts'
import { createDevice } from '../support/device.ts'
import type { Server } from '../support/server.ts'
import type { TwoBuilds } from '../support/two-builds.ts'
import { createFirm, type Firm } from './firm.ts'
import { unsentChanges } from './unsent-changes.ts'

export interface OlderProfile {
  readonly folder: string
  readonly firm: Firm
}

/** Incompressible, and the same each time. */
const randomBytesFor = (name: string): Buffer => createHash('shake256', { outputLength: 100_000 }).update(name).digest()
const pdfNamed = (name: string): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytesFor(name)])
export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
export const pdfs = { cached: pdfNamed('cached'), waiting: pdfNamed('waiting'), shared: pdfNamed('shared') }
export const draft = 'UpDraft'
/** The document of the pending upload and the file itself count, too. */
export const unsentCount = Object.keys(unsentChanges).length + 2

export async function makeOlderProfile(server: Server, proxy: TwoBuilds): Promise<OlderProfile> {
  const records = await createFirm(server)
  const device = await createDevice(proxy.url)
  const { page } = device
  await loginAndSync(page, 'manager')
  const firm = { ...records, cachedDocument: await cacheFile(page, server) }
  const shareSource = await device.context.newPage()
  // A same-origin page without the app; /share rejects other origins.
  await shareSource.goto(`${proxy.url}/healthz`)
  proxy.disconnect()
  for (const { perform } of Object.values(unsentChanges)) await perform(page, firm)
  await page.goto('/documents')
  await uploadDocument(page, 'UpWaiting', pdfs.waiting)
  await expect(syncButton(page, `Offline, ${unsentCount} changes saved`)).toBeVisible()
  await shareSource.evaluate(shareFile, ['UpShared.pdf', pdfs.shared.toString('base64')] as const)
  await expect(shareSource.getByRole('dialog', { name: 'Upload Document' }).getByText('UpShared.pdf')).toBeVisible()
  await page.goto('/investors?dialog=create')
  await page.getByRole('dialog', { name: 'Add New Investor' }).getByLabel('Last Name').fill(draft)
  await expect.poll(() => page.evaluate(isDraftStored, draft)).toBe(true)
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-older-profile-'))
  await device.context.close()
  await cp(device.profile, folder, { recursive: true })
  await device.remove()
  return { folder, firm }
}

async function cacheFile(page: Page, server: Server): Promise<ApiRow> {
  const manager = await server.signIn('manager')
  await openScreen(page, 'Documents')
  await uploadDocument(page, 'UpCached', pdfs.cached)
  const find = async () => (await manager.list('documents')).find(({ name }) => name === 'UpCached')
  await expect.poll(async () => (await find())?.['fileState']).toBe('STORED')
  await rowOf(page, 'UpCached').getByRole('button', { name: 'UpCached', exact: true }).click()
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await expect(page.getByText('Kept on this device', { exact: true })).toBeVisible()
  return (await find())!
}

function shareFile([name, base64]: readonly [string, string]): void {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  const files = new DataTransfer()
  files.items.add(new File([bytes], name, { type: 'application/pdf' }))
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' })
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', name: 'files', files: files.files })
  form.append(input)
  document.documentElement.append(form)
  form.submit()
}

async function isDraftStored(text: string): Promise<boolean> {
  for (const { name } of await indexedDB.databases()) {
    if (!name!.endsWith('--device')) continue
    const opened = indexedDB.open(name!)
    await new Promise((resolve) => (opened.onsuccess = resolve))
    const rows = opened.result.transaction('docs').objectStore('docs').getAll()
    await new Promise((resolve) => (rows.onsuccess = resolve))
    opened.result.close()
    if (JSON.stringify(rows.result).includes(text)) return true
  }
  return false
}
