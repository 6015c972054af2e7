import { expect, it, onTestFinished, vi } from 'vitest'
import { FakeWorker } from '#web/test/fake-worker.ts'
import { fakeOf } from '#web/test/fake-of.ts'
import { registerWorker } from './register-worker.ts'

it('tries again after an interrupted download, with growing pauses, until a worker is installed', async () => {
  const workers = [new FakeWorker(), new FakeWorker(), new FakeWorker()]
  const attempts = workers.map((installing) =>
    fakeOf<ServiceWorkerRegistration>({ installing, waiting: null, active: null }),
  )
  const register = vi.fn<() => Promise<ServiceWorkerRegistration>>()
  register.mockResolvedValueOnce(attempts[0]!)
  register.mockRejectedValueOnce(new TypeError('no connection'))
  register.mockResolvedValueOnce(attempts[1]!)
  register.mockResolvedValueOnce(attempts[2]!)
  const pauses: number[] = []
  const onRegistered = vi.fn<(registration: ServiceWorkerRegistration) => void>()
  const registered = registerWorker(onRegistered, { register }, async (ms) => void pauses.push(ms))
  for (const [index, worker] of workers.entries()) {
    await expect.poll(() => onRegistered).toHaveBeenCalledTimes(index + 1)
    worker.become(index < 2 ? 'redundant' : 'installed')
  }
  await registered
  expect([register.mock.calls.length, pauses]).toEqual([4, [2_000, 4_000, 8_000]])
})

it('waits at most a minute between attempts, or until the connection returns', async () => {
  const pauses: number[] = []
  const worker = new FakeWorker()
  const register = vi.fn<() => Promise<ServiceWorkerRegistration>>().mockRejectedValue(new TypeError('no connection'))
  const installed = () => register.mockResolvedValue(fakeOf({ installing: null, waiting: worker, active: null }))
  await registerWorker(undefined, { register }, async (ms) => {
    if (pauses.push(ms) === 7) installed()
  })
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  register.mockClear().mockRejectedValue(new TypeError('no connection'))
  const done = registerWorker(undefined, { register })
  await vi.advanceTimersByTimeAsync(1_999)
  expect(register).toHaveBeenCalledOnce()
  installed()
  window.dispatchEvent(new Event('online'))
  await done
  expect([register.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0])
})

it('supports browsers without service workers', async () => {
  const onRegistered = vi.fn<() => void>()
  vi.stubGlobal('navigator', {})
  onTestFinished(() => void vi.unstubAllGlobals())
  await registerWorker(onRegistered)
  expect(onRegistered).not.toHaveBeenCalled()
})
