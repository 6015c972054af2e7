import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { toast } from './toast.ts'
import { clearToasts } from './toasts.tsx'
import { forgetUndo, undo, useUndoable } from './undo.ts'

afterEach(() => {
  forgetUndo()
  clearToasts()
})

const act = () => vi.fn<() => void>()
const done = () => useUndoable.getState().done

test('a toast undoes its action once, by a button that the keyboard reaches', async () => {
  const store = await openTestStore()
  await draw(store, null)
  const back = act()
  toast.undoable(store, 'Investor deleted successfully', back)
  const [last] = done()
  const button = page.getByRole('button', { name: 'Undo' })
  await expect.element(button).toBeVisible()
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button).not.toBeInTheDocument()
  expect(undo(last!)).toBe(false)
  expect(back).toHaveBeenCalledTimes(1)
})

test('an action undone elsewhere is no longer offered by its toast; earlier ones still can be undone', async () => {
  const store = await openTestStore()
  await draw(store, null)
  const [first, last] = [act(), act()]
  toast.undoable(store, 'Project deleted', first)
  toast.undoable(store, 'Investor deleted', last)
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(done().map(({ text }) => text)).toEqual(['Investor deleted', 'Project deleted'])
  undo(done()[0]!)
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  undo(done()[0]!)
  expect([first.mock.calls.length, last.mock.calls.length]).toEqual([1, 1])
})

test('nothing is undone after the person’s store is closed', async () => {
  const [store, other] = [await openTestStore(), await openTestStore()]
  await draw(other, null)
  const back = act()
  toast.undoable(store, 'Investor deleted successfully', back)
  await store.close()
  undo(done()[0]!)
  expect(back).not.toHaveBeenCalled()
})
