import type { Page } from 'playwright/test'

/** Browsers do this at times of their own. */
export const lookForVersion = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration!.update().catch(() => {})
  })
