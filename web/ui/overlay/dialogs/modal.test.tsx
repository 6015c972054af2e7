import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { fakeOf } from '#web/test/fake-of.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Dialog } from './dialog.tsx'
import { LeaveConfirmation } from '#web/ui/form/leave-confirmation.tsx'
import { clearUnsavedForms, useUnsaved } from './unsaved-forms.ts'

const onClose = vi.fn<() => void>()
const dialog = page.getByRole('dialog', { name: 'Edit' })
const confirmation = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
const field = dialog.getByRole('textbox', { name: 'Words' })
const open = page.getByRole('button', { name: 'Open' })

beforeEach(() => void vi.resetAllMocks())
afterEach(clearUnsavedForms)

function TextField() {
  const [text, setText] = useState('')
  useUnsaved(text !== '')
  return <TextInput label="Words" value={text} onChange={(event) => setText(event.currentTarget.value)} />
}

function Probe({ form }: { readonly form: boolean }) {
  const [opened, setOpened] = useState(false)
  const close = () => {
    onClose()
    setOpened(false)
  }
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <Dialog opened={opened} title="Edit" onClose={close} form={form}>
        <TextField />
        <LeaveConfirmation />
      </Dialog>
    </>
  )
}

async function setup(form: boolean) {
  await render(await openTestStore(), <Probe form={form} />)
  expect(dialog.elements()).toEqual([])
  await open.click()
  await expect.element(field).toBeVisible()
}

const pressOutside = async () => (document.elementFromPoint(5, 5) as HTMLElement).click()

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the close button', () => dialog.getByRole('button', { name: 'Close' }).click()],
  ['a press outside it', pressOutside],
])('a dialog closes on %s', async (_, closeDialog) => {
  await setup(false)
  await closeDialog()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(onClose).toHaveBeenCalledOnce()
})

test('a click outside does not close a dialog with a form', async () => {
  await setup(true)
  await pressOutside()
  expect(onClose).not.toHaveBeenCalled()
  await expect.element(dialog).toBeVisible()
})

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the close button', () => dialog.getByRole('button', { name: 'Close' }).click()],
])('a dialog with a form asks about unsaved values before it closes by %s', async (_, leave) => {
  await setup(true)
  await field.fill('Quay')
  await leave()
  await confirmation.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(confirmation).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Quay')
  expect(onClose).not.toHaveBeenCalled()
  await leave()
  await confirmation.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(onClose).toHaveBeenCalledOnce()
})

test('a dialog with an unchanged form closes without asking', async () => {
  await setup(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect([onClose.mock.calls.length, confirmation.elements()]).toEqual([1, []])
})

test('the content of a dialog is mounted again each time it opens', async () => {
  await setup(false)
  await field.fill('Quay')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await open.click()
  await expect.element(field).toHaveValue('')
})

test('on a phone a dialog fills the screen, but a confirmation does not', async () => {
  await render(
    await openTestStore(),
    <>
      <Dialog opened title="Edit" onClose={onClose}>
        Form
      </Dialog>
      <Dialog opened title="Sure?" onClose={onClose} small>
        Question
      </Dialog>
    </>,
  )
  await page.viewport(390, 800)
  const height = (name: string) => page.getByRole('dialog', { name }).element().getBoundingClientRect().height
  await expect.poll(() => height('Edit')).toBe(800)
  expect(height('Sure?')).toBeLessThan(400)
})

/** The browser's own type for it needs the types of Node. */
const devtools = () => fakeOf<{ send(method: string, params: object): Promise<unknown> }>(cdp())
const emulateMedia = (features: readonly object[]) => devtools().send('Emulation.setEmulatedMedia', { features })

test.each([
  ['no-preference', true],
  ['reduce', false],
])('with prefers-reduced-motion “%s” a dialog is animated: %s', async (value, hasMotion) => {
  await emulateMedia([{ name: 'prefers-reduced-motion', value }])
  const onMotion = vi.fn<() => void>()
  document.addEventListener('transitionrun', onMotion)
  onTestFinished(async () => {
    document.removeEventListener('transitionrun', onMotion)
    await emulateMedia([])
  })
  await setup(false)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await open.click()
  await expect.element(field).toBeVisible()
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  expect(onMotion.mock.calls.length > 0).toBe(hasMotion)
})
