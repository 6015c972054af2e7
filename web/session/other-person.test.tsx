import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Identity } from '#web/store/base/contract.ts'
import type { SealedPerson } from '#web/store/disk/identity.ts'
import { render } from '#web/test/render.tsx'
import { sessionDeps } from '#web/test/fake-session.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { OtherPerson } from './other-person.tsx'
import { OtherUsersChangesBanner } from './other-users-changes-banner.tsx'
import { SessionContext } from './session-context.ts'
import { createSession } from './session.ts'

const marek: Identity = { ...someone, id: 'marek', firstName: 'Marek', lastName: 'Novák' }
const elsewhere = { tenantId: 'elsewhere', tenantName: 'Other Partners' }

async function show(now: Identity | null, waiting = 0) {
  const store = await openTestStore()
  const session = createSession(sessionDeps(store))
  const continueAsOther = vi.spyOn(session, 'continueAsOther').mockResolvedValue()
  await render(
    store,
    <SessionContext value={session}>
      <OtherPerson kind="other-person" previous={someone} waiting={waiting} current={now} />
    </SessionContext>,
  )
  return { continueAsOther }
}

test('WHO4 a person of the same firm is named, and can continue', async () => {
  const { continueAsOther } = await show(marek, 3)
  await expect.element(page.getByRole('heading', { name: 'Marek Novák is now signed in' })).toBeVisible()
  await expect
    .element(page.getByText('3 unsent changes or files from Ada Lovelace are kept on this device.'))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Sign in as Ada Lovelace' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue as Marek Novák' }).click()
  expect(continueAsOther).toHaveBeenCalledOnce()
})

test('WHO4 WHO5 a person of another firm is named with the firm, and sees only that changes wait', async () => {
  await show({ ...marek, ...elsewhere }, 3)
  await expect
    .element(page.getByRole('heading', { name: 'Marek Novák of Other Partners is now signed in' }))
    .toBeVisible()
  await expect.element(page.getByText('Another user’s unsent changes or files are kept on this device.')).toBeVisible()
})

test('WHO4 work continues only after the server has named the person', async () => {
  await show(null)
  await expect.element(page.getByRole('heading', { name: 'Another user has signed in' })).toBeVisible()
  expect(page.getByRole('button', { name: /Continue/ }).elements()).toEqual([])
})

async function renderBanner(viewer: Identity, sealed: readonly SealedPerson[]) {
  const store = await openTestStore(viewer)
  const session = createSession(sessionDeps(store, { sealed: async () => sealed }))
  await render(
    store,
    <SessionContext value={session}>
      <OtherUsersChangesBanner />
    </SessionContext>,
  )
}

test('WHO5 staff of the same firm see whose changes are on this device', async () => {
  await renderBanner(someone, [{ identity: marek, unsent: 3 }])
  await expect
    .element(page.getByText('3 unsent changes or files from Marek Novák are kept on this device.'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect.element(page.getByText(/on this device/)).not.toBeInTheDocument()
})

test.each([
  ['an investor', { ...someone, role: 'INVESTOR' }],
  ['a person of another firm', { ...someone, ...elsewhere }],
] as const)('WHO5 %s sees once, without names, that there are changes', async (_, viewer) => {
  await renderBanner(viewer, [
    { identity: marek, unsent: 3 },
    { identity: { ...marek, id: 'else' }, unsent: 1 },
  ])
  await expect.element(page.getByText('Another user’s unsent changes or files are kept on this device.')).toBeVisible()
  expect(page.getByText(/Marek|3/).elements()).toEqual([])
})
