import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { Refusal, serve } from '#web/test/serve.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { TrashScreen } from './trash-screen.tsx'

const elif = {
  entity: 'investors',
  id: '00000000-0000-7000-8000-0000000000a1',
  title: 'Elif Öztürk',
  deletedAt: '2025-06-29T10:00:00.000Z',
  deletedBy: 'Ada Lovelace',
  rows: { investors: 1, investments: 3, documents: 1 },
}
const rate = {
  entity: 'exchangeRates',
  id: '00000000-0000-7000-8000-0000000000a2',
  title: null,
  deletedAt: '2025-06-28T10:00:00.000Z',
  deletedBy: null,
  rows: { exchangeRates: 1 },
}
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })

test('lists deleted records with their related records, who deleted them and when', async () => {
  const store = await openTestStore()
  serve(store, { 'GET /api/trash': () => [elif, rate] })
  await render(store, <TrashScreen />)
  await expect.element(rowOf('Elif Öztürk')).toBeVisible()
  for (const words of ['1 investor', '3 investments, 1 document', 'Ada Lovelace', 'Jun 29, 2025'])
    await expect.element(rowOf('Elif Öztürk').getByText(words, { exact: false })).toBeVisible()
  await expect.element(rowOf('Unnamed exchange rate')).toBeVisible()
})

test('restoring a group removes it from the trash', async () => {
  const store = await openTestStore()
  let groups = [elif, rate]
  const requests = serve(store, {
    'GET /api/trash': () => groups,
    [`POST /api/investors/${elif.id}/restore`]: () => {
      groups = [rate]
      return { success: true }
    },
  })
  await render(store, <TrashScreen />)
  const sync = vi.spyOn(store, 'syncNow')
  await page.getByRole('button', { name: 'Restore Elif Öztürk' }).click()
  await expect.element(page.getByText('Restored', { exact: true })).toBeVisible()
  expect(sync).toHaveBeenCalled()
  await expect.element(rowOf('Elif Öztürk')).not.toBeInTheDocument()
  await expect.element(rowOf('Unnamed exchange rate')).toBeVisible()
  expect(requests).toHaveLength(1)
})

test('a record that cannot be restored stays, with the reason', async () => {
  const store = await openTestStore()
  const refused = new Refusal(409, { code: 'PURGED', message: 'Its contents are gone' })
  serve(store, { 'GET /api/trash': () => [elif], [`POST /api/investors/${elif.id}/restore`]: () => refused })
  await render(store, <TrashScreen />)
  await page.getByRole('button', { name: 'Restore Elif Öztürk' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(rowOf('Elif Öztürk')).toBeVisible()
})

test('an empty trash and a missing connection each show a notice', async () => {
  const store = await openTestStore()
  store.server.fault(/api\/trash/, { kind: 'drop' })
  serve(store, { 'GET /api/trash': () => [] })
  await render(store, <TrashScreen />)
  await expect.element(page.getByText('Available online only')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('The trash is empty')).toBeVisible()
})

test('shows the newest groups, and a note that there are more', async () => {
  const store = await openTestStore()
  const groups = Array.from({ length: 200 }, (_, n) => ({ ...rate, id: `${rate.id}${n}` }))
  serve(store, { 'GET /api/trash': () => groups })
  await render(store, <TrashScreen />)
  await expect.element(page.getByText(/200/)).toBeVisible()
  expect(page.getByRole('row').elements()).toHaveLength(201)
})
