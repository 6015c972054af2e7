import { expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { sessionDeps } from '#web/test/fake-session.ts'
import { savedFiles } from '#web/test/saved-files.ts'
import type { PendingUpload } from '#web/store/base/pending-upload.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { SignOutDialog } from './sign-out-dialog.tsx'
import { SessionContext } from './session-context.ts'
import { createSession } from './session.ts'
import { openWork } from './unsent-file/sealed-work.ts'
import { useSignOut, useSignOutConfirmation } from './use-sign-out.ts'

async function openSignOutDialog(connection: 'online' | 'offline' | 'signed-out') {
  const store = await openTestStore()
  store.setStatus({ connection, waiting: 2 })
  const session = createSession(sessionDeps(store))
  const signOut = vi.spyOn(session, 'signOut').mockResolvedValue()
  await render(
    store,
    <SessionContext value={session}>
      <SignOutDialog opened onClose={() => {}} />
    </SessionContext>,
  )
  const dialog = page.getByRole('dialog', { name: 'Sign out with unsent data?' })
  await expect.element(dialog).toBeVisible()
  const buttonNames = () => textsOf(dialog.getByRole('button')).filter(Boolean)
  return { store, signOut, dialog, buttonNames }
}

test('with a connection, sending comes first', async () => {
  const { store, dialog, buttonNames } = await openSignOutDialog('online')
  expect(buttonNames().slice(0, 2)).toEqual(['Sync now', 'Save as a file'])
  const sync = vi.spyOn(store, 'syncNow')
  await dialog.getByRole('button', { name: 'Sync now' }).click()
  expect(sync).toHaveBeenCalledOnce()
})

test('offline, saving to a file comes first, and sending shows why it is not possible', async () => {
  const { dialog, buttonNames } = await openSignOutDialog('offline')
  expect(buttonNames().slice(0, 2)).toEqual(['Save as a file', 'Sync now'])
  const sync = dialog.getByRole('button', { name: 'Sync now' })
  await expect.element(sync).toBeDisabled()
  await expect.element(sync).toHaveAccessibleDescription('You are offline, so nothing can be sent now.')
})

test('discarding asks once more when nothing was saved', async () => {
  const { dialog, signOut } = await openSignOutDialog('offline')
  await dialog.getByRole('button', { name: 'Discard and sign out' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Sign out and lose unsent data?' })
  await expect
    .element(confirmation.getByText(/^2 changes or files are neither on the server nor in a saved file\./))
    .toBeVisible()
  expect(signOut).not.toHaveBeenCalled()
  await confirmation.getByRole('button', { name: 'Discard and sign out' }).click()
  await expect.poll(() => signOut.mock.calls).toHaveLength(1)
})

test('FILE5 uploads of discarded files are canceled before the session ends', async () => {
  const { store, dialog, signOut } = await openSignOutDialog('online')
  const messages: string[] = []
  vi.spyOn(store.files, 'all', 'get').mockReturnValue(['one', 'lost', 'two'].map(waitingFile))
  vi.spyOn(store.files, 'discardUpload').mockImplementation(async ({ id }) => {
    if (id === 'lost') throw new Error('The disk is broken')
    messages.push(id)
  })
  signOut.mockImplementation(async () => void messages.push('sign out'))
  await dialog.getByRole('button', { name: 'Discard and sign out' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Sign out and lose unsent data?' })
  await confirmation.getByRole('button', { name: 'Discard and sign out' }).click()
  await expect.poll(() => messages).toEqual(['one', 'two', 'sign out'])
})

const waitingFile = (id: string): PendingUpload => ({
  entity: 'documents',
  id,
  file: id,
  name: 'Plan.pdf',
  type: 'application/pdf',
  size: 9,
  sha256: '',
  at: '',
  problem: null,
  uploadedBytes: 4,
})

async function saveToFile(dialog: Locator) {
  await dialog.getByRole('button', { name: 'Save as a file' }).click()
  const saveDialog = page.getByRole('dialog', { name: 'Save unsent changes as a file' })
  await saveDialog.getByLabelText('Passphrase', { exact: true }).fill('nine blue lanterns')
  await saveDialog.getByLabelText('Repeat passphrase').fill('nine blue lanterns')
  await saveDialog.getByRole('button', { name: 'Save as a file' }).click()
  await expect.element(page.getByText(/^Your browser is saving the file/)).toBeVisible()
}

test('signing out after saving to a file needs no further confirmation', async () => {
  const saved = savedFiles()
  const { dialog, signOut } = await openSignOutDialog('offline')
  await saveToFile(dialog)
  expect(saved).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  expect(signOut).toHaveBeenCalledOnce()
})

test('a canceled save to a file does not change the dialog', async () => {
  const { dialog } = await openSignOutDialog('offline')
  await dialog.getByRole('button', { name: 'Save as a file' }).click()
  await page
    .getByRole('dialog', { name: 'Save unsent changes as a file' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await expect.element(dialog.getByRole('button', { name: 'Discard and sign out' })).toBeVisible()
})

test('TAKE2 a saved file includes waiting files; signing out still asks about those that did not fit', async () => {
  const { store, dialog, signOut } = await openSignOutDialog('offline')
  savedFiles()
  const work = vi.spyOn(store, 'unsentWork').mockResolvedValue({ text: '{}', leftOut: 1 })
  store.setStatus({ waiting: 0, files: 2 })
  await expect.element(dialog.getByText(/^2 changes or files are not on the server yet/)).toBeVisible()
  await saveToFile(dialog)
  await dialog.getByRole('button', { name: 'Discard and sign out' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Sign out and lose unsent data?' })
  await expect
    .element(confirmation.getByText(/^1 change or file is neither on the server nor in a saved file\./))
    .toBeVisible()
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  work.mockResolvedValue({ text: '{}', leftOut: 0 })
  await saveToFile(dialog)
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
  expect(signOut).toHaveBeenCalledOnce()
})

test('signing out asks about shared files that are not assigned yet', async () => {
  const store = await openTestStore()
  await store.share(new File(['%PDF-'], 'Mail.pdf', { type: 'application/pdf' }))
  const session = createSession(sessionDeps(store))
  const signOut = vi.spyOn(session, 'signOut').mockResolvedValue()
  await render(
    store,
    <SessionContext value={session}>
      <SignOutButton />
    </SessionContext>,
  )
  await page.getByRole('button', { name: 'Leave' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out with unsent data?' })
  await expect.element(dialog.getByText(/^1 file on this device has not been attached/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Discard and sign out' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Sign out and lose unsent data?' })
  await expect
    .element(confirmation.getByText(/^1 change or file is neither on the server nor in a saved file\./))
    .toBeVisible()
  expect(signOut).not.toHaveBeenCalled()
})

function SignOutButton() {
  const signOut = useSignOut()
  const { isOpen } = useSignOutConfirmation()
  return (
    <>
      <button onClick={signOut}>Leave</button>
      <SignOutDialog opened={isOpen} onClose={() => {}} />
    </>
  )
}

test('GROW1 records of a newer version count as unsent and are saved to the file', async () => {
  const saved = savedFiles()
  const { store, dialog } = await openSignOutDialog('online')
  vi.spyOn(store, 'unsentWork').mockResolvedValue({ text: '{"records":["{}"]}', leftOut: 0 })
  store.setStatus({ waiting: 1, unread: 1 })
  await expect.element(dialog.getByText(/^2 changes or files are not on the server yet/)).toBeVisible()
  await saveToFile(dialog)
  expect(await openWork('nine blue lanterns', saved[0]!.blob)).toMatchObject({ text: '{"records":["{}"]}' })
})
