import { TextInput } from '@mantine/core'
import { Suspense, use } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Dialog } from './dialog.tsx'
import { Confirmation } from './confirmation.tsx'

const form = (
  <RecordForm
    initial={{ name: '' }}
    submit="Save"
    submitting="Saving"
    failed="Failed"
    save={() => Promise.resolve({ ok: false, issues: {} })}
    onSaved={() => {}}
    onCancel={() => {}}
  >
    {(values) => <TextInput label="Name" {...values.getInputProps('name')} />}
  </RecordForm>
)
const confirmation = (
  <Confirmation confirm="Delete" onConfirm={() => Promise.resolve()} onClose={() => {}}>
    Sure?
  </Confirmation>
)
const focused = () => document.activeElement?.closest('button')?.textContent ?? document.activeElement?.tagName

for (const [kind, content, first] of [
  ['a form', form, 'INPUT'],
  ['a confirmation of a loss', confirmation, 'Cancel'],
] as const)
  test(`${kind} gets its initial focus, whether it is there when its dialog opens or loads later`, async () => {
    const store = await openTestStore()
    let loaded!: () => void
    const loading = new Promise<void>((resolve) => (loaded = resolve))
    const Late = () => (use(loading), content)
    const dialog = (inside: React.ReactNode) => (
      <Dialog opened title="Open" onClose={() => {}} form>
        {inside}
      </Dialog>
    )
    const rendered = await render(store, dialog(content))
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await expect.poll(focused).toBe(first)
    await rendered.unmount()
    await render(
      store,
      dialog(
        <Suspense fallback="…">
          <Late />
        </Suspense>,
      ),
    )
    await expect.element(page.getByRole('dialog').getByText('…')).toBeVisible()
    loaded()
    await expect.poll(focused).toBe(first)
  })
