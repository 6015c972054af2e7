import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Uploads } from '#web/store/test/uploads.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { SyncPill } from './sync-pill.tsx'
import { watchFiles } from './notices/watch-files.ts'

beforeEach(clearToasts)

const centre = page.getByRole('dialog', { name: 'Sync center' })
const card = centre.getByRole('article', { name: 'Plan.pdf' })
const paper = () => new File(['%PDF-paper'], 'Plan.pdf', { type: 'application/pdf' })

async function setup() {
  const store = await openTestStore()
  const uploads = new Uploads()
  store.server.call = uploads.call
  const { id } = store.put('documents', { name: 'Business plan' })
  await store.caughtUp()
  watchFiles(store)
  await render(store, <SyncPill />)
  return { store, uploads, owner: { entity: 'documents', id } as const }
}

const isAway = () => ({ status: 503, body: {} })

test('a pending file counts in the pill, is listed with its record, and can be discarded', async () => {
  const { store, uploads, owner } = await setup()
  uploads.respond = isAway
  await store.files.add(owner, paper())
  store.setStatus({ connection: 'offline' })
  await page.getByRole('button', { name: 'Sync: Offline, 1 change saved' }).click()
  await expect.element(card.getByText('Business plan')).toBeVisible()
  await expect.element(card.getByText('Pending on this device')).toBeVisible()
  await expect.element(centre.getByText('You have no unsent changes on this device.')).not.toBeInTheDocument()
  await expect.poll(() => centre.getByRole('button', { name: 'Save as a file' }).elements()).toHaveLength(2)
  await card.getByRole('button', { name: 'Discard upload' }).click()
  const prompt = page.getByRole('dialog', { name: 'Discard this upload?' })
  await prompt.getByRole('button', { name: 'Discard upload' }).click()
  await expect.poll(() => store.files.all).toEqual([])
  await expect.element(card).not.toBeInTheDocument()
})

test('an uploaded file is reported', async () => {
  const { store, owner } = await setup()
  await store.files.add(owner, paper())
  await expect.element(page.getByText('Document uploaded')).toBeVisible()
})

test('a refused file shows the reason, needs attention, and can be sent again', async () => {
  const { store, uploads, owner } = await setup()
  uploads.rejects = () => true
  await store.files.add(owner, paper())
  await expect.element(page.getByText('Failed to upload document')).toBeVisible()
  const why = 'The file is damaged, or its contents do not match its file type, so it cannot be stored on the server.'
  await expect.element(page.getByText(why)).toBeVisible()
  clearToasts()
  await page.getByRole('button', { name: 'Sync: Needs attention' }).click()
  await expect.element(card.getByText(why)).toBeVisible()
  uploads.rejects = () => false
  await card.getByRole('button', { name: 'Retry upload' }).click()
  await expect.element(page.getByText('Document uploaded')).toBeVisible()
})

test('a file replaced from another device of the person shows that', async () => {
  const { store, uploads, owner } = await setup()
  const ended = { status: 409, body: { code: 'CONFLICT', message: 'Reason for end' } }
  uploads.respond = ({ method }) => {
    if (method !== 'PATCH') return undefined
    uploads.started[0]!.state = 'WITHDRAWN'
    return ended
  }
  await store.files.add(owner, paper())
  await expect.element(page.getByText(/^The server ended this upload/)).toBeVisible()
})
