import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

const onConfirm = vi.fn<() => Promise<void>>()
const onClose = vi.fn<() => void>()
const dialog = page.getByRole('dialog', { name: 'Delete it?' })
const confirm = dialog.getByRole('button', { name: 'Delete' })
const cancel = dialog.getByRole('button', { name: 'Cancel' })
const clickConfirm = () => (confirm.element() as HTMLElement).click()

beforeEach(() => void vi.resetAllMocks())

async function setup() {
  await render(
    await openTestStore(),
    <ConfirmDialog opened title="Delete it?" confirm="Delete" onConfirm={onConfirm} onClose={onClose}>
      It cannot be brought back.
    </ConfirmDialog>,
  )
  await expect.element(dialog.getByText('It cannot be brought back.')).toBeVisible()
}

test('a second click while the action is in progress does nothing, and a later click repeats it', async () => {
  const confirmations = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  onConfirm.mockReturnValueOnce(confirmations[0]!.promise).mockReturnValueOnce(confirmations[1]!.promise)
  await setup()
  clickConfirm()
  clickConfirm()
  await expect.element(confirm).toHaveAttribute('aria-busy', 'true')
  clickConfirm()
  expect(onConfirm).toHaveBeenCalledOnce()
  confirmations[0]!.resolve()
  await expect.element(confirm).toHaveAttribute('aria-busy', 'false')
  clickConfirm()
  expect(onConfirm).toHaveBeenCalledTimes(2)
  confirmations[1]!.resolve()
  await expect.element(confirm).toHaveAttribute('aria-busy', 'false')
})

test('the dialog opens with the focus on Cancel, so that Enter is harmless', async () => {
  await setup()
  await expect.element(cancel).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(onConfirm).not.toHaveBeenCalled()
})
