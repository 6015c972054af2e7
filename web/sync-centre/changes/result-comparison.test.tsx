import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ShownRow } from '#schema/kernel/verb.ts'
import { startI18n } from '#web/i18n/i18n.ts'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { ChangeCard } from './change-card.tsx'

await startI18n()

test('a changed result is shown beside the one that was seen, and is accepted or discarded', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', currency: 'AED' })
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const stakes = ['100.00', '50.00', '7.00'].map((amount) =>
    store.put('investments', { projectId: project.id, investorId: investor.id, amount, currency: 'AED' }),
  )
  await store.caughtUp()
  const rowOf = (at: number, amount: string): ShownRow => ({
    entity: 'investments',
    id: stakes[at]!.id,
    fields: { amount, currency: 'AED' },
  })
  const fields = {}
  const entry = {
    id: 'change',
    at: '2025-06-30T10:00:00Z',
    state: 'attention',
    ops: [{ op: 'act', entity: 'projects', verb: 'exit', id: project.id, fields }],
    names: {},
    shown: [rowOf(0, '100.00'), rowOf(2, '7.00')],
    verdict: {
      id: 'change',
      verdict: 'conflict',
      number: null,
      code: 'RESULT_CHANGED',
      result: { theirs: [rowOf(0, '120.00'), rowOf(1, '50.00'), rowOf(2, '7.00')] },
    },
  } as const
  await draw(store, <ChangeCard entry={{ ...entry, ops: [...entry.ops] }} />)
  const rows = page.getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent(/AED\s100\.00.*AED\s120\.00/)
  await expect.element(rows.nth(2)).toMatchTextContent(/Not included.*AED\s50\.00/)
  expect(rows.elements()).toHaveLength(3)
  await expect.element(page.getByText('1 other record is the same.')).toBeVisible()
  const retry = vi.spyOn(store, 'retry').mockResolvedValue({ ok: true, changeId: '', id: '' })
  await page.getByRole('button', { name: 'Accept the new result' }).click()
  expect(retry).toHaveBeenCalledWith('change')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
})
