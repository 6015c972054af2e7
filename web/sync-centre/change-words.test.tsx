import i18next from 'i18next'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Operation } from '#schema/protocol.ts'
import { startI18n } from '#web/i18n/i18n.ts'
import { draw } from '#web/test/draw.tsx'
import { speak } from '#web/test/speak.ts'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
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
  const { container } = await draw(store, <OperationFields op={op} names={{}} />)
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

test('a refused delete speaks of a delete, and names the record', async () => {
  const { store, project } = await setup()
  const op = { op: 'delete', entity: 'projects', id: project.id } as const
  const verdict = { id: 'change', verdict: 'rejected', number: null, mark: null } as const
  await store.caughtUp()
  await draw(store, <p>{refusalText(store, { changeId: 'change', ops: [op], names: {}, verdict })}</p>)
  await expect.element(page.getByText(/500 Startups\. Failed to delete project$/)).toBeVisible()
  await expect.element(page.getByText('500 Startups', { exact: true })).toBeVisible()
})

test('a refusal is said in the person’s language where this version knows what is wrong', async () => {
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
  const { container } = await draw(store, <p>{text}</p>)
  expect(container.textContent).toMatch(/Au plus 255 caractères Too far away Not by an old server$/)
})
