import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ShownRow } from '#schema/kernel/verb.ts'
import type { Operation } from '#schema/sync/protocol.ts'
import { addVerbThatCreates, feeIdFor } from '#schema/test/verb-that-creates.ts'
import { startI18n } from '#web/i18n/i18n.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { ChangeCard } from './change-card.tsx'
import { ResultComparison } from './result-comparison.tsx'

addVerbThatCreates()
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
  await render(store, <ChangeCard entry={{ ...entry, ops: [...entry.ops] }} />)
  const rows = page.getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent(/AED\s100\.00.*AED\s120\.00/)
  await expect.element(rows.nth(2)).toMatchTextContent(/Not included.*AED\s50\.00/)
  expect(rows.elements()).toHaveLength(3)
  await expect.element(page.getByText('The result for 1 other record is the same.')).toBeVisible()
  const retry = vi.spyOn(store, 'retry').mockResolvedValue({ ok: true, changeId: '', id: '' })
  await page.getByRole('button', { name: 'Accept the new result' }).click()
  expect(retry).toHaveBeenCalledWith('change')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
})

test('the records are sorted by their kind and name, including those that are gone from the device', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', currency: 'AED' })
  const [zoe, ada] = ['Zoe', 'Ada'].map((firstName) =>
    store.put('investors', { firstName, email: `${firstName.toLowerCase()}@example.com` }),
  )
  const amount = '100.00'
  const stakes = [zoe!, ada!].map(({ id }) =>
    store.put('investments', { projectId: project.id, investorId: id, amount, currency: 'AED' }),
  )
  const gone = '0197a3b0-0000-7000-8000-0000000000aa'
  await store.caughtUp()
  const fields = { amount, currency: 'AED' }
  const seen: ShownRow[] = [
    { entity: 'projects', id: project.id, fields: { actualIRR: null } },
    ...[...stakes.map(({ id }) => id), gone].map((id) => ({ entity: 'investments', id, fields })),
  ]
  const names = { [gone]: 'Meera · Quay · 7.50 AED' }
  const now = stakes.map(({ id }) => ({ entity: 'investments', id, fields: { ...fields, amount: '120.00' } }))
  await render(store, <ResultComparison seen={seen} now={now} names={names} ops={[]} />)
  await expect.element(page.getByRole('rowheader').nth(3)).toBeVisible()
  const headers = page.getByRole('rowheader').elements()
  expect(headers.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual([
    'Ada · Quay · AED 100',
    'Meera · Quay · AED 7.50',
    'Zoe · Quay · AED 100',
    'Quay',
  ])
  expect(document.querySelector(':is(strong, p, span) div'), 'a block within a phrase').toBeNull()
})

test('rows that the verb would create are named after those for which it creates them', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', currency: 'AED' })
  const [zoe, ada] = ['Zoe', 'Ada'].map((firstName) => {
    const investor = store.put('investors', { firstName, email: `${firstName.toLowerCase()}@example.com` })
    const fields = { projectId: project.id, investorId: investor.id, amount: '100.00', currency: 'AED' }
    return store.put('investments', { ...fields, status: 'ACTIVE' })
  })
  await store.caughtUp()
  const seed = '0197a3b0-0000-7000-8000-0000000000aa'
  const act = {
    op: 'act',
    entity: 'projects',
    verb: 'chargeFees',
    id: project.id,
    fields: { notes: 'Setup' },
    seed,
  } as const
  const now = [zoe!, ada!].map(({ id }) => ({
    entity: 'commissions',
    id: feeIdFor(seed, id),
    fields: { amount: '100.00', currency: 'AED' },
  }))
  await render(store, <ResultComparison now={now} names={{}} ops={[act]} />)
  await expect.element(page.getByRole('rowheader').nth(1)).toBeVisible()
  const headers = page.getByRole('rowheader').elements()
  expect(headers.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual([
    'Ada · Quay · AED 100',
    'Zoe · Quay · AED 100',
  ])
})

test('a value that the verb sets is shown with the one that it replaces', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', currency: 'AED', actualIRR: '9.00' })
  await store.caughtUp()
  const resultWith = (actualIRR: string) => [{ entity: 'projects', id: project.id, fields: { actualIRR } }]
  const exit = { op: 'act', entity: 'projects', verb: 'exit', id: project.id } as const
  const set = { ...exit, fields: { actualIRR: '12.50' } }
  const comparisonWith = (ops: readonly [Operation]) => (
    <ResultComparison seen={resultWith('8.00')} now={resultWith('9.00')} names={{}} ops={ops} />
  )
  await render(
    store,
    <>
      {comparisonWith([set])}
      {comparisonWith([{ ...exit, fields: {} }])}
    </>,
  )
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent(/8.00% → 12.50%.*9.00% → 12.50%/)
  await expect.element(page.getByRole('row').nth(3)).toMatchTextContent(/8.00%[^→]*9.00%$/)
})
