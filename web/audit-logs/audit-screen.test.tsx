import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { drawApp } from '#web/test/draw-app.tsx'
import { noShield } from '#web/test/draw.tsx'
import { serve } from '#web/test/serve.ts'
import { openTestStore } from '#web/test/test-store.ts'

const entry = (id: string, more: object = {}) => ({
  id,
  timestamp: '2025-06-29T09:00:00.000Z',
  deviceTime: null,
  actor: { kind: 'person', userId: 'u', name: 'Omar Nasser' },
  action: 'projects.update',
  outcome: 'done',
  entity: 'projects',
  recordId: null,
  before: null,
  after: null,
  ...more,
})

test('entries are told in sentences, with what was before and after; filters are in the address and the file follows them', async () => {
  const store = await openTestStore()
  const { id } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const asked: string[] = []
  serve(store, {
    'GET /api/audit-logs': ({ query }) => {
      asked.push(query.toString())
      return [
        entry('1', { recordId: id, before: { location: null }, after: { location: 'Dubai' } }),
        entry('2', {
          action: 'sessions.signIn',
          entity: 'users',
          outcome: 'throttled',
          actor: { kind: 'system', userId: null, name: null },
        }),
      ]
    },
  })
  const { router } = await drawApp(store, '/settings/audit')
  await page.getByRole('button', { name: /^Changed project: .*Quay/ }).click()
  const details = page.getByRole('dialog', { name: 'Entry' })
  await expect.element(details.getByRole('row', { name: /Location — Dubai/ })).toBeVisible()
  await expect.element(details.getByText('Omar Nasser')).toBeVisible()
  await details.getByRole('button', { name: 'Close' }).click()
  noShield()
  await expect.element(page.getByRole('table').getByText('Throttled')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Sign-in', exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Outcome' }).click()
  await page.getByRole('option', { name: 'Refused' }).click()
  await expect.poll(() => asked.at(-1)).toBe('outcome=refused')
  expect(router.state.location.search).toEqual({ outcome: 'refused' })
  await expect
    .element(page.getByRole('link', { name: 'Export CSV' }))
    .toHaveAttribute('href', '/api/audit-logs/export?outcome=refused')
})

test('without a connection the screen says that it needs one', async () => {
  const store = await openTestStore()
  store.server.fault(/audit-logs/, { kind: 'drop' })
  await drawApp(store, '/settings/audit')
  await expect.element(page.getByText('Only with a connection')).toBeVisible()
})
