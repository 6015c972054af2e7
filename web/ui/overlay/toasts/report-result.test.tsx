import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { reportResult } from './report-result.ts'
import { clearToasts } from './toasts.tsx'

const done = vi.fn<() => void>()
const alert = page.getByRole('alert')

beforeEach(async () => {
  vi.resetAllMocks()
  clearToasts()
  await render(await openTestStore(), null)
})

test('a successful write shows no toast of its own', async () => {
  await reportResult(async () => ({ ok: true, changeId: 'change', id: 'record' }), done, 'Failed to delete')
  expect(done).toHaveBeenCalledOnce()
  expect(alert.elements()).toEqual([])
})

test.each([
  ['is refused', async () => ({ ok: false, issues: {} }) as const],
  ['fails on the device', () => Promise.reject(new Error('The disk is full'))],
])('a write that %s is reported as failed', async (_, write) => {
  await reportResult(write, done, 'Failed to delete')
  await expect.element(alert).toHaveTextContent('ErrorFailed to delete')
  expect(done).not.toHaveBeenCalled()
})
