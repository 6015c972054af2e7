import type { Locator, Page } from 'playwright/test'
import { expectToast, loginAndKeep, openScreen, uniqueName } from './app.ts'
import { expect, test } from './fixtures.ts'

interface Point {
  readonly x: number
  readonly y: number
}

async function middleOf(target: Locator): Promise<Point> {
  const { x, y, width, height } = (await target.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

/** What a press there would reach. */
const rowAt = (page: Page, point: Point): Promise<boolean> =>
  page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('tbody tr') != null, point)

/** Presses count again, as they do by the time a person has read what is there. */
const unshielded = (page: Page) => expect(page.locator('[data-press-shield]')).toHaveCount(0)

type Press = (page: Page, point: Point) => Promise<void>

const click: Press = (page, { x, y }) => page.mouse.click(x, y)
const tap: Press = async (page, point) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

for (const [name, press] of Object.entries({ click, tap })) {
  for (const ms of [20, 120, 300]) {
    test(`a second ${name} on Save after ${ms} ms does not open the record beneath`, async ({ page }) => {
      // Landscape tablet: Save lies over the rows of the list.
      await page.setViewportSize({ width: 1180, height: 820 })
      await loginAndKeep(page, 'manager')
      await openScreen(page, 'Investors')
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Address').fill(uniqueName('Quay'))
      const save = await middleOf(dialog.getByRole('button', { name: 'Save Changes' }))
      await unshielded(page)
      await press(page, save)
      await page.waitForTimeout(ms)
      await press(page, save)
      await expectToast(page, 'Success', 'Investor updated successfully')
      await expect(dialog).toHaveCount(0)
      await unshielded(page)
      expect(await rowAt(page, save)).toBe(true)
      expect(new URL(page.url()).searchParams.get('dialog')).toBeNull()
      await press(page, save)
      await expect(dialog).toBeVisible()
    })
  }
}

test('a double Enter in the last field saves one record and opens no second form, twenty times', async ({ page }) => {
  await loginAndKeep(page, 'manager')
  await openScreen(page, 'Investors')
  const dialog = page.getByRole('dialog')
  for (let n = 0; n < 20; n++) {
    await page.getByRole('button', { name: 'Add Investor' }).press('Enter')
    await dialog.getByLabel('First Name').fill('Twice')
    await dialog.getByLabel('Last Name').fill(uniqueName('Pressed'))
    await dialog.getByLabel('Email').fill('twice@example.test')
    await page.keyboard.press('Enter')
    await page.waitForTimeout((n % 7) * 50)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add Investor' })).toBeFocused()
    await unshielded(page)
    await expect(dialog).toHaveCount(0)
  }
  await page.getByRole('searchbox').fill('Twice')
  await expect(page.getByText(/^20 of/)).toBeVisible()
})
