import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { InvestmentsScreen } from '#web/entities/investments/investments-screen.tsx'
import { renderScreen } from '#web/test/render.tsx'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'

const history = page.getByRole('region', { name: 'History' })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

async function setup(identity = someone) {
  const store = await openTestStore(identity)
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', currency: 'USD' })
  const [meera, elif] = ['Meera', 'Elif'].map((firstName) =>
    store.put('investors', { firstName, email: `${firstName}@example.com` }),
  )
  const investment = store.put('investments', {
    projectId: project.id,
    investorId: elif!.id,
    amount: '999000.00',
    currency: 'USD',
    investmentDate: '2025-02-01',
    status: 'FUNDED',
  })
  const recordChange = (fields: Readonly<Record<string, unknown>>) =>
    store.put('activities', {
      at: daysAgo(2),
      userId: '00000000-0000-7000-8000-00000000000b',
      by: 'Bo Lind',
      device: 'Chrome on Android tablet',
      action: 'update',
      entityType: 'investments',
      entityId: investment.id,
      title: 'Quay',
      ...fields,
    })
  return { store, project, meera: meera!, elif: elif!, investment, recordChange }
}

const open = (store: TestStore, record: string) =>
  renderScreen(store, InvestmentsScreen, { dialog: 'details', record, tab: 'history' })

test('a change shows who, on which device, and each field with its values in words', async () => {
  const { store, investment, recordChange, meera, elif } = await setup()
  recordChange({
    changes: [
      ['amount', '355000.00', '999000.00'],
      ['investorId', meera.id, elif.id],
      ['status', 'COMMITTED', 'FUNDED'],
      ['redemptionDate', null, '2027-01-31'],
    ],
  })
  recordChange({ at: daysAgo(3), source: 'import', device: null, changes: [] })
  await open(store, investment.id)
  await expect.element(history.getByText('$355,000.00 → $999,000.00')).toBeVisible()
  for (const text of ['Meera → Elif', 'empty → Jan 31, 2027'])
    await expect.element(history.getByText(text)).toBeVisible()
  const [newest, imported] = history.getByRole('listitem').elements()
  expect(newest!.textContent).toMatch(/^Bo Lind updated this record.*Chrome on Android tablet/)
  expect(imported!.textContent).toMatch(/Import ·/)
})

test('a waiting change is in the history with its values, and is final once it is sent', async () => {
  const { store, investment } = await setup()
  await store.caughtUp()
  await store.update('investments', investment, { amount: '1200000.00' })
  await open(store, investment.id)
  await expect.element(history.getByText('$999,000.00 → $1,200,000.00')).toBeVisible()
  await expect.element(history.getByText('Unsent changes')).toBeInTheDocument()
  await store.decided()
  await expect.element(history.getByText('Unsent changes')).not.toBeInTheDocument()
})

test('what an action on another record changed is in the history of the record', async () => {
  const { store, project, investment, recordChange } = await setup()
  recordChange({
    action: 'exit',
    entityType: 'projects',
    entityId: project.id,
    changes: [
      ['status', 'ACTIVE', 'EXITED'],
      ['amount', '1.00', '2.00', 'investments', investment.id],
    ],
  })
  await open(store, investment.id)
  await expect.element(history.getByText('$1.00 → $2.00')).toBeVisible()
  expect(history.getByText('Exited').elements()).toEqual([])
})

test('values that were erased are shown as erased', async () => {
  const { store, investment, recordChange } = await setup()
  recordChange({ changes: [['currency', `erased:${'0'.repeat(64)}`, 'USD']] })
  await open(store, investment.id)
  await expect.element(history.getByText('Erased → USD')).toBeVisible()
})

test('investors see no field for a date, as they get no values', async () => {
  const { store, investment } = await setup({ ...someone, role: 'INVESTOR' })
  await open(store, investment.id)
  await expect.element(history).toBeVisible()
  expect(history.getByLabelText('As it was on').elements()).toEqual([])
})
