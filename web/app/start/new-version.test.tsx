import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { fakeContainer, FakeWorker } from '#web/test/fake-worker.ts'
import { holdPage } from '#web/test/page-leaves.ts'
import { standIn } from '#web/test/stand-in.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { useUnsaved, useUnsavedForms } from '#web/ui/overlay/dialogs/unsaved-forms.ts'
import { activateNewVersion, fetchNewVersion, useNewVersion, watchVersions } from './new-version.ts'
import { quietFetch } from './quiet-page.ts'
import { NewVersionBanner } from './new-version-banner.tsx'

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null
  waiting: FakeWorker | null = null
  active: FakeWorker | null = new FakeWorker()
  readonly update = vi.fn<() => Promise<void>>(async () => {})
  find(): FakeWorker {
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

afterEach(() => useNewVersion.setState({ waiting: null, isComing: false }))

test('a version that is being fetched is offered once it is there', async () => {
  const { registration } = setup()
  await watchVersions()
  const worker = registration.find()
  expect(waiting()).toBeNull()
  worker.become('installed')
  expect(waiting()).toBe(worker)
  expect(worker.postMessage).not.toHaveBeenCalled()
  activateNewVersion()
  expect(worker.postMessage.mock.calls).toEqual([[activate]])
})

test('an accepted version finds the old one waiting for nothing and the page quiet', async () => {
  const { registration, workers } = setup()
  const fetchSpy = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
  await watchVersions()
  registration.find().become('installed')
  activateNewVersion()
  expect(workers.controller!.postMessage.mock.calls).toEqual([[{ kind: 'replaced' }]])
  expect(useNewVersion.getState().isComing).toBe(true)
  void quietFetch('/api/auth/user', {})
  expect(fetchSpy).not.toHaveBeenCalled()
  const left = holdPage()
  workers.dispatchEvent(new Event('controllerchange'))
  await expect.poll(() => useNewVersion.getState().isComing).toBe(false)
  expect(left).toEqual(['reload'])
})

test('the page is also quiet while a version comes that another window has accepted', async () => {
  const { workers } = setup()
  const fetchSpy = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
  const left = holdPage()
  await watchVersions()
  workers.dispatchEvent(new MessageEvent('message', { data: { kind: 'takeover' } }))
  const request = quietFetch('/api/auth/user', {})
  expect(fetchSpy).not.toHaveBeenCalled()
  workers.dispatchEvent(new Event('controllerchange'))
  await request
  expect(left).toEqual(['reload'])
})

test('a version that was there before the page is offered at once', async () => {
  const { registration } = setup()
  registration.waiting = new FakeWorker()
  await watchVersions()
  expect(waiting()).toBe(registration.waiting)
})

test('the first version is installed without asking', async () => {
  const { registration } = setup({ controlled: false })
  registration.waiting = new FakeWorker()
  await watchVersions()
  registration.find().become('installed')
  expect(waiting()).toBeNull()
})

test('a version that cannot be installed is not offered', async () => {
  const { registration } = setup()
  await watchVersions()
  registration.find().become('redundant')
  expect(waiting()).toBeNull()
})

test('a version that the server asks for is fetched, awaited and used', async () => {
  const { registration } = setup()
  const coming = new FakeWorker()
  registration.update.mockImplementation(async () => void (registration.installing = coming))
  const fetched = fetchNewVersion()
  await expect.poll(() => registration.update).toHaveBeenCalledOnce()
  expect(coming.postMessage).not.toHaveBeenCalled()
  registration.waiting = coming
  coming.become('installed')
  await fetched
  expect(coming.postMessage.mock.calls).toEqual([[activate]])
})

test('a version that waits already is used without asking the network', async () => {
  const { registration } = setup()
  const worker = new FakeWorker()
  useNewVersion.setState({ waiting: standIn(worker) })
  await fetchNewVersion()
  expect(registration.update).not.toHaveBeenCalled()
  expect(worker.postMessage.mock.calls).toEqual([[activate]])
})

test('without a worker that keeps the app, or a version that it could fetch, the page is loaded anew', async () => {
  const left = holdPage()
  const { registration } = setup()
  registration.update.mockRejectedValue(new TypeError('Failed to fetch'))
  await fetchNewVersion()
  await expect.poll(() => left).toEqual(['reload'])
})

test('the page is loaded anew when a version takes the place of another one, and not when the first one comes', async () => {
  const left = holdPage()
  const { workers } = setup({ controlled: false })
  await watchVersions()
  workers.dispatchEvent(new Event('controllerchange'))
  expect(left).toEqual([])
  workers.dispatchEvent(new Event('controllerchange'))
  await expect.poll(() => left).toEqual(['reload'])
})

test('a version that another window has accepted waits until the words of this window’s form are saved', async () => {
  const left = holdPage()
  const { workers } = setup()
  await watchVersions()
  const { unmount } = await draw(await openTestStore(), <OpenForm />)
  await expect.poll(() => useUnsavedForms.getState().count).toBe(1)
  workers.dispatchEvent(new Event('controllerchange'))
  expect(left).toEqual([])
  await unmount()
  await expect.poll(() => left).toEqual(['reload'])
})

function OpenForm() {
  useUnsaved(true)
  return null
}

test('the banner offers the new version, and can be closed', async () => {
  setup()
  const worker = new FakeWorker()
  await draw(await openTestStore(), <NewVersionBanner />)
  const text = page.getByText('A new version of Holdfast is ready.')
  expect(text.elements()).toEqual([])
  useNewVersion.setState({ waiting: standIn(worker) })
  await expect.element(text).toBeVisible()
  await page.getByRole('button', { name: 'Use it now' }).click()
  expect(worker.postMessage.mock.calls).toEqual([[activate]])
  await page.getByRole('button', { name: 'Later' }).click()
  await expect.element(text).not.toBeInTheDocument()
})

test('the banner’s button is disabled while a form has unsaved words', async () => {
  await draw(
    await openTestStore(),
    <>
      <OpenForm />
      <NewVersionBanner />
    </>,
  )
  useNewVersion.setState({ waiting: standIn(new FakeWorker()) })
  await expect.element(page.getByText(/Save or close the open form first\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Use it now' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Later' })).toBeEnabled()
})
