import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { SignedOutBanner } from './signed-out-banner.tsx'

test('an expired session shows how many changes are safe here, and the person decides when to sign in', async () => {
  const store = await openTestStore()
  await render(store, <SignedOutBanner />)
  const banner = page.getByText(/^You are signed out\./)
  store.setStatus({ connection: 'online', waiting: 2 })
  expect(banner.elements()).toEqual([])
  store.setStatus({ connection: 'signed-out' })
  const notice =
    'You are signed out. 2 unsent changes or files are saved on this device and will be sent after you sign in.'
  await expect.element(banner).toHaveTextContent(notice)
  store.setStatus({ waiting: 0 })
  await expect.element(page.getByText('You are signed out.', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Sign in', { exact: true })).toBeVisible()
})
