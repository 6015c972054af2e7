import type { Page } from 'playwright/test'

/** Browsers also check by themselves, at times that a test cannot know. */
export const checkForUpdate = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration!.update().catch(() => {})
  })
