import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeContainer } from '#web/test/fake-worker.ts'
import { pauseRequests, openEventStream, pausableFetch } from './pause-requests.ts'

const path = '/api/auth/user'

function setup() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const workers = new EventTarget()
  fakeContainer(workers)
  const fetchSpy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    init?.signal?.throwIfAborted()
    return new Response('here')
  })
  const activate = () => workers.dispatchEvent(new Event('controllerchange'))
  onTestFinished(() => {
    activate()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  return { fetchSpy, activate }
}

test('a request waits until the new version is active', async () => {
  const { fetchSpy, activate } = setup()
  const quietPeriod = pauseRequests()
  const request = pausableFetch(path, {})
  await vi.advanceTimersByTimeAsync(30_000)
  expect(fetchSpy).not.toHaveBeenCalled()
  activate()
  await quietPeriod
  expect(await (await request).text()).toBe('here')
  await pausableFetch(path, {})
  expect(fetchSpy).toHaveBeenCalledTimes(2)
})

test('a request that is aborted in the meantime ends immediately', async () => {
  setup()
  void pauseRequests()
  const stop = new AbortController()
  const request = pausableFetch(path, { signal: stop.signal })
  stop.abort(new Error('too late'))
  await expect(request).rejects.toThrow('too late')
})

test('requests wait at most 40 s for a version that does not become active', async () => {
  const { fetchSpy } = setup()
  const quietPeriod = pauseRequests()
  void pauseRequests()
  const request = pausableFetch(path, {})
  await vi.advanceTimersByTimeAsync(39_999)
  expect(fetchSpy).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all([quietPeriod, request])
  expect(fetchSpy).toHaveBeenCalledOnce()
})

test('no event stream is opened meanwhile', async () => {
  const { activate } = setup()
  const openedStreams = vi.fn<(path: string) => void>()
  vi.stubGlobal(
    'EventSource',
    class {
      constructor(url: string) {
        openedStreams(url)
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  void pauseRequests()
  openEventStream('/api/stream')
  expect(openedStreams).not.toHaveBeenCalled()
  activate()
  openEventStream('/api/stream')
  expect(openedStreams).toHaveBeenCalledExactlyOnceWith('/api/stream')
})
