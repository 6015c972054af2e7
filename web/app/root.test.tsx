import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { SessionContext } from '#web/session/session-context.ts'
import type { Session, SessionState } from '#web/session/session-contract.ts'
import { render } from '#web/test/render.tsx'
import { fakeOf } from '#web/test/fake-of.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'

const landing = document.createElement('div')
landing.id = 'landing'
landing.innerHTML = '<h1>Keep hold of your work</h1><output hidden>Not connected</output>'
document.body.append(landing)
const { routeTree } = await import('./route-tree.tsx')

const menu = page.getByRole('navigation', { name: 'Main menu' })
const heading = page.getByRole('heading', { level: 1 })

async function setup(state: SessionState | 'signed-in', at = '/') {
  onTestFinished(() => void vi.unstubAllGlobals())
  const fetchSpy = vi.fn<typeof fetch>(async () => new Response('', { status: 503 }))
  vi.stubGlobal('fetch', fetchSpy)
  const store = await openTestStore()
  const signedIn: SessionState = { kind: 'signed-in', store }
  const listeners = new Set<() => void>()
  const session = {
    state: state === 'signed-in' ? signedIn : state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    sealed: async () => [],
    locksAt: async () => Infinity,
  }
  const setState = (to: SessionState) => {
    session.state = to
    for (const listener of listeners) listener()
  }
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [at] }),
    context: { prepare: () => {} },
  })
  await render(
    store,
    <SessionContext value={fakeOf<Session>(session)}>
      <RouterProvider router={router} />
    </SessionContext>,
  )
  return { store, setState, signedIn, fetchSpy }
}

test('until the session is known, the page shows only that it is loading', async () => {
  const { setState, signedIn } = await setup({ kind: 'loading' }, '/settings')
  await expect.element(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  expect([...heading.elements(), ...menu.elements()]).toEqual([])
  setState(signedIn)
  await expect.element(heading).toHaveTextContent('Settings')
  await expect.element(menu).toBeVisible()
})

test('a signed-out visitor gets the landing page, which checks whether the server is reachable', async () => {
  const { setState, signedIn, fetchSpy } = await setup({ kind: 'signed-out' })
  await expect.element(heading).toHaveTextContent('Keep hold of your work')
  await expect.element(page.getByText('Not connected')).toBeVisible()
  expect(fetchSpy).toHaveBeenCalledWith('/healthz', { cache: 'no-store' })
  expect(document.documentElement.dataset['visit']).toBe('new')
  setState(signedIn)
  await expect.element(heading).toHaveTextContent('Portfolio Overview')
  expect([landing.isConnected, document.documentElement.dataset['visit']]).toEqual([false, 'known'])
})

test('at any other address a signed-out visitor sees a notice without links into the app', async () => {
  await setup({ kind: 'signed-out' }, '/projects')
  await expect.element(heading).toHaveTextContent('404 Page Not Found')
  expect([...menu.elements(), ...page.getByRole('link').elements()]).toEqual([])
  expect([page.getByRole('main').elements().length, landing.isConnected]).toEqual([1, false])
})

test('the data disappears from the screen as soon as the session ends', async () => {
  const { store, setState } = await setup('signed-in', '/projects')
  store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await expect.element(page.getByRole('button', { name: 'Quay', exact: true })).toBeVisible()
  setState({ kind: 'other-person', previous: someone, waiting: 0, current: null })
  await expect.element(page.getByRole('button', { name: /^Sign in as/ })).toBeVisible()
  expect([page.getByText('Quay').elements(), menu.elements()]).toEqual([[], []])
  setState({ kind: 'signed-out' })
  await expect.element(heading).toHaveTextContent('404 Page Not Found')
})

test('if the database cannot be opened, only an explanation and the next step are shown', async () => {
  await setup({ kind: 'failed', problem: new Error('broken') })
  const alert = page.getByRole('alert')
  await expect.element(alert.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(alert.getByRole('button', { name: 'Try again' })).toBeEnabled()
  expect([menu.elements(), landing.isConnected]).toEqual([[], false])
  expect(document.body.textContent).not.toContain('broken')
})

test('on the investments screen, the explanation also says that they could not be fetched', async () => {
  await setup({ kind: 'failed', problem: new Error('broken') }, '/investments')
  await expect.element(page.getByText('Failed to fetch investments', { exact: true })).toBeVisible()
})

const shared = page.getByRole('dialog', { name: 'Upload document' })

test('a file shared while the device is locked opens the upload dialog once the user is back', async () => {
  const { store, setState, signedIn } = await setup({ kind: 'locked', identity: someone, isSignedOut: false })
  await store.share(new File(['%PDF-'], 'Lease.pdf'))
  await expect.element(heading).toHaveTextContent('This device is locked')
  setState(signedIn)
  await expect.element(shared.getByText('Lease.pdf')).toBeVisible()
})

test('a shared file opens the upload dialog at the share address', async () => {
  await setup('signed-in', '/share')
  await expect.element(shared).toBeVisible()
})

test.each([
  ['nobody', 'No one is signed in', 1],
  ['unkept', 'the limit of 20 pending shared files would be exceeded', 0],
  ['none', 'No file was received.', 0],
  ['withdrawn', 'This device’s access was revoked', 0],
] as const)(
  'a shared file that could not be stored is explained to every visitor: %s',
  async (reason, explanation, links) => {
    const { setState, signedIn } = await setup(
      { kind: 'locked', identity: someone, isSignedOut: false },
      `/share?not=${reason}`,
    )
    for (const state of [signedIn, { kind: 'signed-out' }] as const) {
      await expect.element(heading).toHaveTextContent('The file was not added to Holdfast')
      await expect.element(page.getByText(explanation, { exact: false })).toBeVisible()
      expect(page.getByRole('link', { name: 'Sign in' }).elements()).toHaveLength(links)
      setState(state)
    }
  },
)

test('a file that cannot be opened is explained to every visitor, only at its address', async () => {
  const { setState, signedIn } = await setup(
    'signed-in',
    '/unopened?file=%2Ffiles%2Fpaper%3Fentity%3DreferralAttachments',
  )
  for (const state of [{ kind: 'signed-out' }, signedIn] as const) {
    await expect.element(heading).toHaveTextContent('File not available')
    await expect.element(page.getByText(/^This file is not on this device/)).toBeVisible()
    const tryAgain = page.getByRole('link', { name: 'Try again' })
    await expect.element(tryAgain).toHaveAttribute('href', '/files/paper?entity=referralAttachments')
    setState(state)
  }
})

test.each(['https://elsewhere.test/files/paper/x', 'javascript:alert(1)', 'http://[', ''])(
  'no missing file is reported at the address %s',
  async (file) => {
    await setup('signed-in', `/unopened?${new URLSearchParams({ file }).toString()}`)
    await expect.element(heading).toHaveTextContent('404 Page Not Found')
  },
)
