import { expect, type Locator, type Page } from 'playwright/test'

const isFocusVisible = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement!
    const isOutlined = (element: Element, part?: string): boolean => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
    }
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--hf-brand)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    const isBordered = focused.matches('input, textarea') && getComputedStyle(focused).borderColor === color
    const candidates = [focused, focused.parentElement!, focused.parentElement!.parentElement!]
    return isBordered || candidates.some((each) => isOutlined(each) || isOutlined(each, '::after'))
  })

/** Before Enter, waits for the press shield that follows a closing overlay. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    if (key === 'Enter') await expect(page.locator('[data-press-shield]')).toHaveCount(0)
    await page.keyboard.press(key)
  }
}

interface TabOptions {
  readonly backward?: boolean
  readonly maxSteps?: number
}

export async function tabTo(
  page: Page,
  target: Locator,
  { backward = false, maxSteps = 12 }: TabOptions = {},
): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let steps = 0; !(await isFocused()); steps++) {
    expect(steps, `steps to ${String(target)}`).toBeLessThan(maxSteps)
    await page.keyboard.press(backward ? 'Shift+Tab' : 'Tab')
    const position = await page.evaluate(() => document.activeElement!.outerHTML.slice(0, 200))
    await expect.poll(() => isFocusVisible(page), `the focus is visible at ${position}`).toBe(true)
  }
}
