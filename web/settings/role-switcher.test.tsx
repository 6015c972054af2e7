import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw, noShield } from '#web/test/draw.tsx'
import { Refusal, serve } from '#web/test/serve.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { RoleSwitcher } from './role-switcher.tsx'

const button = page.getByRole('button', { name: 'Switch Role' })

async function choose(role: string) {
  await page.getByRole('combobox', { name: 'Act as' }).click()
  await page.getByRole('option', { name: role }).click()
  noShield()
}

test('the server is asked for another role once all waiting changes are sent', async () => {
  const store = await openTestStore()
  store.setStatus({ waiting: 1 })
  const asked = serve(store, {
    'PATCH /api/auth/user/role': () => new Refusal(403, { code: 'FORBIDDEN', message: 'x' }),
  })
  await draw(store, <RoleSwitcher />)
  const sync = vi.spyOn(store, 'syncNow')
  await expect.element(button).toBeDisabled()
  await choose('Investor')
  await button.click()
  await vi.waitUntil(() => sync.mock.calls.length === 1)
  expect(asked).toEqual([])
  store.setStatus({ waiting: 0 })
  await expect.element(page.getByText('Failed to update role')).toBeVisible()
  expect(asked).toEqual([['PATCH /api/auth/user/role', { role: 'INVESTOR' }]])
  await expect.element(button).toBeEnabled()
})

test('the server is not asked without a connection, or for the present role', async () => {
  const store = await openTestStore()
  store.setStatus({ connection: 'offline' })
  await draw(store, <RoleSwitcher />)
  await choose('Investor')
  await expect.element(button).toBeDisabled()
  store.setStatus({ connection: 'online' })
  await expect.element(button).toBeEnabled()
  await choose('Administrator')
  await expect.element(button).toBeDisabled()
})
