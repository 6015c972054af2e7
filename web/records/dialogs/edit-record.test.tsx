import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { EditRecord, type EditRecordProps } from './edit-record.tsx'
import { formOf } from '#web/records/form/form-of.ts'
import { useLastRow } from '#web/records/data/use-last-row.ts'

const onDone = vi.fn<() => void>()
const field = (label: string) => page.getByLabelText(label, { exact: true }).first()
const save = page.getByRole('button', { name: 'Save changes' })
const changedNotice = page.getByText(/^This record was changed while the form was open/)

beforeEach(() => {
  vi.resetAllMocks()
  clearToasts()
})

interface EditingProps {
  readonly entity: EntityName
  readonly id: string
  readonly form: unknown
}

function Editing({ entity, id, form }: EditingProps) {
  const { row, isDeleted } = useLastRow(entity, id)
  return (
    row && (
      <EditRecord form={form as EditRecordProps['form']} row={row as AnyRow} isDeleted={isDeleted} onDone={onDone} />
    )
  )
}

const referrals = formOf('referrals', ['name', 'email', 'notes'])
const labels = { name: 'Omar', email: 'omar@example.com', notes: 'Old friend' }

async function setup() {
  const store = await openTestStore()
  const row = store.put('referrals', labels)
  await render(store, <Editing entity="referrals" id={row.id} form={referrals} />)
  await expect.element(field('Name')).toHaveValue('Omar')
  return { store, row }
}

test('only fields that the person changed are sent, even if somebody changed the record meanwhile', async () => {
  const { store, row } = await setup()
  expect(changedNotice.elements()).toEqual([])
  await field('Name').fill('Omar Berg')
  store.put('referrals', { ...labels, id: row.id, notes: 'New friend' })
  await expect.element(changedNotice).toBeVisible()
  await expect.element(field('Notes')).toHaveValue('Old friend')
  await save.click()
  await expect.element(page.getByText('Referrer updated')).toBeVisible()
  expect(store.outbox()[0]!.ops).toMatchObject([{ op: 'update', fields: { name: 'Omar Berg' } }])
  expect(store.table('referrals').get(row.id)).toMatchObject({ name: 'Omar Berg', notes: 'New friend' })
  expect(onDone).toHaveBeenCalledOnce()
})

test('the server’s acceptance of an earlier change is not reported as a change', async () => {
  const store = await openTestStore()
  const row = store.put('referrals', labels)
  await store.caughtUp()
  await store.update('referrals', store.table('referrals').get(row.id)!, { name: 'Omar Berg' })
  await render(store, <Editing entity="referrals" id={row.id} form={referrals} />)
  await expect.element(field('Name')).toHaveValue('Omar Berg')
  await store.decided()
  expect(store.table('referrals').get(row.id)!.number).toBeGreaterThan(row.number)
  store.put('referrals', { ...store.table('referrals').get(row.id)!, phone: '+90 532 100 20 30' })
  await store.caughtUp()
  await expect.element(field('Name')).toHaveValue('Omar Berg')
  expect(changedNotice.elements()).toEqual([])
})

test('if a record is deleted while its form is open, the values stay but cannot be saved', async () => {
  const { store, row } = await setup()
  await field('Name').fill('Omar Berg')
  store.drop('referrals', row.id)
  await expect.element(page.getByText('This record was deleted while the form was open.')).toBeVisible()
  await expect.element(field('Name')).toHaveValue('Omar Berg')
  await expect.element(save).toBeDisabled()
  expect(store.outbox()).toEqual([])
})

test('a record keeps its currency and shows fixed fields, and the toast has the title of its entity', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', currency: 'AED' })
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const fields = { projectId: project.id, investorId: investor.id, amount: '5000', currency: 'AED' }
  const row = store.put('investments', fields)
  await render(
    store,
    <Editing entity="investments" id={row.id} form={formOf('investments', ['projectId', 'investorId', 'amount'])} />,
  )
  await expect.element(field('Amount')).toHaveValue('5,000.00')
  const currencySign = field('Amount').element().closest('.mantine-InputWrapper-root')
  expect(currencySign?.querySelector('[data-position]')?.textContent).toBe('AED')
  await expect.element(page.getByText('Quay')).toBeVisible()
  await expect.element(page.getByText('Elif')).toBeVisible()
  await field('Amount').fill('6,000')
  await save.click()
  const toast = page.getByRole('status').filter({ hasText: 'Investment Updated' })
  await expect.element(toast.getByText('Investment details have been saved successfully.')).toBeVisible()
  expect(store.outbox()[0]!.ops).toMatchObject([{ fields: { amount: '6000.00' } }])
})
