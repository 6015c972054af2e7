import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { savedFiles } from '#web/test/saved-files.ts'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { OpenUnsent } from './open-unsent.tsx'
import { SaveUnsent } from './save-unsent.tsx'
import { sealWork } from './sealed-work.ts'

const passphrase = 'nine blue lanterns'

async function setupUnsent() {
  const store = await openTestStore()
  await store.caughtUp()
  await store.create('projects', { name: 'Wadi', type: 'AGRICULTURE' })
  const file = new File(['%PDF-plan'], 'Plan.pdf', { type: 'application/pdf' })
  await store.commit([{ op: 'create', entity: 'documents', fields: { name: 'Plan', language: 'en' } }], file)
  return store
}

function Saving() {
  const [opened, setOpened] = useState(true)
  return <SaveUnsent opened={opened} onClose={() => setOpened(false)} />
}

async function save(first: string, again: string) {
  await page.getByLabelText('Passphrase', { exact: true }).fill(first)
  await page.getByLabelText('Repeat passphrase').fill(again)
  await page.getByRole('button', { name: 'Save as a file' }).click()
}

const sealText = async (text: string) => (await sealWork(passphrase, async () => ({ text, leftOut: 0 }))).file

async function open(store: TestStore, sealed: Blob, typed = passphrase, name = 'holdfast-2026-01-10.holdfast') {
  await render(store, <OpenUnsent opened onClose={() => {}} />)
  const file = new File([sealed], name)
  await page.getByLabelText('File', { exact: true }).upload(file)
  await page.getByLabelText('Passphrase', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
}

test('work saved on one device opens on another one of the same person', async () => {
  const saved = savedFiles()
  const first = await render(await setupUnsent(), <Saving />)
  await save(passphrase, passphrase)
  await expect.poll(() => saved.length).toBe(1)
  const { name, blob } = saved[0]!
  expect(name).toMatch(/^Holdfast unsent changes \d{4}-\d\d-\d\d\.holdfast$/)
  expect(await blob.text()).not.toContain('Wadi')

  await first.unmount()
  const other = await openTestStore()
  await other.caughtUp()
  await open(other, blob, passphrase, 'Holdfast تغييرات غير مرسلة 2026-01-10.holdfast')
  await expect.element(page.getByText('3 unsent changes or files were added to this device')).toBeVisible()
  expect([...other.table('projects').all()]).toMatchObject([{ name: 'Wadi' }])
  const [plan] = other.files.all
  expect(await (await other.files.read(plan!))!.text()).toBe('%PDF-plan')
})

test('TAKE2 TAKE5 shows how many files did not fit', async () => {
  const store = await setupUnsent()
  savedFiles()
  vi.spyOn(store, 'unsentWork').mockResolvedValue({ text: '{}', leftOut: 2 })
  await render(store, <Saving />)
  await save(passphrase, passphrase)
  await expect.element(page.getByText(/^2 files were left out: .* the saved file would exceed 200.MB/)).toBeVisible()
})

test('a file of which a part was changed is not opened', async () => {
  const saved = savedFiles()
  const first = await render(await setupUnsent(), <Saving />)
  await save(passphrase, passphrase)
  await expect.poll(() => saved.length).toBe(1)
  const { blob } = saved[0]!
  await first.unmount()
  const other = await openTestStore()
  await open(other, new Blob([blob.slice(0, -9), new Uint8Array(9)]))
  await expect.element(page.getByRole('alert').getByText('Failed to open the file')).toBeVisible()
  expect([other.outbox(), other.files.all]).toEqual([[], []])
})

test('a passphrase is long enough, and typed the same twice', async () => {
  const saved = savedFiles()
  await render(await setupUnsent(), <Saving />)
  await save('short', 'short')
  await expect.element(page.getByText('Minimum 12 characters required')).toBeVisible()
  await save(passphrase, 'nine blue lantern')
  await expect.element(page.getByText('The two passphrases do not match')).toBeVisible()
  expect(saved).toEqual([])
})

test('a wrong passphrase shows an error, and the file stays chosen', async () => {
  const store = await openTestStore()
  await open(store, await sealText('{}'), 'nine blue lantern')
  await expect.element(page.getByText('The passphrase is incorrect, or the file is damaged')).toBeVisible()
  await expect.element(page.getByText('holdfast-2026-01-10.holdfast')).toBeVisible()
})

test.each([
  ['another person’s file', { person: 'else' }, 'This file was saved by another user or at another firm'],
  [
    'a file of a newer version',
    { format: 2 },
    'This file was saved by a newer version of Holdfast. Update Holdfast, then open the file again.',
  ],
])('%s is refused with an explanation', async (_, more, explanation) => {
  const work = { format: 1, person: someone.id, tenantId: someone.tenantId, epoch: null, records: [], ...more }
  await open(await openTestStore(), await sealText(JSON.stringify(work)))
  await expect.element(page.getByText(explanation)).toBeVisible()
})
