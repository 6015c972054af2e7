import { TextInput } from '@mantine/core'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CommitResult } from '#web/store/base/command.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { RecordForm } from './record-form.tsx'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { useUnsavedForms } from '#web/ui/overlay/dialogs/unsaved-forms.ts'

type Save = (values: { readonly name: string; readonly email: string; readonly phone: string }) => Promise<CommitResult>

const saved: CommitResult = { ok: true, changeId: 'change', id: 'record' }
const save = vi.fn<Save>()
const onSaved = vi.fn<() => void>()
const onCancel = vi.fn<() => void>()

const input = (label: string) => page.getByRole('textbox', { name: label })
const button = (name: string) => page.getByRole('button', { name })
const submit = () => document.querySelector('form')!.requestSubmit()

async function setup(isDeleted = false) {
  await render(
    await openTestStore(),
    <RecordForm
      initial={{ name: 'Quay', email: '', phone: '' }}
      submit="Save"
      submitting="Saving"
      failed="Failed to save"
      save={save}
      onSaved={onSaved}
      onCancel={onCancel}
      isDeleted={isDeleted}
    >
      {(form) => (
        <>
          <TextInput label="Name" {...form.getInputProps('name')} />
          <TextInput label="Email" {...form.getInputProps('email')} />
          <TextInput label="Phone" {...form.getInputProps('phone')} />
        </>
      )}
    </RecordForm>,
  )
  await expect.element(input('Name')).toHaveFocus()
}

beforeEach(() => {
  vi.resetAllMocks()
  clearToasts()
})

test('a second submit while the first is in progress saves nothing', async () => {
  const written = Promise.withResolvers<CommitResult>()
  save.mockReturnValue(written.promise)
  await setup()
  submit()
  submit()
  await expect.element(button('Saving')).toHaveAttribute('aria-busy', 'true')
  submit()
  expect(save).toHaveBeenCalledOnce()
  written.resolve(saved)
  await expect.poll(() => onSaved.mock.calls.length).toBe(1)
  await expect.element(button('Save')).toHaveAttribute('aria-busy', 'false')
})

test('a saved form that is still open saves no second record and has no unsaved values', async () => {
  save.mockResolvedValue(saved)
  await setup()
  await input('Name').fill('Quay of Safi')
  await expect.poll(() => useUnsavedForms.getState().count).toBe(1)
  submit()
  await expect.poll(() => onSaved.mock.calls.length).toBe(1)
  expect(useUnsavedForms.getState().count).toBe(0)
  submit()
  await button('Save').click()
  expect(save.mock.calls).toEqual([[{ name: 'Quay of Safi', email: '', phone: '' }]])
  expect(onSaved).toHaveBeenCalledOnce()
})

test('errors are shown at their fields and counted, and the first field with an error gets the focus', async () => {
  const wrong = { phone: { key: 'text' }, email: { key: 'email' } } as const
  save.mockResolvedValueOnce({ ok: false, issues: wrong }).mockResolvedValueOnce({ ok: false, issues: wrong })
  await setup()
  submit()
  await expect.element(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect.element(page.getByText('2 fields need attention')).toBeVisible()
  await expect.element(input('Email')).toHaveFocus()
  await input('Email').fill('ada@example.com')
  await expect.element(page.getByText('1 field needs attention')).toBeVisible()
  expect(page.getByText('Please enter a valid email address').elements()).toEqual([])
  submit()
  await expect.element(page.getByText('2 fields need attention')).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
  expect(onSaved).not.toHaveBeenCalled()
})

test('an error of a field without an input is shown in a toast and not counted', async () => {
  save.mockResolvedValueOnce({ ok: false, issues: { projectId: { key: 'missing' } } })
  await setup()
  submit()
  await expect.element(page.getByRole('alert').getByText('This record does not exist', { exact: false })).toBeVisible()
  expect(page.getByText(/needs? attention/).elements()).toEqual([])
})

test('if the device cannot store the record, the form keeps its values and can be submitted again', async () => {
  save.mockRejectedValueOnce(new Error('The disk is full')).mockRejectedValueOnce(null).mockResolvedValueOnce(saved)
  await setup()
  await input('Email').fill('ada@example.com')
  submit()
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('ErrorThe disk is full')
  await expect.element(button('Save')).toHaveAttribute('aria-busy', 'false')
  await expect.element(input('Email')).toHaveValue('ada@example.com')
  expect([onSaved.mock.calls.length, useUnsavedForms.getState().count]).toEqual([0, 1])
  submit()
  await expect.element(alert).toHaveTextContent('ErrorFailed to save')
  submit()
  await expect.poll(() => onSaved.mock.calls.length).toBe(1)
  expect(save).toHaveBeenCalledTimes(3)
})

test('the form of a deleted record cannot be saved, but its values can be copied', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce().mockRejectedValueOnce(new Error('no'))
  await setup(true)
  await expect.element(page.getByText('This record was deleted while the form was open.')).toBeVisible()
  await expect.element(button('Save')).toBeDisabled()
  submit()
  expect(save).not.toHaveBeenCalled()
  await button('Copy form contents').click()
  expect(copy).toHaveBeenLastCalledWith('Name: Quay')
  await expect.element(page.getByText('Form contents copied')).toBeVisible()
  await button('Copy form contents').click()
  await expect.element(page.getByText('Failed to copy the form contents')).toBeVisible()
  await page.elementLocator(document.querySelector('form')!).getByRole('button', { name: 'Close' }).click()
  expect(onCancel).toHaveBeenCalledOnce()
  copy.mockRestore()
})

test('Cancel closes an unchanged form immediately and asks before discarding values', async () => {
  await setup()
  await button('Cancel').click()
  expect(onCancel).toHaveBeenCalledOnce()
  await input('Name').fill('Quay of Safi')
  await expect.poll(() => useUnsavedForms.getState().count).toBe(1)
  await button('Cancel').click()
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
  await expect.element(question).toBeVisible()
  expect(onCancel).toHaveBeenCalledOnce()
  await expect.element(question.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(input('Name')).toHaveValue('Quay of Safi')
  expect(onCancel).toHaveBeenCalledOnce()
})
