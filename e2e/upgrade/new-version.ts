import { expect, type Locator, type Page } from 'playwright/test'
import { syncButton, rowOf } from '../support/app.ts'
import { checkForUpdate } from '../support/check-for-update.ts'
import type { TwoBuilds } from '../support/two-builds.ts'
import type { Firm } from './firm.ts'
import { draft, hashOf, pdfs, unsentCount } from './older-profile.ts'
import { unsentChanges } from './unsent-changes.ts'

/** The server is hidden, so only the app's files can be fetched. */
export async function installNewVersion(page: Page, proxy: TwoBuilds): Promise<void> {
  proxy.restore()
  proxy.failApi()
  await page.goto('/settings')
  const isNew = page.getByText(`build ${proxy.builds.next}`)
  const offer = page.getByRole('button', { name: 'Use it now' })
  await expect
    .poll(async () => {
      // The page may be replaced at any time.
      await checkForUpdate(page).catch(() => {})
      await offer.click({ timeout: 1_000 }).catch(() => {})
      return isNew.isVisible()
    })
    .toBe(true)
  proxy.disconnect()
}

export async function openDraft(page: Page): Promise<Locator> {
  await page.goto('/investors?dialog=create')
  const form = page.getByRole('dialog', { name: 'Add New Investor' })
  await expect(form.getByLabel('Last name')).toHaveValue(draft)
  return form
}

export async function saveDraft(form: Locator): Promise<void> {
  await form.getByLabel('First name').fill('Up')
  await form.getByLabel('Email').fill('updraft@example.test')
  await form.getByRole('button', { name: 'Add investor' }).click()
  await expect(form).toBeHidden()
}

async function openSharedFile(page: Page): Promise<Locator> {
  await page.goto('/documents?dialog=create')
  const form = page.getByRole('dialog', { name: 'Upload document' })
  await expect(form.getByText('UpShared.pdf')).toBeVisible()
  return form
}

export async function uploadSharedFile(page: Page): Promise<void> {
  const form = await openSharedFile(page)
  await form.getByRole('button', { name: 'Upload document' }).click()
  await expect(form).toBeHidden()
}

export async function expectForms(page: Page, { cachedDocument }: Firm): Promise<void> {
  await openDraft(page)
  await openSharedFile(page)
  expect(await page.evaluate(hashAt, `/files/${cachedDocument.id}`)).toBe(hashOf(pdfs.cached))
}

export async function expectUnsent(page: Page): Promise<void> {
  await expect(syncButton(page, `Offline, ${unsentCount} changes saved`)).toBeVisible()
  await page.goto('/documents?q=UpWaiting')
  await expect(rowOf(page, 'UpWaiting').getByText('Pending on this device')).toBeVisible()
}

export async function expectAllStored(page: Page, firm: Firm): Promise<void> {
  await expectUnsent(page)
  await expectForms(page, firm)
}

export async function expectEachShown(page: Page, firm: Firm): Promise<void> {
  for (const [name, { expected: shown }] of Object.entries(unsentChanges)) {
    const [address, text, button] = shown(firm)
    await page.goto(address)
    if (button !== undefined) await page.getByRole('button', { name: button }).click()
    await expect(page.getByText(text).filter({ visible: true }).first(), name).toBeVisible()
  }
}

async function hashAt(path: string): Promise<string> {
  const file = await (await fetch(path)).arrayBuffer()
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', file))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
