import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { address, render, goOn, WithSearch } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { formOf } from '#web/records/form/form-of.ts'
import { RecordDialogs } from './record-dialogs.tsx'
import type { PermittedVerbs, RecordVerbs } from '#web/records/list/record-plan.ts'

const verbs = {
  entity: 'referrals',
  form: formOf('referrals', ['name', 'email']),
  deletePlan: { values: ({ name }: { readonly name: string }) => ({ name: <strong>{name}</strong> }) },
} satisfies RecordVerbs
const allRights = { create: true, update: true, delete: true }
const creating = page.getByRole('dialog', { name: 'Add referrer' })
const editing = page.getByRole('dialog', { name: 'Edit referrer' })
const deleting = page.getByRole('dialog', { name: 'Delete referrer?' })

async function setup() {
  const store = await openTestStore()
  const { id } = store.put('referrals', { name: 'Omar' })
  const screen = (offered: PermittedVerbs) => (
    <WithSearch initial={{}}>
      {({ dialog, record }, setSearch) => (
        <RecordDialogs
          verbs={verbs}
          permitted={offered}
          shown={{ ...(dialog && { dialog }), ...(record && { record }) }}
          onClose={() => setSearch({ dialog: undefined, record: undefined })}
        />
      )}
    </WithSearch>
  )
  return { store, id, renderDialogs: (offered: PermittedVerbs = allRights) => render(store, screen(offered)) }
}

test('an address with an unknown record closes the form of the previous one', async () => {
  const { store, id, renderDialogs } = await setup()
  await renderDialogs()
  goOn({ dialog: 'edit', record: id })
  await expect.element(editing.getByLabelText('Name')).toHaveValue('Omar')
  goOn({ record: store.newId() })
  await expect.element(editing).not.toBeInTheDocument()
  goOn({ record: id })
  await expect.element(editing.getByLabelText('Name')).toHaveValue('Omar')
})

test('closing a form removes it and its record from the address', async () => {
  const { id, renderDialogs } = await setup()
  await renderDialogs()
  goOn({ dialog: 'edit', record: id })
  await editing.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(editing).not.toBeInTheDocument()
  expect(address()).toEqual({})
  goOn({ dialog: 'create' })
  await creating.getByRole('button', { name: 'Close' }).click()
  await expect.element(creating).not.toBeInTheDocument()
  expect(address()).toEqual({})
})

test('the confirmation names the record, and canceling keeps it', async () => {
  const { store, id, renderDialogs } = await setup()
  await renderDialogs()
  goOn({ dialog: 'delete', record: id })
  await expect
    .element(
      deleting.getByText('Omar will be deleted. Investors referred by this person will be kept, without a referrer.'),
    )
    .toBeVisible()
  expect(deleting.element().querySelector('strong')?.textContent).toBe('Omar')
  await deleting.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(deleting).not.toBeInTheDocument()
  expect([store.outbox(), store.table('referrals').get(id)?.name, address()]).toEqual([[], 'Omar', {}])
})

test.each([
  ['create', 'create', creating],
  ['update', 'edit', editing],
  ['delete', 'delete', deleting],
] as const)(
  'a person without the right to %s does not get the dialog from an address',
  async (right, dialog, shown) => {
    const { id, renderDialogs } = await setup()
    const screen = await renderDialogs()
    goOn({ dialog, record: id })
    await expect.element(shown).toBeVisible()
    await screen.unmount()
    // The code is loaded by now.
    await renderDialogs({ ...allRights, [right]: false })
    goOn({ dialog, record: id })
    await expect.poll(address).toEqual({ dialog, record: id })
    expect(page.getByRole('dialog').elements()).toEqual([])
  },
)
