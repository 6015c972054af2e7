import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Row } from '#schema/registry.ts'
import { fakeOf } from '#web/test/fake-of.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { FlagSwitch } from './flag-switch.tsx'
import { useRow } from '#web/records/data/use-table.ts'

const control = page.getByRole('switch')

beforeEach(clearToasts)

interface ShownProps {
  readonly id: string
  readonly bare?: boolean
}

function Shown({ id, bare = false }: ShownProps) {
  const row = useRow('projects', id)
  return row && <FlagSwitch entity="projects" row={row} field="isVisibleToInvestors" hideLabel={bare} />
}

async function setup(bare = false) {
  const store = await openTestStore()
  const { id } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await render(
    store,
    <div style={{ padding: 40 }}>
      <Shown id={id} bare={bare} />
    </div>,
  )
  return { store, id, stored: () => store.table('projects').get(id)?.isVisibleToInvestors }
}

test('a switch without a visible label is large enough for a finger, even beyond its track', async () => {
  const { stored } = await setup(true)
  await expect.element(control).toHaveAccessibleName('Visible to investors: Quay')
  const { width, height } = control.element().getBoundingClientRect()
  expect([width >= 44, height >= 44]).toEqual([true, true])
  await control.click({ position: { x: width / 2, y: 2 } })
  await expect.poll(stored).toBe(false)
})

test('a switch has a label, reports the change with its own text and can be undone', async () => {
  const { store, stored } = await setup()
  await expect
    .element(control)
    .toHaveAccessibleName(/^Visible to investors While this is on, all investors see this project/)
  await expect.element(control).toBeChecked()
  await control.click()
  await expect.element(control).not.toBeChecked()
  await expect.element(page.getByRole('status').getByText('Project visibility updated successfully')).toBeVisible()
  expect(stored()).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(control).toBeChecked()
  expect(store.outbox().map(({ ops }) => ops)).toMatchObject([
    [{ op: 'update', fields: { isVisibleToInvestors: true } }],
    [{ op: 'update', fields: { isVisibleToInvestors: false } }],
  ])
})

test('a switch follows changes by others', async () => {
  const { store, id } = await setup()
  await expect.element(control).toBeChecked()
  store.put('projects', { id, name: 'Quay', type: 'COMMERCIAL', isVisibleToInvestors: false })
  await expect.element(control).not.toBeChecked()
})

test('if the device cannot store the change, an error is shown and the switch is unchanged', async () => {
  const { store } = await setup()
  vi.spyOn(store, 'update').mockRejectedValueOnce(new Error('The disk is full'))
  await control.click()
  await expect.element(page.getByRole('alert').getByText('Failed to update project visibility')).toBeVisible()
  await expect.element(control).toBeChecked()
})

test('a record without the flag is shown with its default', async () => {
  const store = await openTestStore()
  const { isVisibleToInvestors: _, ...withoutFlag } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const row = withoutFlag as Row<'projects'>
  await render(store, <FlagSwitch entity="projects" row={row} field="isVisibleToInvestors" />)
  await expect.element(control).toBeChecked()
  const nullFlag = fakeOf<Row<'projects'>>({ ...row, isVisibleToInvestors: null })
  await render(store, <FlagSwitch entity="projects" row={nullFlag} field="isVisibleToInvestors" />)
  await expect.element(control.last()).toBeChecked()
})
