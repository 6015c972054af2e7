import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { leaveForms, mayLeaveForms } from './leave-forms.ts'
import { LeaveConfirmation } from '#web/ui/form/leave-confirmation.tsx'
import { clearUnsavedForms, useUnsaved, useUnsavedForms } from './unsaved-forms.ts'

function OpenForm({ isDirty }: { readonly isDirty: boolean }) {
  useUnsaved(isDirty)
  return <LeaveConfirmation />
}

const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
const count = () => useUnsavedForms.getState().count
const isClosingBlocked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

afterEach(clearUnsavedForms)

test('a form without unsaved values closes immediately and does not block closing the page', async () => {
  await render(await openTestStore(), <OpenForm isDirty={false} />)
  expect([count(), isClosingBlocked()]).toEqual([0, false])
  expect(await mayLeaveForms()).toBe(true)
  const go = vi.fn<() => void>()
  leaveForms(go)
  expect(go).toHaveBeenCalledOnce()
  expect(question.elements()).toEqual([])
})

test('a form with unsaved values blocks closing the page and asks first', async () => {
  await render(await openTestStore(), <OpenForm isDirty />)
  expect([count(), isClosingBlocked()]).toEqual([1, true])
  const go = vi.fn<() => void>()
  leaveForms(go)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(go).not.toHaveBeenCalled()
  expect([count(), isClosingBlocked()]).toEqual([1, true])
})

test('after discarding, the action continues and the page may close', async () => {
  await render(await openTestStore(), <OpenForm isDirty />)
  const go = vi.fn<() => void>()
  leaveForms(go)
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => go).toHaveBeenCalledOnce()
  expect([count(), isClosingBlocked()]).toEqual([0, false])
})

test('a second request while the question is open resolves both with false', async () => {
  await render(await openTestStore(), <OpenForm isDirty />)
  const first = mayLeaveForms()
  await expect.element(question).toBeVisible()
  expect(await mayLeaveForms()).toBe(false)
  expect(await first).toBe(false)
  await expect.element(question).not.toBeInTheDocument()
})

test('closing the form closes its question and unblocks the page', async () => {
  const store = await openTestStore()
  const rendered = await render(store, <OpenForm isDirty />)
  onTestFinished(clearUnsavedForms)
  const mayLeave = mayLeaveForms()
  await expect.element(question).toBeVisible()
  await rendered.unmount()
  expect(await mayLeave).toBe(false)
  expect([count(), isClosingBlocked()]).toEqual([0, false])
})
