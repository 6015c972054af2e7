// What people are told after each act, in the words of the product: "Success", or "Error" with the error's own words, else
// with those of the act.
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { EntityName } from '#schema/registry.ts'
import type { CommitResult } from '#web/store/command.ts'
import { noShield } from '#web/test/draw.tsx'
import { drawApp } from '#web/test/draw-app.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { clearToasts } from '#web/ui/overlay/toasts.tsx'

beforeEach(clearToasts)

const success = page.getByRole('status').filter({ hasText: 'successfully' })
const error = page.getByRole('alert').filter({ hasText: 'Error' })

type Write = 'create' | 'update' | 'remove'
type Outcome = () => Promise<CommitResult>
const saved: Outcome = async () => ({ ok: true, changeId: 'change', id: 'record' })
const failing = (message: string): Outcome => {
  return () => Promise.reject(new Error(message))
}

/** One record of each kind, by entity. */
function putRecords(store: TestStore): Readonly<Record<string, string>> {
  const { id: projectId } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const { id: investorId } = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const { id: referralId } = store.put('referrals', { name: 'Selim' })
  const agreed = { referralId, projectId, commissionPercentage: '1', frequency: 'PER_DEAL' }
  const paper = { referralId, documentName: 'Terms', documentUrl: 'https://papers.example/terms' }
  return {
    projects: projectId,
    investors: investorId,
    referrals: referralId,
    investments: store.put('investments', { projectId, investorId, amount: '5' }).id,
    referralCommissions: store.put('referralCommissions', agreed).id,
    referralAttachments: store.put('referralAttachments', paper).id,
  }
}

const dialogs = { create: 'create', update: 'edit', remove: 'delete' } as const
/** The tabs of a referral contact, by what they hold. */
const tabs: Readonly<Record<string, string>> = {
  referralCommissions: 'commissions',
  referralAttachments: 'referralAttachments',
}

function addressOf(entity: string, write: Write, ids: Readonly<Record<string, string>>): string {
  const record = write === 'create' ? '' : ids[entity]
  const tab = tabs[entity]
  if (tab === undefined) return `/${entity}?dialog=${dialogs[write]}${record && `&record=${record}`}`
  const part = [entity, dialogs[write], record].filter(Boolean).join('+')
  return `/referrals?dialog=details&record=${ids['referrals']}&tab=${tab}&part=${part}`
}

/** Opens the dialog of one act at its address, and presses what does it. */
async function act({ entity, write, title, button }: Act, outcome: Outcome) {
  const store = await openTestStore()
  const ids = putRecords(store)
  await store.caughtUp()
  vi.spyOn(store, write).mockImplementation(outcome as never)
  await drawApp(store, addressOf(entity, write, ids))
  const dialog = page.getByRole('dialog', { name: title })
  await expect.element(dialog.getByRole('button', { name: button })).toBeVisible()
  noShield()
  await dialog.getByRole('button', { name: button }).click()
  return dialog
}

interface Act {
  readonly entity: EntityName
  readonly write: Write
  readonly title: string
  readonly button: string
  readonly done: string
  readonly failed: string
}
const acts: Act[] = (
  [
    ['projects', 'create', 'Create New Project', 'Create Project', 'Project created', 'create project'],
    ['projects', 'update', 'Edit Project', 'Save Changes', 'Project updated', 'update project'],
    ['investors', 'create', 'Add New Investor', 'Add Investor', 'Investor created', 'create investor'],
    ['investors', 'update', 'Edit Investor', 'Save Changes', 'Investor updated', 'update investor'],
    ['investors', 'remove', 'Delete Investor', 'Delete', 'Investor deleted', 'delete investor'],
    ['investments', 'create', 'Create New Investment', 'Create Investment', 'Investment created', 'create investment'],
    ['referrals', 'create', 'Add New Referral', 'Add Referral', 'Referral created', 'create referral'],
    ['referralCommissions', 'create', 'Add Commission', 'Add Commission', 'Commission created', 'create commission'],
    ['referralCommissions', 'update', 'Edit Commission', 'Save Changes', 'Commission updated', 'update commission'],
    ['referralCommissions', 'remove', 'Delete Commission', 'Delete', 'Commission deleted', 'delete commission'],
    ['referralAttachments', 'create', 'Add Attachment', 'Add Attachment', 'Attachment added', 'add attachment'],
    ['referralAttachments', 'remove', 'Delete Attachment', 'Delete', 'Attachment deleted', 'delete attachment'],
  ] as const
).map(([entity, write, title, button, done, failed]) => ({
  entity,
  write,
  title,
  button,
  done: `${done} successfully`,
  failed: `Failed to ${failed}`,
}))

test.each(acts)('$entity, $write: “$done”, and the dialog closes', async (each) => {
  const dialog = await act(each, saved)
  await expect.element(success.getByText(each.done, { exact: true })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test.each(acts)('$entity, $write: “Error”, “$failed”, where the error says nothing itself', async (each) => {
  await act(each, failing(''))
  await expect.element(error.getByText(each.failed, { exact: true })).toBeVisible()
  await expect.element(error.getByText('Error', { exact: true })).toBeVisible()
  expect(success.elements()).toEqual([])
})

test('an error that has words of its own is told in them', async () => {
  await act(acts[2]!, failing('The disk is full'))
  await expect.element(error.getByText('The disk is full', { exact: true })).toBeVisible()
})
