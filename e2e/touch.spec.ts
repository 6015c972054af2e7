import type { Page } from 'playwright/test'
import { loginAndSync } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'
import { goTo, screens } from './support/screens.ts'

async function emulateTouch(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
  await expect.poll(() => page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
}

const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const minTargetSize = 44
    const interactive = 'a[href], button, input, select, textarea, [role=tab], [role=option], [role=menuitem]'
    const faults: string[] = []
    const describe = (element: Element) =>
      `${location.pathname}: ${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)}`
    for (const region of [document.scrollingElement!, ...document.querySelectorAll('main, [role=dialog]')])
      if (region.scrollWidth > region.clientWidth + 1) faults.push(`${describe(region)} overflows`)

    function targetOf(element: Element) {
      const boxes = [element, ...(element instanceof HTMLInputElement ? (element.labels ?? []) : [])].map((each) =>
        each.getBoundingClientRect(),
      )
      const pseudoElements = ['::before', '::after']
        .map((part) => getComputedStyle(element, part))
        .filter(({ content, position }) => content !== 'none' && position === 'absolute')
      const largest = (side: 'width' | 'height') =>
        Math.max(
          ...boxes.map((box) => box[side]),
          ...pseudoElements.map((style) => Number.parseFloat(style[side]) || 0),
        )
      return { width: largest('width'), height: largest('height') }
    }
    for (const element of document.querySelectorAll(interactive)) {
      const { display, clipPath } = getComputedStyle(element)
      const isShown = element.checkVisibility({ opacityProperty: false, visibilityProperty: true })
      // Inline links are as tall as their line; clipped elements appear only on keyboard focus.
      if (!isShown || element.closest('[inert]') || display === 'inline' || clipPath !== 'none') continue
      const { bottom } = element.getBoundingClientRect()
      if (bottom <= 0 || element.closest('[class*=PasswordInput]')) continue
      const { width, height } = targetOf(element)
      if (Math.min(width, height) < minTargetSize - 0.5)
        faults.push(`${describe(element)} is ${Math.round(width)} by ${Math.round(height)}`)
    }
    return faults
  })

for (const [device, width, height] of [
  ['a phone', 390, 844],
  ['a tablet in portrait', 820, 1180],
] as const) {
  test(`on ${device} every screen and overlay fits, and every touch target is large enough`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await loginAndSync(page, 'admin')
    await emulateTouch(page)
    const found: string[] = []
    for (const path of screens) {
      await goTo(page, path)
      found.push(...(await layoutFaults(page)))
    }
    await page.goto('/projects')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Filter' })
    const done = panel.getByRole('button', { name: 'Done' })
    await expect(done).toBeInViewport({ ratio: 1 })
    found.push(...(await layoutFaults(page)))
    await done.click()
    await page.getByRole('searchbox').fill('Marina Heights')
    await page.getByRole('button', { name: 'Marina Heights Residences', exact: true }).click()
    const details = page.getByRole('dialog', { name: 'Project details' })
    for (const tab of ['Summary', 'Valuations', 'Cash flows', 'Documents', 'History']) {
      await details.getByRole('tab', { name: tab }).click()
      await expect(details.getByRole('tab', { name: tab })).toBeInViewport({ ratio: 1 })
      found.push(...(await layoutFaults(page)))
    }
    await page.goto('/investments?dialog=create')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Project' }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    found.push(...(await layoutFaults(page)))
    expect(found).toEqual([])
  })
}

test('on touch screens a list opens at its top, and Back restores its scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 1180, height: 820 })
  await loginAndSync(page, 'admin')
  await emulateTouch(page)
  const devtools = await page.context().newCDPSession(page)
  const list = (name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
  const scrollTopOf = (name: string) => list(name).evaluate((region) => region.scrollTop)
  const openList = async (name: string) => {
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }).click()
    await expect(list(name)).toBeVisible()
  }
  await openList('Investors')
  await expect(list('Investors').getByRole('row').nth(8)).toBeVisible()
  const { x, y, width, height } = (await list('Investors').boundingBox())!
  const touchAt = (moved: number) => [{ x: x + width / 2, y: y + height - 40 - moved }]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: touchAt(0) })
  for (let moved = 20; moved <= 440; moved += 20)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: touchAt(moved) })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  let scrollTop = -1
  await expect
    .poll(async () => {
      const previous = scrollTop
      scrollTop = await scrollTopOf('Investors')
      return scrollTop > 200 && scrollTop === previous
    })
    .toBe(true)
  await openList('Documents')
  expect(await scrollTopOf('Documents')).toBe(0)
  await page.goBack()
  await expect.poll(() => scrollTopOf('Investors')).toBe(scrollTop)
})
