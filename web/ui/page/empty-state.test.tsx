import { IconCoins } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SyncStatus } from '#web/store/base/contract.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { EmptyState, NotOnDevice } from './empty-state.tsx'

const words = page.getByRole('status')
const progress = page.getByRole('progressbar', { name: 'Not on this device yet' })

test.each<[string, Partial<SyncStatus>, RegExp]>([
  ['are on their way', { progress: null }, /once they have been downloaded to this device\.$/],
  ['are counted', { progress: { have: 1500, total: 6000 } }, /so far: 1,500 of 6,000\.$/],
  ['wait for a connection', { connection: 'offline', progress: { have: 1, total: 2 } }, /^You are offline/],
  ['find no room', { connection: 'offline', full: true, progress: null }, /^This device has run out of storage/],
])('records that %s are not reported as missing', async (_, status, text) => {
  const store = await openTestStore()
  store.setStatus(status)
  await render(store, <NotOnDevice icon={IconCoins} />)
  await expect.element(words.getByText('Not on this device yet', { exact: true })).toBeVisible()
  await expect.element(words.getByText(text)).toBeVisible()
  expect(progress.elements()).toHaveLength(status.progress ? 1 : 0)
})

test('the progress bar follows the arriving rows, even before their total is known', async () => {
  const store = await openTestStore()
  store.setStatus({ progress: { have: 0, total: 0 } })
  await render(store, <NotOnDevice icon={IconCoins} />)
  await expect.element(progress).toHaveAttribute('aria-valuenow', '0')
  store.setStatus({ progress: { have: 1500, total: 6000 } })
  await expect.element(progress).toHaveAttribute('aria-valuenow', '25')
})

test('an empty list explains why and offers an action', async () => {
  await render(
    await openTestStore(),
    <EmptyState
      icon={IconCoins}
      title="No projects"
      hint="Create the first."
      action={<button type="button">Create</button>}
    />,
  )
  await expect.element(page.getByText('No projects')).toBeVisible()
  await expect.element(page.getByText('Create the first.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Create' })).toBeVisible()
})

test('without a hint and an action an empty list has only a centered title', async () => {
  await render(
    await openTestStore(),
    <div style={{ display: 'flex', blockSize: 600 }}>
      <EmptyState icon={IconCoins} title="No projects" />
    </div>,
  )
  const title = page.getByText('No projects', { exact: true }).element()
  const box = title.parentElement!
  expect([...box.children].map((each) => each.textContent)).toEqual(['', 'No projects'])
  const [inner, outer] = [title, box].map((each) => each.getBoundingClientRect())
  expect([outer!.width, outer!.height]).toEqual([1200, 600])
  expect(Math.abs(inner!.left + inner!.width / 2 - outer!.left - outer!.width / 2)).toBeLessThan(1)
})
