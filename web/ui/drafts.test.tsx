import { TextInput } from '@mantine/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { MemoryStore } from '#web/test/memory-store.ts'
import { draftsHere, leaveDrafts } from './drafts.ts'
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

test('WHO4 words that were not saved are left when their window is cleared, and stand in the form that is opened next', async () => {
  const store = new MemoryStore()
  const { unmount } = await draw(store, form)
  expect(draftsHere()).toEqual({})
  await name.fill('Quay of Saf')
  expect(Object.values(draftsHere())).toEqual([{ name: 'Quay of Saf' }])
  await leaveDrafts(store)
  await unmount()
  expect(draftsHere()).toEqual({})
  expect(Object.values(store.drafts)).toEqual([{ name: 'Quay of Saf' }])
  const next = new MemoryStore()
  next.left = store.drafts
  await draw(next, form)
  await expect.element(name).toHaveValue('Quay of Saf')
  await expect.element(page.getByLabelText('Location')).toHaveValue('Fes')
  expect(Object.values(draftsHere())).toEqual([{ name: 'Quay of Saf' }])
  expect(next.left).toEqual({})
})

test('words are kept while they are typed, and no longer once their form is closed', async () => {
  const store = new MemoryStore()
  const { unmount } = await draw(store, form)
  await name.fill('Quay of Sa')
  await name.fill('Quay of Saf')
  await expect.poll(() => Object.values(store.drafts)).toEqual([{ name: 'Quay of Saf' }])
  await name.fill('Quay')
  await expect.poll(() => store.drafts).toEqual({})
  await name.fill('Quay of Safi')
  await expect.poll(() => Object.values(store.drafts)).toEqual([{ name: 'Quay of Safi' }])
  await unmount()
  expect(store.drafts).toEqual({})
})
