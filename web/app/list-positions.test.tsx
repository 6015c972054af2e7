import { RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { SessionContext } from '#web/session/session-context.ts'
import { createSession } from '#web/session/session.ts'
import { render } from '#web/test/render.tsx'
import { sessionDeps } from '#web/test/fake-session.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { router } from './router.ts'

async function setup() {
  const store = await openTestStore()
  for (let index = 0; index < 80; index++) {
    const n = String(index).padStart(2, '0')
    store.put('investors', { firstName: `Investor ${n}`, email: `investor${n}@example.com` })
    store.put('projects', { name: `Project ${n}`, type: 'COMMERCIAL' })
  }
  const session = createSession(sessionDeps(store, { open: async () => store }))
  await session.start()
  const start = location.href
  onTestFinished(() => history.replaceState(null, '', start))
  await router.navigate({ to: '/investors' })
  await render(
    store,
    <SessionContext value={session}>
      <RouterProvider router={router} context={{ prepare: (names) => store.prepare(names) }} />
    </SessionContext>,
  )
}

const list = (name: string) => page.getByRole('region', { name, exact: true })
const scrollTopOf = (name: string) => list(name).element().scrollTop
const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first()
const firstRow = (name: string) => list(name).getByRole('button', { name: /^(Investor|Project) 00$/ })

async function scrollTo(name: string, top: number) {
  list(name).element().scrollTop = top
  await expect.poll(() => scrollTopOf(name)).toBe(top)
}

test('each list opens at its top, and Back restores its scroll position', async () => {
  await setup()
  await expect.element(firstRow('Investors')).toBeVisible()
  await scrollTo('Investors', 1200)
  await link('Projects').click()
  await expect.element(firstRow('Projects')).toBeVisible()
  expect(scrollTopOf('Projects')).toBe(0)
  await scrollTo('Projects', 400)
  await link('Investors').click()
  await expect.element(firstRow('Investors')).toBeVisible()
  expect(scrollTopOf('Investors')).toBe(0)
  history.back()
  await expect.element(list('Projects')).toBeVisible()
  await expect.poll(() => scrollTopOf('Projects')).toBe(400)
  history.back()
  await expect.element(list('Investors')).toBeVisible()
  await expect.poll(() => scrollTopOf('Investors')).toBe(1200)
})
