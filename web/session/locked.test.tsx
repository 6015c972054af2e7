import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Connection, Identity } from '#web/store/base/contract.ts'
import { render } from '#web/test/render.tsx'
import { sessionDeps } from '#web/test/fake-session.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { LeaseBanner } from './lease-banner.tsx'
import { Locked } from './locked.tsx'
import { SessionContext } from './session-context.ts'
import { createSession } from './session.ts'

const leased: Identity = { ...someone, tenantName: 'Al Noor Capital', leaseDays: 30 }
const hourMs = 3_600_000

async function show(isSignedOut: boolean) {
  const store = await openTestStore(leased)
  const session = createSession(sessionDeps(store))
  const check = vi.spyOn(session, 'check').mockResolvedValue()
  await render(
    store,
    <SessionContext value={session}>
      <Locked kind="locked" identity={leased} isSignedOut={isSignedOut} />
    </SessionContext>,
  )
  return { check }
}

test('a locked device shows why, that nothing is lost, and tries again immediately when asked', async () => {
  const { check } = await show(false)
  const heading = page.getByRole('heading', { name: 'This device is locked' })
  await expect.element(heading).toBeVisible()
  await expect
    .element(page.getByText(/Al Noor Capital.* allows 30 days of offline use\. This device will stay locked/))
    .toBeVisible()
  await expect.element(page.getByText(/unsent changes by .*Ada Lovelace.* are kept on this device/)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(check).toHaveBeenCalledOnce()
})

test('a person whose session has expired meanwhile signs in', async () => {
  await show(true)
  await expect.element(page.getByText(/Sign in to unlock this device/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([])
})

async function warn(connection: Connection, hours: number) {
  const store = await openTestStore(leased)
  store.setStatus({ connection })
  const session = createSession(sessionDeps(store))
  const locksAt = vi.spyOn(session, 'locksAt').mockResolvedValue(Date.now() + hours * hourMs)
  await render(
    store,
    <SessionContext value={session}>
      <LeaseBanner />
    </SessionContext>,
  )
  await expect.poll(() => locksAt.mock.calls.length).toBe(1)
  return page.getByRole('status')
}

test.each<[number, string]>([
  [47.5, 'This device will lock in 48 hours unless it syncs with the server before then. No data will be lost.'],
  [0.5, 'This device will lock in 1 hour unless it syncs with the server before then. No data will be lost.'],
])('an offline device warns %d hours before it locks', async (hours, text) => {
  await expect.element(await warn('offline', hours)).toHaveTextContent(text)
})

test.each<[Connection, number]>([
  ['offline', 73],
  ['online', 5],
  ['offline', Infinity],
])('a device that is %s shows no warning %d hours before', async (connection, hours) => {
  expect((await warn(connection, hours)).elements()).toEqual([])
})
