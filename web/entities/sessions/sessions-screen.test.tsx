import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '#web/test/render.tsx'
import { serve } from '#web/test/serve.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { SessionsScreen } from './sessions-screen.tsx'

const at = '2025-06-29T09:00:00.000Z'
const device = (id: string, overrides: object = {}) => ({
  id,
  userId: 'omar',
  device: id,
  version: 7,
  unsent: 0,
  createdAt: at,
  lastUsed: at,
  endedAs: null,
  isThis: false,
  ...overrides,
})
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })

test('an administrator sees the owner and unsent changes of each device, and is warned before signing one out', async () => {
  const store = await openTestStore()
  let devices = [
    device('Firefox on Linux', { unsent: 3 }),
    device('Safari on iPad', { userId: someone.id, isThis: true }),
    device('Chrome on Windows', { endedAs: 'expired' }),
  ]
  const requests = serve(store, {
    'GET /api/devices': () => devices,
    'GET /api/users': () => [{ id: 'omar', firstName: 'Omar', lastName: 'Nasser', email: 'omar@demo.test' }],
    'POST /api/devices/Firefox%20on%20Linux/revoke': () => {
      devices = devices.slice(1)
      return device('Firefox on Linux', { endedAs: 'revoked' })
    },
  })
  await renderScreen(store, SessionsScreen)
  await expect.element(rowOf('Firefox').getByText('Omar Nasser')).toBeVisible()
  await expect.element(rowOf('Firefox').getByText('3', { exact: true })).toBeVisible()
  await expect.element(rowOf('Safari').getByText('This device')).toBeVisible()
  expect(rowOf('Safari').getByRole('button').elements()).toEqual([])
  await expect.element(rowOf('Chrome').getByText('Expired')).toBeVisible()
  await expect.element(rowOf('Chrome').getByRole('button', { name: 'Revoke access' })).toBeVisible()
  const question = page.getByRole('dialog', { name: 'Revoke access?' })
  await rowOf('Chrome').getByRole('button', { name: 'Revoke access' }).click()
  await expect.element(question.getByText(/is no longer signed in/)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await rowOf('Firefox').getByRole('button', { name: 'Revoke access' }).click()
  await expect.element(question.getByText('The device last reported 3 unsent changes.')).toBeVisible()
  await expect.element(question.getByText(/hand over its unsent changes and delete the data/)).toBeVisible()
  await question.getByRole('button', { name: 'Revoke access' }).click()
  await expect.element(rowOf('Firefox')).not.toBeInTheDocument()
  expect(requests).toHaveLength(1)
})

test('devices are found by name and ordered by unsent changes', async () => {
  const store = await openTestStore()
  serve(store, {
    'GET /api/devices': () => [
      device('Firefox on Linux', { unsent: 3 }),
      device('Safari on iPad', { unsent: 40 }),
      device('Chrome on Windows', { unsent: 5 }),
    ],
    'GET /api/users': () => [],
  })
  await renderScreen(store, SessionsScreen)
  const unsent = () =>
    page
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => /\b(3|40|5)\b/.exec(row.querySelector('td:nth-last-child(2)')?.textContent ?? '')?.[0])
  const sortByUnsent = () => page.getByRole('columnheader', { name: 'Unsent changes' }).getByRole('button').click()
  await sortByUnsent()
  await expect.poll(unsent).toEqual(['3', '5', '40'])
  await sortByUnsent()
  await expect.poll(unsent).toEqual(['40', '5', '3'])
  await page.getByRole('searchbox').fill('ipad')
  await expect.poll(unsent).toEqual(['40'])
})

test('beside the settings menu, the name and badge of a device and its owner are shown in full, with the day it was last online', async () => {
  const store = await openTestStore()
  serve(store, {
    'GET /api/devices': () => [device('Chrome on Linux', { isThis: true })],
    'GET /api/users': () => [{ id: 'omar', firstName: 'Omar', lastName: 'Nasser', email: 'omar@demo.test' }],
  })
  const { container } = await renderScreen(store, SessionsScreen)
  const frame = container.querySelector<HTMLElement>('[style*="inline-size: 1200px"]')!
  frame.style.inlineSize = '860px'
  await expect.element(rowOf('Chrome').getByText('Jun 29, 2025', { exact: true }).first()).toBeVisible()
  for (const text of ['Chrome on Linux', 'This device']) {
    const shown = rowOf('Chrome').getByText(text, { exact: true }).element()
    await expect.poll(() => shown.scrollWidth - shown.clientWidth, { message: text }).toBeLessThanOrEqual(1)
  }
  const owner = rowOf('Chrome').getByText('Omar Nasser').element().closest('span')!
  await expect.poll(() => owner.scrollWidth - owner.clientWidth).toBeLessThanOrEqual(1)
})
