import type { Page } from 'playwright/test'
import { expectLive, expectToast, goOffline, goOnline, loginAndSync, openScreen, syncButton } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

const field = (page: Page, name: string) => page.getByRole('combobox', { name })

async function choose(page: Page, name: string, option: string | RegExp): Promise<void> {
  await field(page, name).click()
  await page.getByRole('option', { name: option }).click()
  await expect(page.getByRole('option')).toHaveCount(0)
}

/** With the day first, as in the chosen format. */
const firstDate = (page: Page) =>
  page
    .getByRole('row')
    .nth(1)
    .getByText(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/)
    .first()

test('date and total settings apply immediately, after a reload and on another device', async ({
  page,
  secondDevice,
}) => {
  await loginAndSync(page, 'investor')
  await openScreen(page, 'Settings')
  await expect(field(page, 'Time zone')).toHaveValue('Same as this device: UTC')
  await choose(page, 'Date format', /^DD\.MM\.YYYY/)
  await expectToast(page, 'Preferences saved')
  await field(page, 'Time zone').fill('istanbul')
  await page.getByRole('option', { name: 'Europe/Istanbul' }).click()
  await choose(page, 'Display currency', 'AED – United Arab Emirates Dirham')
  await choose(page, 'Language', 'English')
  const expectChosen = async (page: Page) => {
    await expect(field(page, 'Date format')).toHaveValue(/^DD\.MM\.YYYY \(\d\d\.\d\d\.\d{4}\)$/)
    await expect(field(page, 'Time zone')).toHaveValue('Europe/Istanbul')
    await expect(field(page, 'Display currency')).toHaveValue('AED – United Arab Emirates Dirham')
    await expect(field(page, 'Language')).toHaveValue('English')
    await openScreen(page, 'Documents')
    await expect(firstDate(page)).toBeVisible()
  }
  await expectChosen(page)
  await page.goto('/settings')
  await expectChosen(page)
  await expectLive(page)
  const otherPage = (await secondDevice()).page
  await loginAndSync(otherPage, 'investor')
  await openScreen(otherPage, 'Settings')
  await expectChosen(otherPage)
})

test('settings changed offline on two devices are both saved', async ({ page, secondDevice }) => {
  const other = (await secondDevice()).page
  for (const each of [page, other]) {
    await loginAndSync(each, 'admin')
    await openScreen(each, 'Settings')
    await goOffline(each)
  }
  await choose(page, 'Date format', /^YYYY-MM-DD/)
  await choose(other, 'Display currency', 'TRY – Turkish Lira')
  await choose(other, 'Language', 'English')
  await expect(syncButton(page, 'Offline, 1 change saved')).toBeVisible()
  for (const each of [page, other]) {
    await goOnline(each)
    await expectLive(each)
  }
  for (const each of [page, other]) {
    await expect(field(each, 'Date format')).toHaveValue(/^YYYY-MM-DD/)
    await expect(field(each, 'Display currency')).toHaveValue('TRY – Turkish Lira')
    await expect(field(each, 'Time zone')).toHaveValue('Same as this device: UTC')
  }
})
