import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { LostChangesBanner } from './lost-changes-banner.tsx'

test('a banner shows once how much the browser has removed', async () => {
  const store = await openTestStore()
  store.setStatus({ lost: 3 })
  const seen = vi.spyOn(store, 'acknowledgeLost').mockImplementation(() => store.setStatus({ lost: 0 }))
  await render(store, <LostChangesBanner />)
  await expect.element(page.getByText(/3 unsent changes or files were lost/)).toBeVisible()
  store.setStatus({ lostLately: 1 })
  await expect.element(page.getByText(/1 unsent change or file could not be read/)).toBeVisible()
  store.setStatus({ lostLately: 0 })
  await page.getByRole('button', { name: 'Got it' }).click()
  expect([seen.mock.calls.length, page.getByRole('status').elements()]).toEqual([1, []])
})
