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

/** Enter waits for the press shield that follows a closing overlay. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    if (key === 'Enter') await expect(page.locator('[data-press-shield]')).toHaveCount(0)
    await page.keyboard.press(key)
  }
}

interface Steps {
  readonly back?: boolean
  readonly most?: number
}

export async function tabTo(page: Page, to: Locator, { back = false, most = 12 }: Steps = {}): Promise<void> {
  const isThere = () => to.evaluate((element) => element === document.activeElement)
  for (let steps = 0; !(await isThere()); steps++) {
    expect(steps, `steps to ${String(to)}`).toBeLessThan(most)
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    const at = await page.evaluate(() => document.activeElement!.outerHTML.slice(0, 200))
    await expect.poll(() => isFocusVisible(page), `the focus is seen at ${at}`).toBe(true)
  }
}
