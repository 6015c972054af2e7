import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { SuspendedBanner } from './suspended-banner.tsx'

test('the banner is shown while the firm is suspended', async () => {
  const store = await openTestStore()
  await render(store, <SuspendedBanner />)
  const banner = page.getByText(/^Your firm’s account is suspended\. Your changes stay on this device/)
  await expect.element(banner).not.toBeInTheDocument()
  store.setStatus({ connection: 'online', suspended: true })
  await expect.element(banner).toBeVisible()
  store.setStatus({ suspended: false })
  await expect.element(banner).not.toBeInTheDocument()
})
