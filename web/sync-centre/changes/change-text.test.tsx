import i18next from 'i18next'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Operation, withRows } from '#schema/sync/protocol.ts'
import { chooseLanguage, startI18n } from '#web/i18n/i18n.ts'
import { leftOf } from '#web/test/left-of.ts'
import { render } from '#web/test/render.tsx'
import { speak } from '#web/test/speak.ts'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { fieldName, fieldValue, recordName } from '#web/records/names/change-text.ts'
import { OperationFields } from './operation-fields.tsx'
import { refusalText } from './refusal-text.tsx'

await startI18n()

const space = '\u00a0'

async function setup() {
  const store = await openTestStore()
  const project = store.put('projects', { name: '500 Startups', type: 'COMMERCIAL', currency: 'AED' })
  return { store, project }
}

async function shown(store: TestStore, op: Operation): Promise<readonly (string | null)[]> {
  const { container } = await render(store, <OperationFields op={op} names={{}} />)
  return [...container.querySelectorAll('dd')].map((each) => each.textContent)
}

test('an amount is shown in its record’s currency, to the cent, and a rate in percent', async () => {
  const { store, project } = await setup()
  const base = { targetAmount: '1000000.00', expectedIRR: '12.00' }
  const fields = { targetAmount: '1250000.50', expectedIRR: '12.25' }
  expect(await shown(store, { op: 'update', entity: 'projects', id: project.id, fields, base })).toEqual([
    `AED${space}1,000,000.00 → AED${space}1,250,000.50`,
    '12.00% → 12.25%',
  ])
})

test.each(['5.00', '-5.00'])('in Arabic the amount %s is read from the right', async (amount) => {
  onTestFinished(() => chooseLanguage('en'))
  const { store, project } = await setup()
  await chooseLanguage('ar')
  const fields = { targetAmount: amount, currency: 'USD' }
  const op = { op: 'update', entity: 'projects', id: project.id, fields, base: {} } as const
  const { container } = await render(store, <OperationFields op={op} names={{}} />)
  expect(leftOf(container, /5\.00/)).toBeGreaterThan(leftOf(container, /US/))
})

test('values from a closed list are named, and an empty list has a label', async () => {
  const { store } = await setup()
  const owner = { entity: 'userPreferences', id: 'own', names: {} }
  const textOf = (value: unknown) => fieldValue(store, owner, 'pushKinds', value)
  expect(textOf(['CAPITAL_CALL', 'CHANGE_CONFLICT'])).toBe('Capital call, Conflicting change')
  expect([textOf([]), textOf(null)]).toEqual(['empty', 'empty'])
})

test('a change of the currency shows its amounts in the new currency', async () => {
  const { store, project } = await setup()
  const op = { op: 'update', entity: 'projects', id: project.id } as const
  const fields = { targetAmount: '5.00', currency: 'TRY' }
  expect(await shown(store, { ...op, fields, base: { targetAmount: null, currency: 'AED' } })).toContain(
    'empty → ₺5.00',
  )
})

test('an amount without its own currency takes its project’s', async () => {
  const { store, project } = await setup()
  const fields = { projectId: project.id, nav: '7.00', valuationDate: '2025-06-30' }
  expect(await shown(store, { op: 'create', entity: 'valuations', id: 'new', fields })).toContain(`AED${space}7.00`)
})

test('the text of a refused delete mentions the delete and names the record', async () => {
  const { store, project } = await setup()
  const op = { op: 'delete', entity: 'projects', id: project.id } as const
  const verdict = { id: 'change', verdict: 'rejected', number: null, mark: null } as const
  await store.caughtUp()
  await render(store, <p>{refusalText(store, { changeId: 'change', ops: [op], names: {}, verdict })}</p>)
  await expect.element(page.getByText(/500 Startups\. Failed to delete project$/)).toBeVisible()
  await expect.element(page.getByText('500 Startups', { exact: true })).toBeVisible()
})

test.each([
  ['Failed to update project: 403', { name: 'Quay' }],
  ['Failed to update project visibility: 403', { isVisibleToInvestors: false }],
])('a refused update of a project begins with “%s”, and gives the reason', async (text, fields) => {
  const { store, project } = await setup()
  const op = { op: 'update', entity: 'projects', id: project.id, fields, base: {} } as const
  const verdict = { id: 'change', verdict: 'rejected', number: null, code: 'FORBIDDEN' } as const
  await store.caughtUp()
  await render(store, <p>{refusalText(store, { changeId: 'change', ops: [op], names: {}, verdict })}</p>)
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expect.element(page.getByText(/500 Startups\. You don’t have permission to do this\.$/)).toBeVisible()
})

test('a conflict names no status: nothing was refused', async () => {
  const { store, project } = await setup()
  const op = { op: 'update', entity: 'projects', id: project.id, fields: { name: 'Quay' }, base: {} } as const
  const verdict = { id: 'change', verdict: 'conflict', number: null, code: 'CONFLICT' } as const
  await store.caughtUp()
  const text = refusalText(store, { changeId: 'change', ops: [op], names: {}, verdict })
  const { container } = await render(store, <p>{text}</p>)
  expect(container.textContent).toMatch(/changed in the meantime/)
  expect(container.textContent).not.toMatch(/Failed to update project/)
})

test('a refusal is shown in the person’s language if this version knows the issue', async () => {
  const { store, project } = await setup()
  i18next.addResourceBundle('fr', 'issues', { max: 'Au plus {{max}} caractères' }, true, true)
  await speak('fr')
  const op = { op: 'update', entity: 'projects', id: project.id, fields: {}, base: {} } as const
  const verdict = {
    id: 'change',
    verdict: 'rejected',
    number: null,
    code: 'VALIDATION',
    errors: { name: 'Maximum 255 characters allowed', location: 'Too far away', type: 'Not by an old server' },
    issues: { name: { key: 'max', params: { max: 255 } }, location: { key: 'distance' } },
  } as const
  await store.caughtUp()
  const text = refusalText(store, { changeId: 'change', ops: [op], names: {}, verdict })
  const { container } = await render(store, <p>{text}</p>)
  expect(container.textContent).toMatch(/Au plus 255 caractères Too far away Not by an old server$/)
})

test('a created record shows what was entered, without the fields that were left empty', async () => {
  const { store, project } = await setup()
  const fields = { name: 'Quay', location: null, description: '', isVisibleToInvestors: false, type: 'COMMERCIAL' }
  expect(await shown(store, { op: 'create', entity: 'projects', id: project.id, fields })).toEqual([
    'Quay',
    'Hidden',
    'Commercial',
  ])
})

test('an emptied field is labelled, and a delete has no fields', async () => {
  const { store, project } = await setup()
  const op = { entity: 'projects', id: project.id } as const
  expect(await shown(store, { ...op, op: 'update', fields: { location: null }, base: { location: 'Safi' } })).toEqual([
    'Safi → empty',
  ])
  expect(await shown(store, { ...op, op: 'delete', base: { name: 'Quay' } })).toEqual([])
})

test('a record that a change refers to has its name, else the one of that day, else its id', async () => {
  const { store, project } = await setup()
  await store.caughtUp()
  const owner = { entity: 'valuations', id: 'new', names: { gone: 'Old Quay' } }
  const name = (value: unknown) => fieldValue(store, owner, 'projectId', value)
  await render(store, null)
  expect([name(project.id), name('gone'), name('unknown'), name(null)]).toEqual([
    '500 Startups',
    'Old Quay',
    'unknown',
    'empty',
  ])
})

test('dates are as the person reads them, and values that only a newer version knows are shown as they are', async () => {
  const { store } = await setup()
  store.put('userPreferences', { userId: store.identity.id, dateFormat: 'DD.MM.YYYY' })
  await store.caughtUp()
  await render(store, null)
  const text = (entity: string, field: string, value: unknown) =>
    fieldValue(store, { entity, id: 'new', names: {} }, field, value)
  expect(text('valuations', 'valuationDate', '2025-06-30')).toBe('30 Jun 2025')
  expect(text('projects', 'status', 'FUNDED')).toBe('Active')
  expect(text('covenants', 'ratio', '1.50')).toBe('1.50')
  expect(text('covenants', 'limits', { low: 1 })).toBe('{"low":1}')
  expect(text('projects', 'duration', 'about 3')).toBe('about 3')
  expect(text('investors', 'with.investments', ['a', 'b'])).toBe('2')
})

test('fields have their labels, associated records are named by kind, unknown fields by their name', async () => {
  await render(await openTestStore(), null)
  expect(fieldName('projects', 'expectedIRR')).toBe('Expected IRR')
  expect(fieldName('investors', `${withRows}.investments`)).toBe('Associated records: Investments')
  expect(fieldName('covenants', 'ratio')).toBe('ratio')
})

test('a record has its current name, else the one stored with the change, else the one in its fields, else none', async () => {
  const { store, project } = await setup()
  await store.caughtUp()
  await render(store, null)
  const op = (id: string, fields = {}): Operation => ({ op: 'create', entity: 'projects', id, fields })
  expect(recordName(store, op(project.id, { name: 'Typed' }), { [project.id]: 'Then' })).toBe('500 Startups')
  expect(recordName(store, op('gone', { name: 'Typed' }), { gone: 'Then' })).toBe('Then')
  expect(recordName(store, op('gone', { name: 'Typed' }), {})).toBe('Typed')
  expect(recordName(store, op('gone'), {})).toBe('Unnamed project')
  const removed: Operation = { op: 'delete', entity: 'projects', id: 'gone', base: { name: 'Seen' } }
  expect(recordName(store, removed, {})).toBe('Seen')
  const request: Operation = { op: 'create', entity: 'investorConnections', id: 'new', fields: { recipientId: 'gone' } }
  expect(recordName(store, request, { gone: 'Ines Okafor' }), 'through an investor').toBe('Ines Okafor')
})
