import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { lastUndoable, undo } from '#web/ui/overlay/toasts/undo.ts'
import { reportUndoable, undoOf } from './undo-act.ts'

async function setup() {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const investment = store.put('investments', { projectId: project.id, investorId: investor.id, amount: '100.00' })
  const fields = { investmentId: investment.id, feeType: 'SETUP', amount: '10.00', currency: 'USD' }
  const commission = store.put('commissions', fields)
  await store.caughtUp()
  const paid = {
    entity: 'commissions',
    verb: 'markPaid',
    id: commission.id,
    fields: { paidDate: '2026-03-01' },
  } as const
  const undo = undoOf(store, paid)!
  await store.act(paid)
  await store.decided()
  return { store, commission, undo }
}

test('the undo of an act applies its inverse', async () => {
  const { store, commission, undo } = await setup()
  expect(store.table('commissions').get(commission.id)?.paidDate).toBe('2026-03-01')
  expect(await undo()).toMatchObject({ ok: true })
  await store.decided()
  expect(store.table('commissions').get(commission.id)?.paidDate).toBeNull()
  expect(store.status.attention).toBe(0)
})

test('an undo does not take back what somebody has corrected since', async () => {
  const { store, commission, undo } = await setup()
  const row = store.table('commissions').get(commission.id)!
  store.put('commissions', { ...row, amount: '999.00' })
  await store.caughtUp()
  await undo()
  await store.decided()
  expect(store.outbox()[0]).toMatchObject({ state: 'attention', verdict: { code: 'RESULT_CHANGED' } })
})

test('a failed undo is reported as failed, not as impossible', async () => {
  const store = await openTestStore()
  await render(store, null)
  reportUndoable(store, 'Commission paid', async () => ({ ok: false, issues: {} }))
  undo(lastUndoable()!)
  await expect.element(page.getByText('Failed to undo')).toBeVisible()
})
