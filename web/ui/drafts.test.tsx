import { TextInput } from '@mantine/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { MemoryStore } from '#web/test/memory-store.ts'
import { draftsHere } from './drafts.ts'
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

test('WHO4 words that were not saved are kept when their form goes, and stand in it when it opens again', async () => {
  const store = new MemoryStore()
  const { unmount } = await draw(store, form)
  expect(draftsHere()).toEqual({})
  await page.getByLabelText('Name').fill('Quay of Saf')
  expect(Object.values(draftsHere())).toEqual([{ name: 'Quay of Saf' }])
  await store.keepDrafts(draftsHere())
  await unmount()
  expect(draftsHere()).toEqual({})
  await draw(store, form)
  await expect.element(page.getByLabelText('Name')).toHaveValue('Quay of Saf')
  await expect.element(page.getByLabelText('Location')).toHaveValue('Fes')
  expect(Object.values(draftsHere())).toEqual([{ name: 'Quay of Saf' }])
  expect(store.drafts).toEqual({})
})
