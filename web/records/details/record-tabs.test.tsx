import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { address, render, WithSearch } from '#web/test/render.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import { valuations } from '#web/entities/projects/valuations.tsx'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { RecordTabs, type Tab } from './record-tabs.tsx'

const tabs = [valuations]
const tab = (name: string) => page.getByRole('tab', { name })

async function setup(initial: RecordSearch = {}, identity = someone) {
  const store = await openTestStore(identity)
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const row = store.put('valuations', { projectId: project.id, nav: '300', valuationDate: '2025-06-30' })
  const search = initial.part ? { ...initial, part: `${initial.part} ${row.id}` } : initial
  await render(
    store,
    <WithSearch initial={search}>
      {(search, setSearch) => (
        <RecordTabs id={project.id} first="Summary" tabs={tabs} search={search} setSearch={setSearch}>
          About the project
        </RecordTabs>
      )}
    </WithSearch>,
  )
  return { row }
}

test('the open tab is in the address, except the first one', async () => {
  await setup()
  await expect.element(page.getByText('About the project')).toBeVisible()
  await tab('Valuations').click()
  await expect.element(page.getByRole('table').getByText('Jun 30, 2025')).toBeVisible()
  expect(page.getByText('About the project').elements()).toEqual([])
  expect(address()).toEqual({ tab: 'valuations' })
  await tab('Summary').click()
  await expect.element(page.getByText('About the project')).toBeVisible()
  expect(address()).toEqual({})
})

test('an address with a tab and a dialog opens both, and closing the dialog keeps the tab', async () => {
  const { row } = await setup({ tab: 'valuations', part: 'valuations edit' })
  const edit = page.getByRole('dialog', { name: 'Edit valuation' })
  await expect.element(edit.getByLabelText('Net asset value (NAV)')).toHaveValue('300.00')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(edit).not.toBeInTheDocument()
  expect(address()).toEqual({ tab: 'valuations' })
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Delete valuation?' })).toBeVisible()
  expect(address()).toEqual({ tab: 'valuations', part: `valuations delete ${row.id}` })
})

test('pressing a tab does not open a dialog that the address still contains', async () => {
  await setup({ part: 'valuations edit' })
  await tab('Valuations').click()
  await expect.element(page.getByRole('table').getByText('Jun 30, 2025')).toBeVisible()
  expect([address(), page.getByRole('dialog').elements()]).toEqual([{ tab: 'valuations' }, []])
})

test.each<[Role, readonly string[]]>([
  ['ADMIN', ['Summary', 'Valuations', 'Contacts']],
  ['INVESTOR', ['Summary', 'Valuations']],
])('%s: only people who may read its records see a tab', async (role, expected) => {
  const store = await openTestStore({ ...someone, role })
  const contacts: Tab = {
    id: 'contacts',
    label: () => 'Contacts',
    needs: { entity: 'referrals', verb: 'read' },
    component: () => <p>Omar</p>,
  }
  await render(
    store,
    <RecordTabs
      id="quay"
      first="Summary"
      tabs={[valuations, contacts]}
      search={{ tab: 'contacts' }}
      setSearch={() => {}}
    >
      About the project
    </RecordTabs>,
  )
  await expect.poll(() => textsOf(page.getByRole('tab'))).toEqual(expected)
  expect(page.getByText('Omar').elements()).toHaveLength(role === 'ADMIN' ? 1 : 0)
})
