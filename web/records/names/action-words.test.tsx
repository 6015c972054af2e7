import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import type { DoneAction } from '#web/store/base/undo.ts'
import { returnedText } from './action-words.tsx'

test('a restored investment is named in full before the server returns it', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'PRIVATE_EQUITY' })
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Sena', email: 'elif@example.test' })
  const [entity, id] = ['investments', '0197a000-0000-7000-8000-000000000001'] as const
  const base = { projectId: project.id, investorId: investor.id, amount: '425000.00', currency: 'USD' }
  const undone: DoneAction = {
    changeId: '0197a000-0000-7000-8000-000000000002',
    ops: [{ op: 'restore', entity, id }],
    inverse: [{ op: 'delete', entity, id, base }],
    names: { [id]: 'Quay' },
  }
  const Returned = () => returnedText(store, undone)?.text
  await render(store, <Returned />)
  await expect.element(page.getByText('Restored: Elif Sena · Quay · $425,000')).toBeVisible()
})
