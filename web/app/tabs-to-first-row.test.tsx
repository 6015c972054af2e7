import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { storedSample } from '#schema/test/sample-fields.ts'
import { type EntityName, entityNamed } from '#schema/registry.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { serve } from '#web/test/serve.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { pathOfRoute } from './routes/find-route.ts'
import { appRoutes, type EntityRoute } from './routes/route-table.ts'
import './commands/loaded-shortcuts.tsx'

const at = '2025-06-01T10:00:00.000Z'
const stored = { createdAt: at, updatedAt: at }
const person = { ...stored, id: someone.id, email: someone.email, firstName: 'Ada', lastName: null, lastLogin: at }
const invitation = { ...stored, id: 'i', email: 'elif@example.com', role: 'INVESTOR', invitedBy: someone.id }
const device = { ...stored, id: 'd', userId: someone.id, device: 'd', version: 7, unsent: 0, lastUsed: at }
/** Lists that devices do not keep. */
const online: Partial<Record<string, object>> = {
  users: { ...person, role: 'ADMIN', isActive: true },
  userInvitations: {
    ...invitation,
    message: null,
    investorId: null,
    status: 'PENDING',
    expiresAt: at,
    acceptedAt: null,
  },
  sessions: { ...device, endedAs: null, isThis: true },
}

const maxTabs = 6
const lists = appRoutes.filter((route): route is EntityRoute => 'entity' in route)

async function setup(route: EntityRoute) {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const ids = { projectId: project.id, investorId: investor.id }
  const investment = store.put('investments', { ...ids, amount: '1000' })
  const known: Partial<Record<string, string>> = {
    projects: project.id,
    investors: investor.id,
    investments: investment.id,
  }
  serve(store, {
    'GET /api/users': () => [online['users']!],
    'GET /api/user-invitations': () => [online['userInvitations']!],
    'GET /api/devices': () => [online['sessions']!],
  })
  if (!known[route.entity] && !online[route.entity]) {
    const sample = { token: 'Reed', references: (to: string) => known[to] ?? null, userId: someone.id }
    store.put(route.entity as EntityName, storedSample(entityNamed(route.entity)!, sample))
  }
  await renderApp(store, pathOfRoute(route))
  await expect.element(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
  ;(document.activeElement as HTMLElement | null)?.blur()
}

test.each(lists.map((route) => [route.entity, route] as const))(
  `the first row of %s is at most ${maxTabs} Tabs away from the beginning of the page`,
  async (_, route) => {
    await setup(route)
    const isInRow = () => document.activeElement?.closest('tbody tr[aria-rowindex="2"]') !== null
    let tabs = 0
    const skip = page.getByRole('button', { name: 'Skip to the list' })
    while (skip.element() !== document.activeElement) {
      await userEvent.keyboard('{Tab}')
      expect(++tabs).toBeLessThanOrEqual(maxTabs)
    }
    await userEvent.keyboard('{Enter}')
    await expect.poll(isInRow).toBe(true)
  },
)

test.each(lists.map((route) => [route.entity, route] as const))('the rows of %s are one Tab stop', async (_, route) => {
  await setup(route)
  const stops = () => [...document.querySelectorAll<HTMLElement>('tbody *')].filter((each) => each.tabIndex >= 0)
  await expect.poll(() => stops().length).toBe(1)
})
