import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { toast } from './toast.ts'
import { clearToasts } from './toasts.tsx'

beforeEach(clearToasts)

const savedToast = page.getByRole('status').filter({ hasText: 'Project created successfully' })
const noticeToast = page.getByRole('status').filter({ hasText: 'Offline Mode' })

async function setup() {
  const store = await openTestStore()
  await render(store, null)
  return store
}

test('a toast says where the record is, even when that changes, and a notice waits until it closes', async () => {
  const store = await setup()
  let where: string | null = null
  toast.saved(store, 'Project created successfully', { where: () => where })
  await expect.element(savedToast).toBeVisible()
  where = 'Sent at 12:36'
  store.setStatus({ connection: 'offline' })
  toast.notice('Offline Mode', 'You can continue using cached data.')
  await expect.element(savedToast.getByText('Sent at 12:36', { exact: true })).toBeVisible()
  await expect.element(savedToast.getByText('Project created successfully', { exact: true })).toBeVisible()
  await expect.element(noticeToast).not.toBeInTheDocument()
  await savedToast.getByRole('button', { name: 'Close' }).click()
  await expect.element(noticeToast).toBeVisible()
})

test('a toast shows only its own text unless it knows where the record is', async () => {
  const store = await setup()
  toast.saved(store, 'Investment details have been saved successfully.', { title: 'Investment Updated' })
  const toasts = page.getByRole('status').filter({ hasText: 'Investment Updated' })
  await expect.element(toasts).toBeVisible()
  expect(toasts.element().textContent).toBe('Investment UpdatedInvestment details have been saved successfully.')
})

test('one toast at a time: a success replaces a notice, an error a success, and a newer notice an older one', async () => {
  const store = await setup()
  toast.notice('Offline Mode', 'You can continue using cached data.')
  await expect.element(noticeToast).toBeVisible()
  toast.saved(store, 'Project created successfully')
  await expect.element(savedToast).toBeVisible()
  await expect.element(noticeToast).not.toBeInTheDocument()
  toast.notice('Offline Mode', 'You can continue using cached data.')
  toast.notice('Back Online', 'Connection restored. Syncing latest data...')
  toast.error('Failed to create project')
  const error = page.getByRole('alert').filter({ hasText: 'Failed to create project' })
  await expect.element(error).toBeVisible()
  await expect.element(savedToast).not.toBeInTheDocument()
  await error.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByText('Back Online')).toBeVisible()
  await expect.element(noticeToast).not.toBeInTheDocument()
})

test('a toast does not cover the buttons of a form that is opened next', async () => {
  await page.viewport(390, 700)
  const store = await openTestStore()
  await render(
    store,
    <Dialog opened title="Add Project" onClose={() => {}} form>
      <RecordForm
        initial={{ name: '' }}
        submit="Save"
        submitting="Saving"
        failed="Failed"
        save={() => Promise.resolve({ ok: false, issues: {} })}
        onSaved={() => {}}
        onCancel={() => {}}
      >
        {() => <div style={{ blockSize: 2_000 }} />}
      </RecordForm>
    </Dialog>,
  )
  toast.saved(store, 'Project created successfully')
  await expect.element(savedToast).toBeVisible()
  for (const name of ['Save', 'Cancel']) {
    const button = page.getByRole('button', { name, exact: true })
    await expect.element(button).toBeVisible()
    const { left, top, width, height } = button.element().getBoundingClientRect()
    const topElement = document.elementFromPoint(left + width / 2, top + height / 2)
    expect(topElement?.closest('button')).toBe(button.element())
  }
})

test('a toast has a general title unless it has its own', async () => {
  const store = await setup()
  toast.saved(store, 'Investor updated successfully')
  const investorToast = page.getByRole('status').filter({ hasText: 'Investor updated' })
  await expect.element(investorToast).toBeVisible()
  expect(investorToast.element().textContent).toBe('Investor updated successfully')
})

function Opener() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Add
      </button>
      <Dialog opened={opened} title="Add Investor" onClose={() => setOpened(false)}>
        <p>Fields</p>
      </Dialog>
    </>
  )
}

test.each([
  ['a success disappears', 'Investor updated successfully', false],
  ['an error stays', 'Failed to create investor', true],
])('when a dialog opens, %s', async (_, text, isStillShown) => {
  await render(await openTestStore(), <Opener />)
  if (isStillShown) toast.error(text)
  else toast.success(text)
  await expect.element(page.getByText(text)).toBeVisible()
  await page.getByRole('button', { name: 'Add' }).click()
  await expect.element(page.getByText('Fields')).toBeVisible()
  await expect.poll(() => page.getByText(text).elements().length).toBe(isStillShown ? 1 : 0)
})

test('an action of a toast runs once, by a button that the keyboard reaches, and not after signing out', async () => {
  const [store, other] = [await openTestStore(), await openTestStore()]
  await render(other, null)
  const undo = vi.fn<() => void>()
  const show = () => toast.saved(store, 'Investor deleted', { actions: [{ label: 'Undo', act: undo }] })
  const button = page.getByRole('button', { name: 'Undo' })
  show()
  await expect.element(button).toBeVisible()
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button).not.toBeInTheDocument()
  show()
  await store.close()
  await button.click()
  expect(undo).toHaveBeenCalledOnce()
})
