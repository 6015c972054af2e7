import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { Refusal, serve } from '#web/test/serve.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { draftsHere } from '#web/ui/form/drafts.ts'
import { SecurityScreen } from './security-screen.tsx'

const at = '2025-06-29T09:00:00.000Z'
const device = (id: string, more: object = {}) => ({
  id,
  userId: someone.id,
  device: id,
  unsent: 0,
  createdAt: at,
  lastUsed: at,
  isThis: false,
  ...more,
})
const change = page.getByRole('dialog', { name: 'Change Password' })

test('a person sees where they are signed in, this device first, and signs another one out', async () => {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  let devices = [device('Firefox', { unsent: 2 }), device('Tablet', { isThis: true })]
  const asked = serve(store, {
    'GET /api/devices': () => devices,
    'POST /api/devices/Firefox/revoke': () => {
      devices = devices.slice(1)
      return device('Firefox')
    },
  })
  await draw(store, <SecurityScreen />)
  const rows = page.getByRole('row')
  await expect.element(rows.nth(1).getByText('This device')).toBeVisible()
  expect(rows.nth(1).getByRole('button').elements()).toEqual([])
  await rows.nth(2).getByRole('button', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog', { name: 'Sign Out Device' })
  await expect.element(question.getByText('It last reported 2 unsent changes.')).toBeVisible()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => rows.elements().length).toBe(2)
  expect(asked).toHaveLength(1)
})

test('a password is changed with the old one, and neither is ever kept on the device', async () => {
  const store = await openTestStore()
  let isRight = false
  const asked = serve(store, {
    'GET /api/devices': () => [device('Tablet', { isThis: true })],
    'POST /api/auth/password': () =>
      isRight
        ? { success: true }
        : new Refusal(400, { code: 'VALIDATION', message: 'x', issues: { oldPassword: { key: 'password' } } }),
  })
  await draw(store, <SecurityScreen />)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await change.getByLabelText('Current password').fill('wrong')
  await change.getByLabelText('New password').fill('a long enough one')
  expect(draftsHere()).toEqual({})
  await change.getByRole('button', { name: 'Change Password' }).click()
  await expect.element(change.getByText('The password is not right')).toBeVisible()
  isRight = true
  await change.getByLabelText('Current password').fill('right')
  await change.getByRole('button', { name: 'Change Password' }).click()
  await expect.element(page.getByText('Password changed. Your other devices were signed out.')).toBeVisible()
  expect(asked.at(-1)).toEqual(['POST /api/auth/password', { oldPassword: 'right', newPassword: 'a long enough one' }])
})
