import { IconCoins, IconFile } from '@tabler/icons-react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { documentActions } from '#web/entities/documents/document-actions.ts'
import { holdingsOfInvestor } from '#web/entities/investors/investor-holdings.tsx'
import { investorCashFlows, projectCashFlows } from '#web/records/tabs/cash-flow-tab.tsx'
import { documentsTab } from '#web/records/tabs/documents-tab.tsx'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Row } from '#schema/registry.ts'
import { render, nowhere, WithSearch } from '#web/test/render.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { valuations } from '#web/entities/projects/valuations.tsx'
import { actionsFor, type RecordAction } from '#web/records/actions/record-action.ts'
import { RecordDetails } from './record-details.tsx'
import type { DetailsProps } from '#web/records/list/record-plan.ts'
import { useRow } from '#web/records/data/use-table.ts'
import { inEachLanguage } from '#web/test/in-each-language.ts'
import { textsOf } from '#web/test/texts-of.ts'

const open = vi.fn<(id: string, as: string) => void>()
const heading = page.getByRole('heading', { level: 2 })
const buttons = () => textsOf(page.getByRole('button'))
const allDialogs = { details: false, update: true, delete: true }

beforeEach(() => void vi.resetAllMocks())

interface ShownProps {
  readonly id: string
  readonly overrides?: object
  readonly actions?: readonly RecordAction<'projects'>[]
}

function Shown({ id, overrides, actions = [] }: ShownProps) {
  const row = useRow('projects', id)
  return (
    row && (
      <WithSearch initial={{}}>
        {(search, setSearch) => (
          <RecordDetails
            entity="projects"
            {...({ row, actions, navigation: { open, go: nowhere }, search, setSearch } satisfies Omit<
              DetailsProps<'projects'>,
              'facts'
            >)}
            {...overrides}
          >
            <p>About it</p>
          </RecordDetails>
        )}
      </WithSearch>
    )
  )
}

function DocumentShown({ id }: { readonly id: string }) {
  const row = useRow('documents', id)
  const actions = actionsFor('documents', { role: 'ADMIN' }, allDialogs, documentActions)
  return (
    row && (
      <RecordDetails
        entity="documents"
        row={row}
        actions={actions}
        navigation={{ open }}
        search={{}}
        setSearch={nowhere}
      >
        <p>About it</p>
      </RecordDetails>
    )
  )
}

async function setup(fields: object = {}, props: Partial<ShownProps> = {}, identity = someone) {
  const store = await openTestStore(identity)
  const row = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', ...fields })
  await render(store, <Shown id={row.id} {...props} />)
  return { store, row: row as Row<'projects'> }
}

test('the heading shows name and status and follows changes by others', async () => {
  const { store, row } = await setup({ status: 'GROWTH' })
  await expect.element(heading).toHaveTextContent('Quay')
  await expect.element(page.getByText('Growth')).toBeVisible()
  await expect.element(page.getByText('About it')).toBeVisible()
  store.put('projects', { id: row.id, name: 'Quay of Safi', type: 'COMMERCIAL', status: 'EXITED' })
  await expect.element(heading).toHaveTextContent('Quay of Safi')
  await expect.element(page.getByText('Exited')).toBeVisible()
})

test('a record has a badge for an unsent change, then for a problem, then none', async () => {
  const { store, row } = await setup()
  const badge = () => document.querySelector('[data-badge]')?.textContent
  expect(badge()).toBeUndefined()
  store.server.forbids = () => true
  await store.update('projects', row, { location: 'Safi' })
  await expect.poll(badge).toBe('Unsent changes')
  await store.decided()
  await expect.poll(badge).toBe('Needs attention')
  await store.discard(store.outbox()[0]!.id)
  await expect.poll(badge).toBeUndefined()
})

test('a screen can replace the name with its own heading', async () => {
  await setup({}, { overrides: { heading: 'The quay' } })
  await expect.element(heading).toHaveTextContent('The quay')
})

test('a name without a space breaks instead of widening a narrow screen', async () => {
  const store = await openTestStore()
  const { id } = store.put('projects', { name: 'Q'.repeat(200), type: 'COMMERCIAL' })
  const shown = <Shown id={id} actions={actionsFor('projects', { role: 'ADMIN' }, allDialogs)} />
  const { container } = await render(store, <div style={{ inlineSize: 320 }}>{shown}</div>)
  const left = container.querySelector('h2')!.getBoundingClientRect().left
  expect(heading.element().scrollWidth).toBeLessThanOrEqual(320)
  for (const each of container.querySelectorAll('h2, button'))
    expect(each.getBoundingClientRect().right).toBeLessThanOrEqual(left + 320)
})

test('a name keeps its own text direction', async () => {
  document.documentElement.dir = 'rtl'
  onTestFinished(() => {
    document.documentElement.dir = 'ltr'
  })
  await setup({ name: '500 Startups (Safi)' })
  const name = heading.element().querySelector('bdi')!
  expect([name.textContent, name.dir, getComputedStyle(name).direction]).toEqual(['500 Startups (Safi)', 'auto', 'ltr'])
})

const customAction = (id: string, overrides: object = {}): RecordAction<'projects'> => ({
  id,
  icon: IconCoins,
  label: () => id,
  run: () => {},
  ...overrides,
})
const menu = page.getByRole('button', { name: 'Actions for Quay' })

test('the main action is a button, the others are a menu, and all apply to the record', async () => {
  const run = vi.fn<(row: AnyRow) => void>()
  const invest = customAction('Invest', { run })
  const { row } = await setup({}, { actions: actionsFor('projects', { role: 'ADMIN' }, allDialogs, [invest]) })
  await expect.element(heading).toBeVisible()
  expect(buttons()).toEqual(['Edit', ''])
  await page.getByRole('button', { name: 'Edit' }).click()
  for (const name of ['Invest', 'Delete']) {
    await menu.click()
    await page.getByRole('menuitem', { name }).click()
  }
  expect(run.mock.calls.map(([of]) => of.id)).toEqual([row.id])
  expect(open.mock.calls).toEqual([
    [row.id, 'edit'],
    [row.id, 'delete'],
  ])
})

test('the first main action that applies is the button', async () => {
  const actions = actionsFor('projects', { role: 'ADMIN' }, allDialogs, [
    customAction('Look'),
    customAction('Pay', { isMain: true, appliesTo: () => false }),
    customAction('Invest', { isMain: true }),
  ])
  await setup({}, { actions })
  await expect.element(heading).toBeVisible()
  expect(buttons()).toEqual(['Invest', ''])
  await menu.click()
  await expect.poll(() => textsOf(page.getByRole('menuitem'))).toEqual(['Look', 'Edit', 'Delete'])
})

test('in every language the button and the menu stand beside the name of a document', async () => {
  const store = await openTestStore()
  const { id } = store.put('documents', { name: 'Fact sheet', type: 'FACT_SHEET', url: '/sheet.pdf' })
  await render(store, null)
  await inEachLanguage(async () => {
    for (const inlineSize of [340, 424, 640]) {
      const { unmount, container } = await render(
        store,
        <div style={{ inlineSize }}>
          <DocumentShown id={id} />
        </div>,
      )
      const group = container.querySelector('[aria-haspopup=menu]')!.parentElement!
      const boxes = [...group.children].map((each) => each.getBoundingClientRect())
      const middles = new Set(boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2)))
      expect([inlineSize, boxes.length, middles.size]).toEqual([inlineSize, 2, 1])
      const room = container.querySelector(`[style*="inline-size: ${inlineSize}px"]`)!.getBoundingClientRect()
      expect(boxes.every(({ left, right }) => left >= room.left && right <= room.right)).toBe(true)
      await unmount()
    }
  })
})

test('in every language all tabs are in sight beside a list', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await render(store, null)
  await inEachLanguage(async () => {
    for (const tabs of [
      [valuations, projectCashFlows, documentsTab('projectId')],
      [holdingsOfInvestor, investorCashFlows, documentsTab('investorId')],
    ])
      for (const inlineSize of [374, 388, 424]) {
        const { unmount, container } = await render(
          store,
          <div style={{ inlineSize }}>
            <Shown id={project.id} overrides={{ tabs }} />
          </div>,
        )
        const list = container.querySelector('[role=tablist]')!
        expect([inlineSize, list.textContent, list.scrollWidth]).toEqual([
          inlineSize,
          list.textContent,
          list.clientWidth,
        ])
        await unmount()
      }
  })
})

test('an action with an address is a link; one without an address for this record is left out', async () => {
  const linkAction = (id: string, href: string | undefined, opensNewTab?: true): RecordAction<'projects'> => ({
    id,
    icon: IconFile,
    label: () => id,
    href: () => href,
    ...(opensNewTab && { opensNewTab }),
  })
  const links = [
    linkAction('Site', undefined),
    linkAction('Sheet', 'https://example.com/a.pdf', true),
    linkAction('Call', 'tel:+1'),
  ]
  await setup({}, { actions: links })
  const sheet = page.getByRole('link', { name: 'Sheet' })
  await expect.element(sheet).toHaveAttribute('target', '_blank')
  await expect.element(sheet).toHaveAttribute('rel', 'noopener noreferrer')
  await menu.click()
  await expect.element(page.getByRole('menuitem', { name: 'Call' })).toHaveAttribute('href', 'tel:+1')
  expect(page.getByText('Site').elements()).toEqual([])
})

test('with tabs the record itself is the first one, called summary', async () => {
  await setup({}, { overrides: { tabs: [valuations] } })
  await expect.element(page.getByRole('tab', { name: 'Summary', selected: true })).toBeVisible()
  await expect.element(page.getByRole('tabpanel', { name: 'Summary' }).getByText('About it')).toBeVisible()
  expect(textsOf(page.getByRole('tab'))).toEqual(['Summary', 'Valuations', 'History'])
})

test('a record named after another one follows the name of that one', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const investment = store.put('investments', { projectId: project.id, investorId: investor.id, amount: '5' })
  function LiveDetails() {
    useRow('projects', project.id)
    const row = useRow('investments', investment.id)
    return (
      row && (
        <RecordDetails
          entity="investments"
          row={row}
          actions={[]}
          navigation={{ open }}
          search={{}}
          setSearch={nowhere}
        >
          About it
        </RecordDetails>
      )
    )
  }
  await render(store, <LiveDetails />)
  await expect.element(heading).toHaveTextContent('Elif · Quay · $5')
  store.put('projects', { id: project.id, name: 'Pier', type: 'COMMERCIAL' })
  await expect.element(heading).toHaveTextContent('Elif · Pier · $5')
})

test('a record without a status shows the badge of an unsent change', async () => {
  const store = await openTestStore()
  const { id } = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  function LiveDetails() {
    const row = useRow('investors', id)
    return (
      row && (
        <RecordDetails entity="investors" row={row} actions={[]} navigation={{ open }} search={{}} setSearch={nowhere}>
          <p>About it</p>
        </RecordDetails>
      )
    )
  }
  await render(store, <LiveDetails />)
  await store.update('investors', store.table('investors').get(id)!, { phone: '+90 555' })
  await expect.element(page.getByText('Unsent changes')).toBeVisible()
})
