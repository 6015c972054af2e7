import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { currencyOf } from '#web/records/data/currency-of.ts'
import { readerOf } from '#web/records/data/read-any.ts'
import { recordTitle } from '#web/records/names/record-title.ts'
import { RecordValue, type RecordValueProps } from './record-value.tsx'

type Shown = Pick<RecordValueProps, 'entity' | 'field' | 'money' | 'fallback'> & { readonly row: object }

async function textsOf(store: TestStore, values: readonly Shown[]): Promise<string[]> {
  await render(
    store,
    <ul>
      {values.map((value, index) => (
        <li key={index}>
          <RecordValue {...value} row={value.row as AnyRow} />
        </li>
      ))}
    </ul>,
  )
  const items = page.getByRole('listitem')
  await expect.element(items.first()).toBeVisible()
  return items.elements().map((each) => each.textContent ?? '')
}

async function setupFirm() {
  const store = await openTestStore()
  const project = store.put('projects', {
    name: 'Quay',
    type: 'COMMERCIAL',
    currency: 'AED',
    targetAmount: '1250000.00',
  })
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Öztürk', email: 'elif@example.com' })
  await store.caughtUp()
  return { store, project, investor }
}

test('a value is shown by the kind of its field', async () => {
  const { store, project, investor } = await setupFirm()
  const row = {
    ...project,
    expectedIRR: '12.50',
    duration: '3.5',
    status: 'FUNDED',
    isVisibleToInvestors: true,
    description: 'A pier',
  }
  const investment = { projectId: project.id, investorId: investor.id, amount: '999950.00', currency: 'USD' }
  const values: readonly (readonly [Shown, string])[] = [
    [{ entity: 'projects', row, field: 'name' }, 'Quay'],
    [{ entity: 'projects', row, field: 'type' }, 'Commercial'],
    [{ entity: 'projects', row, field: 'status' }, 'Active'],
    [{ entity: 'projects', row, field: 'isVisibleToInvestors' }, 'Visible'],
    [{ entity: 'projects', row, field: 'expectedIRR' }, '12.5%'],
    [{ entity: 'referralCommissions', row: { commissionPercentage: '0.75' }, field: 'commissionPercentage' }, '0.75%'],
    [{ entity: 'commissions', row: { percentage: '1.50' }, field: 'percentage' }, '1.50%'],
    [{ entity: 'projects', row, field: 'duration' }, '3.5'],
    [{ entity: 'projects', row, field: 'description' }, 'A pier'],
    [{ entity: 'investments', row: investment, field: 'projectId' }, 'Quay'],
    [{ entity: 'investments', row: investment, field: 'investorId' }, 'Elif Öztürk'],
    [{ entity: 'investments', row: investment, field: 'amount' }, '$1.0M'],
    [{ entity: 'investments', row: investment, field: 'amount', money: 'whole' }, '$999,950'],
    [{ entity: 'investments', row: investment, field: 'amount', money: 'exact' }, '$999,950.00'],
    [{ entity: 'investments', row: { investmentDate: '2026-01-31' }, field: 'investmentDate' }, 'Jan 31, 2026'],
    [{ entity: 'investors', row: { email: 'a@b.test' }, field: 'email' }, 'a@b.test'],
    [{ entity: 'investors', row: { phone: '+1 555' }, field: 'phone' }, '+1 555'],
    [{ entity: 'investors', row: { kycStatus: 'SOMETHING_NEW' }, field: 'kycStatus' }, 'SOMETHING_NEW'],
    [{ entity: 'documents', row: { language: 'tr' }, field: 'language' }, 'Turkish'],
    [{ entity: 'referrals', row: { isActive: false }, field: 'isActive' }, 'Inactive'],
    [{ entity: 'projects', row: { number: 12_000 }, field: 'number' }, '12,000'],
  ]
  expect(
    await textsOf(
      store,
      values.map(([shown]) => shown),
    ),
  ).toEqual(values.map(([, text]) => text))
  await expect.element(page.getByRole('link', { name: '+1 555' })).toHaveAttribute('href', 'tel:+1555')
})

test('a missing value is shown as a dash, a missing rate as not available, or as the fallback of the screen', async () => {
  const { store } = await setupFirm()
  const row = { description: null, location: '', expectedIRR: null, status: null, targetAmount: null }
  const fields = ['description', 'location', 'expectedIRR', 'status', 'targetAmount', 'projectId'] as const
  const values = fields.map((field) => ({ entity: 'projects' as const, row, field }))
  const withFallback = { entity: 'projects' as const, row, field: 'location', fallback: 'Not specified' }
  expect(await textsOf(store, [...values, withFallback])).toEqual(['—', '—', 'N/A', '—', '—', '—', 'Not specified'])
})

test("an amount is in its record's currency, else in that of the record it belongs to", async () => {
  const { store, project } = await setupFirm()
  const read = readerOf(store)
  expect(currencyOf('investments', { currency: 'TRY', projectId: project.id }, read)).toBe('TRY')
  expect(currencyOf('valuations', { projectId: project.id }, read)).toBe('AED')
  expect(currencyOf('valuations', { projectId: 'nowhere' }, read)).toBeUndefined()
  expect(currencyOf('referrals', { name: 'Ines' }, read)).toBeUndefined()
  const row = { projectId: project.id, nav: '1250.00' }
  expect(await textsOf(store, [{ entity: 'valuations', row, field: 'nav', money: 'exact' }])).toEqual([
    'AED\u00a01,250.00',
  ])
})

test('a record’s title is its name, else that of the record it belongs to, else a placeholder', async () => {
  const { store, project } = await setupFirm()
  await render(store, null)
  const titleOf = (entity: Parameters<typeof recordTitle>[0], row: object) =>
    recordTitle(entity, row as AnyRow, readerOf(store))
  expect(titleOf('investors', { firstName: 'Elif', lastName: null })).toBe('Elif')
  expect(titleOf('investors', { firstName: 'Elif', lastName: 'Öztürk' })).toBe('Elif Öztürk')
  expect(titleOf('investments', { projectId: project.id })).toBe('Quay')
  expect(titleOf('investments', { projectId: 'hidden', projectName: 'Pier' })).toBe('Pier')
  expect(titleOf('exchangeRates', { fromCurrency: 'USD', toCurrency: 'AED' })).toBe('USD/AED')
  expect(titleOf('referrals', { name: '' })).toBe('Unnamed referrer')
})

test('a colleague’s name comes from their activities if users are not loaded', async () => {
  const store = await openTestStore()
  const [colleague, stranger] = [store.newId(), store.newId()]
  const activity = { action: 'create', entityType: 'projects', entityId: store.newId(), at: new Date().toISOString() }
  store.put('activities', { ...activity, userId: colleague, by: 'Marc Lefèvre' })
  await store.caughtUp()
  const shown = [colleague, stranger].map((uploadedBy) => ({
    entity: 'documents' as const,
    field: 'uploadedBy',
    row: { uploadedBy },
  }))
  expect(await textsOf(store, shown)).toEqual(['Marc Lefèvre', 'Another user'])
})
