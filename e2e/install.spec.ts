import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sharedFilesField, sharePath } from '../schema/app/shared-files.ts'
import { loginAndSync, rowOf } from './support/app.ts'
import { setLanguage } from './support/screens.ts'
import { expect, test } from './support/fixtures.ts'

interface ImageResource {
  readonly src: string
}

interface Manifest {
  readonly icons: ImageResource[]
  readonly screenshots: ImageResource[]
  readonly shortcuts: { readonly icons: ImageResource[] }[]
  readonly share_target: { readonly action: string; readonly params: { readonly files: { readonly name: string }[] } }
  readonly file_handlers: { readonly action: string }[]
}

test('the app can be installed', async ({ page }) => {
  await loginAndSync(page, 'manager')
  const session = await page.context().newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const { errors, manifest } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(manifest?.shortcuts?.map(({ name }) => name)).toEqual(['Projects', 'Investors', 'Investments'])
  await setLanguage(page, 'ar')
  const personalized = await session.send('Page.getAppManifest')
  expect([personalized.errors, personalized.manifest?.id]).toEqual([[], manifest?.id])
  expect(personalized.manifest?.shortcuts?.map(({ name }) => name)).toEqual(['المشاريع', 'المستثمرون', 'الاستثمارات'])
})

test('a file shared by another app while offline appears in the upload dialog', async ({
  page,
  server,
  stopServer,
}) => {
  await loginAndSync(page, 'manager')
  // A page of this origin without the app: the worker rejects forms of other origins.
  await page.goto(`${server.url}/healthz`)
  await stopServer()
  await page.evaluate(shareFile, 'Lease.pdf')
  const dialog = page.getByRole('dialog', { name: 'Upload document' })
  await expect(dialog.getByText('Lease.pdf')).toBeVisible()
  await dialog.getByRole('button', { name: 'Use file' }).click()
  await dialog.getByRole('button', { name: 'Upload document' }).click()
  await expect(rowOf(page, 'Lease').getByText('Pending on this device')).toBeVisible()

  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Discard and sign out' }).click()
  await page.getByRole('dialog', { name: /lose/ }).getByRole('button', { name: 'Discard and sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()
  await page.evaluate(shareFile, 'Nobodys.pdf')
  await expect(page.getByRole('heading', { name: 'The file was not added to Holdfast' })).toBeVisible()
  await expect(page.getByText('No one is signed in', { exact: false })).toBeVisible()
})

test.describe('the installed app', () => {
  test.use({ usesFreshBrowser: true })

  test('a PDF opened with the installed app appears in the upload dialog, even offline', async ({
    page,
    server,
    stopServer,
  }) => {
    await loginAndSync(page, 'manager')
    const session = await page.context().newCDPSession(page)
    const manifestId = `${server.url}/`
    await session.send('PWA.install', { manifestId, installUrlOrBundleUrl: manifestId })
    await stopServer()
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-opened-'))
    const file = join(folder, 'Lease.pdf')
    await writeFile(file, '%PDF-1.7')
    await session.send('PWA.launchFilesInApp', { manifestId, files: [file] })
    const dialog = page.getByRole('dialog', { name: 'Upload document' })
    await expect(dialog.getByText('Lease.pdf')).toBeVisible()
    await dialog.getByRole('button', { name: 'Upload document' }).click()
    await expect(rowOf(page, 'Lease').getByText('Pending on this device')).toBeVisible()
    await rm(folder, { recursive: true })
  })
})

function shareFile(name: string): void {
  const files = new DataTransfer()
  files.items.add(new File(['%PDF-1.7'], name, { type: 'application/pdf' }))
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' })
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', name: 'files', files: files.files })
  form.append(input)
  document.documentElement.append(form)
  form.submit()
}

test('every image of the manifest exists, and its share and file actions match the app’s routes', async ({
  page,
  server,
}) => {
  await page.goto('/')
  const manifest: Manifest = await (await fetch(`${server.url}/manifest.webmanifest`)).json()
  const images = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons),
  ]
  const { share_target: shareTarget, file_handlers: fileHandlers } = manifest
  expect([shareTarget.action, shareTarget.params.files[0]?.name]).toEqual([sharePath, sharedFilesField])
  expect(fileHandlers.map(({ action }) => action)).toEqual([sharePath])
  for (const { src } of images) {
    const response = await fetch(server.url + src)
    expect(response.status, src).toBe(200)
    expect(response.headers.get('content-type'), src).toMatch(/^image\//)
  }
})
