import { type BrowserContext, expect, type Locator, type Page } from 'playwright/test'
import { type Account, accounts, password } from './accounts.ts'

export async function login(page: Page, account: Account): Promise<void> {
  await page.goto('/api/login')
  await fillSignIn(page, accounts[account], password)
  await expect(page.getByRole('heading', { name: 'Portfolio Overview' })).toBeVisible()
}

/** Signs in without a page, so open tabs notice only through the cookies. */
export async function signInElsewhere(context: BrowserContext, origin: string, account: Account): Promise<void> {
  const form = { email: accounts[account], password }
  const response = await context.request.post('/api/login', { form, headers: { origin }, maxRedirects: 0 })
  expect(response.status()).toBe(303)
}

export async function fillSignIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export const syncButton = (page: Page, state: string | RegExp): Locator =>
  page.getByRole('button', { name: typeof state === 'string' ? `Sync: ${state}` : state })

export async function expectLive(page: Page): Promise<void> {
  await expect(syncButton(page, 'Live')).toBeVisible()
}

export async function expectSyncIdle(page: Page): Promise<void> {
  await expect(page.locator('[data-state=live]:not([data-syncing])')).toBeVisible()
}

export async function loginAndSync(page: Page, account: Account): Promise<void> {
  await login(page, account)
  await expectLive(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

export const goOffline = (page: Page): Promise<void> => page.context().setOffline(true)
export const goOnline = (page: Page): Promise<void> => page.context().setOffline(false)

export async function openScreen(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

export async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
}

export async function findRow(page: Page, text: string): Promise<Locator> {
  await search(page, text)
  const row = rowOf(page, text)
  await expect(row).toHaveCount(1)
  return row
}

/** Older builds show "Waiting to be sent". */
export const pendingBadge = (row: Locator): Locator => row.getByLabel(/^(Unsent changes|Waiting to be sent)$/)

export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const toast = page
    .getByRole('status')
    .or(page.getByRole('alert'))
    .filter({ hasText: text ?? title })
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  if (text !== undefined) await expect(toast.getByText(text, { exact: true })).toBeVisible()
}

let lastSuffix = 0
export const uniqueName = (prefix: string): string => `${prefix} ${process.pid}-${(lastSuffix += 1)}`

/** Requires the Documents screen. Resolves when the file is on the disk. */
export async function uploadDocument(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByRole('button', { name: 'Upload document' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Upload document' })
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer })
  await dialog.getByRole('button', { name: 'Upload document' }).click()
  await expect(dialog).toHaveCount(0)
  // The previous file's toast may still be closing. Older builds show "kept".
  const toast = page.getByText(/The file is (kept|stored) on this device/)
  await expect(toast.last()).toBeVisible()
}
