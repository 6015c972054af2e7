import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { chooseOption } from '#web/test/choose-option.ts'
import { render } from '#web/test/render.tsx'
import { holdPage } from '#web/test/page-leaves.ts'
import { Refusal, serve } from '#web/test/serve.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { RoleSwitcher } from './role-switcher.tsx'
import { switchRole } from './switch-role.ts'

const button = page.getByRole('button', { name: 'Switch role' })

async function choose(role: string) {
  await chooseOption(page.getByRole('combobox', { name: 'Role' }), role)
}

async function setupWaiting() {
  const store = await openTestStore()
  store.setStatus({ waiting: 1 })
  const requests = serve(store, {
    'PATCH /api/auth/user/role': () => new Refusal(403, { code: 'FORBIDDEN', message: 'x' }),
  })
  await render(store, <RoleSwitcher />)
  const sync = vi.spyOn(store, 'syncNow')
  return { store, requests, sync }
}

test('a switch of roles is requested once all waiting changes are sent', async () => {
  const { store, requests, sync } = await setupWaiting()
  await expect.element(button).toBeDisabled()
  await choose('Investor')
  await button.click()
  await expect.poll(() => sync).toHaveBeenCalledOnce()
  expect(requests).toEqual([])
  store.setStatus({ waiting: 0 })
  await expect.element(page.getByText('Failed to update role')).toBeVisible()
  expect(requests).toEqual([['PATCH /api/auth/user/role', { role: 'INVESTOR' }]])
  await expect.element(button).toBeEnabled()
})

test('nothing is requested offline or for the current role', async () => {
  const store = await openTestStore()
  store.setStatus({ connection: 'offline' })
  await render(store, <RoleSwitcher />)
  await choose('Investor')
  await expect.element(button).toBeDisabled()
  store.setStatus({ connection: 'online' })
  await expect.element(button).toBeEnabled()
  await choose('Administrator')
  await expect.element(button).toBeDisabled()
})

test('a new role is announced, and the page reloads a second later', async () => {
  const left = holdPage()
  const store = await openTestStore()
  serve(store, { 'PATCH /api/auth/user/role': ({ body }) => ({ ...store.identity, ...(body as object) }) })
  await render(store, <RoleSwitcher />)
  await choose('Portfolio manager')
  const setTimeoutSpy = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => setTimeoutSpy.mockRestore())
  await button.click()
  await expect.element(page.getByText('Role updated')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Switching/ })).toBeDisabled()
  expect(left).toEqual([])
  expect(setTimeoutSpy.mock.calls.map(([, ms]) => ms)).toContain(1_000)
  await expect.poll(() => left).toEqual(['reload'])
})

test('losing the connection before everything is sent cancels the switch, which can be tried again', async () => {
  const { store, requests, sync } = await setupWaiting()
  await choose('Investor')
  await button.click()
  await expect.poll(() => sync).toHaveBeenCalledOnce()
  store.setStatus({ connection: 'offline' })
  await expect.element(page.getByText('Failed to update role')).toBeVisible()
  await expect.element(button).toBeDisabled()
  store.setStatus({ connection: 'online', waiting: 0 })
  await expect.element(button).toBeEnabled()
  expect(requests).toEqual([])
})

test('changes not sent within fifteen seconds prevent the switch', async () => {
  const store = await openTestStore()
  store.setStatus({ connection: 'online', waiting: 1 })
  const requests = serve(store, { 'PATCH /api/auth/user/role': () => store.identity })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const onError = vi.fn<(problem: unknown) => void>()
  const switched = switchRole(store, 'INVESTOR').catch(onError)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(onError).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await switched
  expect(onError.mock.calls).toEqual([[new Error('What waits was not sent in time')]])
  store.setStatus({ waiting: 0 })
  expect(requests).toEqual([])
})
