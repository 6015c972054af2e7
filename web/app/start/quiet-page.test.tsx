import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeContainer } from '#web/test/fake-worker.ts'
import { beQuiet, openHints, quietFetch } from './quiet-page.ts'

const path = '/api/auth/user'

function setup() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const workers = new EventTarget()
  fakeContainer(workers)
  const fetchSpy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    init?.signal?.throwIfAborted()
    return new Response('here')
  })
  const arrive = () => workers.dispatchEvent(new Event('controllerchange'))
  onTestFinished(() => {
    arrive()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  return { fetchSpy, arrive }
}

test('a request waits until the new version has come', async () => {
  const { fetchSpy, arrive } = setup()
  const coming = beQuiet()
  const request = quietFetch(path, {})
  await vi.advanceTimersByTimeAsync(30_000)
  expect(fetchSpy).not.toHaveBeenCalled()
  arrive()
  await coming
  expect(await (await request).text()).toBe('here')
  await quietFetch(path, {})
  expect(fetchSpy).toHaveBeenCalledTimes(2)
})

test('a request that is given up meanwhile ends at once', async () => {
  setup()
  void beQuiet()
  const stop = new AbortController()
  const request = quietFetch(path, { signal: stop.signal })
  stop.abort(new Error('too late'))
  await expect(request).rejects.toThrow('too late')
})

test('a version that does not come keeps the page from its server for 40 s at most', async () => {
  const { fetchSpy } = setup()
  const coming = beQuiet()
  void beQuiet()
  const request = quietFetch(path, {})
  await vi.advanceTimersByTimeAsync(39_999)
  expect(fetchSpy).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all([coming, request])
  expect(fetchSpy).toHaveBeenCalledOnce()
})

test('no stream of hints is opened meanwhile', async () => {
  const { arrive } = setup()
  const opened = vi.fn<(path: string) => void>()
  vi.stubGlobal(
    'EventSource',
    class {
      constructor(of: string) {
        opened(of)
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  void beQuiet()
  openHints('/api/stream')
  expect(opened).not.toHaveBeenCalled()
  arrive()
  openHints('/api/stream')
  expect(opened).toHaveBeenCalledExactlyOnceWith('/api/stream')
})
