import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { toast } from './toast.ts'
import { clearToasts } from './toasts.tsx'
import { forgetUndo, undo, useUndoable } from './undo.ts'

afterEach(() => {
  forgetUndo()
  clearToasts()
})

const recordAction = () => vi.fn<() => void>()
const undoables = () => useUndoable.getState().done

test('a toast undoes its action once, by a button that the keyboard reaches', async () => {
  const store = await openTestStore()
  await render(store, null)
  const undoToast = recordAction()
  toast.undoable(store, 'Investor deleted successfully', undoToast)
  const [last] = undoables()
  const button = page.getByRole('button', { name: 'Undo' })
  await expect.element(button).toBeVisible()
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button).not.toBeInTheDocument()
  expect(undo(last!)).toBe(false)
  expect(undoToast).toHaveBeenCalledTimes(1)
})

test('the toast of an action that was undone elsewhere offers no undo; earlier actions can still be undone', async () => {
  const store = await openTestStore()
  await render(store, null)
  const [first, last] = [recordAction(), recordAction()]
  toast.undoable(store, 'Project deleted', first)
  toast.undoable(store, 'Investor deleted', last)
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(undoables().map(({ text }) => text)).toEqual(['Investor deleted', 'Project deleted'])
  undo(undoables()[0]!)
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  undo(undoables()[0]!)
  expect([first.mock.calls.length, last.mock.calls.length]).toEqual([1, 1])
})

test('nothing is undone after the person’s store is closed', async () => {
  const [store, other] = [await openTestStore(), await openTestStore()]
  await render(other, null)
  const back = recordAction()
  toast.undoable(store, 'Investor deleted successfully', back)
  await store.close()
  undo(undoables()[0]!)
  expect(back).not.toHaveBeenCalled()
})
