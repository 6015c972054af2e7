import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { toast } from './toast.ts'
import { clearToasts } from './toasts.tsx'

const onAction = vi.fn<() => void>()
const open = { label: 'Open', act: onAction }
const failedToast = page.getByRole('alert').filter({ hasText: 'Quay was not saved' })
const sentToast = page.getByRole('status').filter({ hasText: 'Sent again' })

beforeEach(async () => {
  vi.resetAllMocks()
  clearToasts()
  await render(await openTestStore(), null)
})

test('an error with an action disappears when the person uses the action', async () => {
  toast.errorAbout('Quay was not saved', 'change', open)
  await failedToast.getByRole('button', { name: 'Open' }).click()
  expect(onAction).toHaveBeenCalledOnce()
  await expect.element(failedToast).not.toBeInTheDocument()
})

test('an error disappears when its subject is settled elsewhere', async () => {
  toast.errorAbout('Quay was not saved', 'change', open)
  await expect.element(failedToast).toBeVisible()
  toast.hide('another')
  toast.hide('change')
  await expect.element(failedToast).not.toBeInTheDocument()
  expect(onAction).not.toHaveBeenCalled()
})

test('a notice does not replace one with an action', async () => {
  toast.noticeAbout('Sent again', 'The server had lost a change.', 'resent', open)
  await expect.element(sentToast).toBeVisible()
  toast.notice('Offline Mode', 'You can continue using cached data.')
  const offline = page.getByText('Offline Mode')
  await sentToast.getByRole('button', { name: 'Open' }).click()
  await expect.element(offline).toBeVisible()
  expect(onAction).toHaveBeenCalledOnce()
})

test('a warning and a success have titles', async () => {
  toast.warn('Unauthorized', 'You are logged out.')
  await expect.element(page.getByRole('alert')).toHaveTextContent('UnauthorizedYou are logged out.')
  toast.success('Form contents copied')
  await expect.element(page.getByRole('status')).toHaveTextContent('Form contents copied')
})
