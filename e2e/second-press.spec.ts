import type { Locator, Page } from 'playwright/test'
import { expectToast, loginAndSync, openScreen, uniqueName } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

test.use({ usesFreshBrowser: true })

interface Point {
  readonly x: number
  readonly y: number
}

/** Avoids the telephone links of the list below the button. */
async function pointOn(button: Locator): Promise<Point> {
  const { x, y, width, height } = (await button.boundingBox())!
  return { x: x + width - 16, y: y + height / 2 }
}

const rowAt = (page: Page, point: Point): Promise<boolean> =>
  page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('tbody tr') != null, point)

const waitForNoShield = (page: Page) => expect(page.locator('[data-press-shield]')).toHaveCount(0)

async function tap(page: Page, point: Point): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

const freezeClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))

async function advanceAfterDialog(page: Page, ms: number): Promise<void> {
  const isOpen = async () => {
    await page.clock.runFor(5)
    return page.getByRole('dialog').count()
  }
  await expect.poll(isOpen, { intervals: [10] }).toBe(0)
  await page.clock.runFor(ms)
}

test('a second tap 20 or 300 ms after Save closes the dialog does not open the record beneath it', async ({ page }) => {
  await page.setViewportSize({ width: 1180, height: 820 })
  await page.clock.install()
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Investors')
  const dialog = page.getByRole('dialog')
  for (const ms of [20, 300]) {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByLabel('Address').fill(uniqueName('Quay'))
    const save = await pointOn(dialog.getByRole('button', { name: 'Save changes' }))
    await waitForNoShield(page)
    await freezeClock(page)
    await tap(page, save)
    await advanceAfterDialog(page, ms)
    await tap(page, save)
    await page.clock.runFor(1_000)
    await waitForNoShield(page)
    await expectToast(page, 'Investor updated')
    await expect(dialog).toHaveCount(0)
    expect(await rowAt(page, save)).toBe(true)
    expect(new URL(page.url()).searchParams.get('dialog')).toBeNull()
    await page.clock.resume()
    await tap(page, save)
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Investor updated' })).toHaveCount(0)
  }
})

test('a double Enter in the last field saves one record and opens no second form, at three speeds', async ({
  page,
}) => {
  const delays = [0, 150, 300]
  await page.clock.install()
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Investors')
  const dialog = page.getByRole('dialog')
  const addButton = page.getByRole('button', { name: 'Add investor' })
  for (const ms of delays) {
    await addButton.press('Enter')
    await dialog.getByLabel('First name').fill('Twice')
    await dialog.getByLabel('Last name').fill(uniqueName('Pressed'))
    await dialog.getByLabel('Email').fill('twice@example.test')
    await freezeClock(page)
    await page.keyboard.press('Enter')
    await advanceAfterDialog(page, ms)
    await page.keyboard.press('Enter')
    await page.clock.runFor(1_000)
    await waitForNoShield(page)
    await expect(dialog).toHaveCount(0)
    await expect(addButton).toBeFocused()
    await page.clock.resume()
  }
  await page.getByRole('searchbox').fill('Twice')
  await expect(page.getByText(`${delays.length} of`)).toBeVisible()
})
