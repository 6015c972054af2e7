import { expect, onTestFinished, test } from 'vitest'
import type { Row } from '#schema/registry.ts'
import { startI18n } from '#web/i18n/i18n.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { investmentText } from './investment-text.ts'

await startI18n()

async function setup() {
  const store = await openTestStore()
  onTestFinished(() => store.close())
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Demir', email: 'elif@example.com' })
  await store.caughtUp()
  const amount = { amount: '1250000.00', currency: 'USD', status: 'COMMITTED' }
  const ids = { projectId: project.id, investorId: investor.id }
  const textOf = (values: Partial<Row<'investments'>>) =>
    investmentText(store)({ ...amount, ...ids, ...values } as Row<'investments'>)
  return { store, textOf }
}

test('an investment is found by project, investor, and amount in stored and displayed form', async () => {
  const { textOf } = await setup()
  expect(textOf({})).toBe('Quay Elif Demir 1250000.00 $1,250,000 Committed COMMITTED')
  expect(textOf({ projectId: 'hidden', projectName: 'Mill' })).toMatch(/^Mill Elif Demir /)
})

test('“funded” finds active investments, and “active” funded ones', async () => {
  const { textOf } = await setup()
  expect(textOf({ status: 'ACTIVE' })).toBe(textOf({ status: 'FUNDED' }))
  expect(textOf({ status: 'ACTIVE' })).toContain('Paid in FUNDED Active ACTIVE')
})

test('is the same function as long as the language stays', async () => {
  const { store } = await setup()
  expect(investmentText(store)).toBe(investmentText(store))
})
