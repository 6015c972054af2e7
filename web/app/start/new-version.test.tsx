import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { fakeContainer, FakeWorker } from '#web/test/fake-worker.ts'
import { holdPage } from '#web/test/page-leaves.ts'
import { fakeOf } from '#web/test/fake-of.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { useUnsaved, useUnsavedForms } from '#web/ui/overlay/dialogs/unsaved-forms.ts'
import { activateNewVersion, fetchNewVersion, useNewVersion, watchVersions } from './new-version.ts'
import { pausableFetch } from './pause-requests.ts'
import { NewVersionBanner } from './new-version-banner.tsx'

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null
  waiting: FakeWorker | null = null
  active: FakeWorker | null = new FakeWorker()
  readonly update = vi.fn<() => Promise<void>>(async () => {})
  findUpdate(): FakeWorker {
    this.installing = new FakeWorker()
    this.dispatchEvent(new Event('updatefound'))
    return this.installing
  }
}

function setup({ controlled = true } = {}) {
  const registration = new FakeRegistration()
  const workers = Object.assign(new EventTarget(), {
    controller: controlled ? new FakeWorker() : null,
    register: async () => registration,
    getRegistration: async () => registration,
  })
  fakeContainer(workers)
  onTestFinished(() => {
    vi.restoreAllMocks()
    holdPage()
    workers.dispatchEvent(new Event('controllerchange'))
  })
  return { registration, workers }
}

const waiting = () => useNewVersion.getState().waiting as unknown
const activate = { kind: 'activate' }

afterEach(() => useNewVersion.setState({ waiting: null, isActivating: false }))

test('a version is offered once it is fetched', async () => {
  const { registration } = setup()
  await watchVersions()
  const worker = registration.findUpdate()
  expect(waiting()).toBeNull()
  worker.become('installed')
  expect(waiting()).toBe(worker)
  expect(worker.postMessage).not.toHaveBeenCalled()
  activateNewVersion()
  expect(worker.postMessage.mock.calls).toEqual([[activate]])
})

test('when a version is accepted the old worker stops waiting and the page sends no requests', async () => {
  const { registration, workers } = setup()
  const fetchSpy = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
  await watchVersions()
  registration.findUpdate().become('installed')
  activateNewVersion()
  expect(workers.controller!.postMessage.mock.calls).toEqual([[{ kind: 'replaced' }]])
  expect(useNewVersion.getState().isActivating).toBe(true)
  void pausableFetch('/api/auth/user', {})
  expect(fetchSpy).not.toHaveBeenCalled()
  const reload = holdPage()
  workers.dispatchEvent(new Event('controllerchange'))
  await expect.poll(() => useNewVersion.getState().isActivating).toBe(false)
  expect(reload).toEqual(['reload'])
})

test('the page also sends no requests while a version that another window accepted is activated', async () => {
  const { workers } = setup()
  const fetchSpy = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
  const reload = holdPage()
  await watchVersions()
  workers.dispatchEvent(new MessageEvent('message', { data: { kind: 'takeover' } }))
  const request = pausableFetch('/api/auth/user', {})
  expect(fetchSpy).not.toHaveBeenCalled()
  workers.dispatchEvent(new Event('controllerchange'))
  await request
  expect(reload).toEqual(['reload'])
})

test('a version that is already waiting is offered immediately', async () => {
  const { registration } = setup()
  registration.waiting = new FakeWorker()
  await watchVersions()
  expect(waiting()).toBe(registration.waiting)
})

test('the first version is installed without asking', async () => {
  const { registration } = setup({ controlled: false })
  registration.waiting = new FakeWorker()
  await watchVersions()
  registration.findUpdate().become('installed')
  expect(waiting()).toBeNull()
})

test('a version that cannot be installed is not offered', async () => {
  const { registration } = setup()
  await watchVersions()
  registration.findUpdate().become('redundant')
  expect(waiting()).toBeNull()
})

test('a version that the server requires is fetched and activated', async () => {
  const { registration } = setup()
  const newWorker = new FakeWorker()
  registration.update.mockImplementation(async () => void (registration.installing = newWorker))
  const fetched = fetchNewVersion()
  await expect.poll(() => registration.update).toHaveBeenCalledOnce()
  expect(newWorker.postMessage).not.toHaveBeenCalled()
  registration.waiting = newWorker
  newWorker.become('installed')
  await fetched
  expect(newWorker.postMessage.mock.calls).toEqual([[activate]])
})

test('a waiting version is activated without a request', async () => {
  const { registration } = setup()
  const worker = new FakeWorker()
  useNewVersion.setState({ waiting: fakeOf(worker) })
  await fetchNewVersion()
  expect(registration.update).not.toHaveBeenCalled()
  expect(worker.postMessage.mock.calls).toEqual([[activate]])
})

test('without a worker or a newer version the page is reloaded', async () => {
  const reload = holdPage()
  const { registration } = setup()
  registration.update.mockRejectedValue(new TypeError('Failed to fetch'))
  await fetchNewVersion()
  await expect.poll(() => reload).toEqual(['reload'])
})

test('the page reloads when a version replaces another one, not when the first one is installed', async () => {
  const reload = holdPage()
  const { workers } = setup({ controlled: false })
  await watchVersions()
  workers.dispatchEvent(new Event('controllerchange'))
  expect(reload).toEqual([])
  workers.dispatchEvent(new Event('controllerchange'))
  await expect.poll(() => reload).toEqual(['reload'])
})

test('a version accepted in another window waits until the form of this window is saved', async () => {
  const reload = holdPage()
  const { workers } = setup()
  await watchVersions()
  const { unmount } = await render(await openTestStore(), <OpenForm />)
  await expect.poll(() => useUnsavedForms.getState().count).toBe(1)
  workers.dispatchEvent(new Event('controllerchange'))
  expect(reload).toEqual([])
  await unmount()
  await expect.poll(() => reload).toEqual(['reload'])
})

function OpenForm() {
  useUnsaved(true)
  return null
}

test('the banner offers the new version, and can be closed', async () => {
  setup()
  const worker = new FakeWorker()
  await render(await openTestStore(), <NewVersionBanner />)
  const text = page.getByText('A new version of Holdfast is ready.')
  expect(text.elements()).toEqual([])
  useNewVersion.setState({ waiting: fakeOf(worker) })
  await expect.element(text).toBeVisible()
  await page.getByRole('button', { name: 'Update now' }).click()
  expect(worker.postMessage.mock.calls).toEqual([[activate]])
  await page.getByRole('button', { name: 'Later' }).click()
  await expect.element(text).not.toBeInTheDocument()
})

test('the banner’s button is disabled while a form has unsaved text', async () => {
  await render(
    await openTestStore(),
    <>
      <OpenForm />
      <NewVersionBanner />
    </>,
  )
  useNewVersion.setState({ waiting: fakeOf(new FakeWorker()) })
  await expect.element(page.getByText(/Save or close the open form first\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Update now' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Later' })).toBeEnabled()
})
