import { TextInput } from '@mantine/core'
import { cloneElement } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import type { DraftFields } from '#web/store/base/contract.ts'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { clearUnsavedForms } from '#web/ui/overlay/dialogs/unsaved-forms.ts'
import { draftsOfWindow, saveAndClearDrafts } from './drafts.ts'
import { RecordForm } from './record-form.tsx'

const form = (
  <RecordForm
    initial={{ name: 'Quay', location: 'Fes' }}
    submit="Save"
    submitting="Saving"
    failed="Failed"
    save={async () => ({ ok: true, changeId: '', id: '' })}
    onSaved={() => {}}
    onCancel={() => {}}
  >
    {(each) => (
      <>
        <TextInput label="Name" {...each.getInputProps('name')} />
        <TextInput label="Location" {...each.getInputProps('location')} />
      </>
    )}
  </RecordForm>
)

const name = page.getByLabelText('Name')

function savedDraftsOf(store: TestStore) {
  const saveDrafts = vi.spyOn(store, 'saveDrafts')
  return () => Object.values(saveDrafts.mock.lastCall?.[0] ?? {})
}

test('WHO4 unsaved values are stored when the window is cleared and restored when the form is opened again', async () => {
  const store = await openTestStore()
  const savedDrafts = savedDraftsOf(store)
  const { unmount } = await render(store, form)
  expect(draftsOfWindow()).toEqual({})
  await name.fill('Quay of Saf')
  expect(Object.values(draftsOfWindow())).toEqual([{ name: 'Quay of Saf' }])
  await saveAndClearDrafts(store)
  await unmount()
  expect(draftsOfWindow()).toEqual({})
  expect(savedDrafts()).toEqual([{ name: 'Quay of Saf' }])
  // Another window can claim them once this one is closed.
  await store.close()
  const secondWindow = await store.openBeside()
  await render(secondWindow, form)
  await expect.element(name).toHaveValue('Quay of Saf')
  await expect.element(page.getByLabelText('Location')).toHaveValue('Fes')
  expect(Object.values(draftsOfWindow())).toEqual([{ name: 'Quay of Saf' }])
  const thirdWindow = await secondWindow.openBeside()
  expect(await thirdWindow.adoptDraft(Object.keys(draftsOfWindow())[0]!)).toBeNull()
  await thirdWindow.close()
})

test('values are stored while typing and removed when the form is discarded', async () => {
  const store = await openTestStore()
  const savedDrafts = savedDraftsOf(store)
  const { unmount } = await render(store, form)
  await name.fill('Quay of Sa')
  await name.fill('Quay of Saf')
  await expect.poll(savedDrafts).toEqual([{ name: 'Quay of Saf' }])
  await name.fill('Quay')
  await expect.poll(savedDrafts).toEqual([])
  await name.fill('Quay of Safi')
  await expect.poll(savedDrafts).toEqual([{ name: 'Quay of Safi' }])
  clearUnsavedForms()
  await unmount()
  expect(savedDrafts()).toEqual([])
})

test('a form closed without saving or discarding passes its values to the next one, once', async () => {
  const store = await openTestStore()
  const savedDrafts = savedDraftsOf(store)
  const first = await render(store, form)
  await name.fill('Quay of Saf')
  await first.unmount()
  expect(savedDrafts()).toEqual([{ name: 'Quay of Saf' }])
  const second = await render(store, form)
  await expect.element(name).toHaveValue('Quay of Saf')
  clearUnsavedForms()
  await second.unmount()
  expect(savedDrafts()).toEqual([])
  const thirdWindow = await render(store, form)
  await expect.element(name).toHaveValue('Quay')
  await name.fill('Quay of Safi')
  await thirdWindow.unmount()
  const otherPersonsStore = await openTestStore({ ...someone, id: '00000000-0000-7000-8000-000000000009' })
  await render(otherPersonsStore, form)
  await expect.element(name).toHaveValue('Quay')
})

test('a form opens with its initial values if the store cannot read drafts', async () => {
  const store = await openTestStore()
  const adoptDraft = vi.spyOn(store, 'adoptDraft').mockRejectedValue(new Error('The store is closed'))
  await render(store, form)
  await expect.element(name).toHaveValue('Quay')
  expect(adoptDraft).toHaveBeenCalled()
})

test('a draft that arrives late never mixes with typed values: it waits for the next opening', async () => {
  const store = await openTestStore()
  const lateDraft = Promise.withResolvers<DraftFields | null>()
  vi.spyOn(store, 'adoptDraft').mockReturnValueOnce(lateDraft.promise)
  const first = await render(store, form)
  await name.fill('Pier')
  lateDraft.resolve({ name: 'Quay of Saf', location: 'Safi' })
  await expect
    .poll(() => Object.values(draftsOfWindow(store)))
    .toEqual([{ name: 'Quay of Saf', location: 'Safi' }, { name: 'Pier' }])
  await expect.element(name).toHaveValue('Pier')
  await expect.element(page.getByLabelText('Location')).toHaveValue('Fes')
  clearUnsavedForms()
  await first.unmount()
  await render(store, form)
  await expect.element(name).toHaveValue('Quay of Saf')
  await expect.element(page.getByLabelText('Location')).toHaveValue('Safi')
})

test('success is shown after the draft is removed: a crash afterwards does not restore it', async () => {
  const store = await openTestStore()
  const savedDrafts = savedDraftsOf(store)
  const onSaved = vi.fn<() => void>()
  await render(store, cloneElement(form, { onSaved }))
  await name.fill('Quay of Saf')
  await expect.poll(savedDrafts).toEqual([{ name: 'Quay of Saf' }])
  const removed = Promise.withResolvers<void>()
  const saveDrafts = vi.spyOn(store, 'saveDrafts').mockReturnValueOnce(removed.promise)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => saveDrafts.mock.lastCall?.[0]).toEqual({})
  expect(onSaved).not.toHaveBeenCalled()
  removed.resolve()
  await expect.poll(() => onSaved.mock.calls.length).toBe(1)
})

test('success is shown even if removing the draft fails', async () => {
  const store = await openTestStore()
  const onSaved = vi.fn<() => void>()
  await render(store, cloneElement(form, { onSaved }))
  const saveDrafts = vi.spyOn(store, 'saveDrafts')
  await name.fill('Quay of Saf')
  await expect.poll(() => saveDrafts.mock.calls.length).toBeGreaterThan(0)
  saveDrafts.mockRejectedValue(new DOMException('The quota is exceeded', 'QuotaExceededError'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => onSaved.mock.calls.length).toBe(1)
})
