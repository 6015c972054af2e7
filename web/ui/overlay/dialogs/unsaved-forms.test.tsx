import { afterEach, expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { clearUnsavedForms, useUnsaved, useUnsavedForms } from './unsaved-forms.ts'

const count = () => useUnsavedForms.getState().count
const isClosingBlocked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
const form = (isDirty: boolean) =>
  renderHook((props) => useUnsaved(props?.isDirty ?? false), { initialProps: { isDirty } })

afterEach(clearUnsavedForms)

test('closing the page is blocked until no form has unsaved values', async () => {
  const [first, second] = [await form(true), await form(true)]
  expect([count(), isClosingBlocked()]).toEqual([2, true])
  await first.rerender({ isDirty: false })
  expect([count(), isClosingBlocked()]).toEqual([1, true])
  await second.unmount()
  expect([count(), isClosingBlocked()]).toEqual([0, false])
})

test('settled forms block nothing while still open, and block again once changed', async () => {
  const { unmount } = await form(true)
  clearUnsavedForms()
  expect([count(), isClosingBlocked()]).toEqual([0, false])
  const next = await form(true)
  expect([count(), isClosingBlocked()]).toEqual([1, true])
  await unmount()
  expect([count(), isClosingBlocked()]).toEqual([1, true])
  await next.unmount()
  expect([count(), isClosingBlocked()]).toEqual([0, false])
})
