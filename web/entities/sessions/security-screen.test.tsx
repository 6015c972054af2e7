import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { Refusal, serve } from '#web/test/serve.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { draftsOfWindow } from '#web/ui/form/drafts.ts'
import { SecurityScreen } from './security-screen.tsx'

const at = '2025-06-29T09:00:00.000Z'
const device = (id: string, overrides: object = {}) => ({
  id,
  userId: someone.id,
  device: id,
  unsent: 0,
  createdAt: at,
  lastUsed: at,
  isThis: false,
  ...overrides,
})
const change = page.getByRole('dialog', { name: 'Change password' })

test('a person sees their devices, this one first, and signs another one out', async () => {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  let devices = [device('Firefox', { unsent: 2 }), device('Tablet', { isThis: true })]
  const requests = serve(store, {
    'GET /api/devices': () => devices,
    'POST /api/devices/Firefox/revoke': () => {
      devices = devices.slice(1)
      return device('Firefox')
    },
  })
  await render(store, <SecurityScreen />)
  const rows = page.getByRole('row')
  await expect.element(rows.nth(1).getByText('This device')).toBeVisible()
  expect(rows.nth(1).getByRole('button').elements()).toEqual([])
  await rows.nth(2).getByRole('button', { name: 'Revoke access' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke access?' })
  await expect.element(question.getByText('The device last reported 2 unsent changes.')).toBeVisible()
  await expect.element(question.getByText(/keep the data that it stores for you/)).toBeVisible()
  await question.getByRole('button', { name: 'Revoke access' }).click()
  await expect.poll(() => rows.elements().length).toBe(2)
  expect(requests).toHaveLength(1)
})

test('a password is changed with the old one, and neither is stored on the device', async () => {
  const store = await openTestStore()
  let isRight = false
  const requests = serve(store, {
    'GET /api/devices': () => [device('Tablet', { isThis: true })],
    'POST /api/auth/password': () =>
      isRight
        ? { success: true }
        : new Refusal(400, { code: 'VALIDATION', message: 'x', issues: { oldPassword: { key: 'password' } } }),
  })
  await render(store, <SecurityScreen />)
  await page.getByRole('button', { name: 'Change password' }).click()
  await change.getByLabelText('Current password').fill('wrong')
  await change.getByLabelText('New password').fill('a long enough one')
  expect(draftsOfWindow()).toEqual({})
  await change.getByRole('button', { name: 'Change password' }).click()
  await expect.element(change.getByText('The password is incorrect')).toBeVisible()
  isRight = true
  await change.getByLabelText('Current password').fill('right')
  await change.getByRole('button', { name: 'Change password' }).click()
  await expect.element(page.getByText('Password changed. Your other devices were signed out.')).toBeVisible()
  expect(requests.at(-1)).toEqual([
    'POST /api/auth/password',
    { oldPassword: 'right', newPassword: 'a long enough one' },
  ])
})

test('offline devices are not shown as none, and those read earlier stay with a note', async () => {
  const store = await openTestStore()
  const others = {
    'GET /api/devices': () => [
      device('Tablet'),
      device('Former', { endedAs: 'expired' }),
      device('Omar’s', { userId: 'omar' }),
    ],
  }
  serve(store, others)
  store.server.fault(/api\/devices/, { kind: 'drop' })
  await render(store, <SecurityScreen />)
  const devices = page.getByRole('region', { name: 'Your devices' })
  await expect.element(devices.getByText('Available online only')).toBeVisible()
  await devices.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('row').filter({ hasText: 'Tablet' })).toBeVisible()
  expect(page.getByText(/Omar’s|Former/).elements()).toEqual([])
  store.server.fault(/api\/devices/, { kind: 'drop' })
  await store.online.read('sessions')
  await expect.element(page.getByText(/^The server cannot be reached. Showing the last loaded version/)).toBeVisible()
  await expect.element(page.getByRole('row').filter({ hasText: 'Tablet' })).toBeVisible()
})

test('devices are ordered by last contact, and show how many changes are unsent, if known', async () => {
  const store = await openTestStore()
  const devices = [
    device('Old', { lastUsed: '2025-05-01T09:00:00.000Z', unsent: null }),
    device('New', { lastUsed: '2025-06-28T09:00:00.000Z', unsent: 1200 }),
    device(' ', { device: null, lastUsed: '2025-06-01T09:00:00.000Z' }),
    device('This', { lastUsed: '2025-04-01T09:00:00.000Z', isThis: true }),
  ]
  serve(store, { 'GET /api/devices': () => devices })
  await render(store, <SecurityScreen />)
  const cells = () =>
    page
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => [row.querySelector('th bdi')?.textContent, row.querySelectorAll('td')[1]?.textContent])
  await expect.poll(cells).toEqual([
    ['This', '0'],
    ['New', '1,200'],
    ['Unknown browser', '0'],
    ['Old', '—'],
  ])
})

test('a device that could not be signed out stays in the list, with the error', async () => {
  const store = await openTestStore()
  serve(store, {
    'GET /api/devices': () => [device('Firefox')],
    'POST /api/devices/Firefox/revoke': () => new Refusal(500, { code: 'INTERNAL', message: 'x' }),
  })
  await render(store, <SecurityScreen />)
  await page.getByRole('button', { name: 'Revoke access' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke access?' })
  await expect.element(question.getByText(/^Firefox will be signed out/)).toBeVisible()
  expect(question.getByText(/last reported/).elements()).toEqual([])
  await question.getByRole('button', { name: 'Revoke access' }).click()
  await expect.element(page.getByRole('alert').getByText(/^Something went wrong/)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('row').filter({ hasText: 'Firefox' })).toBeVisible()
})

test('a person without a password can set one, and is offered no second factor', async () => {
  const store = await openTestStore()
  serve(store, {
    'GET /api/devices': () => [],
    'GET /api/auth/totp': () => ({ hasPassword: false, isOn: false, isRequired: true, recoveryCodesLeft: 0 }),
  })
  await render(store, <SecurityScreen />)
  const link = page.getByRole('link', { name: 'Set a password' })
  await expect.element(link).toHaveAttribute('href', '/api/auth/forgot')
  await expect.element(page.getByText(/which handles two-step verification/)).toBeVisible()
  expect(page.getByRole('button', { name: /^(Change password|Turn on)$/ }).elements()).toEqual([])
})
