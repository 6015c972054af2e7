import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { speak } from '#web/test/speak.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { Calendar } from './calendar.tsx'

test('days, months and years are named in the person’s language', async () => {
  const screen = await render(await openTestStore(), <Calendar value="2025-07-15" onPick={() => {}} />)
  await expect.element(page.getByRole('button', { name: 'July 15, 2025' })).toBeVisible()
  await screen.unmount()
  await speak('fr')
  await render(await openTestStore(), <Calendar value="2025-07-15" onPick={() => {}} />)
  await expect.element(page.getByRole('button', { name: '15 juillet 2025' })).toBeVisible()
  await expect.element(page.getByText('mer.', { exact: true })).toBeVisible()
  await page.getByText('juillet 2025', { exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'août' })).toBeVisible()
})
