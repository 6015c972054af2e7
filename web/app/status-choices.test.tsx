import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { textsOf } from '#web/test/texts-of.ts'

const dialog = page.getByRole('dialog')
const status = dialog.getByRole('combobox', { name: 'Status' })

async function setup(entity: 'projects' | 'investments', mode: 'create' | 'edit') {
  const store = await openTestStore()
  const projects = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const investments = store.put('investments', { projectId: projects.id, investorId: investor.id, amount: '5' })
  await store.caughtUp()
  const record = mode === 'edit' ? `&record=${{ projects, investments }[entity].id}` : ''
  await renderApp(store, `/${entity}?dialog=${mode}${record}`)
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
}

test('the form of a new project has no status field', async () => {
  await setup('projects', 'create')
  expect(status.elements()).toEqual([])
})

test.each([
  ['projects', 'edit', 'Active', ['Active', 'Growth', 'Mature', 'Exited']],
  ['investments', 'create', 'Committed', ['Committed', 'Paid in', 'Exited']],
  ['investments', 'edit', 'Committed', ['Committed', 'Active', 'Exited']],
] as const)('%s, %s: the status begins as %s, among %j', async (entity, mode, first, offered) => {
  await setup(entity, mode)
  await expect.element(status).toHaveValue(first)
  await status.click()
  await expect.poll(() => textsOf(page.getByRole('option'))).toEqual(offered)
})
