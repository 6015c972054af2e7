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

/** Remembers, by the page's own clock, when a dialog went and when something was pressed last. */
const watchTimes = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const times = { gone: 0, pressed: 0 }
    Object.assign(globalThis, { times })
    for (const press of ['pointerdown', 'keydown']) {
      addEventListener(press, ({ timeStamp }) => (times.pressed = timeStamp), { capture: true })
    }
    let was = false
    new MutationObserver(() => {
      const is = document.querySelector('[role=dialog]') !== null
      if (was && !is) times.gone = performance.now()
      was = is
    }).observe(document.body, { childList: true, subtree: true })
  })

/** How long after the dialog had gone the last press came: a busy machine may make a second one of 300 ms a late one. */
async function lateness(page: Page): Promise<number> {
  const gone = await page.waitForFunction(() => {
    const { times } = globalThis as unknown as { readonly times: { readonly gone: number; readonly pressed: number } }
    return times.gone > 0 ? { late: times.pressed - times.gone } : null
  })
  return (await gone.jsonValue())!.late
}

const shielded = 330

for (const [name, press] of Object.entries({ click, tap })) {
  for (const ms of [20, 120, 300]) {
    test(`a second ${name} on Save after ${ms} ms does not open the record beneath`, async ({ page }) => {
      // Landscape tablet: Save lies over the rows of the list.
      await page.setViewportSize({ width: 1180, height: 820 })
      await loginAndKeep(page, 'manager')
      await openScreen(page, 'Investors')
      const dialog = page.getByRole('dialog')
      let save: Point
      do {
        // After a late press: what it opened goes, and the two are tried again.
        await page.goto('/investors')
        await watchTimes(page)
        await page
          .getByRole('button', { name: /^Actions for/ })
          .first()
          .click()
        await page.getByRole('menuitem', { name: 'Edit' }).click()
        await dialog.getByLabel('Address').fill(uniqueName('Quay'))
        save = await middleOf(dialog.getByRole('button', { name: 'Save Changes' }))
        await unshielded(page)
        await press(page, save)
        await page.waitForTimeout(ms)
        await press(page, save)
        await expectToast(page, 'Success', 'Investor updated successfully')
      } while ((await lateness(page)) > shielded)
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
  const add = page.getByRole('button', { name: 'Add Investor' })
  let [pressedTwice, late] = [0, 0]
  while (pressedTwice < 20) {
    await add.press('Enter')
    await dialog.getByLabel('First Name').fill('Twice')
    await dialog.getByLabel('Last Name').fill(uniqueName('Pressed'))
    await dialog.getByLabel('Email').fill('twice@example.test')
    await watchTimes(page)
    await page.keyboard.press('Enter')
    await page.waitForTimeout((pressedTwice % 7) * 50)
    await page.keyboard.press('Enter')
    const isLate = (await lateness(page)) > shielded
    await unshielded(page)
    if (isLate) await page.keyboard.press('Escape')
    if (isLate) late++
    else pressedTwice++
    await expect(dialog).toHaveCount(0)
    await expect(add).toBeFocused()
    await unshielded(page)
  }
  await page.getByRole('searchbox').fill('Twice')
  await expect(page.getByText(`${20 + late} of`)).toBeVisible()
})
