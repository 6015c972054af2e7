import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { InvestorDocuments } from './investor-documents.tsx'

test.each([
  [true, 1],
  [false, 0],
])('staff see the documents that investors see of a project visible to them: %s', async (isVisibleToInvestors, n) => {
  const store = await openTestStore()
  const { id: projectId } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', isVisibleToInvestors })
  store.put('documents', { name: 'Plan', type: 'FACT_SHEET', projectId })
  store.put('documents', { name: 'Contract', type: 'CONTRACT', projectId })
  await store.caughtUp()
  await render(store, <InvestorDocuments projectIds={[projectId]} investors={[]} />)
  expect(page.getByRole('listitem').elements()).toHaveLength(n)
})
